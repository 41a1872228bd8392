/** The unibox in Postgres: undone changes and concurrent changes. */
import { assert, describe, layer } from "@effect/vitest"
import { OrganizationStore, Thread, ThreadStore, Transactor } from "@mailroom/core"
import { Arbitrary, Deferred, Effect, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { slots } from "../src/internal/threads/threadChanges.ts"
import { at } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const message = (thread_id: Thread.ThreadId, fields: object = {}) => ({
  thread_id,
  account_id: null,
  identity: crypto.randomUUID(),
  subject: "Subject",
  body: "Body",
  date_sent: at,
  from_email: "lead@x.test",
  to_email: "us@ours.test",
  is_new: true,
  is_our_email: false,
  kind: "reply" as const,
  body_text: "Body",
  reply_text: "Body",
  trust: "plausible" as const,
  attachments: [],
  ...fields
})

const newOrganization = Effect.gen(function* () {
  const { id } = yield* (yield* OrganizationStore).insert({ name: "Organization", created_at: at })
  return id
})

const places = Schema.Array(Schema.Literals([0, 1, 2, 3, 4, 5, 6]))
const Change = Schema.Struct({
  threads: places,
  is_new: Schema.NullOr(Schema.Boolean),
  new_messages: Schema.NullOr(Schema.Array(Schema.Literals([0, 3, 4, 7, 9, 12, 20]))),
  tab: Schema.NullOr(Thread.Tab),
  state: Schema.NullOr(Thread.State)
})
const Program = Schema.Struct({
  rows: Schema.Array(
    Schema.Struct({ thread: Schema.Literals([0, 1, 2, 3, 4]), is_new: Schema.Boolean, ours: Schema.Boolean })
  ),
  tabs: Schema.Tuple([Thread.Tab, Thread.Tab]),
  change: Change
})

describe("unibox", () => {
  layer(layerStorage)((it) => {
    it.effect("a bulk change and its undo restore the same bytes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* ThreadStore
        const restores = Effect.fnUntraced(function* ({ change, rows, tabs }: typeof Program.Type) {
          const organization_id = yield* newOrganization
          const dump = sql<{ readonly row: string }>`
            SELECT thread::text AS row FROM mailroom.threads thread WHERE organization_id = ${organization_id}::bigint
            UNION ALL
            SELECT message::text FROM mailroom.messages message WHERE organization_id = ${organization_id}::bigint
            UNION ALL
            SELECT search::text FROM mailroom.message_search search WHERE organization_id = ${organization_id}::bigint
            ORDER BY row`
          // The sixth thread stays empty.
          const ids = yield* store.insertThreads(
            organization_id,
            Array.from({ length: 6 }, (_, i) => ({ tab: tabs[i % 2] ?? "other", lead_id: null, campaign_id: null }))
          )
          const stored = yield* store.insertMessages(
            organization_id,
            rows.flatMap(({ is_new, ours, thread }) => {
              const id = ids[thread]
              return id === undefined ? [] : [message(id, { is_new, is_our_email: ours, kind: ours ? "own" : "reply" })]
            })
          )
          const messages = stored.flatMap((one) => (one._tag === "Some" ? [one.value.id] : []))
          yield* store.updateMany(organization_id, ids.slice(0, 2), { state: "done" })
          const before = yield* dump
          const patch = {
            ...(change.new_messages !== null
              ? { new_message_ids: change.new_messages.flatMap((i) => messages[i] ?? []) }
              : change.is_new === null
                ? {}
                : { is_new: change.is_new }),
            ...(change.tab === null ? {} : { tab: change.tab }),
            ...(change.state === null ? {} : { state: change.state }),
            ...(change.state === "snoozed" && { snoozed_until: at })
          }
          const states = yield* store.updateMany(
            organization_id,
            change.threads.flatMap((i) => ids[i] ?? []),
            patch
          )
          // Undoes the change as a client does: the threads of each tab and state in one call.
          for (const group of Map.groupBy(states, ({ state, tab }) => `${tab} ${state}`).values()) {
            const [{ state, tab } = {}] = group
            yield* store.updateMany(
              organization_id,
              group.map(({ id }) => id),
              {
                ...(tab && { tab }),
                ...(state && { state }),
                new_message_ids: group.flatMap(({ new_message_ids }) => new_message_ids)
              }
            )
          }
          assert.deepStrictEqual(yield* dump, before)
          return true
        })
        const result = yield* Arbitrary.checkEffect(Arbitrary.schema(Program), restores, { runs: 60, size: 30 })
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
      })
    )

    it.effect("the revision grows with each commit, in whatever order, and nobody waits for its counter", () =>
      Effect.gen(function* () {
        const organization_id = yield* newOrganization
        const store = yield* ThreadStore
        const { transaction } = yield* Transactor
        const revision = Effect.map(store.changes(organization_id, 100), (changes) => changes.revision)
        const sql = yield* SqlClient.SqlClient
        const slot = Effect.map(
          sql<{ slot: number }>`SELECT pg_backend_pid() % ${sql.literal(String(slots))} AS slot`,
          ([row]) => row?.slot
        )
        const end = yield* Deferred.make<void>()
        const touched = yield* Deferred.make<number | undefined>()
        const slow = yield* Effect.forkChild(
          transaction(
            Effect.gen(function* () {
              yield* store.touch(organization_id)
              yield* Deferred.succeed(touched, yield* slot)
              yield* Deferred.await(end)
            })
          )
        )
        const taken = yield* Deferred.await(touched)
        const run = Effect.runPromiseWith(yield* Effect.context())
        /** Uses a connection with another slot than that of the slow transaction. */
        const touchElsewhere: Effect.Effect<void> = Effect.orDie(
          transaction(
            Effect.gen(function* () {
              if ((yield* slot) !== taken) return yield* store.touch(organization_id)
              // This transaction keeps its connection until then, so that the next one gets another connection.
              yield* Effect.promise(() => run(touchElsewhere))
            })
          )
        )
        const none = yield* revision
        yield* touchElsewhere
        const one = yield* revision
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(slow)
        assert.deepStrictEqual([none, one, yield* revision], [0, 1, 2])
      })
    )
  })
})
