/**
 * Tests of the rules that `PostgresStorage.test.ts` and `Outcomes.long.ts` assert for each statement: a statement that
 * Citus does not run is found, and no other.
 */
import { assert, describe, it } from "@effect/vitest"
import { violationsOf } from "./CitusRules.ts"

const lead = "organization_id = $1::bigint AND id = $2::bigint"
const items = "json_to_recordset($2::json) AS item (id bigint, name text)"

describe("The rules of Citus", () => {
  it("find statements that break them", () => {
    const broken: Record<string, string> = {
      "SELECT id FROM mailroom.leads WHERE id = $1": 'leads (leads) without "organization_id = <parameter>"',
      "SELECT id FROM mailroom.leads WHERE organization_id = 7": "leads (leads) without",
      "SELECT id FROM mailroom.leads WHERE organization_id = $1 OR id = $2": "leads (leads) without",
      "SELECT id FROM mailroom.leads WHERE organization_id = ANY($1::bigint[])": "leads (leads) without",
      "SELECT name FROM mailroom.organizations WHERE organization_id = $1": 'organizations (organizations) without "id',
      "UPDATE mailroom.leads SET email = $1 WHERE id = $2": "leads (leads) without",
      "DELETE FROM mailroom.leads WHERE id = $1": "leads (leads) without",
      "SELECT FROM mailroom.leads lead JOIN mailroom.threads thread ON thread.organization_id = lead.organization_id WHERE lead.organization_id = $1":
        "threads (thread) without",
      "SELECT FROM mailroom.campaigns c, LATERAL (SELECT FROM mailroom.leads WHERE organization_id = c.organization_id) l WHERE c.organization_id = $1":
        "leads (leads) without",
      [`SELECT EXISTS (SELECT FROM mailroom.tags WHERE id = $3) FROM mailroom.leads WHERE ${lead}`]:
        "tags (tags) without",
      [`INSERT INTO mailroom.tags (organization_id, name) SELECT item.id + 1, name FROM ${items}`]:
        "INSERT into tags without the organization",
      "WITH new AS (INSERT INTO mailroom.tags (organization_id, name) VALUES ($1::bigint, $2) RETURNING id) SELECT id FROM new":
        "INSERT inside a CTE",
      [`UPDATE mailroom.leads SET stop_sending = TRUE WHERE ${lead} AND $3::boolean`]: "a bare parameter",
      [`SELECT FROM mailroom.leads WHERE ${lead} AND (stop_sending OR NOT $3)`]: "a bare parameter",
      [`UPDATE mailroom.leads SET (email, sender) = (SELECT email, sender FROM json_to_record($3::json) AS x (email text, sender text)) WHERE ${lead}`]:
        "UPDATE … SET (…) = (SELECT …)",
      [`WITH given AS (SELECT 1 AS id) SELECT FROM mailroom.leads lead, given WHERE lead.organization_id = $1 AND lead.id = given.id FOR UPDATE OF lead`]:
        "a lock OF a table",
      [`UPDATE mailroom.leads SET hash = sha256(convert_to(email, 'UTF8')) WHERE ${lead}`]: "a STABLE function",
      [`UPDATE mailroom.leads SET email = 'erased ' || id WHERE ${lead}`]: "a STABLE function",
      [`UPDATE mailroom.leads SET email = x.email FROM json_to_record($3::json) AS x (email text) WHERE ${lead}`]:
        "json_to_record in an UPDATE",
      [`WITH given AS (SELECT item.* FROM ${items}) INSERT INTO mailroom.tags (organization_id, name) SELECT $1::bigint, name FROM given RETURNING EXISTS (SELECT FROM given)`]:
        "a CTE in the RETURNING",
      [`SELECT pg_notify('x', $3) FROM mailroom.leads WHERE ${lead}`]: "NOTIFY beside"
    }
    for (const [statement, violation] of Object.entries(broken)) {
      assert.include(violationsOf(statement).join("; "), violation, statement)
    }
  })

  it("accept what runs on one shard, on the coordinator, or on all shards by intention", () => {
    const accepted = [
      `SELECT id FROM mailroom.leads WHERE ${lead} FOR NO KEY UPDATE`,
      `WITH gone AS (DELETE FROM mailroom.leads WHERE ${lead} RETURNING id) SELECT id FROM gone`,
      `INSERT INTO mailroom.tags (organization_id, name) SELECT $1::bigint, name FROM ${items} ON CONFLICT DO NOTHING`,
      `UPDATE mailroom.leads SET email = 'erased ' || id::text, hash = sha256(('erased ' || id::text)::bytea) WHERE ${lead}`,
      "INSERT INTO mailroom.organizations (name) VALUES ($1) RETURNING id",
      `INSERT INTO mailroom.tags (organization_id, name) SELECT o.id, name FROM mailroom.organizations o, ${items} WHERE o.id = $1`,
      "SELECT organization_id FROM mailroom.api_keys WHERE hash = $1",
      "SELECT pg_notify('x', 'y')",
      "SELECT id, name, created_at FROM mailroom.organizations WHERE deleted_at IS NULL ORDER BY id"
    ]
    for (const statement of accepted) assert.deepStrictEqual(violationsOf(statement), [], statement)
  })
})
