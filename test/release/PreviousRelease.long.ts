/**
 * Upgrades of a database of the previous release, and its processes on the upgraded one. Before the first release is
 * recorded, the same tests run on a recording of this release alone: they show that recordings can be replayed.
 */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Connection, Migrations, PgTypes } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer, Predicate } from "effect"
import { SqlClient } from "effect/sql"
import { layerFresh } from "../../packages/postgres/test/Server.ts"
import { load } from "./Dump.ts"
import { decode, encode, type Outcome, perform, type Step } from "./Recorder.ts"
import * as Previous from "./Previous.ts"
import { record, type Recording } from "./Recording.ts"
import { serving } from "./Serving.ts"

const fresh = { local: true } as const
const server = layerFresh((url) => Connection.layerClient({ url }))
/** A client with one connection, which keeps all its prepared statements. */
const preparing = layerFresh((url) =>
  PgClient.layer({ url, maxConnections: 1, preparedStatementCacheSize: 1000, types: PgTypes.registry })
)
const engines = [
  ["postgres", Layer.orDie(server)],
  ["embedded", Layer.orDie(Embedded.layer())]
] as const

/** A recording of this release, with its statements as they are read from a file. */
const current: Effect.Effect<Recording> = Effect.runSync(
  Effect.cached(
    record.pipe(
      Effect.map((recording) => ({ ...recording, statements: decode(encode(recording.statements)) })),
      Effect.scoped,
      Effect.provide(Layer.orDie(Embedded.layer()), fresh),
      Effect.orDie
    )
  )
)
const releases = [
  ["the previous release", Previous.isRecorded, Effect.sync(Previous.read)],
  ["this release", true, current]
] as const
Previous.warnUnlessRecorded()

/** Statements that begin or end a transaction cannot be tried alone. */
const isControl = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/u

/** The SQLSTATE of a failure, or the sorted rows: not every statement returns them in a fixed order. */
const comparable = (outcome: Outcome): unknown => {
  if ("code" in outcome) return outcome.code
  return outcome.rows.map((row) => JSON.stringify(row)).toSorted()
}

/** The code with which each distinct statement fails, if it does, in a transaction that is rolled back. */
const codesOf = (statements: ReadonlyArray<Step>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* (yield* SqlClient.SqlClient).reserve
      const distinct = new Map(statements.map((step) => [step.sql, step]))
      return yield* Effect.forEach(
        [...distinct.values()].filter(({ sql }) => !isControl.test(sql)),
        Effect.fnUntraced(function* (step) {
          yield* connection.execute("BEGIN", [], undefined)
          const outcome = yield* perform(connection, step)
          yield* connection.execute("ROLLBACK", [], undefined)
          return [step.sql, "code" in outcome ? outcome.code : undefined] as const
        })
      )
    })
  )

/** The part of a value that has the fields of `shape`: a later release may return more fields. */
const onlyOf = (shape: unknown, value: unknown): unknown => {
  if (Array.isArray(shape) && Array.isArray(value) && shape.length === value.length) {
    return value.map((item, i) => onlyOf(shape[i], item))
  }
  if (!Predicate.isObject(shape) || !Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) =>
      name in value ? [[name, onlyOf(field, (value as Record<string, unknown>)[name])]] : []
    )
  )
}

describe.each(releases)("Of %s,", (_, isRecorded, recording) => {
  const test = it.live.skipIf(!isRecorded)

  test("statements that a running process prepared before an upgrade work after it", () =>
    Effect.gen(function* () {
      const { database, statements } = yield* recording
      yield* load(database)
      const before = yield* codesOf(statements)
      yield* Migrations.run
      assert.deepStrictEqual(yield* codesOf(statements), before)
    }).pipe(Effect.provide(preparing, fresh)))

  describe.each(engines)("after an upgrade, on %s,", (_, layer) => {
    test("the statements get the same answers", () =>
      Effect.gen(function* () {
        const { database, statements } = yield* recording
        yield* load(database)
        yield* Migrations.run
        const connection = yield* (yield* SqlClient.SqlClient).reserve
        for (const [i, step] of statements.entries()) {
          const outcome = yield* perform(connection, step)
          assert.deepStrictEqual(comparable(outcome), comparable(step.outcome), `${i}: ${step.sql}`)
        }
      }).pipe(Effect.scoped, Effect.provide(layer, fresh)))

    test("this release reads what was written", () =>
      Effect.gen(function* () {
        const { answers, database } = yield* recording
        yield* load(database)
        yield* Migrations.run
        const { call } = yield* serving(yield* SqlClient.SqlClient)
        for (const [target, answer] of Object.entries(answers)) {
          const { json } = yield* Effect.promise(() => call("GET", target))
          assert.deepStrictEqual(onlyOf(answer, json), answer, target)
        }
      }).pipe(Effect.scoped, Effect.provide(layer, fresh)))
  })
})
