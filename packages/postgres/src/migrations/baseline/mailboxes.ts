/** The mailboxes of accounts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const mailboxes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Each mail that is sent and each reading of the inbox updates the row: it finds room in its page.
  yield* sql`
    CREATE TABLE mailroom.mailboxes (
      organization_id BIGINT NOT NULL,
      account_id BIGINT NOT NULL,
      -- The part of the credentials that is shown; JSON keeps the order of the keys.
      connection JSON,
      -- The secrets, encrypted.
      sealed TEXT,
      next_at TIMESTAMPTZ(3),
      strikes INTEGER NOT NULL,
      failing_since TIMESTAMPTZ(3),
      fault TEXT COLLATE "C",
      error TEXT,
      error_at TIMESTAMPTZ(3),
      retry_at TIMESTAMPTZ(3),
      succeeded_at TIMESTAMPTZ(3),
      login_error TEXT,
      -- The ids of the mails that were refused since the last success.
      refused JSON NOT NULL,
      folders JSON NOT NULL,
      synced_at TIMESTAMPTZ(3),
      read_at TIMESTAMPTZ(3),
      sync_strikes INTEGER NOT NULL,
      unread_since TIMESTAMPTZ(3),
      listing JSON,
      suspect JSON,
      history JSON,
      keeps_sent BOOLEAN,
      CONSTRAINT mailboxes_pkey PRIMARY KEY (organization_id, account_id),
      CONSTRAINT mailboxes_fault_check CHECK (fault IN ('connection', 'credentials', 'inbox', 'sending', 'throttled')),
      CONSTRAINT mailboxes_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 50)`
})
