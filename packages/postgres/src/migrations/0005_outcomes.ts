/** Guards of organizations, the stops that leads remember, and removals of blacklist entries that are under way. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Not the row of the organization: rows of other tables refer to that one, so inserting them locks it. Half of each
  // page stays free, so that updates need no new page.
  yield* sql`
    CREATE TABLE mailroom.organization_guards (
      organization_id BIGINT NOT NULL,
      version BIGINT NOT NULL,
      CONSTRAINT organization_guards_pkey PRIMARY KEY (organization_id)
    ) WITH (fillfactor = 50)`
  yield* sql`INSERT INTO mailroom.organization_guards SELECT id, 0 FROM mailroom.organizations`

  yield* sql`ALTER TABLE mailroom.blacklist ADD COLUMN removed_at TIMESTAMPTZ(3)`
  yield* sql`
    CREATE INDEX blacklist_removal_idx ON mailroom.blacklist (organization_id, kind, removed_at)
    WHERE removed_at IS NOT NULL`

  // The present stop is all that is known of earlier ones. A manual stop remembers none, and every other one is
  // remembered: without it, the next rule that ends would resume the lead. `stop_occurred_at`, which it was kept in,
  // stays, so that the previous release still starts; the stops that it writes are not remembered.
  yield* sql`ALTER TABLE mailroom.leads ADD COLUMN stops JSON NOT NULL DEFAULT '{}'`
  yield* sql`
    UPDATE mailroom.leads SET stops = json_build_object(stop_sending_type,
      to_char(coalesce(stop_occurred_at, updated_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    WHERE stop_sending_type <> 'manual'`
})
