/** The inbox: threads, the open conversation, and its lead. */
import { useQuery } from "@tanstack/preact-query"
import { hrefOf, useRoute } from "../../app/route.ts"
import { Loaded, Skeleton } from "../../kit/States.tsx"
import { filtersOf, listQuery, openOf, queryOf } from "./data.ts"
import { texts } from "./texts.ts"
import { ThreadRow } from "./ThreadRow.tsx"
import "./inbox.css"

const nothing = () => {}

export const Inbox = () => {
  const route = useRoute()
  const filters = filtersOf(route)
  const open = openOf(route)
  const list = useQuery(listQuery(filters))
  return (
    <div class="inbox">
      <section class="list" aria-label={texts.title}>
        <h1>{texts.title}</h1>
        <Loaded query={list} skeleton={<Skeleton rows={8} height={76} />}>
          {({ rows }) => (
            <div role="list" class="rows">
              {rows.map((thread) => (
                <ThreadRow
                  key={thread.id}
                  thread={thread}
                  href={hrefOf(["inbox", filters.tab, thread.id], queryOf(filters))}
                  isOpen={thread.id === open}
                  isSelected={false}
                  tone="plain"
                  onOpen={nothing}
                  onHover={nothing}
                />
              ))}
            </div>
          )}
        </Loaded>
      </section>
    </div>
  )
}
