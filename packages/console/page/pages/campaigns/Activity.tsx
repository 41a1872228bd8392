/** The events of a campaign, of all types or of one, the newest first. */
import type { EventType } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { dateAndTime, fullDate, number } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { Options } from "../../kit/Options.tsx"
import { Rows } from "../../kit/Rows.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { texts as sending } from "../../kit/sending/texts.ts"
import { texts } from "./texts.ts"

const types = Object.keys(sending.events) as ReadonlyArray<EventType>

export const Activity = ({ id }: { readonly id: string }) => {
  const { path, query } = useRoute()
  const type = types.find((type) => type === query["type"])
  const show = (type?: string) => go(hrefOf(path, { type }), { replace: true })
  const list = useInfiniteQuery({
    queryKey: ["campaigns", "activity", id, type],
    queryFn: ({ pageParam, signal }) =>
      api.activity.log(
        id,
        { limit: 100, ...(type !== undefined && { types: [type] }), ...(pageParam !== "" && { cursor: pageParam }) },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <>
      <div class="activity-types">
        <select
          class="field"
          aria-label={texts.activity.types}
          value={type ?? ""}
          onChange={({ currentTarget }) => show(currentTarget.value)}
        >
          <option value="">{texts.activity.all}</option>
          <Options texts={sending.events} />
        </select>
      </div>
      <Rows
        query={list}
        isFiltered={type !== undefined}
        showAll={() => show()}
        empty={<Empty title={texts.activity.empty} />}
      >
        {(rows) => (
          <Table label={texts.parts.activity} columns={texts.activity.columns} isBrief>
            {rows.map(({ id: event, lead, lead_id, occurred_at, type }) => (
              <tr key={event}>
                <td title={fullDate(occurred_at)}>{dateAndTime(occurred_at)}</td>
                <td>{sending.events[type]}</td>
                <td>
                  {lead === undefined ? (
                    <span class="meta">{texts.activity.removed(number(lead_id))}</span>
                  ) : (
                    <a href={hrefOf(["leads"], { campaign: id, lead: lead_id })}>
                      <span dir="auto">
                        {[lead.first_name, lead.last_name].filter(Boolean).join(" ") || lead.email}
                      </span>
                    </a>
                  )}
                  {lead !== undefined && lead.first_name + lead.last_name !== "" && <p class="meta">{lead.email}</p>}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Rows>
    </>
  )
}
