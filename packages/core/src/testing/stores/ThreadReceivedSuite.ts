/** Conformance cases: `ThreadStore.findReceived`. */
import { Effect, Option } from "effect"
import { ThreadId } from "../../ids.ts"
import { same } from "../fixtures/Fixtures.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

export const cases: ReadonlyArray<StorageCase> = casesOf("ThreadStore", {
  "finds the incoming message of some kinds that a thread got last, whatever its date": Effect.gen(function* () {
    const { open, organization_id, receive, send, store } = yield* newUnibox
    const thread_id = yield* open()
    yield* receive(thread_id, 5, { kind: "reply", message_id: "<a@x.test>" })
    yield* receive(thread_id, 1, { kind: "other", message_id: "<b@x.test>" })
    yield* receive(thread_id, 9, { kind: "auto_reply", message_id: "<c@x.test>" })
    yield* send(thread_id, 10, { message_id: "<d@x.test>" })
    yield* receive(yield* open(), 11, { kind: "reply", message_id: "<e@x.test>" })
    const { data } = yield* store.messages(organization_id, thread_id, { limit: 9, maximum_bytes: 10_000 })
    const idOf = (message_id: string) => data.find((message) => message.message_id === message_id)?.id
    const ask = (kinds: Parameters<typeof store.findReceived>[2], id = thread_id) =>
      Effect.map(store.findReceived(organization_id, id, kinds), Option.getOrUndefined)
    same(yield* ask(["reply", "other"]), idOf("<b@x.test>"))
    same(yield* ask(["reply"]), idOf("<a@x.test>"))
    same(yield* ask(["reply", "auto_reply"]), idOf("<c@x.test>"))
    same(yield* ask(["own", "bounce"]), undefined)
    same(yield* ask([]), undefined)
    same(yield* ask(["reply"], ThreadId.make(Number.MAX_SAFE_INTEGER)), undefined)
    const foreign = yield* newUnibox
    same(yield* foreign.store.findReceived(foreign.organization_id, thread_id, ["reply"]), Option.none())
  })
})
