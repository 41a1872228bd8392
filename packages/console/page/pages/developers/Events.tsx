/** The events of all campaigns, the newest first, with a filter by their types. */
import type { EventData, EventType } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { fullDate, shortDate } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { Rows } from "../../kit/Rows.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { texts as sending } from "../../kit/sending/texts.ts"
import { texts } from "./texts.ts"

const all = Object.keys(sending.events) as ReadonlyArray<EventType>

/** The link to the events of these types; of all types without any. */
const hrefOfTypes = (types: ReadonlyArray<EventType>) =>
  hrefOf(["developers", "events"], { types: all.filter((type) => types.includes(type)).join(",") })

const detailsOf = ({ reason, reply_text, status, url }: EventData): string =>
  [status, reason ?? reply_text ?? url].filter(Boolean).join(" ")

const Types = ({ chosen }: { readonly chosen: ReadonlyArray<EventType> }) => (
  <fieldset class="choice">
    <legend class="hidden">{texts.types}</legend>
    {all.map((type) => (
      <label key={type}>
        <input
          type="checkbox"
          checked={chosen.includes(type)}
          onChange={({ currentTarget: { checked } }) => {
            const others = chosen.filter((other) => other !== type)
            go(hrefOfTypes(checked ? [...others, type] : others), { replace: true })
          }}
        />{" "}
        {sending.events[type]}
      </label>
    ))}
  </fieldset>
)

export const Events = () => {
  const given = useRoute().query["types"]?.split(",") ?? []
  const chosen = all.filter((type) => given.includes(type))
  const campaigns = useQuery(campaignsQuery)
  const names = new Map(campaigns.data?.map(({ id, name }) => [id, name]))
  const list = useInfiniteQuery({
    queryKey: ["events", chosen],
    queryFn: ({ pageParam, signal }) =>
      api.activity.list(
        { limit: 100, ...(chosen.length > 0 && { types: chosen }), ...(pageParam !== "" && { cursor: pageParam }) },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <>
      <section class="sheet-section sheet-wide">
        <p class="meta">{texts.eventsHelp}</p>
        <Types chosen={chosen} />
        <div class="row-actions">
          <button type="button" class="button" onClick={() => void list.refetch()}>
            {texts.refresh}
          </button>
        </div>
      </section>
      <Rows
        query={list}
        isFiltered={chosen.length > 0}
        showAll={() => go(hrefOfTypes([]), { replace: true })}
        empty={<Empty title={texts.noEvents} />}
      >
        {(rows) => (
          <Table label={texts.parts.events} columns={texts.columns}>
            {rows.map(({ campaign_id, data, id, lead_id, occurred_at, type }) => (
              <tr key={id}>
                <td title={fullDate(occurred_at)}>{shortDate(occurred_at)}</td>
                <td>{sending.events[type]}</td>
                <td>
                  <a href={hrefOf(["leads"], { campaign: campaign_id, lead: lead_id })}>{lead_id}</a>
                </td>
                <td>
                  <a href={hrefOf(["campaigns", campaign_id])}>
                    <bdi>{names.get(campaign_id) ?? campaign_id}</bdi>
                  </a>
                </td>
                <td>
                  <bdi>{detailsOf(data)}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Rows>
    </>
  )
}
