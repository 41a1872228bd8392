/** Mails of unknown outcome: they may have been sent. People look into the folder of sent mail, and say what became of them. */
import type { Send } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { fullDate } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { accountsQuery, campaignsQuery } from "../../data/campaigns.ts"
import { Decide } from "../../kit/deciding/Decide.tsx"
import { Rows } from "../../kit/Rows.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { Empty, QueryFailed } from "../../kit/States.tsx"
import { texts } from "./texts.ts"

const t = texts.unknown
const key = ["sends", "unknown"]
const rowsOfPage = 50

/** A link to the mails of unknown outcome, of one account or of all; nothing while there are none. */
export const UnknownLink = ({ account_id }: { readonly account_id?: number }) => {
  const some = useQuery({
    queryKey: [...key, "count", account_id],
    queryFn: ({ signal }) =>
      api.sends.list(
        { outcome: "unknown", limit: rowsOfPage, ...(account_id !== undefined && { account_id }) },
        { signal }
      )
  })
  const { data = [], has_more = false } = some.data ?? {}
  if (data.length === 0) return <QueryFailed query={some} />
  return (
    <p class="banner">
      <a class="unknown-link" href={hrefOf(["accounts", "unknown"], { account: account_id })}>
        {has_more ? t.many(data.length) : t.count(data.length)}
      </a>
    </p>
  )
}

const Row = ({
  account,
  campaign,
  send
}: {
  readonly send: Send
  /** The address of the account, and the name of the campaign, where they are known. */
  readonly account: string | undefined
  readonly campaign: string | undefined
}) => {
  const canWrite = useCanWrite()
  const { attempts, begun_at, kind, message_id, reply, subject, thread_id, to_email } = send
  return (
    <li class="unknown">
      <h2 dir="auto">{subject || t.noSubject}</h2>
      <p>
        {t.to(to_email)}
        {account !== undefined && ` · ${t.from(account)}`}
        {campaign !== undefined && ` · ${campaign}`}
      </p>
      <p class="meta">
        {t.kinds[kind]}
        {begun_at !== null && ` · ${fullDate(begun_at)}`}
        {` · ${t.tries(attempts)}`}
      </p>
      {reply !== null && <p class="meta">{reply}</p>}
      <p class="meta">
        {t.messageId} <code>{message_id}</code>
      </p>
      <div class="row-actions">
        {canWrite && <Decide send={send} />}
        {thread_id !== null && (
          <a class="button" href={hrefOf(["inbox", "replies", thread_id])}>
            {t.conversation}
          </a>
        )}
      </div>
    </li>
  )
}

export const Unknown = () => {
  const { query } = useRoute()
  const account_id = Number(query["account"]) || undefined
  const accounts = useQuery(accountsQuery)
  const campaigns = useQuery(campaignsQuery)
  const list = useInfiniteQuery({
    queryKey: [...key, "list", account_id],
    queryFn: ({ pageParam, signal }) =>
      api.sends.list(
        {
          outcome: "unknown",
          limit: rowsOfPage,
          ...(account_id !== undefined && { account_id }),
          ...(pageParam !== "" && { cursor: pageParam })
        },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <Sheet title={t.title} back={{ href: hrefOf(["accounts"]), text: texts.title }}>
      <Rows
        query={list}
        isFiltered={account_id !== undefined}
        showAll={() => go(hrefOf(["accounts", "unknown"]))}
        empty={<Empty title={t.none} />}
      >
        {(rows) => (
          <>
            <section class="sheet-section">
              <p class="meta">{t.help}</p>
            </section>
            <ul>
              {rows.map((send) => (
                <Row
                  send={send}
                  account={accounts.data?.find(({ id }) => id === send.account_id)?.email}
                  campaign={campaigns.data?.find(({ id }) => id === send.campaign_id)?.name}
                  key={send.id}
                />
              ))}
            </ul>
          </>
        )}
      </Rows>
    </Sheet>
  )
}
