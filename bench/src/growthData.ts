/**
 * The data of the lists: an organization with all that the API lists, as much of each kind as leads allow. Added to the
 * data of `data.ts`.
 */
import { campaignId, fill, leadTimes, type Size, vacuum, withoutIndexes } from "./data.ts"
import { withConnection } from "./postgres.ts"

/** One organization. Its campaigns, accounts and other lists of people's own making grow with the leads, too, if more slowly. */
const growthSize = (leads: number): Size => ({
  leads,
  campaigns: 8 + Math.floor(leads / 5_000),
  organizations: 1,
  threads: leads / 5
})

/** The number of rows that people make by hand, such as tags. */
const made = (leads: number) => Math.ceil(Math.sqrt(leads))

/** Mails: nine of ten are sent, a few are refused, none is unknown; one of a thousand is an answer. */
const sends = (leads: number) => `
  INSERT INTO mailroom.sends (organization_id, kind, lead_id, campaign_id, step_id, sequence_id, position, thread_id,
    account_id, to_email, subject, message_id, outcome, attempts, reply, begun_at, ended_at)
  SELECT 1, CASE WHEN n % 1000 = 0 THEN 'reply' ELSE 'step' END, id, campaign_id, 1, 1, 1,
    CASE WHEN n % 1000 = 0 THEN 1 + n / 5 END, 1 + n % 3, email, 'Step 1', '<' || id || '.sent@mail.example>',
    CASE WHEN n % 500 = 0 THEN 'refused' ELSE 'sent' END, 1, '250 OK', created_at, created_at
  FROM (SELECT row_number() OVER (ORDER BY id) AS n, * FROM mailroom.leads) lead
  WHERE n <= ${leads / 2}`

const agenda = `
  INSERT INTO mailroom.agenda (organization_id, lead_id, campaign_id, account_id, state, due_at, step_id)
  SELECT 1, id, campaign_id, 1 + id % 3, CASE WHEN id % 4 = 0 THEN 'waiting' ELSE 'done' END,
    timestamptz '2025-03-01Z' + id * interval '1 second', 1
  FROM mailroom.leads WHERE id % 2 = 0`

const others = (leads: number) => [
  `INSERT INTO mailroom.tags (organization_id, name, name_folded, sentiment)
    SELECT 1, 'Tag ' || n, 'tag ' || n, 'positive' FROM generate_series(1, ${made(leads)}) n`,
  `INSERT INTO mailroom.reply_templates (organization_id, name, name_folded, body, created_at, updated_at)
    SELECT 1, 'Template ' || n, 'template ' || n, 'Hello', now(), now() FROM generate_series(1, ${made(leads)}) n`,
  `INSERT INTO mailroom.accounts (organization_id, email, address, provider, settings, version, created_at, updated_at)
    SELECT 1, 'more' || n || '@example.net', 'more' || n || '@example.net', 'google',
      (SELECT settings FROM mailroom.accounts ORDER BY id LIMIT 1), 1, now(), now()
    FROM generate_series(1, ${made(leads)}) n`,
  `INSERT INTO mailroom.api_keys (organization_id, name, prefix, hash, access, created_at)
    SELECT 1, 'Key ' || n, 'mr_' || n, 'hash ' || n, 'read', now() FROM generate_series(1, ${made(leads)}) n`,
  `INSERT INTO mailroom.integrations (organization_id, id, type, name, events, config, sealed, status,
      consecutive_failures, first_failures, created_at, updated_at)
    SELECT 1, nextval('mailroom.integrations_id_seq'), 'webhook', 'Hook ' || n, '{}', '{"url":"https://hook.example/"}',
      '', 'disabled', 0, 0, now(), now()
    FROM generate_series(1, ${made(leads)}) n`,
  `INSERT INTO mailroom.deliveries (organization_id, integration_id, event, status, created_at, payload, mentions)
    SELECT 1, 1, 'replied', 'delivered', now(), '{}', '{}' FROM generate_series(1, ${leads / 5}) n`,
  `INSERT INTO mailroom.transactions (organization_id, type, status, amount, currency, description, reference, created_at,
      search_text)
    SELECT 1, 'usage', 'succeeded', n % 100, CASE n % 2 WHEN 0 THEN 'EUR' ELSE 'USD' END, 'Mails of a day', 'row ' || n,
      timestamptz '2020-01-01Z' + n * interval '1 minute', E'mails of a day\\nrow ' || n || E'\\n'
    FROM generate_series(1, ${leads / 5}) n`,
  `INSERT INTO mailroom.transaction_counts (organization_id, type, status, currency, count)
    SELECT organization_id, type, status, currency, count(*) FROM mailroom.transactions GROUP BY 1, 2, 3, 4`,
  `INSERT INTO mailroom.blacklist_versions (organization_id, kind, version)
    SELECT 1, kind, 1 FROM unnest(ARRAY['email', 'domain']) kind`,
  `INSERT INTO mailroom.blacklist (organization_id, kind, value, source, created_at)
    SELECT 1, kind, CASE kind WHEN 'email' THEN 'person' || n || '@stopped.example' ELSE 'stopped' || n || '.example' END,
      CASE n % 10 WHEN 0 THEN 'manual' ELSE 'unsubscribe' END, now()
    FROM unnest(ARRAY['email', 'domain']) kind, generate_series(1, ${leads / 5}) n`
]

