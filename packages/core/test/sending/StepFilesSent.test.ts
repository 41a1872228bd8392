/** The mails of steps with files, and what people see of them before and after. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore } from "../../src/attachments/BlobStore.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Replies } from "../../src/sends/Replies.ts"
import { TestMails } from "../../src/sending/TestMails.ts"
import { UploadStore } from "../../src/uploads/UploadStore.ts"
import {
  disk,
  row,
  upload,
  uploads,
  firstStep,
  attach,
  attachFirst,
  start,
  removeExpired,
  isKept,
  isKeptLater,
  sentFiles,
  stepsOf,
  messages
} from "./StepFiles.ts"

describe("A mail of a step", () => {
  row("15 has the files, each with its bytes", function* (given) {
    const ids = yield* uploads(given, ["b.pdf", "a.pdf"])
    yield* attachFirst(given, ids)
    yield* start(given)
    yield* given.work
    assert.deepStrictEqual(sentFiles(given), [
      ["b.pdf 5", "a.pdf 5"],
      ["b.pdf 5", "a.pdf 5"]
    ])
    assert.deepStrictEqual(
      given.outgoing.submitted.flatMap(({ mail }) => mail.attachments.map(({ content_type }) => content_type)),
      Array.from({ length: 4 }, () => "application/pdf")
    )
  })

  row(
    "16 that follows up in the thread does not repeat the files of the mail before",
    function* (given) {
      yield* attachFirst(given, yield* uploads(given, ["Offer.pdf"]))
      yield* start(given)
      yield* given.work
      yield* TestClock.adjust("2 days")
      yield* given.work
      assert.deepStrictEqual(sentFiles(given), [["Offer.pdf 5"], []])
      assert.isNotNull(given.outgoing.submitted[1]?.mail.in_reply_to)
    },
    { leads: 1, steps: [{ subject: "Hello", body: "One" }, { body: "Two" }] }
  )

  row(
    "17 has the files of the variant that its lead gets",
    function* (given) {
      const { asTenant, campaign_id, sequences } = given
      const first = yield* firstStep(given)
      const [b = assert.fail()] = yield* uploads(given, ["b.pdf"])
      const variant = { subject: "B", body: "B", variant_of: first.id, attachments: [b] }
      yield* asTenant(sequences.create(campaign_id, variant))
      yield* start(given)
      yield* given.work
      const bySubject = given.outgoing.submitted.map(({ mail }) => `${mail.subject} ${mail.attachments.length}`)
      assert.deepStrictEqual([...new Set(bySubject)].toSorted(), ["B 1", "Hello there 0"])
    },
    { leads: 30 }
  )

  row(
    "18 that was deferred has the files that its step has at the next try",
    function* (given) {
      const { outgoing, work } = given
      const [old = assert.fail(), fresh = assert.fail()] = yield* uploads(given, ["old.pdf", "new.pdf"])
      yield* attachFirst(given, [old])
      yield* start(given)
      outgoing.next({ outcome: "refused", at: "data", code: 451, reply: "451 4.7.1 Later" })
      yield* work
      yield* attachFirst(given, [fresh])
      yield* TestClock.adjust("3 days")
      yield* work
      assert.deepStrictEqual(sentFiles(given), [["old.pdf 5"], ["new.pdf 5"]])
    },
    { leads: 1 }
  )

  row(
    "19 waits while storage cannot read its file: the account is neither at fault nor healed",
    function* (given) {
      const { account_ids, organization_id, outgoing, sendsOf, work } = given
      const { id } = yield* upload(given)
      yield* attachFirst(given, [id])
      yield* start(given)
      const mailbox = Effect.flatMap(MailboxStore, (store) => store.findMany(organization_id, account_ids))
      const healthOf = Effect.map(mailbox, (boxes) =>
        boxes.filter(({ fault, strikes, succeeded_at }) => fault !== null || strikes > 0 || succeeded_at !== null)
      )
      disk.unreadable.add(id)
      yield* work
      const [send] = yield* sendsOf
      assert.deepInclude(send, {
        outcome: "queued",
        attempts: 0,
        reply: "The files of the mail cannot be read at present"
      })
      assert.deepStrictEqual([outgoing.submitted.length, yield* given.leadStates], [0, [["Not contacted", null]]])
      assert.deepStrictEqual(yield* healthOf, [])
      disk.unreadable.clear()
      yield* TestClock.adjust("2 minutes")
      yield* work
      assert.deepStrictEqual(sentFiles(given), [["Offer.pdf 5"]])
    },
    { leads: 1 }
  )

  row(
    "20 waits while the bytes of its file are lost, says so, and goes out with another file",
    function* (given) {
      const { organization_id, outgoing, sendsOf, work } = given
      const { id } = yield* upload(given)
      yield* attachFirst(given, [id])
      yield* start(given)
      yield* BlobStore.use((blobs) => blobs.remove(organization_id, [id]))
      yield* work
      assert.strictEqual(outgoing.submitted.length, 0)
      assert.deepInclude((yield* sendsOf)[0], { outcome: "queued", reply: "The file Offer.pdf is not there any more" })
      yield* attachFirst(given, yield* uploads(given, ["New.pdf"]))
      yield* TestClock.adjust("2 hours")
      yield* work
      assert.deepStrictEqual(sentFiles(given), [["New.pdf 5"]])
    },
    { leads: 1 }
  )

  row(
    "21 waits while its server finds it too large: no bounce, no fault of the account",
    function* (given) {
      const { leadStates, outgoing, sendsOf, work } = given
      yield* attachFirst(given, yield* uploads(given, ["Offer.pdf"]))
      yield* start(given)
      outgoing.next({ outcome: "refused", at: "data", code: 552, reply: "552 5.3.4 Message size exceeds fixed limit" })
      yield* work
      const [send] = yield* sendsOf
      assert.deepInclude(send, { outcome: "queued", attempts: 0 })
      assert.match(send?.reply ?? "", /too large.*552 5\.3\.4/u)
      assert.deepStrictEqual(yield* leadStates, [["Not contacted", null]])
      yield* TestClock.adjust("2 hours")
      yield* work
      assert.deepStrictEqual(yield* given.mails, ["lead0@lead.example: Hello there", "lead0@lead.example: Hello there"])
    },
    { leads: 1 }
  )

  row(
    "22 is a message of the conversation that says which files it had, with their sizes",
    function* (given) {
      yield* attachFirst(given, yield* uploads(given, ["b.pdf", "Angebot \u{1f642}.pdf"]))
      yield* start(given)
      yield* given.work
      const [message = assert.fail()] = yield* messages(given)
      assert.deepStrictEqual(message.left_out, [
        { filename: "b.pdf", content_type: "application/pdf", size: 5 },
        { filename: "Angebot \u{1f642}.pdf", content_type: "application/pdf", size: 5 }
      ])
      assert.deepStrictEqual(message.attachments, [])
    },
    { leads: 1 }
  )

  row(
    "is forwarded with the files that its step still has",
    function* (given) {
      const { asTenant, campaign_id, sequences, work } = given
      const [kept = assert.fail(), dropped = assert.fail()] = yield* uploads(given, ["prices.pdf", "old.pdf"])
      yield* attachFirst(given, [kept, dropped])
      yield* start(given)
      yield* work
      const [message = assert.fail()] = yield* messages(given)
      const thread_id = message.thread_id ?? assert.fail()
      const [account_id = assert.fail()] = given.account_ids
      const forward = (fields: object = {}) =>
        asTenant(
          Replies.use((replies) =>
            replies.forward(thread_id, message.id, { to: ["charles@house.example"], account_id, ...fields })
          )
        ).pipe(Effect.map(({ attachments }) => attachments.map(({ filename, size }) => `${filename} ${size}`)))
      assert.deepStrictEqual(yield* forward(), ["prices.pdf 5", "old.pdf 5"])
      assert.deepStrictEqual(yield* forward({ forwarded_attachments: [] }), [])
      yield* work
      assert.deepStrictEqual(sentFiles(given).slice(1), [["prices.pdf 5", "old.pdf 5"], []])
      // The step gets a new file, and loses `old.pdf`.
      const [other = assert.fail()] = yield* uploads(given, ["new.pdf"])
      yield* attachFirst(given, [other, kept])
      assert.deepStrictEqual(yield* forward(), ["prices.pdf 5"])
      yield* asTenant(
        BlobStore.use((blobs) => Effect.flatMap(CurrentOrganization, ({ id }) => blobs.remove(id, [kept])))
      )
      assert.deepStrictEqual(yield* forward(), [])
      yield* asTenant(sequences.remove(campaign_id, (yield* firstStep(given)).id))
      assert.deepStrictEqual(yield* forward(), [])
    },
    { leads: 1, steps: [{ subject: "Hello", body: "One" }, { body: "Two" }] }
  )

  row(
    "has its own file, also if the mail before had the same one",
    function* (given) {
      const [id = assert.fail()] = yield* uploads(given, ["prices.pdf"])
      for (const step of yield* stepsOf(given)) yield* attach(given, step.id, [id])
      yield* start(given)
      yield* given.work
      yield* TestClock.adjust("2 days")
      yield* given.work
      assert.deepStrictEqual(sentFiles(given), [["prices.pdf 5"], ["prices.pdf 5"]])
    },
    { leads: 1, steps: [{ subject: "Hello", body: "One" }, { body: "Two" }] }
  )

  row(
    "23 shares the reads of its file with the mails of the same turn",
    function* (given) {
      yield* attachFirst(given, [(yield* upload(given, "Deck.pdf", 5_000_000)).id])
      yield* start(given)
      const atStart = disk.reads
      yield* given.work
      assert.lengthOf(sentFiles(given), 100)
      assert.strictEqual(new Set(given.outgoing.submitted.map(({ mail }) => mail.attachments[0]?.bytes)).size, 1)
      assert.isAtMost(disk.reads - atStart, 3)
    },
    { leads: 100, accounts: [{ daily_limit: 1000 }], campaign: { daily_limit: 1000 } }
  )
})

/** Waits for one turn of the event loop, in which real work, such as the reading of files, goes on. */
const nextTurn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

