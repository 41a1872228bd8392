/** The unified inbox over HTTP (contract, section 3). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const withFile = (boundary: string) =>
  [
    `--${boundary}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "See the file.",
    `--${boundary}`,
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERi0=",
    `--${boundary}--`,
    ""
  ].join("\r\n")

const nameless = { first_name: "", last_name: "", company: "", reply_status: null, reply_status_by: null }

onEveryStorage("unibox", (it) => {
  const threads = Effect.fnUntraced(function* (query: string) {
    const server = yield* TestServer
    return (yield* server.call("GET", `/unibox/threads?${query}`)).json
  })

  it.effect("shows a lead's reply as the contract says", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const date = "Fri, 07 Aug 2026 09:30:00 +0000"
      const body = "Yes,\r\n  please   call me tomorrow at nine, or better at ten, if you can. 👍🏽\r\n\r\n> Hello"
      const talk = yield* Fixtures.conversation({}, { subject: "Re: Hello", body, headers: { Date: date } })
      assert.strictEqual(talk.sent.kind, "own")
      assert.deepInclude(talk.received, { kind: "reply", lead_id: talk.lead_id, thread_id: talk.thread_id })
      const page = yield* threads("tab=replies&limit=100")
      assert.deepStrictEqual(
        Object.keys(page).filter((key) => key !== "next_cursor"),
        ["data", "has_more"]
      )
      const thread = page.data.find(({ id }: { id: number }) => id === talk.thread_id)
      const { json: campaign } = yield* server.call("GET", `/campaigns/${talk.campaign_id}`)
      assert.deepStrictEqual(thread, {
        id: talk.thread_id,
        tab: "replies",
        state: "open",
        thread_id: talk.thread_id,
        lead_id: talk.lead_id,
        campaign_id: talk.campaign_id,
        last_message: {
          id: thread.last_message.id,
          thread_id: talk.thread_id,
          subject: "Re: Hello",
          body: "Yes, please call me tomorrow at nine, or better a…",
          date_sent: "2026-08-07T09:30:00.000Z",
          from_name: "Lee",
          from_email: talk.theirs,
          to_email: talk.ours,
          is_new: true,
          is_our_email: false,
          kind: "reply",
          message_id: thread.last_message.message_id,
          attachments: []
        },
        message_count: 2,
        account_id: talk.account_id,
        lead: { ...nameless, email: talk.theirs },
        campaign_name: campaign.name
      })
      const { json: lead } = yield* server.call("GET", `/leads/${talk.lead_id}`)
      assert.strictEqual(lead.status, "Replied")
      assert.include(lead.reply_text, "please")
      assert.notInclude(lead.reply_text, "> Hello")
      const { json: detail } = yield* server.call("GET", `/unibox/threads/${talk.thread_id}`)
      assert.deepStrictEqual(detail.thread, thread)
      assert.strictEqual(detail.data.length, 2)
      assert.strictEqual(detail.data[0].body_text.trim(), "Hello")
      assert.strictEqual(detail.data[1].reply_text, lead.reply_text)
      const ofLead = `/leads/${talk.lead_id}/threads`
      assert.deepStrictEqual((yield* server.call("GET", ofLead)).json, { data: [thread], has_more: false })
      const other = yield* Fixtures.conversation()
      const foreign = (yield* server.call("GET", `/unibox/threads?tab=replies&limit=1`)).json.next_cursor
      const stolen = yield* server.call("GET", `/leads/${other.lead_id}/threads?cursor=${foreign}`)
      assert.strictEqual(stolen.json.code, "invalid_cursor")
      assert.strictEqual((yield* server.call("GET", "/leads/999999999/threads")).status, 404)
      const { json: newest } = yield* server.call("GET", `/unibox/threads/${talk.thread_id}?order=desc&limit=1`)
      assert.deepStrictEqual(newest.data, detail.data.slice(1))
      const { json: rest } = yield* server.call(
        "GET",
        `/unibox/threads/${talk.thread_id}?order=desc&limit=1&cursor=${encodeURIComponent(newest.next_cursor)}`
      )
      assert.deepStrictEqual(rest.data, detail.data.slice(0, 1))
    })
  )

  it.effect("filters and searches the threads of a tab", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const talk = yield* Fixtures.conversation({}, { subject: "Re: Hello", body: "The ÉLAN is 50%_off.\r\n" })
      const { json: tag } = yield* call("POST", "/tags", {
        body: { name: Fixtures.unique("Tag "), sentiment: "neutral" }
      })
      yield* call("PUT", `/leads/${talk.lead_id}/tag`, { body: { tag_id: tag.id } })
      const found = (query: string) =>
        Effect.map(threads(`tab=replies&limit=100&${query}`), ({ data }) =>
          data.map(({ id }: { readonly id: number }) => id)
        )
      const filters = [
        `campaign_id=${talk.campaign_id.toUpperCase()}`,
        `account_id=${talk.account_id}`,
        `lead_id=${talk.lead_id}`,
        `tag_id=${tag.id}`,
        `search=${encodeURIComponent(talk.theirs.toUpperCase())}`
      ]
      for (const query of [...filters, `${filters.join("&")}&is_new=true`]) {
        assert.deepStrictEqual(yield* found(query), [talk.thread_id], query)
      }
      const byText = yield* threads(`tab=replies&${filters[0]}&search=${encodeURIComponent("elan is 50%_O")}`)
      assert.deepStrictEqual(byText.data[0].found, { id: byText.data[0].last_message.id, text: "The ÉLAN is 50%_off." })
      assert.notProperty((yield* threads(`tab=replies&${filters.join("&")}`)).data[0], "found")
      const unread = (query: string) => Effect.map(call("GET", `/unibox/unread?${query}`), ({ json }) => json)
      assert.deepStrictEqual(yield* unread(filters.join("&")), { replies: 1, other: 0 })
      assert.deepStrictEqual(yield* unread(`${filters[2]}&state=done`), { replies: 0, other: 0 })
      const notAFilter = yield* call("GET", "/unibox/unread?tab=other")
      assert.deepStrictEqual([notAFilter.status, notAFilter.json.errors[0].pointer], [400, "/query/tab"])
      for (const query of [`${filters[0]}&is_new=false`, "search=50%25off", "lead_id=999999", `account_id=999999`]) {
        assert.notInclude(yield* found(query), talk.thread_id, query)
      }
      const { data } = yield* threads(`tab=replies&${filters[3]}`)
      assert.strictEqual(data[0].lead.reply_status, tag.name)
      for (const [query, pointer] of [
        ["is_new=1", "/query/is_new"],
        ["lead_id=0", "/query/lead_id"],
        ["account_id=x", "/query/account_id"],
        ["campaign_id=x", "/query/campaign_id"],
        [`search=${"x".repeat(255)}`, "/query/search"]
      ]) {
        const { json, status } = yield* call("GET", `/unibox/threads?tab=other&${query}`)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
    })
  )

  it.effect("changes many threads, and undoes it with the answer", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const talks = [yield* Fixtures.conversation(), yield* Fixtures.conversation()]
      const [first = 0, second = 0] = talks.map(({ thread_id }) => thread_id)
      const { json: stranger } = yield* Fixtures.receive({ from: "many@else.example", to: "us@ours.example" })
      const ids = [second, 999_999, stranger.thread_id, first, second]
      const states = Effect.forEach([first, second, stranger.thread_id], (id) =>
        Effect.map(call("GET", `/unibox/threads/${id}`), ({ json }) => json)
      )
      const before = yield* states
      const changes = yield* call("GET", "/unibox/changes")
      const { json, status } = yield* call("PATCH", "/unibox/threads", {
        body: { ids, is_new: false, tab: "other", state: "done" }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([json.updated, json.not_found, json.data.length], [3, 1, 4])
      assert.deepStrictEqual(json.data[1], { id: 999_999, status: "not_found" })
      const newOf = (thread: number) =>
        before[thread].data.flatMap((message: any) => (message.is_new ? [message.id] : []))
      assert.deepStrictEqual(json.data[0], {
        id: second,
        status: "updated",
        tab: "replies",
        state: "open",
        assigned_to: null,
        new_message_ids: newOf(1)
      })
      const headers = { "if-none-match": changes.headers["etag"] ?? "" }
      const same = yield* call("GET", "/unibox/changes", { headers })
      assert.strictEqual(same.status, 200)
      assert.isAbove(same.json.revision, changes.json.revision)
      for (const tab of ["replies", "other"]) {
        const group = json.data.filter((one: any) => one.tab === tab)
        const body = {
          ids: group.map(({ id }: any) => id),
          tab,
          state: "open",
          new_message_ids: group.flatMap(({ new_message_ids }: any) => new_message_ids)
        }
        assert.strictEqual((yield* call("PATCH", "/unibox/threads", { body })).status, 200)
      }
      assert.deepStrictEqual(yield* states, before)
      const foreign = yield* call("PATCH", "/unibox/threads", { key: b.key, body: { ids: [first], is_new: false } })
      assert.deepStrictEqual(foreign.json, { updated: 0, not_found: 1, data: [{ id: first, status: "not_found" }] })
    })
  )

  it.effect("shows the name of the account on mail that a host reports", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { lead_id, ours, theirs, thread_id, ...talk } = yield* Fixtures.conversation()
      const settings = { first_name: "Mara", last_name: "Lind" }
      yield* call("PATCH", "/accounts", { body: { ids: [talk.account_id], settings } })
      const message = {
        message_id: `<${Fixtures.unique("named")}@ours.example>`,
        subject: "Hello",
        body_text: "Hello again",
        from_email: ours,
        to_email: theirs
      }
      const event = { type: "sent", lead_id, occurred_at: new Date().toISOString(), message }
      const { json } = yield* call("POST", "/events", { body: { events: [event] } })
      assert.strictEqual(json.recorded, 1)
      const { json: thread } = yield* call("GET", `/unibox/threads/${thread_id}`)
      const named = thread.data.find(({ message_id }: any) => message_id === message.message_id)
      assert.deepInclude(named, { from_name: "Mara Lind", is_our_email: true })
    })
  )

  it.effect("puts a thread aside until its lead writes again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const talk = yield* Fixtures.conversation()
      const { thread_id } = talk
      const of = (state: string) =>
        Effect.map(threads(`tab=replies&state=${state}&lead_id=${talk.lead_id}`), ({ data }) =>
          data.map(({ id }: { readonly id: number }) => id)
        )
      const todo = Effect.map(call("GET", "/unibox/changes"), ({ json }) => json.todo.replies)
      const before = yield* todo
      assert.deepStrictEqual([yield* of("open"), yield* of("done")], [[thread_id], []])
      const done = yield* call("PATCH", `/unibox/threads/${thread_id}`, { body: { state: "done" } })
      assert.deepStrictEqual([done.status, done.json.state, done.json.last_message.is_new], [200, "done", true])
      assert.deepStrictEqual([yield* of("open"), yield* of("done")], [[], [thread_id]])
      assert.strictEqual(yield* todo, before - 1)
      const again = yield* Fixtures.receive({ from: talk.theirs, to: talk.ours })
      assert.strictEqual(again.json.thread_id, thread_id)
      assert.deepStrictEqual([yield* of("open"), yield* of("done"), yield* todo], [[thread_id], [], before])
      for (const query of ["state=closed", "state="]) {
        const { json, status } = yield* call("GET", `/unibox/threads?tab=other&${query}`)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, "/query/state"])
      }
    })
  )

  it.effect("says whether anything has changed, by its entity tag", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { thread_id } = yield* Fixtures.conversation()
      const { headers, json } = yield* call("GET", "/unibox/changes")
      assert.deepStrictEqual(Object.keys(json), ["revision", "replies", "other", "todo"])
      const { json: unread } = yield* call("GET", "/unibox/unread")
      assert.deepInclude(json, unread)
      const known = { "if-none-match": headers["etag"] ?? assert.fail("no tag") }
      assert.strictEqual((yield* call("GET", "/unibox/changes", { headers: known })).status, 304)
      yield* call("PATCH", `/unibox/threads/${thread_id}`, { body: { tab: "other" } })
      const after = yield* call("GET", "/unibox/changes", { headers: known })
      assert.deepStrictEqual([after.status, after.json.revision > json.revision], [200, true])
    })
  )

  it.effect("puts strangers into the other tab, without a thread_id", () =>
    Effect.gen(function* () {
      const { json } = yield* Fixtures.receive({ from: "stranger@else.example", to: "us@ours.example" })
      assert.strictEqual(json.kind, "other")
      const page = yield* threads("tab=other&limit=100")
      const thread = page.data.find(({ id }: { id: number }) => id === json.thread_id)
      for (const key of ["thread_id", "lead_id", "campaign_id"]) assert.notProperty(thread, key)
      for (const key of ["thread_id", "from_name", "cc_email"]) assert.notProperty(thread.last_message, key)
    })
  )

  it.effect("walks every thread once, newest first, while others come", () =>
    Effect.gen(function* () {
      const expected: Array<number> = []
      for (let day = 10; day < 20; day++) {
        const headers = { Date: `Mon, ${day} Jan 2000 00:00:00 +0000` }
        const mail = { from: `w${day}@else.example`, to: "us@ours.example", headers }
        expected.unshift((yield* Fixtures.receive(mail)).json.thread_id)
      }
      const seen: Array<number> = []
      let query = "tab=other&limit=3"
      while (true) {
        const page = yield* threads(query)
        seen.push(...page.data.map(({ id }: { id: number }) => id))
        yield* Fixtures.receive({ from: "new@else.example", to: "us@ours.example" })
        assert.strictEqual(page.has_more, "next_cursor" in page)
        if (!page.has_more) break
        query = `tab=other&limit=3&cursor=${encodeURIComponent(page.next_cursor)}`
      }
      assert.strictEqual(new Set(seen).size, seen.length)
      assert.deepStrictEqual(seen.slice(-10), expected)
    })
  )

  it.effect("refuses cursors of others, and broken ones", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      for (let i = 0; i < 2; i++) {
        yield* Fixtures.receive({ from: "x@else.example", to: "us@ours.example" })
        yield* Fixtures.receive({ from: "x@else.example", to: "us@ours.example" }, { key: b.key })
      }
      const { next_cursor } = yield* threads("tab=other&limit=1")
      const refused = Effect.fnUntraced(function* (tab: string, cursor: string, key = {}) {
        const answer = yield* call("GET", `/unibox/threads?tab=${tab}&cursor=${encodeURIComponent(cursor)}`, key)
        assert.strictEqual(answer.status, 400, cursor)
        assert.strictEqual(answer.json.code, "invalid_cursor")
      })
      yield* refused("replies", next_cursor)
      yield* refused("other", next_cursor, { key: b.key })
      for (const cursor of ["", "x", "1.x.y", `${next_cursor}A`, next_cursor.slice(1), next_cursor.slice(0, -1)]) {
        yield* refused("other", cursor)
      }
      const missing = yield* call("GET", "/unibox/threads")
      assert.strictEqual(missing.json.errors[0].pointer, "/query/tab")
      assert.strictEqual((yield* call("GET", "/unibox/threads?tab=Replies")).status, 400)
      assert.strictEqual((yield* call("GET", "/unibox/threads?tab=other&limit=101")).status, 400)
    })
  )

  it.effect("marks as seen and new, moves between tabs, and counts", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const unread = Effect.map(call("GET", "/unibox/unread"), ({ json }) => json)
      const { thread_id } = yield* Fixtures.conversation()
      const before = yield* unread
      const target = `/unibox/threads/${thread_id}`
      const seen = yield* call("PATCH", target, { body: { is_new: false } })
      assert.strictEqual(seen.json.last_message.is_new, false)
      assert.deepStrictEqual(yield* unread, { ...before, replies: before.replies - 1 })
      const moved = yield* call("PATCH", target, { body: { is_new: true, tab: "other" } })
      assert.strictEqual(moved.json.tab, "other")
      assert.deepStrictEqual(yield* unread, { replies: before.replies - 1, other: before.other + 1 })
      assert.deepStrictEqual((yield* call("PATCH", target, { body: {} })).json, moved.json)
      assert.strictEqual((yield* call("PATCH", target, { body: { tab: "trash" } })).status, 400)
      assert.strictEqual((yield* call("PATCH", "/unibox/threads/999999", { body: {} })).status, 404)
    })
  )

  it.effect("shows of a header what a list has room for, however long it is", () =>
    Effect.gen(function* () {
      const recipients = Array.from({ length: 2000 }, (_, i) => `us${i}@ours.example`)
      const { json } = yield* Fixtures.receive({
        from: `${"N".repeat(20_000)} <${"f".repeat(20_000)}@else.example>`,
        to: recipients.join(",\r\n "),
        subject: "S".repeat(100_000)
      })
      const page = yield* threads("tab=other&limit=100")
      const { last_message } = page.data.find(({ id }: { id: number }) => id === json.thread_id)
      assert.strictEqual(last_message.subject, "S".repeat(1000))
      assert.strictEqual(last_message.from_name, "N".repeat(1000))
      assert.strictEqual(last_message.from_email, "f".repeat(1000))
      const shown = last_message.to_email.split(", ")
      assert.deepStrictEqual(shown, recipients.slice(0, shown.length))
      assert.isAbove(last_message.to_email.length, 9900)
      assert.isAtMost(last_message.to_email.length, 10_000)
    })
  )

  it.effect("stores a mail once", () =>
    Effect.gen(function* () {
      const mail = Fixtures.mail({ from: "twice@else.example", to: "us@ours.example" })
      const [first, second] = yield* Effect.all([Fixtures.receive(mail), Fixtures.receive(mail)], {
        concurrency: "unbounded"
      })
      assert.sameMembers([first.json.kind, second.json.kind], ["other", "duplicate"])
    })
  )

  it.effect("opens an attachment by its signed link, and by no other", () =>
    Effect.gen(function* () {
      const { b, call, origin } = yield* TestServer
      const headers = { "Content-Type": 'multipart/mixed; boundary="b"', "MIME-Version": "1.0" }
      const mail = { from: "file@else.example", to: "us@ours.example", headers, body: withFile("b") }
      const { json } = yield* Fixtures.receive(mail)
      const { json: detail } = yield* call("GET", `/unibox/threads/${json.thread_id}`)
      const [attachment] = detail.data[0].attachments
      assert.deepStrictEqual(attachment, {
        id: attachment.id,
        filename: "offer.pdf",
        ext: "pdf",
        type: 2,
        url: attachment.url
      })
      assert.isTrue(attachment.url.startsWith(`${origin}/attachments/`))
      const target = attachment.url.slice(origin.length)
      const file = yield* send(origin, "GET", target)
      assert.strictEqual(file.text, "%PDF-")
      assert.strictEqual(file.headers["content-length"], "5")
      assert.include(String(file.headers["content-disposition"]), 'attachment; filename="offer.pdf"')
      const { json: foreign } = yield* Fixtures.receive(mail, { key: b.key })
      assert.notStrictEqual(foreign.thread_id, json.thread_id)
      const [path, query = ""] = target.split("?")
      const other = target.replace(/\/attachments\/\d+/u, `/attachments/${attachment.id + 1}`)
      const later = target.replace(/expires=(\d+)/u, (_: string, n: string) => `expires=${Number(n) + 1}`)
      for (const forged of [other, later, `${target}x`, target.replace(/signature=\d+/u, "signature=2")]) {
        assert.strictEqual((yield* send(origin, "GET", forged)).status, 404, forged)
      }
      assert.strictEqual((yield* send(origin, "GET", `${path}?${query.split("&")[0]}`)).status, 400)
    })
  )
})
