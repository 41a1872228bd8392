/** The recording that later releases are tested against: a database, answers and statements of this release. */
import { Analytics, ApiKeys, CurrentOrganization, Organizations } from "@mailroom/core"
import { Migrations } from "@mailroom/postgres"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dumpOf } from "./Dump.ts"
import { recording, type Step } from "./Recorder.ts"
import { reads, run } from "./Scenario.ts"
import { serving } from "./Serving.ts"

export interface Recording {
  /** A dump of a database that the release made and filled. */
  readonly database: string
  /** Its answers over that database, by the target of the GET request. */
  readonly answers: Readonly<Record<string, object>>
  /**
   * The statements that it sends for these requests and for one more run of the scenario, in order, with what Postgres
   * answered.
   */
  readonly statements: ReadonlyArray<Step>
}

/** Administration that has no route. */
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

/** Links expire, so they differ with the hour. */
const withoutLinks = (name: string, value: unknown) => (name === "url" ? undefined : value)

/** Records this release in an empty database. */
export const record = Effect.gen(function* () {
  let steps: Array<Step> = []
  const client = yield* recording((step) => steps.push(step))
  yield* Effect.provideService(Migrations.run, SqlClient.SqlClient, client)
  const schema = steps.map(({ sql }) => sql.trim()).filter((sql) => /^(?:CREATE|ALTER)\b/u.test(sql))
  const { call, context, organization } = yield* serving(client)

  yield* Effect.promise(() => run(call, "first"))
  const database = yield* dumpOf(schema)

  steps = []
  const answers: Record<string, object> = {}
  for (const target of yield* Effect.promise(() => reads(call))) {
    const { json, status } = yield* Effect.promise(() => call("GET", target))
    if (status !== 200) throw new Error(`${target}: ${status}`)
    answers[target] = JSON.parse(JSON.stringify(json, withoutLinks))
  }
  yield* administrate.pipe(Effect.provideService(CurrentOrganization, organization), Effect.provideContext(context))
  yield* Effect.promise(() => run(call, "second"))
  return { database, answers, statements: steps } satisfies Recording
})
