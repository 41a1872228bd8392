/** Integrations: whether each one works. */
import type { Integration } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number, shortDate } from "../../base/format.ts"
import { useKeys } from "../../base/keys.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { nextOffset, Rows } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { IntegrationDetail } from "./IntegrationDetail.tsx"
import { StateBadge } from "./parts.tsx"
import { texts } from "./texts.ts"

export const Integrations = () => {
  const { path } = useRoute()
  const id = Number(path[1]) || undefined
  return id === undefined ? <List /> : <IntegrationDetail id={id} key={id} />
}

/** The integrations that are off, by name. */
const Disabled = ({ rows }: { readonly rows: ReadonlyArray<Integration> }) => {
  const disabled = rows.filter(({ status }) => status === "disabled")
  if (disabled.length === 0) return null
  return (
    <p role="status" class="banner">
      {texts.someDisabled(disabled.map(({ name }) => name).join(", "))}
    </p>
  )
}

const List = () => {
  const list = useInfiniteQuery({
    queryKey: ["integrations", "list"],
    queryFn: ({ pageParam, signal }) => api.integrations.list({ limit: 100, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset
  })
  const first = list.data?.pages[0]?.data[0]
  useKeys("page", [
    {
      keys: ["Enter"],
      label: texts.openFirst,
      isOff: first === undefined,
      run: () => first !== undefined && go(hrefOf(["integrations", first.id]))
    }
  ])
  return (
    <Sheet title={texts.title}>
      <Rows
        query={list}
        isFiltered={false}
        showAll={() => {}}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
          </Empty>
        }
      >
        {(rows) => (
          <>
            <Disabled rows={rows} />
            <Table label={texts.title} columns={texts.columns} numbers={[4]}>
              {rows.map(({ consecutive_failures, id, last_delivery_at, name, status, type }) => (
                <tr key={id}>
                  <td>
                    <a href={hrefOf(["integrations", id])}>{name}</a>
                  </td>
                  <td>{texts.types[type]}</td>
                  <td>
                    <StateBadge status={status} />
                  </td>
                  <td>{last_delivery_at === null ? texts.never : shortDate(last_delivery_at)}</td>
                  <td class="number">{number(consecutive_failures)}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Rows>
    </Sheet>
  )
}
