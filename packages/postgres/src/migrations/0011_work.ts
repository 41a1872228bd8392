/** Work that is due now or later, and its leases. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A claim, and a put of a key that exists, change no indexed column, and find room in their page: so no index grows.
  yield* sql`
    CREATE TABLE mailroom.work (
      organization_id BIGINT NOT NULL,
      kind TEXT COLLATE "C" NOT NULL,
      key TEXT COLLATE "C" NOT NULL,
      lane TEXT COLLATE "C" NOT NULL,
      due_at TIMESTAMPTZ(3) NOT NULL,
      claim TEXT,
      lease_until TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
      attempts INTEGER NOT NULL DEFAULT 0,
      puts INTEGER NOT NULL DEFAULT 0,
      CONSTRAINT work_pkey PRIMARY KEY (organization_id, kind, key),
      CONSTRAINT work_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 80)`
  // What a claim reads, of one organization.
  yield* sql`CREATE INDEX work_lane_idx ON mailroom.work (organization_id, kind, lane, due_at, key)`
  // What a poll reads, of all organizations.
  yield* sql`CREATE INDEX work_due_idx ON mailroom.work (kind, due_at)`
})
