/** Requests under an idempotency key, and their answers. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
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
      progress_at TIMESTAMPTZ(3) NOT NULL,
      expires_at TIMESTAMPTZ(3) NOT NULL,
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key),
      CONSTRAINT idempotency_keys_status_check CHECK (status IN ('pending', 'done')),
      CONSTRAINT idempotency_keys_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX idempotency_keys_expiry_idx ON mailroom.idempotency_keys (expires_at)`
})
