/** Messages that are forwarded, over HTTP: to whom, with which files, and what the answers to them are. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { conversation, ended } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("a message that is forwarded", (it) => {
  const colleague = () => `${Fixtures.unique("charles")}@house.example`

  /** A conversation whose lead has sent a file, and the functions that forward its last message. */
  const forwarding = Effect.gen(function* () {
    const { a, call, outgoing } = yield* TestServer
    const talk = yield* conversation
    const part = "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="
    const raw = [
      `From: Ada Lovelace <${talk.theirs}>`,
      `To: ${talk.ours}`,
      "Cc: bob@theirs.example",
      "Subject: Our needs",
      "Date: Fri, 07 Aug 2026 10:30:00 +0200",
      `Message-ID: <${Fixtures.unique("needs")}@theirs.example>`,
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/html",
      "",
      '<p>Please <script>alert(1)</script><img src="https://track.example/p.gif">read</p>',
      "--b",
      `${part}"Needs.pdf"`,
      "",
      "one",
      "--b",
      `${part}"Prices.pdf"`,
      "",
      "three",
      "--b--",
      ""
    ].join("\r\n")
    yield* Fixtures.receive(raw)
    const { json } = yield* call("GET", talk.thread)
    const message = json.data.find(({ subject }: any) => subject === "Our needs")
    return {
      ...talk,
      message,
      forward: (body: object, id: number = message.id, key = a.key) =>
        call("POST", `${talk.thread}/messages/${id}/forward`, { body, key }),
      submittedTo: (email: string) => outgoing.submitted.filter(({ mail }) => mail.to.email === email),
      messages: Effect.map(call("GET", talk.thread), (found) => found.json.data)
    }
  })

  it.effect("goes out with its text and files, and stands in the conversation", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { forward, lead_id, message, messages, ours, submittedTo, theirs, thread, thread_id } = yield* forwarding
      const before = (yield* call("GET", `/leads/${lead_id}`)).json
      const { thread: thread_before } = (yield* call("GET", thread)).json
      const [to, cc] = [colleague(), colleague()]
      const queued = yield* forward({ to: [to, cc], bcc: ["crm@house.example"], body_text: "Charles, your turn" })
      assert.strictEqual(queued.status, 202, queued.text)
      assert.deepInclude(queued.json, { kind: "forward", lead_id: null, thread_id, to_email: to, cc: [cc] })
      assert.strictEqual((yield* ended(queued.json.id)).outcome, "sent")
      const [{ mail } = assert.fail()] = submittedTo(to)
      assert.deepStrictEqual(
        [mail.subject, mail.in_reply_to, mail.references, mail.html, mail.cc, mail.bcc],
        ["Fwd: Our needs", null, [], null, [cc], ["crm@house.example"]]
      )
      assert.include(mail.text, "Charles, your turn\n\n---------- Forwarded message ---------\n")
      assert.include(
        mail.text,
        `From: Ada Lovelace <${theirs}>\nDate: Fri, 7 Aug 2026 08:30:00 +0000\nSubject: Our needs\nTo: ${ours}\nCc: bob@theirs.example\n\nPlease read`
      )
      // Neither scripts nor pictures of the sender reach the recipient.
      assert.notMatch(mail.text, /alert|track\.example/u)
      assert.deepStrictEqual(
        mail.attachments.map(({ bytes, filename }) => [filename, new TextDecoder().decode(bytes)]),
        [
          ["Needs.pdf", "one"],
          ["Prices.pdf", "three"]
        ]
      )
      const forwarded = (yield* messages).find(({ kind }: any) => kind === "forward")
      assert.deepInclude(forwarded, { is_our_email: true, to_email: to, cc_email: cc, is_new: false })
      assert.lengthOf(forwarded.attachments, 2)
      // The original keeps its files, and the lead is as before.
      assert.lengthOf((yield* messages).find(({ id }: any) => id === message.id).attachments, 2)
      const after = (yield* call("GET", `/leads/${lead_id}`)).json
      assert.deepStrictEqual(after, before)
      const { json: shown } = yield* call("GET", thread)
      assert.deepStrictEqual([shown.reply.to_email, shown.thread.account_id !== undefined], [theirs, true])
      // In the list, the conversation is as before.
      const { message_count, ...thread_after } = shown.thread
      assert.deepStrictEqual({ ...thread_after, message_count: message_count - 1 }, thread_before)
    })
  )

  it.effect("has only the files that were chosen, and own ones", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { forward, message, submittedTo } = yield* forwarding
      const [, second] = message.attachments
      const to = colleague()
      const headers = { "content-type": "application/octet-stream" }
      const { json: upload } = yield* call("POST", "/uploads?filename=note.txt", { headers, body: "mine" })
      const fields = { forwarded_attachments: [second.id], attachments: [upload.id] }
      yield* ended((yield* forward({ to: [to], ...fields })).json.id)
      yield* ended((yield* forward({ to: [to], forwarded_attachments: [] })).json.id)
      assert.deepStrictEqual(
        submittedTo(to).map(({ mail }) => mail.attachments.map(({ filename }) => filename)),
        [["Prices.pdf", "note.txt"], []]
      )
      const wrong = yield* forward({ to: [to], forwarded_attachments: [second.id, 999_999_999] })
      assert.deepStrictEqual([wrong.status, wrong.json.errors[0].pointer], [400, "/body/forwarded_attachments/1"])
    })
  )

  it.effect("is answered by a person who is not the lead, in a conversation of that person", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { forward, lead_id, ours, theirs, thread, thread_id } = yield* forwarding
      const to = colleague()
      const { json } = yield* forward({ to: [to], body_text: "Your turn" })
      const { message_id } = yield* ended(json.id)
      const events = Effect.map(call("GET", `/leads/${lead_id}/activity`), (found) => found.json.data.length)
      const before = yield* events
      const answer = {
        from: to,
        to: ours,
        headers: { "In-Reply-To": message_id, References: message_id },
        body: "Done"
      }
      const { json: received } = yield* Fixtures.receive(answer)
      assert.notStrictEqual(received.thread_id, thread_id)
      assert.deepStrictEqual([received.kind, received.lead_id, received.events], ["other", undefined, []])
      assert.strictEqual(yield* events, before)
      assert.strictEqual((yield* call("GET", thread)).json.reply.to_email, theirs)
      // The message names its forward, the forward names message and answer, and the answer names the forward.
      const linksIn = Effect.fnUntraced(function* (target: string) {
        const { data } = (yield* call("GET", target)).json
        return (data as ReadonlyArray<any>).flatMap(({ links = [], subject }) =>
          links.map((link: any) => [subject, link.relation, link.kind, link.thread_id, link.tab, link.to_email])
        )
      })
      const forwarded = yield* linksIn(thread)
      assert.sameDeepMembers(forwarded, [
        ["Our needs", "forwarded_as", "forward", thread_id, "replies", to],
        ["Fwd: Our needs", "forwards", "reply", thread_id, "replies", ours],
        ["Fwd: Our needs", "answered_by", "other", received.thread_id, "other", ours]
      ])
      const elsewhere = `/unibox/threads/${received.thread_id}`
      const answers = yield* linksIn(elsewhere)
      assert.deepStrictEqual(
        answers.map((link: any) => link.slice(1)),
        [["answers", "forward", thread_id, "replies", to]]
      )
      const { json: found } = yield* call("GET", elsewhere)
      assert.notProperty(found.data[0], "refers_to")
      // A notice that it was not delivered is none of the lead, either.
      const bounce = {
        from: "mailer-daemon@house.example",
        to: ours,
        headers: { "In-Reply-To": message_id, "Auto-Submitted": "auto-replied" },
        body: `Your message to <${to}> could not be delivered: 550 5.1.1 no such user`
      }
      const { json: notice } = yield* Fixtures.receive(bounce)
      assert.notStrictEqual(notice.thread_id, thread_id)
      assert.strictEqual((yield* call("GET", `/leads/${lead_id}`)).json.status === "Bounce", false)
      // The answer of the lead itself still belongs to the conversation, and names no forwarded message.
      const { json: mine } = yield* call("POST", `${thread}/reply`, { body: { body_text: "Hello Ada" } })
      const sent = yield* ended(mine.id)
      const { outgoing } = yield* TestServer
      const mail = outgoing.submitted.find((one) => one.mail.message_id === sent.message_id)?.mail
      assert.notInclude(mail?.references, message_id)
      const next = { from: theirs, to: ours, headers: { "In-Reply-To": sent.message_id }, body: "Thanks" }
      assert.deepInclude((yield* Fixtures.receive(next)).json, { kind: "reply", thread_id, lead_id })
    })
  )

  it.effect("is rejected for people who unsubscribed, unknown messages, wrong input and readers", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const { forward, lead_id, theirs, thread } = yield* forwarding
      const { thread: other } = yield* conversation
      const { json: elsewhere } = yield* call("GET", other)
      const to = [colleague()]
      assert.strictEqual((yield* forward({ to }, elsewhere.data[0].id)).status, 404)
      assert.strictEqual(
        (yield* call("POST", "/unibox/threads/999999999/messages/1/forward", { body: { to } })).status,
        404
      )
      assert.strictEqual((yield* forward({ to }, undefined, a.readOnlyKey)).status, 403)
      for (const body of [{}, { to: [] }, { to: ["nobody"] }, { to: Array.from({ length: 21 }, colleague) }]) {
        assert.strictEqual((yield* forward(body)).status, 400)
      }
      const unsubscribed = { type: "unsubscribed", lead_id, occurred_at: "2026-08-08T10:00:00Z", idempotency_key: "u" }
      yield* call("POST", "/events", { body: { events: [unsubscribed] } })
      const refused = yield* forward({ to, cc: [theirs] })
      assert.deepStrictEqual([refused.status, refused.json.reason], [409, "recipient_unsubscribed"])
      assert.include(refused.json.detail, theirs)
      // Others may still read what the lead wrote.
      assert.strictEqual((yield* forward({ to })).status, 202)
      const { json } = yield* call("GET", thread)
      assert.strictEqual(json.reply.reason, "recipient_unsubscribed")
    })
  )

  it.effect("that was refused keeps its text and files until it is discarded", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { forward, messages } = yield* forwarding
      outgoing.next({ outcome: "refused", at: "recipient", code: 550, reply: "550 no such user" })
      const { json } = yield* forward({ to: [colleague()], body_text: "Your turn" })
      const refused = yield* ended(json.id)
      assert.deepInclude(refused, { outcome: "refused", body_text: "Your turn" })
      assert.lengthOf(refused.attachments, 2)
      const upload = call("GET", `/uploads/${refused.attachments[0].id}`)
      assert.isString((yield* upload).json.expires_at, "A week after the refusal the copies are removed")
      assert.isUndefined((yield* messages).find(({ kind }: any) => kind === "forward"))
      assert.strictEqual((yield* call("POST", `/sends/${json.id}/discard`)).status, 200)
      assert.deepInclude((yield* call("GET", `/sends/${json.id}`)).json, { body_text: null, attachments: [] })
      // The copies of its files belong to nobody then.
      for (const { id } of refused.attachments) {
        assert.isNotNull((yield* call("GET", `/uploads/${id}`)).json.expires_at)
        assert.strictEqual((yield* call("DELETE", `/uploads/${id}`)).status, 204)
      }
    })
  )

  const nothing = { to_email: "", subject: "", reply: null, body_text: null, cc: [], bcc: [], attachments: [] }
  const erase = Effect.fnUntraced(function* (lead_id: number) {
    const { call } = yield* TestServer
    const { status, text } = yield* call("DELETE", "/leads", { body: { ids: [lead_id], erase: true } })
    assert.strictEqual(status, 200, text)
  })
  const isUpload = Effect.fnUntraced(function* (id: number) {
    const { call } = yield* TestServer
    return (yield* call("GET", `/uploads/${id}`)).status === 200
  })

  it.effect("loses its text, its files and its recipients when the lead of the conversation is erased", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { forward, lead_id } = yield* forwarding
      yield* ended((yield* forward({ to: [colleague()] })).json.id)
      const sent = (yield* call("GET", "/sends?kind=forward&limit=1")).json.data[0]
      outgoing.next({ outcome: "refused", at: "recipient", code: 550, reply: "550 no such user" })
      const refused = yield* ended((yield* forward({ to: [colleague()], cc: [colleague()] })).json.id)
      outgoing.next({ outcome: "refused", at: "recipient", code: 451, reply: "451 Greylisted" })
      const deferred = yield* ended((yield* forward({ to: [colleague()], body_text: "Your turn" })).json.id)
      assert.deepStrictEqual(
        [sent, refused, deferred].map(({ outcome }) => outcome),
        ["sent", "refused", "deferred"]
      )
      const files = [...refused.attachments, ...deferred.attachments]
      assert.lengthOf(files, 4)
      assert.isTrue(yield* isUpload(files[0].id))
      yield* erase(lead_id)
      for (const { id } of [sent, refused, deferred]) {
        assert.deepInclude((yield* call("GET", `/sends/${id}`)).json, nothing)
      }
      for (const { id } of files) assert.isFalse(yield* isUpload(id))
    })
  )

  it.effect("loses its text and files when its recipient is erased, and a copy goes to nobody who is", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { forward } = yield* forwarding
      const bob = yield* Fixtures.conversation()
      const deferred = Effect.fnUntraced(function* (fields: object) {
        outgoing.next({ outcome: "refused", at: "recipient", code: 451, reply: "451 Greylisted" })
        return yield* ended((yield* forward(fields)).json.id)
      })
      const other = colleague()
      const first = yield* deferred({ to: [bob.theirs, other] })
      const copy = yield* deferred({ to: [other, bob.theirs] })
      assert.deepStrictEqual([first.outcome, copy.cc], ["deferred", [bob.theirs]])
      yield* erase(bob.lead_id)
      assert.deepInclude((yield* call("GET", `/sends/${first.id}`)).json, nothing)
      assert.isFalse(yield* isUpload(first.attachments[0].id))
      assert.deepInclude((yield* call("GET", `/sends/${copy.id}`)).json, { to_email: other, cc: [] })
      assert.isTrue(yield* isUpload(copy.attachments[0].id))
    })
  )

  it.effect("does not survive an erasure of the lead that runs at the same time", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      for (let round = 0; round < 4; round++) {
        const { forward, lead_id } = yield* forwarding
        const forwards = Array.from({ length: 3 }, () => forward({ to: [colleague()] }))
        const [, ...answers] = yield* Effect.all([erase(lead_id), ...forwards], { concurrency: "unbounded" })
        for (const { json, status } of answers) {
          if (status === 404) continue
          assert.strictEqual(status, 202)
          assert.deepInclude((yield* call("GET", `/sends/${json.id}`)).json, { to_email: "", body_text: null })
        }
      }
    })
  )

  it.effect("has at most 20 copies that are named, and 20 files", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { forward, message } = yield* forwarding
      const faultOf = Effect.fnUntraced(function* (fields: object) {
        const { json, status } = yield* forward(fields)
        return status === 202 ? "accepted" : `${status} ${json.errors?.[0].pointer}`
      })
      const people = Array.from({ length: 20 }, colleague)
      const none = { forwarded_attachments: [] }
      assert.strictEqual(yield* faultOf({ to: people, cc: [colleague()], ...none }), "accepted")
      assert.strictEqual(yield* faultOf({ to: people, cc: people, ...none }), "accepted")
      assert.strictEqual(yield* faultOf({ to: people, cc: [colleague(), colleague()], ...none }), "400 /body/to")
      const headers = { "content-type": "application/octet-stream" }
      const upload = (body: string) => call("POST", "/uploads?filename=note.txt", { headers, body })
      const uploads = yield* Effect.forEach(people, () => Effect.map(upload("mine"), ({ json }) => json.id))
      const to = [colleague()]
      assert.strictEqual(yield* faultOf({ to, attachments: uploads }), "400 /body/forwarded_attachments")
      const [chosen] = message.attachments
      assert.strictEqual(
        yield* faultOf({ to, attachments: uploads.slice(1), forwarded_attachments: [chosen.id] }),
        "accepted"
      )
    })
  )

  it.effect("names the attachments of the message when they make the mail too large", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { forward } = yield* forwarding
      const headers = { "content-type": "application/octet-stream" }
      const body = "x".repeat(18_000_000)
      const { json: upload } = yield* call("POST", "/uploads?filename=large.txt", { headers, body })
      // With the upload, 1000 bytes or so below the maximum.
      const fields = { to: [colleague()], attachments: [upload.id], body_text: "€".repeat(84_300) }
      const { json, status } = yield* forward(fields)
      assert.deepStrictEqual([status, json.errors[0].pointer], [400, "/body/forwarded_attachments"])
      assert.strictEqual((yield* forward({ ...fields, forwarded_attachments: [] })).status, 202)
    })
  )

  it.effect("tells other consoles that it waits", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { forward } = yield* forwarding
      // Without this, its message would tell them.
      outgoing.next({ outcome: "refused", at: "recipient", code: 451, reply: "451 Greylisted" })
      const revision = Effect.map(call("GET", "/unibox/changes"), ({ json }) => json.revision)
      const before = yield* revision
      assert.strictEqual((yield* forward({ to: [colleague()] })).status, 202)
      assert.isAbove(yield* revision, before)
    })
  )
})
