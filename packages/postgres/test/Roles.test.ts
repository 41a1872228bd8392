/** The rights that `docs/database.md` names. With all of them Mailroom works; without one, an error names it. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationStore, Timestamp } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { codeOf } from "../../../test/Documents.ts"
import { describe as describeError } from "../src/internal/database/errors.ts"
import { database, type Role, statements } from "./Roles.ts"

const all = Migrations.version

describe("docs/database.md", () => {
  it("has the statements that these tests run", () => assert.lengthOf(codeOf("docs/database.md", "sql"), 4))
})

describe("a role", () => {
  const insert = Effect.gen(function* () {
    const store = yield* OrganizationStore
    yield* store.insert({ name: "Acme", created_at: yield* Timestamp.now })
    return (yield* store.list).map(({ name }) => name)
  })
  const serve = (as: (role: Role) => Layer.Layer<SqlClient.SqlClient, unknown>, role: Role) =>
    Effect.provide(insert, Layer.provide(PostgresStorage.layer, as(role)), { local: true })

  it.live("that may create in the database, and is no superuser, migrates and serves", () =>
    Effect.gen(function* () {
      const { as, migrate, run } = yield* database
      yield* run(statements.creating)
      assert.strictEqual((yield* migrate).length, all)
      assert.deepStrictEqual(yield* serve(as, "mailroom_owner"), ["Acme"])
    }).pipe(Effect.scoped)
  )

  it.live("without CREATE on the database and without CREATE EXTENSION migrates in a schema that was prepared", () =>
    Effect.gen(function* () {
      const { as, migrate, run } = yield* database
      yield* run(statements.prepared)
      assert.strictEqual((yield* migrate).length, all)
      assert.deepStrictEqual(yield* migrate, [])
      assert.deepStrictEqual(yield* serve(as, "mailroom_owner"), ["Acme"])
    }).pipe(Effect.scoped)
  )

  it.live.each(["before", "after"] as const)(
    "that only reads and writes serves, with grants from %s the migrations",
    (when) =>
      Effect.gen(function* () {
        const { as, migrate, run } = yield* database
        yield* run(statements.creating)
        if (when === "after") yield* migrate
        yield* run(statements.serving)
        if (when === "after") yield* run(statements.granting)
        else yield* migrate
        assert.deepStrictEqual(yield* serve(as, "mailroom_app"), ["Acme"])
        const altered = SqlClient.SqlClient.use((sql) => sql`ALTER TABLE mailroom.leads ADD COLUMN more INTEGER`)
        const refused = yield* Effect.flip(Effect.provide(altered, as("mailroom_app"), { local: true }))
        assert.strictEqual(SqlError.isSqlError(refused) && describeError(refused), "42501 must be owner of table leads")
      }).pipe(Effect.scoped)
  )

  it.live("that lacks a right is told which", () =>
    Effect.gen(function* () {
      const { as, migrate, run } = yield* database
      yield* run("CREATE ROLE mailroom_owner LOGIN PASSWORD 'change-me'")
      const failure = Effect.map(Effect.flip(migrate), ({ message }) => message)
      assert.match(yield* failure, /42501 permission denied for database \w+.*docs\/database\.md/u)
      yield* run("CREATE SCHEMA mailroom AUTHORIZATION mailroom_owner")
      assert.match(yield* failure, /42501 permission denied to create extension "pg_trgm".*docs\/database\.md/u)
      yield* run("CREATE EXTENSION pg_trgm SCHEMA mailroom;\nCREATE EXTENSION btree_gin SCHEMA mailroom")
      yield* migrate
      yield* run("CREATE ROLE mailroom_app LOGIN PASSWORD 'change-me'")
      const denied = Effect.map(Effect.flip(serve(as, "mailroom_app")), String)
      assert.match(yield* denied, /42501 permission denied for schema mailroom/u)
      yield* run("GRANT USAGE ON SCHEMA mailroom TO mailroom_app")
      assert.match(yield* denied, /42501 permission denied for table \w+/u)
    }).pipe(Effect.scoped)
  )
})
