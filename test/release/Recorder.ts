/**
 * Statements that a release sends, with their results: recorded once, and run again on the schema of a later release.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Predicate, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"

/** A statement and its result. */
export interface Step {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  /** Whether rows are arrays instead of objects. */
  readonly values: boolean
  readonly outcome: Outcome
}

/** The rows, or the SQLSTATE of a failure. */
export type Outcome = { readonly rows: ReadonlyArray<unknown> } | { readonly code: string }

const codeOf = ({ reason: { cause } }: SqlError.SqlError) =>
  Predicate.hasProperty(cause, "code") ? String(cause.code) : "none"

/** Runs a statement in the same way as the release that recorded it. */
export const perform = (
  connection: SqlConnection.Connection,
  { params, sql, values }: Omit<Step, "outcome">
): Effect.Effect<Outcome> =>
  (values ? connection.executeValues(sql, params) : connection.execute(sql, params, undefined)).pipe(
    Effect.match({
      onFailure: (error): Outcome => ({ code: codeOf(error) }),
      onSuccess: (rows): Outcome => ({ rows })
    })
  )

/** A client of the same database that passes each statement and its outcome to `record`. */
export const recording = (record: (step: Step) => void) =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const wrap = (connection: SqlConnection.Connection): SqlConnection.Connection => {
      const recorded =
        (values: boolean) =>
        <A extends ReadonlyArray<any>>(run: Effect.Effect<A, SqlError.SqlError>, sql: string, params: Step["params"]) =>
          run.pipe(
            Effect.tap((rows) => Effect.sync(() => record({ sql, params, values, outcome: { rows: [...rows] } }))),
            Effect.tapError((error) =>
              Effect.sync(() => record({ sql, params, values, outcome: { code: codeOf(error) } }))
            )
          )
      const objects = recorded(false)
      const arrays = recorded(true)
      return {
        execute: (sql, params, transform) => objects(connection.execute(sql, params, transform), sql, params),
        executeUnprepared: (sql, params, transform) =>
          objects(connection.executeUnprepared(sql, params, transform), sql, params),
        executeValues: (sql, params) => arrays(connection.executeValues(sql, params), sql, params),
        executeValuesUnprepared: (sql, params) => arrays(connection.executeValuesUnprepared(sql, params), sql, params),
        // No store uses these.
        executeRaw: () => Effect.die("not recorded"),
        executeStream: () => Stream.die("not recorded")
      }
    }
    const acquirer = Effect.map(client.reserve, wrap)
    return yield* SqlClient.make({
      driver: "pg",
      acquirer,
      compiler: PgClient.makeCompiler(),
      releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
      spanAttributes: []
    })
  }).pipe(Effect.provide(Reactivity.layer))

/** Steps as lines of text. A statement that was sent before is replaced by the number of the line with its text. */
export const encode = (steps: ReadonlyArray<Step>): string => {
  const lines = new Map<string, number>()
  return steps
    .map((step, line) => {
      const sql = lines.get(step.sql) ?? step.sql
      if (typeof sql === "string") lines.set(sql, line)
      return `${JSON.stringify({ ...step, sql }, (_, value: unknown) =>
        value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString("base64") } : value
      )}\n`
    })
    .join("")
}

export const decode = (text: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (const line of text.trimEnd().split("\n")) {
    const step = JSON.parse(line, (_, value: unknown) =>
      Predicate.hasProperty(value, "$bytes") ? new Uint8Array(Buffer.from(String(value.$bytes), "base64")) : value
    )
    steps.push({ ...step, sql: typeof step.sql === "number" ? steps[step.sql]?.sql : step.sql })
  }
  return steps
}
