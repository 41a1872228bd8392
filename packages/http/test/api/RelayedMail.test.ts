/** A relay may replace the Message-ID: then answers and notices name the mail by the id of the relay. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const connect = Effect.fnUntraced(function* (account_id: number) {
  const { call } = yield* TestServer
  const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
  assert.strictEqual((yield* call("PUT", `/accounts/${account_id}/credentials`, { body: { smtp } })).status, 200)
})

const ended = (target: string) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", target)),
    Effect.map(({ json }) => json.data?.[0] ?? json),
    until(({ outcome }) => outcome === "sent")
  )

/** The ids of a relay: as its reply names it, and as recipients see it. */
const relays = () => {
  const name = Fixtures.unique("0100")
  return [
    { reported: `<${name}@am0.prod.exchangelabs.com>`, seen: `<${name}@am0.prod.exchangelabs.com>` },
    { reported: `${name}-bare`, seen: `<${name}-bare@email.amazonses.com>` }
  ]
}

/** An answer from the unibox, which a relay has given another id. */
const answer = Effect.fnUntraced(function* (reported: string) {
  const { call, outgoing } = yield* TestServer
  const talk = yield* Fixtures.conversation()
  yield* connect(talk.account_id)
  outgoing.next({ outcome: "sent", reply: "250 Ok", provider_message_id: reported })
  const { json } = yield* call("POST", `/unibox/threads/${talk.thread_id}/reply`, { body: { body_text: "Tuesday?" } })
  return { ...talk, send: yield* ended(`/sends/${json.id}`) }
})

onEveryStorage("a mail that a relay has given another Message-ID", (it) => {
  it.effect("is found by it when somebody else answers, and further mails refer to it", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      for (const { reported, seen } of relays()) {
        const { ours, send, theirs, thread_id } = yield* answer(reported)
        assert.strictEqual(send.provider_message_id, reported)
        const { json } = yield* Fixtures.receive({
          from: `${Fixtures.unique("colleague")}@other.example`,
          to: ours,
          headers: { "In-Reply-To": seen, "Message-ID": `<${Fixtures.unique("answer")}@other.example>` },
          body: "Wednesday."
        })
        assert.deepInclude(json, { thread_id, kind: "reply" }, seen)
        const { json: queued } = yield* call("POST", `/unibox/threads/${thread_id}/reply`, {
          body: { body_text: "Good." }
        })
        const next = yield* ended(`/sends/${queued.id}`)
        const mail = outgoing.submitted.find(({ mail }) => mail.message_id === next.message_id)?.mail
        const references = mail?.references ?? []
        assert.include(references, send.message_id)
        // Recipients know no id without its host.
        assert.strictEqual(references.includes(reported), reported.startsWith("<"))
        assert.notStrictEqual(mail?.to.email, theirs)
      }
    })
  )

  it.effect("is found by it when a notice returns it", () =>
    Effect.gen(function* () {
      for (const { reported, seen } of relays()) {
        const { send, theirs, thread_id } = yield* answer(reported)
        const { json } = yield* Fixtures.receive({
          from: "MAILER-DAEMON@mx.example",
          to: "us@ours.example",
          subject: "failure notice",
          body: [
            "Your mail was not delivered.",
            "",
            `<${theirs}>:`,
            "550 5.1.1 User unknown",
            "",
            "--- Below this line is a copy of the message.",
            "",
            `To: ${theirs}`,
            `Message-ID: ${seen}`
          ].join("\r\n")
        })
        assert.deepInclude(json, { kind: "bounce", trust: "verified", thread_id, events: ["bounced"] }, send.message_id)
      }
    })
  )

  it.effect("is the same mail when a copy with the relay's id is found in the folder of sent mail", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      for (const { reported, seen } of relays()) {
        const { ours, theirs, thread_id } = yield* answer(reported)
        const headers = { "Message-ID": seen }
        const { json } = yield* Fixtures.receive({
          from: ours,
          to: theirs,
          subject: "Re: Hello",
          headers,
          body: "Tuesday?"
        })
        assert.strictEqual(json.kind, "duplicate", seen)
        const { data } = (yield* call("GET", `/unibox/threads/${thread_id}`)).json
        assert.lengthOf(
          data.filter(({ body_text }: any) => body_text.startsWith("Tuesday?")),
          1
        )
      }
    })
  )

  it.effect("counts as answered by its lead, whatever address writes, if it is a step", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      for (const { reported, seen } of relays()) {
        const email = `${Fixtures.unique("sender")}@ours.example`
        const account = { email, provider: "smtp", settings: { min_delay_minutes: 0 } }
        const account_id = (yield* call("POST", "/accounts", { body: account })).json.id
        yield* connect(account_id)
        const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
        const body = { name: "Spring", account_ids: [account_id], send_window }
        const campaign_id = (yield* call("POST", "/campaigns", { body })).json.id
        yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body: { subject: "Question", body: "Hi" } })
        const [lead_id = 0] = yield* Fixtures.leads(campaign_id, [`${Fixtures.unique("lead")}@theirs.example`])
        outgoing.next({ outcome: "sent", reply: "250 Ok", provider_message_id: reported })
        assert.strictEqual((yield* call("POST", `/campaigns/${campaign_id}/start`)).status, 200)
        const send = yield* ended(`/sends?lead_id=${lead_id}`)
        assert.strictEqual(send.provider_message_id, reported)
        const { json } = yield* Fixtures.receive({
          from: `${Fixtures.unique("private")}@other.example`,
          to: email,
          headers: { "In-Reply-To": seen },
          body: "Yes, please."
        })
        assert.deepInclude(json, { lead_id, kind: "reply", events: ["replied"] })
        assert.deepInclude((yield* call("GET", `/leads/${lead_id}`)).json, { stop_sending: true })
      }
    })
  )
})
