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

type Log = Awaited<ReturnType<typeof api.activity.log>>

/** The clicks that the route asks for: on a link, in a period. */
type Clicks = Readonly<Record<"link" | "since" | "until", string | undefined>>

/** Whether the route asks for an event: without a link, it asks for every one. */
const isMeant = ({ data: { url }, occurred_at }: Log["data"][number], { link, since = "", until }: Clicks) =>
  link === undefined || (url === link && occurred_at >= since && (until === undefined || occurred_at < until))

/** A page of events. The API does not filter by link: pages are read until one has such a click, or ends before the period. */
const pageOf = async (read: (cursor: string) => Promise<Log>, cursor: string, clicks: Clicks): Promise<Log> => {
  for (let at = cursor; ;) {
    const { data, next_cursor, ...page } = await read(at)
    const meant = data.filter((event) => isMeant(event, clicks))
    const isOver = next_cursor === undefined || (data.at(-1)?.occurred_at ?? "") < (clicks.since ?? "")
    if (isOver) return { ...page, data: meant }
    if (meant.length > 0) return { ...page, data: meant, next_cursor }
    at = next_cursor
  }
}

export const Activity = ({ id }: { readonly id: string }) => {
  const { path, query } = useRoute()
  const type = types.find((type) => type === query["type"])
  const { link, since, until } = query
  const show = (type?: string) => go(hrefOf(path, { type }), { replace: true })
  const list = useInfiniteQuery({
    queryKey: ["campaigns", "activity", id, type, link, since, until],
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        (cursor) =>
          api.activity.log(
            id,
            { limit: 100, ...(type !== undefined && { types: [type] }), ...(cursor !== "" && { cursor }) },
            { signal }
          ),
        pageParam,
        { link, since, until }
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
        {link !== undefined && <p>{link}</p>}
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
                <td class="card-name">
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
