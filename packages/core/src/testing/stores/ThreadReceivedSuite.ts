/** Conformance cases: `ThreadStore.findReceived` and `ThreadStore.findLinked`. */
import { Effect, Option } from "effect"
import { type MessageId, ThreadId } from "../../ids.ts"
import type { Message } from "../../unibox/Message.ts"
import { idsOf, same } from "../fixtures/Fixtures.ts"
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
  }),
  "finds messages by their ids, and those that refer to others, in any thread": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send, store } = yield* newUnibox
    const thread_id = yield* open()
    const other = yield* open()
    const actor = { type: "person", id: 4, name: "Grace" } as const
    const question = yield* receive(thread_id, 5, { from_name: "Ada" })
    const forward = yield* send(thread_id, 6, {
      kind: "forward",
      refers_to: question.id,
      cc_email: "c@x.test",
      bcc_email: "d@x.test",
      sent_by: actor
    })
    const answer = yield* receive(other, 4, { kind: "other", refers_to: forward.id })
    const again = yield* send(thread_id, 1, { kind: "forward", refers_to: question.id })
    yield* receive(other, 9)
    const foreign = yield* newUnibox
    yield* foreign.receive(yield* foreign.open(), 1, { refers_to: question.id })
    const ask = (ids: ReadonlyArray<MessageId>, referred: ReadonlyArray<MessageId>, limit = 9) =>
      store.findLinked(organization_id, { ids, referred }, { limit })
    yield* store.updateMany(organization_id, [other], { tab: "replies" })
    const linked = (
      { cc_email, date_sent, from_email, from_name, id, kind, refers_to, sent_by, to_email }: Message,
      of: ThreadId
    ) => ({
      id,
      thread_id: of,
      tab: of === other ? ("replies" as const) : ("other" as const),
      date_sent,
      ...(from_name === undefined ? {} : { from_name }),
      from_email,
      to_email,
      ...(cc_email === undefined ? {} : { cc_email }),
      ...(sent_by === undefined ? {} : { sent_by }),
      kind,
      ...(refers_to === undefined ? {} : { refers_to })
    })
    same(yield* ask([question.id], []), [linked(question, thread_id)])
    same(yield* ask([], [question.id]), [linked(forward, thread_id), linked(again, thread_id)])
    same(yield* ask([question.id, question.id], [forward.id, question.id]), [
      linked(question, thread_id),
      linked(forward, thread_id),
      linked(answer, other),
      linked(again, thread_id)
    ])
    same(yield* ask([question.id], [forward.id, question.id], 2), [
      linked(question, thread_id),
      linked(forward, thread_id)
    ])
    same(yield* ask([], [answer.id]), [])
    same(yield* ask([], []), [])
    same(
      yield* foreign.store.findLinked(foreign.organization_id, { ids: [question.id], referred: [] }, { limit: 9 }),
      []
    )
    const ours = { message_ids: ["<two@x.test>", "<one@x.test>"] }
    const one = yield* send(other, 2, { message_id: "<one@x.test>" })
    const two = yield* send(thread_id, 1, { message_id: "<two@x.test>" })
    same(idsOf(yield* store.findOurs(organization_id, ours, { limit: 9 })), [one.id, two.id])
    // A message keeps it.
    same(
      (yield* messages(other)).map(({ refers_to }) => refers_to),
      [undefined, forward.id, undefined]
    )
  })
})
