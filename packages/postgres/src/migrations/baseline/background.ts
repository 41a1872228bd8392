/** Background work, and idempotency keys. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const work = Effect.gen(function* () {
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
  // For a claim, which reads one organization.
  yield* sql`CREATE INDEX work_lane_idx ON mailroom.work (organization_id, kind, lane, due_at, key)`
  // For a poll, which reads all organizations.
  yield* sql`CREATE INDEX work_due_idx ON mailroom.work (kind, due_at)`
  // For a poll during a large backlog: the earliest of each organization.
  yield* sql`CREATE INDEX work_organization_idx ON mailroom.work (organization_id, kind, due_at)`
})

const idempotencyKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Each request writes its row at its beginning and at its end: the second time, it finds room in its page.
  yield* sql`
    CREATE TABLE mailroom.idempotency_keys (
      organization_id BIGINT NOT NULL,
      key TEXT COLLATE "C" NOT NULL,
      fingerprint TEXT COLLATE "C" NOT NULL,
      run TEXT COLLATE "C" NOT NULL,
      status TEXT COLLATE "C" NOT NULL,
      answer TEXT,
      -- The people that the answer mentions, as in deliveries.
      mentions TEXT[] COLLATE "C" NOT NULL,
      progress_at TIMESTAMPTZ(3) NOT NULL,
      expires_at TIMESTAMPTZ(3) NOT NULL,
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key),
      CONSTRAINT idempotency_keys_status_check CHECK (status IN ('pending', 'done')),
      CONSTRAINT idempotency_keys_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX idempotency_keys_expiry_idx ON mailroom.idempotency_keys (expires_at)`
  yield* sql`
    CREATE INDEX idempotency_keys_mentions_idx ON mailroom.idempotency_keys USING gin (organization_id, mentions)
    WITH (fastupdate = off) WHERE cardinality(mentions) > 0`
})

export const background = Effect.all([work, idempotencyKeys], { discard: true })
