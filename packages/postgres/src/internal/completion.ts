/**
 * Completes messages that the previous release stored: their `reply_text`, their account, and the text for searches.
 * Only core can compute these, because Postgres folds text differently.
 */
import { type Account, Domain, Message, type OrganizationId, replyText, type Thread } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { Database } from "./Database.ts"
import { bool, ids, int, type Row, text } from "./values.ts"

/** Where a batch ended. */
export interface Place {
  readonly organization_id: OrganizationId
  readonly id: Message.MessageId
}

/** Messages per transaction: finding the reply in one may take some hundred milliseconds. */
const batchSize = 100
/** Only so many recipients of a message are compared with the accounts. */
const maximumRecipients = 100

/** The account of the row `thread`: that of its newest message that has one. */
export const accountOfThread = (sql: SqlClient.SqlClient, organization_id: OrganizationId): Statement.Fragment => sql`(
  SELECT message.account_id FROM mailroom.messages message
  WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = thread.id
    AND message.account_id IS NOT NULL
  ORDER BY message.date_sent DESC, message.id DESC LIMIT 1)`

type Incomplete = Row<
  "body_text" | "cc_email" | "from_email" | "from_name" | "id" | "is_our_email" | "subject" | "thread_id" | "to_email"
>

const complete = Effect.fnUntraced(function* (row: Incomplete) {
  const reply_text = yield* Effect.promise(() => replyText(text(row.body_text)))
  const message = {
    subject: text(row.subject),
    from_email: text(row.from_email),
    to_email: text(row.to_email),
    ...(row.from_name === null ? {} : { from_name: text(row.from_name) }),
    ...(row.cc_email === null ? {} : { cc_email: text(row.cc_email) }),
    reply_text
  }
  const recipients = [message.to_email, message.cc_email ?? ""].flatMap((list) => list.split(", "))
  return {
    id: int<Message.MessageId>(row.id),
    thread_id: int<Thread.ThreadId>(row.thread_id),
    reply_text,
    search_text: Message.searchTextOf(message),
    addresses: (row.is_our_email === true ? [message.from_email] : recipients)
      .slice(0, maximumRecipients)
      // As an earlier release and as this one stores the address of an account.
      .flatMap(Domain.spellingsOf)
  }
})

/**
 * Completes the next messages after a place, all of one organization: those of `only`, or of the next organization that
 * has any. Returns the place of the last one, or `undefined` when none was left. Runs inside a transaction.
 */
export const completeBatch = (
  after?: Place,
  only?: OrganizationId
): Effect.Effect<Place | undefined, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const within = only === undefined ? sql.literal("") : sql`AND organization_id = ${only}::bigint`
    const [next] = yield* sql<Row<"organization_id">>`
      SELECT organization_id FROM mailroom.messages
      WHERE reply_text IS NULL ${within}
        AND (organization_id, id) > (${after?.organization_id ?? 0}::bigint, ${after?.id ?? 0}::bigint)
      ORDER BY organization_id, id LIMIT 1`
    if (next === undefined) return undefined
    const organization_id = int<OrganizationId>(next.organization_id)
    const start = after?.organization_id === organization_id ? after.id : (0 as Message.MessageId)
    // Replies are found in the first 100 000 characters.
    const rows = yield* sql<Incomplete>`
      SELECT id, thread_id, subject, from_name, from_email, to_email, cc_email, is_our_email,
        left(body_text, 100000) AS body_text
      FROM mailroom.messages
      WHERE organization_id = ${organization_id}::bigint AND reply_text IS NULL
        AND id > ${start}::bigint
      ORDER BY id LIMIT ${batchSize}::bigint`
    const messages = yield* Effect.forEach(rows, complete)
    const last = messages.at(-1)
    if (last === undefined) return { organization_id, id: start }
    const addresses = [...new Set(messages.flatMap(({ addresses }) => addresses))]
    const accounts = yield* sql<Row<"email_folded" | "id">>`
      SELECT id, email_folded FROM mailroom.accounts
      WHERE organization_id = ${organization_id}::bigint AND email_folded = ANY(${addresses}::text[])`
    const accountOf = new Map(accounts.map((row) => [text(row.email_folded), int<Account.AccountId>(row.id)]))
    const completed = messages.map(({ addresses, ...message }) => {
      const found = addresses.flatMap((address) => accountOf.get(address) ?? [])
      return { ...message, account_id: found.length === 0 ? null : Math.min(...found) }
    })
    const threads = ids([...new Set(completed.map(({ thread_id }) => thread_id))])
    // Threads first, then messages, as everywhere.
    yield* sql`SELECT FROM mailroom.threads
      WHERE organization_id = ${organization_id}::bigint AND id = ANY(${threads}::bigint[])
      ORDER BY id FOR NO KEY UPDATE`
    const updated = yield* sql<Row<"id">>`
      UPDATE mailroom.messages message SET reply_text = completed.reply_text, account_id = completed.account_id
      FROM json_to_recordset(${JSON.stringify(completed)}::json) AS completed (id bigint, reply_text text, account_id bigint)
      WHERE message.organization_id = ${organization_id}::bigint AND message.id = completed.id AND message.reply_text IS NULL
      RETURNING message.id`
    const ours = new Set(updated.map(({ id }) => int<Message.MessageId>(id)))
    yield* insertSearch(
      sql,
      organization_id,
      completed.filter(({ id }) => ours.has(id))
    )
    yield* sql`
      UPDATE mailroom.threads thread
      SET account_id = ${accountOfThread(sql, organization_id)}
      WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = ANY(${threads}::bigint[])`
    return { organization_id, id: last.id }
  })

/** Completes what a process of the previous release has stored for an organization, without which it would not be found. */
export const completion = ({ query, sql, transaction, write }: Database) =>
  Effect.fnUntraced(function* (operation: string, organization_id: OrganizationId) {
    const isIncomplete = yield* query(
      operation,
      sql<Row<"incomplete">>`
        SELECT EXISTS (
          SELECT FROM mailroom.messages WHERE organization_id = ${organization_id}::bigint AND reply_text IS NULL
        ) AS incomplete`,
      ([row]) => bool(row?.incomplete)
    )
    if (!isIncomplete) return
    const batch = (after: Place | undefined) =>
      transaction(
        write(
          operation,
          Effect.provideService(completeBatch(after, organization_id), SqlClient.SqlClient, sql),
          (last) => last
        )
      )
    let last: Place | undefined
    do last = yield* batch(last)
    while (last !== undefined)
  })

/** What a search looks in. */
interface Searched {
  readonly id: Message.MessageId
  readonly thread_id: Thread.ThreadId
  readonly search_text: string
}

export const insertSearch = (
  sql: SqlClient.SqlClient,
  organization_id: OrganizationId,
  messages: ReadonlyArray<Searched>
) => sql`
  INSERT INTO mailroom.message_search (organization_id, of_message, thread_id, search_text)
  SELECT ${organization_id}::bigint, id, thread_id, search_text
  FROM json_to_recordset(${JSON.stringify(
    messages.map(({ id, search_text, thread_id }) => ({ id, thread_id, search_text }))
  )}::json) AS message (id bigint, thread_id bigint, search_text text)
  ORDER BY id`
