/** Sender accounts: their state, what they may still send today, and why one does not send. */
import type { Account } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanManage } from "../../kit/rights.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { nextOffset, Rows, Search } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { AccountDetail } from "./AccountDetail.tsx"
import { AddAccount } from "./AddAccount.tsx"
import "./accounts.css"
import { AccountBadge, inboxText, Today } from "./parts.tsx"
import { texts } from "./texts.ts"
import { Unknown, UnknownLink } from "./Unknown.tsx"

const rowsOfPage = 100

const Row = ({ account }: { readonly account: Account }) => {
  const { email, id, inbox, state } = account
  return (
    <tr>
      <td>
        <a href={hrefOf(["accounts", id])}>{email}</a>
      </td>
      <td>
        <AccountBadge account={account} /> {/* The message of a paused account only repeats its state. */}
        {state.status !== "paused" && (
          <span class="meta" title={state.status_message ?? undefined}>
            {state.status_message}
          </span>
        )}
      </td>
      <td>
        <Today account={account} />
      </td>
      <td class={inbox?.failing_since ? "text-bad" : ""}>{inboxText(account)}</td>
      <td class="number">
        {state.bounce_rate_7d === null ? texts.none : `${number(Math.round(state.bounce_rate_7d * 1000) / 10)} %`}
      </td>
      <td class="number">{number(state.campaigns.length)}</td>
    </tr>
  )
}

export const Accounts = () => {
  const { path, query } = useRoute()
  const id = Number(path[1]) || undefined
  const [search, setSearch] = useState(query["search"] ?? "")
  const [isAdding, setAdding] = useState(false)
  const canWrite = useCanManage()
  const wanted = useDelayed(search, 250)
  const list = useInfiniteQuery({
    queryKey: ["accounts", "list", wanted],
    queryFn: ({ pageParam, signal }) =>
      api.accounts.list({ limit: rowsOfPage, offset: pageParam, ...(wanted !== "" && { search: wanted }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    enabled: id === undefined && path[1] !== "unknown"
  })
  if (path[1] === "unknown") return <Unknown />
  if (id !== undefined) return <AccountDetail id={id} key={id} />
  const add = canWrite && (
    <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
      {texts.add}
    </button>
  )
  const total = list.data?.pages[0]?.total
  return (
    <Sheet
      title={texts.title}
      count={total === undefined ? undefined : number(total)}
      actions={
        <>
          <Search label={texts.search} value={search} onChange={setSearch} />
          {add}
        </>
      }
    >
      <UnknownLink />
      <Rows
        query={list}
        isFiltered={wanted !== ""}
        showAll={() => setSearch("")}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
            {add}
          </Empty>
        }
      >
        {(rows) => (
          <Table label={texts.title} columns={texts.columns} numbers={[4, 5]}>
            {rows.map((account) => (
              <Row account={account} key={account.id} />
            ))}
          </Table>
        )}
      </Rows>
      {isAdding && <AddAccount onClose={() => setAdding(false)} onAdded={(added) => go(hrefOf(["accounts", added]))} />}
    </Sheet>
  )
}