describe("Large mails of steps", () => {
  row(
    "look for a place while others are sent, and do not wait for the next turn of their account",
    function* (given) {
      const { account_ids, outgoing, turn } = given
      yield* attachFirst(given, [(yield* upload(given, "Deck.pdf", 2_000_000)).id])
      yield* start(given)
      let most = 0
      let open = 0
      const slow = Effect.acquireUseRelease(
        Effect.sync(() => (most = Math.max(most, ++open))),
        () => Effect.as(Effect.sleep("3 seconds"), { outcome: "sent" as const, reply: "250 Ok" }),
        () => Effect.sync(() => open--)
      )
      outgoing.next(...Array.from({ length: 4 }, () => slow))
      const turns = yield* Effect.forkChild(Effect.forEach(account_ids, (id) => turn(id), { concurrency: "unbounded" }))
      // Files are read in real time: until two mails are with the server, the clock hardly moves, so that nobody gives up meanwhile.
      const pass = Effect.suspend(() => TestClock.adjust(open === 2 ? "100 millis" : "1 millis"))
      yield* Effect.repeat(Effect.andThen(pass, nextTurn), { until: () => turns.pollUnsafe() !== undefined })
      yield* Fiber.join(turns)
      // At most two of an organization are with a server at the same time.
      assert.deepStrictEqual([outgoing.submitted.length, most], [4, 2])
      assert.deepStrictEqual([...new Set((yield* given.sendsOf).map(({ outcome }) => outcome))], ["sent"])
    },
    {
      leads: 200,
      accounts: [
        { min_delay_minutes: 10 },
        { min_delay_minutes: 10 },
        { min_delay_minutes: 10 },
        { min_delay_minutes: 10 }
      ]
    }
  )
})

