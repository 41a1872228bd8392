/** The answers that wait for their time, where there is more than one page of them. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { CurrentOrganization } from "../../src/Organization.ts"
import { makeScheduledAnswers } from "../../src/sending/ScheduledAnswers.ts"
import type { SendRecord } from "../../src/sends/Send.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import * as Timestamp from "../../src/Timestamp.ts"

const start = Timestamp.Timestamp.make("2026-03-01T00:00:00.000Z")

/** The later an answer was written, the later it goes out. */
const answers = Array.from({ length: 2_500 }, (_, i) => ({
  id: 2_500 - i,
  kind: "reply",
  outcome: "queued",
  send_at: Timestamp.plus(start, (2_500 - i) * 60_000),
  thread_id: 1
})) as unknown as ReadonlyArray<SendRecord>

it.effect("are listed from the earliest on, though later ones have been written since", () =>
  Effect.gen(function* () {
    const list = yield* makeScheduledAnswers
    const first = (yield* list({})).map(({ send_id }) => send_id as number)
    assert.deepStrictEqual([first.length, first[0], first.at(-1)], [100, 1, 100])
    const until = Timestamp.plus(start, 4 * 60_000)
    const found = yield* list({ since: Timestamp.plus(start, 2 * 60_000), until })
    assert.deepStrictEqual(
      found.map(({ send_id }) => send_id as number),
      [2, 3]
    )
  }).pipe(
    Effect.provideService(CurrentOrganization, { id: 1 as never }),
    Effect.provideService(SendStore, {
      page: (_, { before = Infinity, limit }) => Effect.succeed(answers.filter(({ id }) => id < before).slice(0, limit))
    } as Partial<SendStore["Service"]> as SendStore["Service"])
  )
)
