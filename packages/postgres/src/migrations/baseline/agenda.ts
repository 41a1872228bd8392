/** The next mails of campaigns. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const agenda = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Without foreign keys to leads, campaigns and accounts: inserting a row would lock them late. Each mail updates its
  // lead's row.
  yield* sql`
    CREATE TABLE mailroom.agenda (
      organization_id BIGINT NOT NULL,
      lead_id BIGINT NOT NULL,
      campaign_id UUID NOT NULL,
      -- NULL: any account of the campaign may take the lead.
      account_id BIGINT,
      state TEXT COLLATE "C" NOT NULL,
      due_at TIMESTAMPTZ(3) NOT NULL,
      step_id BIGINT,
      CONSTRAINT agenda_pkey PRIMARY KEY (organization_id, lead_id),
      CONSTRAINT agenda_state_check CHECK (state IN ('waiting', 'begun', 'unknown', 'stopped', 'done')),
      CONSTRAINT agenda_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 80)`
  yield* sql`
    CREATE INDEX agenda_due_idx ON mailroom.agenda (organization_id, account_id, campaign_id, due_at, lead_id)
    WHERE state = 'waiting'`
  // First mails, which would be found late behind many follow-ups.
  yield* sql`
    CREATE INDEX agenda_new_idx ON mailroom.agenda (organization_id, account_id, campaign_id, due_at, lead_id)
    WHERE state = 'waiting' AND step_id IS NULL`
  yield* sql`
    CREATE INDEX agenda_done_idx ON mailroom.agenda (organization_id, account_id, campaign_id, step_id)
    WHERE state = 'done'`
  yield* sql`CREATE INDEX agenda_state_idx ON mailroom.agenda (organization_id, campaign_id, state, lead_id)`
  // Leads whose first mail is being sent, or may have been: few, whatever the number of leads.
  yield* sql`
    CREATE INDEX agenda_first_idx ON mailroom.agenda (organization_id, campaign_id)
    WHERE step_id IS NULL AND state IN ('begun', 'unknown')`
  // The rows of an account that has left, which wait for something else than an instant.
  yield* sql`
    CREATE INDEX agenda_held_idx ON mailroom.agenda (organization_id, account_id, state, campaign_id)
    WHERE state IN ('stopped', 'unknown')`
  yield* sql`
    CREATE TABLE mailroom.plans (
      organization_id BIGINT NOT NULL,
      campaign_id UUID NOT NULL,
      scanned_to BIGINT,
      passed_at TIMESTAMPTZ(3),
      skipped INTEGER NOT NULL,
      redated_to BIGINT,
      CONSTRAINT plans_pkey PRIMARY KEY (organization_id, campaign_id),
      CONSTRAINT plans_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id)
    ) WITH (fillfactor = 50)`
})
