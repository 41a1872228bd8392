/** What makes a notice credible: the address that a mail went to, and the id that a relay gave it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE mailroom.events ADD COLUMN provider_message_id TEXT, ADD COLUMN email TEXT`
  // By hash: an id may be longer than an entry of an index.
  yield* sql`
    CREATE INDEX events_sent_idx ON mailroom.events (organization_id, hashtextextended(message_id, 0))
    WHERE type = 'sent' AND message_id IS NOT NULL`
  yield* sql`
    CREATE INDEX events_sent_provider_idx ON mailroom.events (organization_id, hashtextextended(provider_message_id, 0))
    WHERE type = 'sent' AND provider_message_id IS NOT NULL`
  yield* sql`ALTER TABLE mailroom.messages ADD COLUMN trust TEXT`
})
