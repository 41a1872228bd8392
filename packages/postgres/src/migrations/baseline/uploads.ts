/** Files that wait for a mail. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const uploads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The ids are drawn from the sequence of attachments: an upload becomes one with its id, under which its bytes are stored.
  yield* sql`
    CREATE TABLE mailroom.uploads (
      organization_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      filename TEXT NOT NULL,
      ext TEXT NOT NULL,
      type SMALLINT NOT NULL,
      content_type TEXT NOT NULL,
      size BIGINT NOT NULL,
      of_send BIGINT,
      expires_at TIMESTAMPTZ(3),
      CONSTRAINT uploads_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT uploads_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    )`
  yield* sql`
    CREATE INDEX uploads_send_idx ON mailroom.uploads (organization_id, of_send) WHERE of_send IS NOT NULL`
  yield* sql`CREATE INDEX uploads_expires_idx ON mailroom.uploads (expires_at) WHERE expires_at IS NOT NULL`
})
