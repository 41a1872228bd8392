/** Conversations that are put aside until an instant, over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

onMemory("snoozing", (it) => {
  it.effect("takes any date-time, is undone by its answer, and ends with mail that comes in", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { lead_id, ours, theirs, thread_id } = yield* Fixtures.conversation()
      const of = (state: string) =>
        Effect.map(call("GET", `/unibox/threads?tab=replies&state=${state}&lead_id=${lead_id}`), ({ json }) =>
          json.data.map(({ id }: { readonly id: number }) => id)
        )
      const todo = Effect.map(call("GET", "/unibox/changes"), ({ json }) => json.todo.replies)
      const before = yield* todo
      const patch = (body: object) => call("PATCH", "/unibox/threads", { body: { ids: [thread_id], ...body } })
      const snooze = { state: "snoozed", snoozed_until: "2099-01-01T08:00:00+01:00" }
      const snoozed = yield* patch(snooze)
      assert.deepInclude(snoozed.json.data[0], { status: "updated", state: "open" })
      assert.notProperty(snoozed.json.data[0], "snoozed_until")
      assert.deepStrictEqual([yield* of("snoozed"), yield* of("open"), yield* todo], [[thread_id], [], before - 1])
      const shown = yield* call("GET", `/unibox/threads/${thread_id}`)
      assert.strictEqual(shown.json.thread.snoozed_until, "2099-01-01T07:00:00.000Z")
      const woken = yield* patch({ state: "open" })
      const { snoozed_until, state } = woken.json.data[0]
      assert.deepStrictEqual([state, snoozed_until], ["snoozed", "2099-01-01T07:00:00.000Z"])
      const again = yield* call("PATCH", `/unibox/threads/${thread_id}`, { body: { state, snoozed_until } })
      assert.strictEqual(again.json.snoozed_until, snoozed_until)
      yield* Fixtures.receive({ from: theirs, to: ours })
      assert.deepStrictEqual([yield* of("open"), yield* of("snoozed"), yield* todo], [[thread_id], [], before])
      for (const body of [{ state: "snoozed" }, { ...snooze, state: "done" }]) {
        const { json, status } = yield* patch(body)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, "/body/snoozed_until"])
      }
    })
  )
})