/** Values that lists filter by, and that the other data leaves empty. */
const filters = (leads: number) => [
  `UPDATE mailroom.events SET data = json_build_object('url', 'https://link.example/' || lead_id % 40)
    WHERE type = 'clicked'`,
  // An account that sends for many campaigns looks at each.
  `UPDATE mailroom.campaigns SET status = 'paused' WHERE id > '${campaignId(8)}'`,
  `UPDATE mailroom.events SET retired = TRUE WHERE campaign_id = '${campaignId(4)}'`,
  `UPDATE mailroom.threads SET account_id = 1 + id % 3`,
  `UPDATE mailroom.threads SET state = 'done' WHERE id % 2000 = 1`,
  `UPDATE mailroom.leads SET reply_status_tag_id = 1 + id % ${made(leads)}, reply_status = 'Tag',
      activity = replace(activity::text, '"positive":false', '"positive":' || (id % 20 = 0))::json
    WHERE status = 'Replied'`,
  // All on one day, and one of a hundred after the others.
  `UPDATE mailroom.leads SET verification_status = CASE id % 500 WHEN 3 THEN 'invalid' ELSE verification_status END,
      updated_at = CASE id % 100
      WHEN 0 THEN timestamptz '2030-01-01 12:00Z' ELSE timestamptz '2030-01-01Z' + id * interval '10 milliseconds' END`,
  `INSERT INTO mailroom.message_search (organization_id, of_message, thread_id, search_text)
    SELECT organization_id, id, thread_id, lower(subject || E'\\n' || from_name || E'\\n' || from_email) || E'\\n' ||
      lower(reply_text) || CASE WHEN id % ${leads / 50} = 7 THEN ' needle' ELSE '' END
    FROM mailroom.messages`
]

/** Fills an empty database for the lists. The first campaign has a fifth of the leads. */
export const fillLists = async (url: string, leads: number): Promise<void> => {
  await fill(url, growthSize(leads))
  await withConnection(url, async (client) => {
    await client.query("SET session_replication_role = replica")
    for (const statement of others(leads)) await client.query(statement)
    await withoutIndexes(client, "mailroom.sends", () => client.query(sends(leads)))
    await client.query(agenda)
    for (const statement of filters(leads)) await client.query(statement)
    await client.query("TRUNCATE mailroom.lead_times")
    await withoutIndexes(client, "mailroom.lead_times", () => client.query(leadTimes))
  })
  await vacuum(url)
}
