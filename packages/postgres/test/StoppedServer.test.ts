/** Work on Citus while one of its servers is stopped: that of the other servers goes on. */
import { assert, describe, it } from "@effect/vitest"
import { type OrganizationId, OrganizationStore, StorageError, Timestamp, WorkStore } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Clock, Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { isEverywhere } from "./CitusRules.ts"
import { standIn } from "./CitusStandIn.ts"
import { at } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const later = Timestamp.plus(at, 60_000)
const query = { now: later, limit: 10 }

/** The stand-in has two servers, by whether the id of an organization is odd. */
const isOn = (server: 0 | 1, id: number) => id % 2 === server

/** A statement that reads all organizations, or one of the stopped server, fails as Citus reports it. */
const stopped = (server: { current: 0 | 1 | undefined }, asked: Array<string>) =>
  Effect.provideService(Statement.CurrentTransformer, (statement: Statement.Statement<unknown>, sql) =>
    Effect.sync(() => {
      const [text, parameters] = statement.compile()
      const { current } = server
      if (!isEverywhere(text)) return statement
      const list = /= ANY\(\$(\d+)::bigint\[\]\)/u.exec(text)?.[1]
      const ids =
        list === undefined
          ? undefined
          : String(parameters[Number(list) - 1])
              .slice(1, -1)
              .split(",")
      asked.push(ids === undefined ? "all" : ids.join())
      if (current === undefined || ids?.every((id) => !isOn(current, Number(id))) === true) return statement
      return sql.unsafe("SELECT public.lose_server()")
    })
  )

/** Only what asks for the time sees this clock; what sleeps does so by the real one. */
const withClock =
  (clock: { readonly now: number }) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (real) =>
      Effect.provideService(
        effect,
        Clock.Clock,
        Object.create(real, { currentTimeMillis: { value: Effect.sync(() => clock.now) } })
      )
    )

const scene = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* standIn
  yield* sql`CREATE FUNCTION public.lose_server() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN RAISE 'connection to the remote node worker-1:5432 failed' USING ERRCODE = '08006'; END $$`
  yield* Migrations.distribute
})

const newOrganization = OrganizationStore.use((store) => store.insert({ name: "x", created_at: at })).pipe(
  Effect.map(({ id }) => id)
)
const put = (id: OrganizationId, key: string, due_at = at) =>
  WorkStore.use((store) => store.put(id, "kind", [{ lane: key, key, due_at }]))
const due = WorkStore.use((store) => store.due("kind", query)).pipe(
  Effect.map((lanes) => lanes.map(({ lane, organization_id }) => [organization_id, lane] as const))
)

describe("While a server of Citus is stopped", () => {
  it.live("work of the others is found: in turns, counted, and with the instant of the next one", () =>
    Effect.gen(function* () {
      yield* scene
      yield* Effect.gen(function* () {
        const store = yield* WorkStore
        const [a, b, c] = [yield* newOrganization, yield* newOrganization, yield* newOrganization]
        yield* put(b, "b1", Timestamp.plus(at, 1))
        yield* put(a, "a1", Timestamp.plus(at, 2))
        yield* put(a, "a2", Timestamp.plus(at, 3))
        yield* put(c, "c1", Timestamp.plus(at, 4))
        const server: { current: 0 | 1 | undefined } = { current: undefined }
        const asked: Array<string> = []
        const clock = { now: 0 }
        const others = isOn(0, b) ? ([1, 0] as const) : ([0, 1] as const)
        yield* Effect.gen(function* () {
          // Before: one statement asks all.
          assert.deepStrictEqual(yield* due, [
            [b, "b1"],
            [a, "a1"],
            [c, "c1"],
            [a, "a2"]
          ])
          assert.deepStrictEqual(asked, ["all", "all"])

          // The server of `b` is stopped.
          server.current = others[1]
          asked.length = 0
          assert.deepStrictEqual(yield* due, [
            [a, "a1"],
            [c, "c1"],
            [a, "a2"]
          ])
          assert.strictEqual(asked[0], "all")
          assert.deepStrictEqual(asked.slice(1).toSorted(), [String(b), `${a},${c}`].toSorted())
          assert.strictEqual(yield* store.next("kind"), Timestamp.plus(at, 2))
          assert.strictEqual(yield* store.countDue("kind", query), 3)
          // For 10 s all are not asked again: a server that hangs would take the time of an answer.
          clock.now += 9_000
          yield* due
          assert.strictEqual(asked.filter((ids) => ids === "all").length, 1)

          // An organization that came since, and that has work of this process.
          const [d, e] = [yield* newOrganization, yield* newOrganization]
          yield* put(d, "d1", Timestamp.plus(at, 5))
          yield* put(e, "e1", Timestamp.plus(at, 6))
          const reachable = [d, e].filter((id) => isOn(others[0], id))
          assert.deepStrictEqual(
            (yield* due).map(([id]) => id),
            [a, c, ...reachable, a]
          )

          // Back again: after 10 s one statement asks all.
          server.current = undefined
          clock.now += 10_000
          asked.length = 0
          assert.strictEqual((yield* due).length, 6)
          assert.deepStrictEqual([...new Set(asked)], ["all"])
        }).pipe(stopped(server, asked), withClock(clock))
      }).pipe(Effect.provide(PostgresStorage.layer, { local: true }))
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )

  it.live("what fails for another reason, and what nobody answers, still fails", () =>
    Effect.gen(function* () {
      yield* scene
      yield* Effect.gen(function* () {
        const id = yield* newOrganization
        yield* put(id, "a")
        // The only server that has organizations.
        const current = isOn(0, id) ? 0 : 1
        const error = yield* Effect.flip(due.pipe(stopped({ current }, [])))
        assert(error instanceof StorageError)
        assert.strictEqual(error.reason._tag, "Unavailable")
      }).pipe(Effect.provide(PostgresStorage.layer, { local: true }))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* put(yield* newOrganization, "a")
        const wrong = (statement: Statement.Statement<unknown>) => {
          const [text] = statement.compile()
          return Effect.succeed(isEverywhere(text) ? sql.unsafe("SELECT 1 / 0") : statement)
        }
        const error = yield* Effect.flip(Effect.provideService(due, Statement.CurrentTransformer, wrong))
        assert.strictEqual(error.reason._tag, "Corrupt")
      }).pipe(Effect.provide(PostgresStorage.layer, { local: true }))
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )
})
