/** The events of a campaign, the newest first. */
import { useInfiniteQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { dateAndTime, fullDate, number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { Rows } from "../../kit/Rows.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { texts as sending } from "../../kit/sending/texts.ts"
import { texts } from "./texts.ts"

export const Activity = ({ id }: { readonly id: string }) => {
  const list = useInfiniteQuery({
    queryKey: ["campaigns", "activity", id],
    queryFn: ({ pageParam, signal }) =>
      api.activity.log(id, { limit: 100, ...(pageParam !== "" && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <Rows query={list} isFiltered={false} showAll={() => {}} empty={<Empty title={texts.activity.empty} />}>
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
                    <span dir="auto">{[lead.first_name, lead.last_name].filter(Boolean).join(" ") || lead.email}</span>
                  </a>
                )}
                {lead !== undefined && lead.first_name + lead.last_name !== "" && <p class="meta">{lead.email}</p>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Rows>
  )
}