describe("A large mail of a step that waits for a place", () => {
  row(
    "is not sent to a lead that is stopped meanwhile",
    function* (given) {
      const { account_ids, asTenant, outgoing, turn } = given
      yield* attachFirst(given, [(yield* upload(given, "Deck.pdf", 2_000_000)).id])
      yield* start(given)
      const slow = Effect.as(Effect.sleep("3 seconds"), { outcome: "sent" as const, reply: "250 Ok" })
      outgoing.next(...Array.from({ length: 3 }, () => slow))
      const turns = yield* Effect.forkChild(Effect.forEach(account_ids, (id) => turn(id), { concurrency: "unbounded" }))
      const begun = Effect.andThen(Effect.andThen(TestClock.adjust("1 millis"), nextTurn), given.sendsOf)
      yield* Effect.repeat(begun, { until: (sends) => sends.length === 3 && outgoing.submitted.length === 2 })
      yield* asTenant(
        Leads.use(({ changeMatching }) =>
          changeMatching({ filter: { campaign_id: given.campaign_id }, action: "stop" })
        )
      )
      const pass = Effect.andThen(TestClock.adjust("100 millis"), nextTurn)
      yield* Effect.repeat(pass, { until: () => turns.pollUnsafe() !== undefined })
      assert.lengthOf(outgoing.submitted, 2)
      assert.deepStrictEqual([...new Set((yield* given.sendsOf).map(({ outcome }) => outcome))], ["sent", "queued"])
    },
    { leads: 30, accounts: [{ min_delay_minutes: 10 }, { min_delay_minutes: 10 }, { min_delay_minutes: 10 }] }
  )
})

