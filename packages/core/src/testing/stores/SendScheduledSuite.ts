/** Conformance cases: `SendStore.findScheduled`. */
import { Effect } from "effect"
import { ThreadId } from "../../ids.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { at, newOrganization, same } from "../fixtures/Fixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

export const cases: ReadonlyArray<StorageCase> = casesOf("SendStore", {
  "finds when the earliest scheduled answer of each thread goes out": Effect.gen(function* () {
    const organization_id = yield* newOrganization
    const store = yield* SendStore
    const [one, two, none] = [ThreadId.make(71), ThreadId.make(72), ThreadId.make(73)]
    yield* store.insert(organization_id, [
      queued({ thread_id: one, send_at: at(9) }),
      queued({ thread_id: one, send_at: at(7) }),
      queued({ thread_id: one, send_at: at(1), outcome: "sent" }),
      queued({ thread_id: one, send_at: at(2), outcome: "deferred" }),
      queued({ thread_id: one, send_at: at(3), kind: "test" }),
      queued({ thread_id: one }),
      queued({ thread_id: two, send_at: at(8) }),
      queued({ thread_id: none })
    ])
    yield* store.insert(yield* newOrganization, [queued({ thread_id: none, send_at: at(1) })])
    const ask = (...ids: ReadonlyArray<ThreadId>) =>
      Effect.map(store.findScheduled(organization_id, ids), (found) => found.toSorted(([a], [b]) => a - b))
    same(yield* ask(none, two, one, one, ThreadId.make(74)), [
      [one, at(7)],
      [two, at(8)]
    ])
    same(yield* ask(two), [[two, at(8)]])
    same(yield* ask(none), [])
    same(yield* ask(), [])
  })
})
