/** How many statements inserts take on plain Postgres, and how many more where Citus distributes the tables. */
import { assert, describe, it } from "@effect/vitest"
import { EventStore, RollupStore, SendStore, ThreadStore } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect } from "effect"
import { Statement } from "effect/sql"
import { newLog } from "../../core/src/testing/fixtures/EventFixtures.ts"
import { queued } from "../../core/src/testing/fixtures/SendFixtures.ts"
import { file, messageRow } from "../../core/src/testing/fixtures/ThreadFixtures.ts"
import { standIn } from "./CitusStandIn.ts"
import { at, newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

/** The number of statements of each insert. `drawn` counts statements that only draw ids: they stay on the coordinator. */
const count = Effect.gen(function* () {
  const { campaign_id, organization_id, write } = yield* newLeadList()
  const log = yield* newLog
  const [events, rollups, sends, threads] = [
    yield* EventStore,
    yield* RollupStore,
    yield* SendStore,
    yield* ThreadStore
  ]
  const [thread_id] = yield* threads.insertThreads(organization_id, [
    { tab: "other", lead_id: null, campaign_id: null }
  ])
  assert.isDefined(thread_id)
  const message = messageRow(thread_id, { attachments: [file("a.txt")] })
  const metrics = { sent: 1 }
  const key = { campaign_id, dimension: "campaign", dimension_id: null, bucket: at } as const
  const inserts: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    leads: write(...Array.from({ length: 100 }, (_, i) => `${i}@x.test`)),
    events: events.insert(
      log.organization_id,
      Array.from({ length: 100 }, () => log.row())
    ),
    sums: rollups.add(organization_id, [{ ...key, metrics }]),
    sends: sends.insert(organization_id, [queued()]),
    messages: threads.insertMessages(organization_id, [message])
  }
  return yield* Effect.all(
    Object.fromEntries(
      Object.entries(inserts).map(([name, insert]) => {
        const counted = { all: 0, drawn: 0 }
        const counting = (statement: Statement.Statement<unknown>) =>
          Effect.sync(() => {
            counted.all++
            if (/^\s*SELECT nextval/u.test(statement.compile()[0])) counted.drawn++
            return statement
          })
        return [name, Effect.as(Effect.provideService(insert, Statement.CurrentTransformer, counting), counted)]
      })
    )
  )
})

describe("An insert", () => {
  it.live("takes no statement more on plain Postgres, and on Citus one to draw ids or to lock a row", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* count, {
        leads: { all: 3, drawn: 0 },
        events: { all: 1, drawn: 0 },
        sums: { all: 1, drawn: 0 },
        sends: { all: 1, drawn: 0 },
        messages: { all: 6, drawn: 0 }
      })
      yield* standIn
      yield* Migrations.distribute
      assert.deepStrictEqual(yield* Effect.provide(count, PostgresStorage.layer, { local: true }), {
        leads: { all: 5, drawn: 1 },
        events: { all: 2, drawn: 1 },
        sums: { all: 2, drawn: 0 },
        sends: { all: 2, drawn: 1 },
        messages: { all: 8, drawn: 2 }
      })
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )
})
