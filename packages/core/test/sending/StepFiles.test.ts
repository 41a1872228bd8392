/** The files of steps, as 30 situations: from the upload until the mail is sent, and until nothing names the file any more. */
import { assert, describe } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore } from "../../src/attachments/BlobStore.ts"
import { AttachmentId, type SequenceId } from "../../src/ids.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { TestMails } from "../../src/sending/TestMails.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { UploadStore } from "../../src/uploads/UploadStore.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import { layerOn, type Mailing, type Setting, test } from "./Mailing.ts"

/** The reads of files so far, and the files that cannot be read at present. */
const disk = { reads: 0, unreadable: new Set<AttachmentId>() }

const storage = Layer.effect(
  BlobStore,
  Effect.map(BlobStore, (stored) => {
    const failure = new StorageError({ operation: "BlobStore.read", reason: new Unavailable({ cause: "down" }) })
    return BlobStore.of({
      ...stored,
      read: (organization_id, id) =>
        Stream.unwrap(
          Effect.sync(() => {
            disk.reads++
            return disk.unreadable.has(id) ? Stream.fail(failure) : stored.read(organization_id, id)
          })
        )
    })
  })
).pipe(Layer.provideMerge(MemoryStorage.layer))

const on = layerOn(storage)

type Body = Parameters<typeof test>[2]

/** A situation: the campaign is a draft with one step, unless the setting says something else. */
const row = (name: string, body: Body, setting: Setting = {}) =>
  test(
    name,
    { leads: 2, isDraft: true, ...setting },
    (given) => {
      disk.reads = 0
      disk.unreadable.clear()
      return body(given)
    },
    on
  )

const upload = ({ asTenant }: Mailing, filename = "Offer.pdf", size = 5) =>
  asTenant(
    Uploads.use((uploads) => uploads.create(new Uint8Array(size).fill(7), { filename, content_type: "application/pdf" }))
  )
const uploads = (given: Mailing, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (filename) => Effect.map(upload(given, filename), ({ id }) => id))

const stepsOf = ({ asTenant, campaign_id, sequences }: Mailing) => asTenant(sequences.list(campaign_id))
const firstStep = Effect.fnUntraced(function* (given: Mailing) {
  const [step = assert.fail()] = yield* stepsOf(given)
  return step
})
const attach = ({ asTenant, campaign_id, sequences }: Mailing, step: SequenceId, attachments: ReadonlyArray<AttachmentId>) =>
  asTenant(sequences.update(campaign_id, step, { attachments }))
/** Attaches files to the first step. */
const attachFirst = Effect.fnUntraced(function* (given: Mailing, attachments: ReadonlyArray<AttachmentId>) {
  return yield* attach(given, (yield* firstStep(given)).id, attachments)
})
const start = ({ asTenant, campaign_id, campaigns }: Mailing) => asTenant(campaigns.start(campaign_id))

const removeExpired = Uploads.use((uploads) => uploads.removeExpired)
const isKept = ({ asTenant }: Mailing, id: AttachmentId) =>
  asTenant(Uploads.use((uploads) => uploads.find(id))).pipe(
    Effect.as(true),
    Effect.catchTag("UploadNotFound", () => Effect.succeed(false))
  )
/** Whether a file is kept after two days. */
const isKeptLater = Effect.fnUntraced(function* (given: Mailing, id: AttachmentId) {
  yield* TestClock.adjust("2 days")
  yield* removeExpired
  return yield* isKept(given, id)
})

/** The faults of an input. */
const faultsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof InvalidInput ? error.faults.map(({ message, pointer }) => `${pointer} ${message}`) : [String(error)]
  )

/** The files of each mail so far. */
const sentFiles = ({ outgoing }: Mailing) =>
  outgoing.submitted.map(({ mail }) => mail.attachments.map(({ bytes, filename }) => `${filename} ${bytes.length}`))

