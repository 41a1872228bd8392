/**
 * Tests of the rules that `PostgresStorage.test.ts` and `Outcomes.long.ts` assert for each statement: a statement that
 * Citus does not run is found, and no other.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { identified, violationsOf } from "./CitusRules.ts"
import { layerStorage } from "./Server.ts"

const lead = "organization_id = $1::bigint AND id = $2::bigint"
const items = "json_to_recordset($2::json) AS item (id bigint, name text)"
const organization = "mailroom.organizations organization"
/** An INSERT of rows without generated ids, from the row of the organization. */
const inserting = (select: string, rest = "WHERE organization.id = $1::bigint") =>
  `INSERT INTO mailroom.message_search (organization_id, of_message) SELECT ${select} FROM ${organization}, ${items} ${rest}`

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

  it("find inserts that Citus runs on the coordinator, from where it copies the rows to a worker", () => {
    const copied: Record<string, string> = {
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT $1::bigint, id FROM ${items}`]:
        "the organization is a parameter",
      "INSERT INTO mailroom.message_search (organization_id, of_message) SELECT 1, 2":
        "the organization is a parameter",
      [`WITH given AS MATERIALIZED (SELECT * FROM ${items}) INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, given.id FROM ${organization}, given WHERE organization.id = $1`]:
        "a CTE",
      [inserting("organization.id, item.id", "WHERE organization.id = $1 FOR SHARE OF organization")]: "a lock",
      [inserting("organization.id, item.id", "WHERE organization.id = $1 LIMIT 5")]: "LIMIT or OFFSET",
      [inserting("organization.id, item.id", "WHERE organization.id = $1 OFFSET 5")]: "LIMIT or OFFSET",
      [inserting("organization.id, max(item.id)", "WHERE organization.id = $1 GROUP BY item.name")]:
        "GROUP BY without the organization",
      [inserting("organization.id, (SELECT max(id) FROM generate_series(1, 3) id GROUP BY id % 2)")]:
        "GROUP BY without the organization",
      [inserting("organization.id, row_number() OVER (ORDER BY item.id)")]: "a window without the organization",
      [inserting("organization.id, row_number() OVER w", "WHERE organization.id = $1 WINDOW w AS (ORDER BY item.id)")]:
        "a window without the organization",
      [inserting("DISTINCT ON (item.name) organization.id, item.id")]: "DISTINCT ON",
      [inserting("organization.id, (SELECT $3::bigint)")]: "a subquery without a table",
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, given.ids[1] FROM ${organization}, (SELECT $2::bigint[] AS ids) given WHERE organization.id = $1`]:
        "a subquery without a table",
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, given.id FROM ${organization}, (VALUES (1)) given (id) WHERE organization.id = $1`]:
        "a subquery without a table",
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, given.id FROM ${organization}, (SELECT * FROM ${items}) given WHERE organization.id = $1`]:
        "a subquery without a table",
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, x.id FROM ${organization}, (SELECT id FROM ${items} UNION ALL SELECT id FROM ${items}) x WHERE organization.id = $1`]:
        "UNION",
      [inserting("organization.id, nextval('x')")]: "a VOLATILE function",
      [inserting("organization.id, random()")]: "a VOLATILE function",
      [inserting("organization.id, item.id", "WHERE organization.id = $1 AND item.id > random()")]:
        "a VOLATILE function",
      [`INSERT INTO mailroom.message_search (organization_id, of_message) SELECT organization.id, lead.id FROM ${organization}, mailroom.leads lead WHERE organization.id = $1 AND lead.organization_id = $1`]:
        "two distributed tables",
      [inserting("organization.id, (SELECT id FROM mailroom.leads WHERE organization_id = $1 AND id = item.id)")]:
        "two distributed tables",
      [inserting("organization.id + 0, item.id")]: "INSERT into message_search without the organization",
      [inserting("item.id, item.id")]: "the organization is not that of a table"
    }
    for (const [statement, violation] of Object.entries(copied)) {
      assert.include(violationsOf(statement).join("; "), violation, statement)
    }
  })

  it("find inserts that leave ids to a distributed table", () => {
    const drawing = (columns: string, select: string) =>
      `INSERT INTO mailroom.threads (organization_id, ${columns}) SELECT organization.id, ${select} FROM ${organization}, ${items} WHERE organization.id = $1`
    assert.include(violationsOf(drawing("tab", "item.name"), { isDistributed: true }).join(), "draws its ids")
    assert.deepStrictEqual(violationsOf(drawing("tab", "item.name")), [])
    assert.deepStrictEqual(violationsOf(drawing("id, tab", "item.id, item.name"), { isDistributed: true }), [])
    const values = "INSERT INTO mailroom.threads (organization_id, tab) VALUES ($1, $2) RETURNING id"
    assert.deepStrictEqual(violationsOf(values, { isDistributed: true }), [])
  })

  it.effect("know the tables that draw their ids", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly name: string }>`
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'mailroom' AND is_identity = 'YES' ORDER BY table_name`
      const distributed = rows.map(({ name }) => name).filter((name) => name !== "api_keys" && name !== "organizations")
      assert.deepStrictEqual([...identified].toSorted(), distributed)
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )

  it("find updates that ask all shards at their sixth execution", () => {
    const updating = (from: string) => `UPDATE mailroom.leads SET email = new.name FROM ${from} WHERE ${lead}`
    const broken = [
      updating("json_to_recordset($3::json) AS new (name text)"),
      updating("unnest($3::text[]) AS new (name)"),
      updating("ROWS FROM (json_to_recordset($3::json) AS (name text)) WITH ORDINALITY AS new (name, place)"),
      updating("json_to_recordset($3::json) AS new (name text) JOIN mailroom.leads old ON old.organization_id = $1"),
      `WITH changed AS (${updating("unnest($3::text[]) AS new (name)")} RETURNING 1) SELECT FROM changed`,
      `DELETE FROM mailroom.leads USING unnest($3::bigint[]) AS gone (id) WHERE ${lead} AND leads.id = gone.id`
    ]
    for (const statement of broken) {
      assert.include(violationsOf(statement).join("; "), "a bare function in the FROM", statement)
    }
    const given = "(SELECT * FROM json_to_recordset($3::json) AS given (name text)) AS new"
    assert.deepStrictEqual(violationsOf(updating(given)), [])
  })

  it("find STABLE functions where a row is updated that was to be inserted", () => {
    const inserting = (value: string) =>
      `INSERT INTO mailroom.plans (organization_id, campaign_id) VALUES ($1, $2) ON CONFLICT DO UPDATE SET at = ${value}`
    assert.include(violationsOf(inserting("now()")).join(), "a STABLE function")
    assert.deepStrictEqual(violationsOf(inserting("excluded.at")), [])
  })

  it("accept what runs on one shard, on the coordinator, or on all shards by intention", () => {
    const accepted = [
      `SELECT id FROM mailroom.leads WHERE ${lead} FOR NO KEY UPDATE`,
      `WITH gone AS (DELETE FROM mailroom.leads WHERE ${lead} RETURNING id) SELECT id FROM gone`,
      inserting(
        "organization.id, item.id",
        "WHERE organization.id = $1 ORDER BY item.id ON CONFLICT DO NOTHING RETURNING 1"
      ),
      inserting("organization.id, sum(item.id)", "WHERE organization.id = $1 GROUP BY organization.id, item.name"),
      inserting("organization.id, row_number() OVER (PARTITION BY organization.id ORDER BY item.id)"),
      "INSERT INTO mailroom.plans (organization_id, campaign_id) SELECT campaign.organization_id, campaign.id FROM mailroom.campaigns campaign WHERE campaign.organization_id = $1",
      "INSERT INTO mailroom.api_keys (organization_id, name) SELECT $1::bigint, $2",
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
