/** Conversations whose account can send, and what became of mails, for tests of the API. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const connect = Effect.fnUntraced(function* (account_id: number) {
  const { call } = yield* TestServer
  const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
  const { status } = yield* call("PUT", `/accounts/${account_id}/credentials`, { body: { smtp } })
  assert.strictEqual(status, 200)
})

/** A conversation with a lead, from an account with credentials. */
export const conversation = Effect.gen(function* () {
  const talk = yield* Fixtures.conversation()
  yield* connect(talk.account_id)
  return { ...talk, thread: `/unibox/threads/${talk.thread_id}` }
})

/** An instant some hours from now: the server has the clock of the machine. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** The mail, once the worker has an outcome. */
export const ended = (id: number) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", `/sends/${id}`)),
    Effect.map(({ json }) => json),
    until(({ outcome }) => outcome !== "queued" && outcome !== "begun")
  )
