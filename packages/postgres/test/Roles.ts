/** The roles that `docs/database.md` describes, made by the statements of that page. */
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { codeOf } from "../../../test/Documents.ts"
import { freshDatabase } from "./Server.ts"

const [creating = "", prepared = "", serving = "", granting = ""] = codeOf("docs/database.md", "sql")
export const statements = { creating, prepared, serving, granting }

export type Role = "mailroom_owner" | "mailroom_app"

/**
 * A new database without roles. `run` runs statements of the page as a superuser, `as` gives a client of a role, and `urlOf` its URL. The roles get
 * new names, because they belong to the whole server, and are dropped with the scope.
 */
export const database = Effect.gen(function* () {
  const suffix = crypto.randomUUID().replaceAll("-", "")
  const nameOf = (role: string) => `${role}_${suffix}`
  // The roles are dropped after the database, which is in a later scope.
  yield* Effect.addFinalizer(() =>
    Effect.forEach(["mailroom_owner", "mailroom_app"], (role) => administrate(`DROP ROLE IF EXISTS ${nameOf(role)}`))
  )
  const url = yield* freshDatabase
  const own = new URL(Redacted.value(url))
  const urlAs = (username?: string, path = own.pathname) => {
    const changed = new URL(own)
    changed.pathname = path
    if (username !== undefined) {
      changed.username = nameOf(username)
      changed.password = "change-me"
    }
    return Redacted.make(changed.href)
  }
  const execute = (text: string, path?: string) =>
    SqlClient.SqlClient.pipe(
      Effect.flatMap((sql) => Effect.forEach(text.split(";\n"), (one) => sql.unsafe(one).unprepared)),
      Effect.provide(Connection.layerClient({ url: urlAs(undefined, path), maxConnections: 1 }), { local: true }),
      Effect.orDie
    )
  const administrate = (text: string) => execute(text, "/postgres")
  const run = (text: string) =>
    execute(
      text
        .trim()
        .replace(/;$/u, "")
        .replaceAll(/\bmailroom_(?:owner|app)\b/gu, nameOf)
        .replaceAll("DATABASE mailroom", `DATABASE ${own.pathname.slice(1)}`)
    )
  const urlOf = (role: Role) => urlAs(role)
  const as = (role: Role) => Connection.layerClient({ url: urlOf(role) })
  return { run, as, urlOf, migrate: Effect.provide(Migrations.run, as("mailroom_owner"), { local: true }) }
})
