/** Connections of the app's own client break, and the app continues. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, type MailroomError } from "@mailroom/node"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { freshDatabase, migratedDatabase } from "../packages/postgres/test/Server.ts"

/**
 * An app as in the README, without an error listener. Its connections are terminated while they are idle, several
 * times, because Mailroom may use a connection at that moment.
 */
const app = ({ database, failure, pool, times }: Case) => `
import { createMailroom } from "@mailroom/node"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"

const settings = { connectionString: process.env["DATABASE_URL"], application_name: "app", max: 1 }
const database = ${database}
const mailroom = await createMailroom({ database })
const other = new pg.Client(process.env["DATABASE_URL"])
await other.connect()
const terminate = \`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'app' AND state = 'idle'\`
for (let i = 0; i < ${times}; i++) {
  const ended = new Promise((resolve) => ${pool}.on("${failure === "none" ? "remove" : "end"}", resolve))
  while ((await other.query(terminate)).rowCount === 0);
  await ended
  console.log(await mailroom.organizations.list().then(() => "none", ({ code }) => code))
}
await mailroom.close()
process.exit()
`

interface Case {
  readonly database: string
  /** The expression of the object that reports that a connection has ended. */
  readonly pool: string
  readonly times: number
  /** The code of the error of the next call, or `none`. */
  readonly failure: string
}
const cases: Record<string, Case> = {
  "a pool of pg": { database: "new pg.Pool(settings)", pool: "database", times: 5, failure: "none" },
  "a Drizzle": { database: "drizzle(new pg.Pool(settings))", pool: "database.$client", times: 5, failure: "none" },
  "a client of pg": {
    database: "await new pg.Client(settings).connect()",
    pool: "database",
    times: 1,
    failure: "unavailable"
  }
}

describe("an app whose connections break", () => {
  for (const [name, given] of Object.entries(cases)) {
    it.live(`goes on, with ${name}`, () =>
      Effect.gen(function* () {
        const env = { ...process.env, DATABASE_URL: Redacted.value(yield* migratedDatabase) }
        const args = ["--conditions=mailroom-source", "--input-type=module", "--eval", app(given)]
        const options = { cwd: join(import.meta.dirname, ".."), env }
        const { stdout } = yield* Effect.promise(() => promisify(execFile)(process.execPath, args, options))
        const printed = stdout.split("\n").filter((line) => /^(?:none|unavailable)$/u.test(line))
        assert.deepStrictEqual(printed, Array(given.times).fill(given.failure))
      }).pipe(Effect.scoped)
    )
  }
})

describe("a database without the schema", () => {
  it.live("names the option that makes it", () =>
    Effect.gen(function* () {
      const database = Redacted.value(yield* freshDatabase)
      const failure = yield* Effect.promise(() => createMailroom({ database }).catch((error: MailroomError) => error))
      assert.deepInclude(failure, {
        code: "schema_mismatch",
        message: "The database has no Mailroom schema: pass `migrate: true`, or run `mailroom migrate`"
      })
    }).pipe(Effect.scoped)
  )
})
