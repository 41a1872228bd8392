/** Integrations: whether each one works. */
import type { Integration } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number, shortDate } from "../../base/format.ts"
import { useKeys } from "../../base/keys.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanManage } from "../../kit/rights.ts"
import { nextOffset, Rows } from "../../kit/Rows.tsx"
import { ShownOnce } from "../../kit/ShownOnce.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { IntegrationDetail } from "./IntegrationDetail.tsx"
import { IntegrationForm } from "./IntegrationForm.tsx"
import { StateBadge } from "./parts.tsx"
import { texts } from "./texts.ts"

export const Integrations = () => {
  const { path } = useRoute()
  const id = Number(path[1]) || undefined
  return id === undefined ? <List /> : <IntegrationDetail id={id} key={id} />
}

/** The dialog that adds an integration, and then the one that shows its secret, if it has one. */
const Adding = ({ onClose }: { readonly onClose: () => void }) => {
  const [added, setAdded] = useState<{ readonly id: number; readonly secret: string }>()
  const open = (id: number) => {
    onClose()
    go(hrefOf(["integrations", id]))
  }
  return added === undefined ? (
    <IntegrationForm
      onClose={onClose}
      onSaved={(id, secret) => (secret === undefined ? open(id) : setAdded({ id, secret }))}
    />
  ) : (
    <ShownOnce label={texts.secretTitle} secret={added.secret} words={texts.secret} onClose={() => open(added.id)} />
  )
}

/** The integrations that fail or are off, by name. */
const Trouble = ({ rows }: { readonly rows: ReadonlyArray<Integration> }) =>
  (["failing", "disabled"] as const).map((state) => {
    const named = rows.filter(({ status }) => status === state)
    const [before, after] = texts.trouble[state]("\n").split("\n")
    return named.length === 0 ? null : (
      <p role="status" class="banner" key={state}>
        {before}
        {named.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <a href={hrefOf(["integrations", id])}>
              <bdi>{name}</bdi>
            </a>
          </span>
        ))}
        {after}
      </p>
    )
  })

const List = () => {
  const canWrite = useCanManage()
  const [isAdding, setAdding] = useState(false)
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
  const add = canWrite && (
    <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
      {texts.add}
    </button>
  )
  return (
    <Sheet title={texts.title} actions={add}>
      <Rows
        query={list}
        isFiltered={false}
        showAll={() => {}}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
            {add}
          </Empty>
        }
      >
        {(rows) => (
          <>
            <Trouble rows={rows} />
            <Table label={texts.title} columns={texts.columns} numbers={[4]}>
              {rows.map((row) => {
                const { consecutive_failures, id, last_delivery_at, name, type } = row
                return (
                  <tr key={id}>
                    <td>
                      <a href={hrefOf(["integrations", id])}>
                        <bdi>{name}</bdi>
                      </a>
                    </td>
                    <td>{texts.types[type]}</td>
                    <td>
                      <StateBadge integration={row} />
                    </td>
                    <td>{last_delivery_at === null ? texts.never : shortDate(last_delivery_at)}</td>
                    <td class="number">{number(consecutive_failures)}</td>
                  </tr>
                )
              })}
            </Table>
          </>
        )}
      </Rows>
      {isAdding && <Adding onClose={() => setAdding(false)} />}
    </Sheet>
  )
}
