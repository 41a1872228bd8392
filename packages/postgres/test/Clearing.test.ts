import { assert, describe, it } from "@effect/vitest"
import { OrganizationStore } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { at, newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

describe("Removing an organization", () => {
  it.live("removes its rows of every table of the schema, the rows that refer to others first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* OrganizationStore
      // A table that no code names.
      yield* sql`
        CREATE TABLE mailroom.remarks (
          organization_id BIGINT NOT NULL,
          lead_id BIGINT NOT NULL,
          FOREIGN KEY (organization_id, lead_id) REFERENCES mailroom.leads (organization_id, id)
        )`
      const remarks = sql<{ readonly organization_id: number }>`SELECT organization_id FROM mailroom.remarks`
      const [removed, other] = [yield* newLeadList("a@x.test"), yield* newLeadList("b@x.test")]
      for (const { ids, organization_id } of [removed, other]) {
        yield* sql`INSERT INTO mailroom.remarks VALUES (${organization_id}::bigint, ${ids[0]}::bigint)`
      }
      yield* store.hide(removed.organization_id, at)
      assert.isTrue(yield* store.remove(removed.organization_id))
      assert.deepStrictEqual(yield* remarks, [{ organization_id: other.organization_id }])

      yield* store.hide(other.organization_id, at)
      yield* Effect.repeat(store.clear(other.organization_id, { limit: 1 }), { while: (isMore) => isMore })
      assert.deepStrictEqual(yield* remarks, [])
      assert.isTrue(yield* store.remove(other.organization_id))
    }).pipe(Effect.provide(layerStorage))
  )
})
