/**
 * `npm run record`: writes the files against which later releases are tested into `test/release/previous`. Run it when
 * a release is made, with the code of that release:
 *
 * - `database.sql`: a database that the release created and filled
 * - `answers.json`: the answers of the release to GET requests over that database
 * - `statements.jsonl`: all statements that it sends for these requests and for one more run of the scenario, in order,
 *   with the answers of Postgres
 */
import { Analytics, ApiKeys, CurrentOrganization, Organizations } from "@mailroom/core"
import { Migrations } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { dumpOf } from "./Dump.ts"
import { encode, recording, type Step } from "./Recorder.ts"
import { reads, run } from "./Scenario.ts"
import { serving } from "./Serving.ts"

const write = (name: string, text: string) => writeFileSync(join(import.meta.dirname, "previous", name), text)

/** Operations that only operators and hosts can do. */
const administrate = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const { key } = yield* keys.create({ name: "Rotated" })
  yield* keys.rotate(key.id, { grace_seconds: 0 })
  yield* keys.revoke(key.id)
  yield* keys.list
  yield* Analytics.use(({ rebuild }) => rebuild)
  const organizations = yield* Organizations
  const { id } = yield* organizations.create({ name: "Second" })
  yield* organizations.find(id)
})

/** Links expire, so they differ from hour to hour. */
const withoutLinks = (name: string, value: unknown) => (name === "url" ? undefined : value)

const main = Effect.gen(function* () {
  let steps: Array<Step> = []
  const client = yield* recording((step) => steps.push(step))
  yield* Effect.provideService(Migrations.run, SqlClient.SqlClient, client)
  const schema = steps.map(({ sql }) => sql.trim()).filter((sql) => /^(?:CREATE|ALTER)\b/u.test(sql))
  const { call, context, organization } = yield* serving(client)

  yield* Effect.promise(() => run(call, "first"))
  write("database.sql", yield* dumpOf(schema))

  steps = []
  const targets = yield* Effect.promise(() => reads(call))
  const answers: Record<string, unknown> = {}
  for (const target of targets) {
    const { json, status } = yield* Effect.promise(() => call("GET", target))
    if (status !== 200) throw new Error(`${target}: ${status}`)
    answers[target] = json
  }
  write("answers.json", `${JSON.stringify(answers, withoutLinks, 1)}\n`)
  yield* administrate.pipe(Effect.provideService(CurrentOrganization, organization), Effect.provideContext(context))
  yield* Effect.promise(() => run(call, "second"))
  write("statements.jsonl", encode(steps))
  console.log(`${steps.length} statements, ${new Set(steps.map(({ sql }) => sql)).size} distinct`)
})

await Effect.runPromise(main.pipe(Effect.scoped, Effect.provide(Embedded.layer())))
