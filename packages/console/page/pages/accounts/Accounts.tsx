/** Sender accounts: their state, what they may still send today, and why one does not send. */
import type { Account } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { number, shortDate } from "../../app/format.ts"
import { go, hrefOf, useRoute } from "../../app/route.ts"
import { useCanWrite } from "../../app/session.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { nextOffset, Rows, Search } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { AccountDetail } from "./AccountDetail.tsx"
import { AddAccount } from "./AddAccount.tsx"
import "./accounts.css"
import { texts } from "./texts.ts"

const rowsOfPage = 100

const tones: Record<Account["state"]["status"], Tone> = {
  active: "good",
  paused: "plain",
  connection_error: "bad",
  sending_error: "bad",
  limit_reached: "warn"
}

const day = 86_400_000

/**
 * The state of an account. One without credentials sends nothing, unless the host sends its mails: then it has sent some
 * within the last day. `hasFailed`: the last test failed.
 */
export const AccountBadge = ({ account, hasFailed = false }: AccountBadgeProps) => {
  const { last_sent_at, status } = account.state
  if (status !== "active") return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
  if (hasFailed) return <Badge tone="bad">{texts.testFailed}</Badge>
  const isSending = last_sent_at !== null && Date.parse(last_sent_at) > Date.now() - day
  if (account.connection === null && !isSending) return <Badge tone="warn">{texts.noConnection}</Badge>
  return <Badge tone={tones.active}>{texts.statuses.active}</Badge>
}

interface AccountBadgeProps {
  readonly account: Pick<Account, "connection" | "state">
  readonly hasFailed?: boolean
}

export const inboxText = ({ inbox }: Account): string => {
  if (inbox === null) return texts.noInbox
  if (inbox.failing_since !== null) return texts.failingSince(shortDate(inbox.failing_since))
  return inbox.synced_at === null ? texts.never : texts.readAt(shortDate(inbox.synced_at))
}

/** The number of mails left today. The bar shows the share of the daily limit that was sent. */
export const Today = ({ account: { settings, state } }: { readonly account: Account }) => (
  <span class="today">
    <span class="today-bar" aria-hidden="true">
      <span
        class="today-sent"
        style={{ width: `${Math.min(100, (state.sent_today / Math.max(1, settings.daily_limit)) * 100)}%` }}
      />
    </span>
    <span>{texts.left(number(state.remaining_today))}</span>
    <span class="meta">{texts.ofToday(number(state.sent_today), number(settings.daily_limit))}</span>
  </span>
)

const Row = ({ account }: { readonly account: Account }) => {
  const { email, id, inbox, state } = account
  return (
    <tr>
      <td>
        <a href={hrefOf(["accounts", id])}>{email}</a>
      </td>
      <td>
        <AccountBadge account={account} />{" "}
        <span class="meta" title={state.status_message ?? undefined}>
          {state.status_message}
        </span>
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
  const canWrite = useCanWrite()
  const wanted = useDelayed(search, 250)
  const list = useInfiniteQuery({
    queryKey: ["accounts", "list", wanted],
    queryFn: ({ pageParam, signal }) =>
      api.accounts.list({ limit: rowsOfPage, offset: pageParam, ...(wanted !== "" && { search: wanted }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    enabled: id === undefined
  })
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