const messages = Effect.fnUntraced(function* ({ asTenant }: Mailing) {
  const unibox = yield* Unibox
  const { data: threads } = yield* asTenant(unibox.threads({ limit: 10 }))
  const all = yield* Effect.forEach(threads, ({ id }) => asTenant(unibox.thread(id, { limit: 10 })))
  return all.flatMap(({ data }) => data)
})

describe("The files of a step", () => {
  row("1 are in the order in which the step names them, with name, size and type", function* (given) {
    const [a = assert.fail(), b = assert.fail()] = yield* uploads(given, ["b.pdf", "a.pdf"])
    const { attachments } = yield* attachFirst(given, [b, a])
    assert.deepStrictEqual(
      attachments.map(({ content_type, filename, id, size }) => [id, filename, size, content_type]),
      [
        [b, "a.pdf", 5, "application/pdf"],
        [a, "b.pdf", 5, "application/pdf"]
      ]
    )
    assert.deepStrictEqual((yield* firstStep(given)).attachments, attachments)
  })

  row("2 come with a new step, and a step without them has none", function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { id } = yield* upload(given)
    const created = yield* asTenant(sequences.create(campaign_id, { body: "Two", attachments: [id] }))
    assert.deepStrictEqual([(yield* firstStep(given)).attachments.length, created.attachments.length], [0, 1])
  })

  row("3 belong to a variant, as its texts do", function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { id } = yield* upload(given)
    const first = yield* firstStep(given)
    yield* asTenant(sequences.create(campaign_id, { body: "B", variant_of: first.id, attachments: [id] }))
    assert.deepStrictEqual(
      (yield* stepsOf(given)).map(({ attachments, variant }) => [variant, attachments.length]),
      [
        ["A", 0],
        ["B", 1]
      ]
    )
  })

  row("4 that do not exist are a fault of their place in the list", function* (given) {
    const { id } = yield* upload(given)
    const faults = yield* faultsOf(attachFirst(given, [id, AttachmentId.make(999_999)]))
    assert.lengthOf(faults, 1)
    assert.match(faults[0] ?? "", /^\/attachments\/1 is no upload/u)
  })

  row("5 of another organization do not exist", function* (given) {
    const { asTenant: _, ...rest } = given
    assert.isDefined(rest)
    const { newOrganization } = yield* Effect.promise(() => import("../../src/testing/fixtures/Fixtures.ts"))
    const { CurrentOrganization } = yield* Effect.promise(() => import("../../src/Organization.ts"))
    const other = yield* newOrganization
    const { id } = yield* Uploads.use((all) => all.create(new Uint8Array(3), { filename: "a.pdf" })).pipe(
      Effect.provideService(CurrentOrganization, { id: other })
    )
    assert.match((yield* faultsOf(attachFirst(given, [id])))[0] ?? "", /^\/attachments\/0 is no upload/u)
  })

  row("6 are at most 20, each once", function* (given) {
    const ids = yield* uploads(
      given,
      Array.from({ length: 21 }, (_, i) => `${i}.pdf`)
    )
    const [first = assert.fail()] = ids
    assert.match((yield* faultsOf(attachFirst(given, ids)))[0] ?? "", /^\/attachments must have at most 20 files/u)
    assert.match((yield* faultsOf(attachFirst(given, [first, first])))[0] ?? "", /^\/attachments must not name/u)
    assert.lengthOf((yield* attachFirst(given, ids.slice(1))).attachments, 20)
  })

  row("7 that make the mail larger than 25 000 000 bytes are rejected, and nothing is changed", function* (given) {
    const [one, other] = [yield* upload(given, "one.pdf", 10_000_000), yield* upload(given, "other.pdf", 10_000_000)]
    assert.match((yield* faultsOf(attachFirst(given, [one.id, other.id])))[0] ?? "", /^\/attachments make the mail too/u)
    assert.lengthOf((yield* firstStep(given)).attachments, 0)
    assert.isFalse(yield* isKeptLater(given, one.id))
  })

  row("8 of an answer that waits are not given to a step", function* (given) {
    const { organization_id } = given
    const { id } = yield* upload(given)
    const store = yield* UploadStore
    const locked = yield* store.lock(organization_id, [id])
    yield* store.write(
      organization_id,
      locked.map((one) => ({ ...one, of_send: 5 as NonNullable<typeof one.of_send>, expires_at: null }))
    )
    assert.match((yield* faultsOf(attachFirst(given, [id])))[0] ?? "", /^\/attachments\/0 is used by another mail/u)
  })
})