describe("A campaign with files", () => {
  row("24 does not start while the row of a file is missing", function* (given) {
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    yield* UploadStore.use((store) => store.remove(given.organization_id, [id]))
    assert.deepInclude(yield* Effect.flip(start(given)), { _tag: "CampaignNotReady", issues: ["missing_file"] })
  })

  row("25 does not start while the bytes of a file are missing, and starts with another file", function* (given) {
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    yield* BlobStore.use((blobs) => blobs.remove(given.organization_id, [id]))
    assert.deepInclude(yield* Effect.flip(start(given)), { _tag: "CampaignNotReady", issues: ["missing_file"] })
    yield* attachFirst(given, yield* uploads(given, ["New.pdf"]))
    assert.strictEqual((yield* start(given)).status, "active")
  })

  row("26 is warned of a file in its first mail, but not of one in a later mail", function* (given) {
    const { asTenant, campaign_id, sending, sequences } = given
    const [id = assert.fail()] = yield* uploads(given, ["Offer.pdf"])
    const kinds = Effect.map(asTenant(sending.rehearse(campaign_id, { check_links: false })), ({ warnings }) =>
      warnings.map(({ kind }) => kind).filter((kind) => kind === "first_attachment")
    )
    const second = yield* asTenant(sequences.create(campaign_id, { body: "Two", attachments: [id] }))
    assert.deepStrictEqual(yield* kinds, [])
    yield* attach(given, second.id, [])
    yield* attachFirst(given, [id])
    assert.deepStrictEqual(yield* kinds, ["first_attachment"])
  })

  row(
    "27 is warned of large mails, with their size and the bytes of the busiest day",
    function* (given) {
      const { asTenant, campaign_id, sending } = given
      yield* attachFirst(given, [(yield* upload(given, "Deck.pdf", 9_000_000)).id])
      const { warnings } = yield* asTenant(sending.rehearse(campaign_id, { check_links: false }))
      const found = warnings.find(({ kind }) => kind === "large_mails")
      // 9 000 000 bytes are 12.3 MB in base64; the busiest day has 2 mails.
      assert.match(found?.message ?? "", /12\.3 MB/u)
      assert.match(found?.message ?? "", /24\.7 MB/u)
      assert.strictEqual(found?.count, 2)
    },
    { leads: 2 }
  )
})

describe("Before the start", () => {
  row("28 the preview of a step names its files", function* (given) {
    const { asTenant, campaign_id, lead_ids, sending } = given
    yield* attachFirst(given, yield* uploads(given, ["Offer.pdf"]))
    const [lead_id = assert.fail()] = lead_ids
    const { data } = yield* asTenant(sending.preview(campaign_id, { lead_id }))
    assert.deepStrictEqual(
      data.map(({ attachments }) => attachments.map(({ filename, size }) => [filename, size])),
      [[["Offer.pdf", 5]]]
    )
  })

  row("29 a test mail has the files, also twice, and the step keeps them", function* (given) {
    const { account_ids, asTenant, campaign_id, lead_ids, turn } = given
    const [id = assert.fail()] = yield* uploads(given, ["Offer.pdf"])
    const step = yield* attachFirst(given, [id])
    const [account_id = assert.fail()] = account_ids
    const [lead_id = assert.fail()] = lead_ids
    const input = { account_id, lead_id, sequence_id: step.id }
    for (let i = 0; i < 2; i++) yield* asTenant(TestMails.use((tests) => tests.send(campaign_id, input)))
    yield* turn()
    assert.deepStrictEqual(sentFiles(given), [["Offer.pdf 5"], ["Offer.pdf 5"]])
    assert.isTrue(yield* isKeptLater(given, id))
  })

  row("30 a test mail that is refused leaves the files to the step", function* (given) {
    const { account_ids, asTenant, campaign_id, lead_ids, outgoing, turn } = given
    const [id = assert.fail()] = yield* uploads(given, ["Offer.pdf"])
    const step = yield* attachFirst(given, [id])
    const [account_id = assert.fail()] = account_ids
    const [lead_id = assert.fail()] = lead_ids
    yield* asTenant(TestMails.use((tests) => tests.send(campaign_id, { account_id, lead_id, sequence_id: step.id })))
    outgoing.next({ outcome: "refused", at: "data", code: 554, reply: "554 5.7.1 No" })
    yield* turn()
    yield* TestClock.adjust("8 days")
    yield* removeExpired
    assert.isTrue(yield* isKept(given, id))
  })
})
