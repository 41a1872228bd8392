/** A responder: may read everything, and only works with conversations. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { signedIn } from "./Roles.ts"
import { conversation, ended, inHours } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

/** A conversation, a responder and a member, and mails that they wrote. */
const given = Effect.gen(function* () {
  const { call, outgoing } = yield* TestServer
  const me = yield* signedIn("responder", "Rita")
  const other = yield* signedIn("member", "Moe")
  const talk = yield* conversation
  const { json: found } = yield* call("GET", talk.thread)
  const later = (by: typeof me, body_text: string) =>
    Effect.map(
      by.call("POST", `${talk.thread}/reply`, { body: { body_text, send_at: inHours(24) } }),
      ({ json, text }) => json.id ?? assert.fail(text)
    )
  /** An answer whose server did not say whether it took it. */
  const lost = Effect.fnUntraced(function* (by: typeof me) {
    outgoing.next({ outcome: "unknown", reason: "closed" })
    const { json } = yield* by.call("POST", `${talk.thread}/reply`, { body: { body_text: "Lost" } })
    return (yield* ended(json.id)).id as number
  })
  const note = (by: typeof me) =>
    Effect.map(by.call("POST", `${talk.thread}/notes`, { body: { body: "A note" } }), ({ json }) => json.id as number)
  const cancelled = Effect.fnUntraced(function* (by: typeof me) {
    const id = yield* later(by, "Cancelled")
    yield* by.call("POST", `/sends/${id}/cancel`)
    return id
  })
  const upload = call("POST", "/uploads?filename=note.txt", {
    headers: { "content-type": "application/octet-stream" },
    body: "x"
  })
  return {
    ...talk,
    me,
    other,
    message: found.data.at(-1).id as number,
    mine: yield* later(me, "Mine"),
    theirAnswer: yield* later(other, "Theirs"),
    myCancelled: yield* cancelled(me),
    theirCancelled: yield* cancelled(other),
    myLost: yield* lost(me),
    theirLost: yield* lost(other),
    myNote: yield* note(me),
    theirNote: yield* note(other),
    upload: (yield* upload).json.id as number,
    tag: (yield* call("POST", "/tags", { body: { name: Fixtures.unique("Warm "), sentiment: "positive" } })).json.id,
    template: (yield* call("POST", "/reply-templates", { body: { name: Fixtures.unique("Hi "), body: "Hello" } })).json
      .id
  }
})
type Given = Effect.Success<typeof given>

type Row = readonly [
  what: string,
  method: string,
  path: (given: Given) => string,
  status: number,
  body?: object | ((given: Given) => object)
]

const bytes = { headers: { "content-type": "application/octet-stream" }, body: "x" }