describe("A file that a step names", () => {
  row("9 does not expire", function* (given) {
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    assert.isTrue(yield* isKeptLater(given, id))
    assert.isNull((yield* given.asTenant(Uploads.use((all) => all.find(id)))).expires_at)
  })

  row("10 goes a day after its last step has dropped it, and not before", function* (given) {
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    yield* TestClock.adjust("10 days")
    yield* attachFirst(given, [])
    yield* TestClock.adjust("23 hours")
    assert.strictEqual(yield* removeExpired, 0)
    assert.isFalse(yield* isKeptLater(given, id))
  })

  row("11 stays while another step names it", function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    const second = yield* asTenant(sequences.create(campaign_id, { body: "Two", attachments: [id] }))
    yield* attachFirst(given, [])
    assert.isTrue(yield* isKeptLater(given, id))
    yield* asTenant(sequences.remove(campaign_id, second.id))
    assert.isFalse(yield* isKeptLater(given, id))
  })

  row("12 stays with the copy of a campaign whose original is deleted", function* (given) {
    const { asTenant, campaign_id, campaigns, sequences } = given
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    const copy = yield* asTenant(campaigns.duplicate(campaign_id))
    yield* asTenant(campaigns.remove(campaign_id))
    assert.isTrue(yield* isKeptLater(given, id))
    const [step = assert.fail()] = yield* asTenant(sequences.list(copy.id))
    assert.deepStrictEqual(
      step.attachments.map(({ filename }) => filename),
      ["Offer.pdf"]
    )
    yield* asTenant(campaigns.remove(copy.id))
    assert.isFalse(yield* isKeptLater(given, id))
  })

  row("13 cannot be deleted", function* (given) {
    const { id } = yield* upload(given)
    yield* attachFirst(given, [id])
    const remove = given.asTenant(Uploads.use((all) => all.remove(id)))
    assert.strictEqual((yield* Effect.flip(remove))._tag, "UploadInUse")
    yield* attachFirst(given, [])
    yield* remove
    assert.isFalse(yield* isKept(given, id))
  })

  row("14 stays when only the text of the step changes, and when the same files are named again", function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { id } = yield* upload(given)
    const step = yield* attachFirst(given, [id])
    yield* asTenant(sequences.update(campaign_id, step.id, { body: "Other" }))
    yield* attachFirst(given, [id])
    assert.isTrue(yield* isKeptLater(given, id))
    assert.lengthOf((yield* firstStep(given)).attachments, 1)
  })
})

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
      const healthOf = Effect.map(mailbox, (boxes) => boxes.map(({ fault, strikes, succeeded_at }) => [fault, strikes, succeeded_at]))
      const before = yield* healthOf
      disk.unreadable.add(id)
      yield* work
      const [send] = yield* sendsOf
      assert.deepInclude(send, { outcome: "queued", attempts: 0, reply: "The files of the mail cannot be read at present" })
      assert.deepStrictEqual([outgoing.submitted.length, yield* given.leadStates], [0, [["Not contacted", null]]])
      if (before.length > 0) assert.deepStrictEqual(yield* healthOf, before)
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
    "23 shares the reads of its file with the mails of the same turn",
    function* (given) {
      yield* attachFirst(given, [(yield* upload(given, "Deck.pdf", 900_000)).id])
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
