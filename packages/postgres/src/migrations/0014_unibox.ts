/** Accounts and replies of messages, a search in them, pages of threads by filters, and the revision of the unibox. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backfill, index } from "../internal/afterwards.ts"
import { completeBatch, type Place } from "../internal/completion.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A message without a `reply_text` is incomplete: the previous release stored it. It has no search text and no account.
  yield* sql`ALTER TABLE mailroom.messages ADD COLUMN reply_text TEXT, ADD COLUMN account_id BIGINT`
  // The account of the newest message that has one.
  yield* sql`ALTER TABLE mailroom.threads ADD COLUMN account_id BIGINT`
  // Apart from the messages: their rows change when they are read, and each change would write all trigrams again.
  yield* sql`
    CREATE TABLE mailroom.message_search (
      organization_id BIGINT NOT NULL,
      of_message BIGINT NOT NULL,
      thread_id BIGINT NOT NULL,
      -- Folded.
      search_text TEXT COLLATE "C" NOT NULL,
      CONSTRAINT message_search_pkey PRIMARY KEY (organization_id, of_message),
      CONSTRAINT message_search_message_fkey FOREIGN KEY (organization_id, of_message)
        REFERENCES mailroom.messages (organization_id, id) ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX message_search_thread_idx ON mailroom.message_search (organization_id, thread_id)`
  // The revision is the sum of the slots. Transactions at the same time mostly use different slots, and then do not wait
  // for each other. Every commit increases the sum, in whatever order they commit.
  yield* sql`
    CREATE TABLE mailroom.unibox_revisions (
      organization_id BIGINT NOT NULL,
      slot INTEGER NOT NULL,
      revision BIGINT NOT NULL,
      CONSTRAINT unibox_revisions_pkey PRIMARY KEY (organization_id, slot),
      CONSTRAINT unibox_revisions_organization_fkey FOREIGN KEY (organization_id)
        REFERENCES mailroom.organizations (id) ON DELETE CASCADE
    ) WITH (fillfactor = 50)`
})

const order = "last_date_sent DESC, id DESC"

export const afterwards = [
  index("messages_incomplete_idx", "messages (organization_id, id) WHERE reply_text IS NULL"),
  index("threads_campaign_page_idx", `threads (organization_id, campaign_id, tab, ${order}) WHERE is_listed`),
  index("threads_account_page_idx", `threads (organization_id, account_id, tab, ${order}) WHERE is_listed`),
  index("threads_new_page_idx", `threads (organization_id, tab, ${order}) WHERE is_listed AND is_new`),
  backfill((after: Place | undefined) => completeBatch(after)),
  // Last: it is faster to build it once than to add each text. The extension may be in another schema.
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [trigrams] = yield* sql<{ readonly schema: string }>`
      SELECT quote_ident(n.nspname) AS schema FROM pg_catalog.pg_extension e
      JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`
    const columns = `organization_id, search_text ${trigrams?.schema ?? "mailroom"}.gin_trgm_ops`
    yield* index("message_search_text_idx", `message_search USING gin (${columns})`)
  })
]