/** In their order: an answer that is sent discards the refused ones before it, so it comes late. */
const rows: ReadonlyArray<Row> = [
  ["reads the conversation", "GET", ({ thread }) => thread, 200],
  ["reads the campaign", "GET", ({ campaign_id }) => `/campaigns/${campaign_id}`, 200],
  ["reads the lead", "GET", ({ lead_id }) => `/leads/${lead_id}`, 200],
  ["answers later", "POST", ({ thread }) => `${thread}/reply`, 202, { body_text: "a", send_at: inHours(24) }],
  ["moves its own answer", "PATCH", ({ mine }) => `/sends/${mine}`, 200, { send_at: inHours(48) }],
  ["moves no other answer", "PATCH", ({ theirAnswer }) => `/sends/${theirAnswer}`, 403, { send_at: null }],
  ["cancels its own answer", "POST", ({ mine }) => `/sends/${mine}/cancel`, 200],
  ["cancels no other answer", "POST", ({ theirAnswer }) => `/sends/${theirAnswer}/cancel`, 403],
  ["discards its own text", "POST", ({ myCancelled }) => `/sends/${myCancelled}/discard`, 200],
  ["discards it again", "POST", ({ myCancelled }) => `/sends/${myCancelled}/discard`, 200],
  ["discards no other text", "POST", ({ theirCancelled }) => `/sends/${theirCancelled}/discard`, 403],
  ["says what became of its own answer", "POST", ({ myLost }) => `/sends/${myLost}/resolve`, 200, { outcome: "sent" }],
  [
    "does not say what became of another answer",
    "POST",
    ({ theirLost }) => `/sends/${theirLost}/resolve`,
    403,
    { outcome: "sent" }
  ],
  [
    "forwards a message",
    "POST",
    ({ message, thread }) => `${thread}/messages/${message}/forward`,
    202,
    { to: ["charles@house.example"] }
  ],
  ["adds a file", "POST", () => "/uploads?filename=a.txt", 201],
  ["removes a file", "DELETE", ({ upload }) => `/uploads/${upload}`, 204],
  ["fills a template", "GET", ({ template, thread }) => `${thread}/reply-templates/${template}`, 200],
  ["writes a note", "POST", ({ thread }) => `${thread}/notes`, 201, { body: "Call her" }],
  ["changes its own note", "PATCH", ({ myNote }) => `/unibox/notes/${myNote}`, 200, { body: "b" }],
  ["changes no other note", "PATCH", ({ theirNote }) => `/unibox/notes/${theirNote}`, 409, { body: "b" }],
  ["takes a conversation", "PATCH", ({ thread }) => thread, 200, ({ me }: Given) => ({ assigned_to: me.id })],
  ["gives one to somebody", "PATCH", ({ thread }) => thread, 200, ({ other }: Given) => ({ assigned_to: other.id })],
  ["marks as unread", "PATCH", ({ thread }) => thread, 200, { is_new: true }],
  ["puts off a conversation", "PATCH", ({ thread }) => thread, 200, { state: "snoozed", snoozed_until: inHours(24) }],
  [
    "ends several conversations",
    "PATCH",
    () => "/unibox/threads",
    200,
    ({ thread_id }: Given) => ({ ids: [thread_id], state: "done" })
  ],
  ["shows that it is answering", "PUT", ({ thread }) => `${thread}/answering`, 204],
  ["shows that it is not", "DELETE", ({ thread }) => `${thread}/answering`, 204],
  ["tags the lead", "PUT", ({ lead_id }) => `/leads/${lead_id}/tag`, 200, ({ tag }: Given) => ({ tag_id: tag })],
  ["stops the lead", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 200, { stop_sending: true }],
  ["resumes the lead", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 200, { stop_sending: false }],
  ["pauses the lead", "PUT", ({ lead_id }) => `/leads/${lead_id}/pause`, 200, { until: inHours(24) }],
  ["changes nothing of the lead", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 200, {}],
  ["changes no name", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 403, { first_name: "Eve" }],
  [
    "changes no name with a stop",
    "PATCH",
    ({ lead_id }) => `/leads/${lead_id}`,
    403,
    { first_name: "Eve", stop_sending: true }
  ],
  ["changes no address", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 403, { email: "eve@x.example" }],
  ["changes no field", "PATCH", ({ lead_id }) => `/leads/${lead_id}`, 403, { custom_fields: { city: "Rome" } }],
  ["changes no name of a missing lead", "PATCH", () => "/leads/999999", 403, { first_name: "Eve" }],
  [
    "stops no list of leads",
    "PATCH",
    () => "/leads",
    403,
    ({ lead_id }: Given) => ({ ids: [lead_id], stop_sending: true })
  ],
  [
    "blocks an address",
    "POST",
    () => "/blacklist/emails",
    200,
    { emails: ["leave-me@theirs.example"], reason: "asked for it" }
  ],
  [
    "blocks no list of addresses",
    "POST",
    () => "/blacklist/emails",
    403,
    { emails: ["one@theirs.example", "two@theirs.example"] }
  ],
  ["takes no address off", "DELETE", () => "/blacklist/emails", 403, { values: ["leave-me@theirs.example"] }],
  ["blocks no domain", "POST", () => "/blacklist/domains", 403, { domains: ["theirs.example"] }],
  ["erases nobody", "DELETE", () => "/leads", 403, ({ lead_id }: Given) => ({ ids: [lead_id], erase: true })],
  ["removes nobody", "DELETE", () => "/leads", 403, ({ lead_id }: Given) => ({ ids: [lead_id] })],
  ["makes no tag", "POST", () => "/tags", 403, { name: "x", sentiment: "neutral" }],
  ["changes no template", "PATCH", ({ template }) => `/reply-templates/${template}`, 403, { body: "x" }],
  ["starts no campaign", "POST", ({ campaign_id }) => `/campaigns/${campaign_id}/start`, 403],
  ["changes no campaign", "PATCH", ({ campaign_id }) => `/campaigns/${campaign_id}`, 403, { name: "x" }],
  ["writes no step", "POST", ({ campaign_id }) => `/campaigns/${campaign_id}/sequences`, 403, { body: "x" }],
  ["reads no inbox again", "POST", ({ account_id }) => `/accounts/${account_id}/sync`, 403],
  ["changes no account", "PATCH", () => "/accounts", 403, ({ account_id }: Given) => ({ ids: [account_id] })],
  ["changes no settings", "PATCH", () => "/organization", 403, { keep_log_days: 30 }],
  ["makes no integration", "POST", () => "/integrations", 403, { type: "webhook" }],
  ["adds nobody", "POST", () => "/people", 403, { name: "x", email: "x@x.example", role: "viewer" }],
  ["makes no key", "POST", () => "/keys", 403, { name: "x" }],
  ["reads no log", "GET", () => "/log", 403],
  ["answers", "POST", ({ thread }) => `${thread}/reply`, 202, { body_text: "Hello" }],
  ["removes its own note", "DELETE", ({ myNote }) => `/unibox/notes/${myNote}`, 204]
]

onEveryStorage("a responder", (it) => {
  it.effect("works with conversations, and with nothing else", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const here = yield* given
      const { me, lead_id } = here
      const wrong: Array<string> = []
      for (const [what, method, path, status, body] of rows) {
        const sent = typeof body === "function" ? body(here) : body
        const isUpload = path(here).startsWith("/uploads?")
        const answer = yield* me.call(method, path(here), isUpload ? bytes : sent === undefined ? {} : { body: sent })
        const isExplained =
          status !== 403 || /^Your role is `responder`, and only .*`owner` may /u.test(answer.json.detail)
        if (answer.status !== status || !isExplained)
          wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
      }
      assert.deepStrictEqual(wrong, [])
      const { json: lead } = yield* call("GET", `/leads/${lead_id}`)
      assert.notStrictEqual(lead.first_name, "Eve")
      const { json: log } = yield* call("GET", `/log?person_id=${me.id}&limit=100`)
      const logged = new Set(log.data.map(({ operation }: any) => operation))
      for (const operation of ["sends.reply", "unibox.update", "leads.update", "blacklist.addEmails"]) {
        assert.include([...logged], operation)
      }
      assert.notInclude([...logged], "unibox.beginAnswering")
    })
  )
})
