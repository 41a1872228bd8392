/** The files of steps: how steps name them, and how long they are kept. With `StepFilesSent.test.ts` these are 30 situations. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AttachmentId } from "../../src/ids.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import { UploadStore } from "../../src/uploads/UploadStore.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import {
  row,
  upload,
  uploads,
  stepsOf,
  firstStep,
  attachFirst,
  removeExpired,
  isKept,
  isKeptLater,
  faultsOf
} from "./StepFiles.ts"

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
    assert.match(
      (yield* faultsOf(attachFirst(given, [one.id, other.id])))[0] ?? "",
      /^\/attachments make the mail too/u
    )
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
