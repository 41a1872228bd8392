/** Leads are verified in the background, and campaigns that require it wait for that. */
import { assert, describe } from "@effect/vitest"
import { MemoryVerifier } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { CampaignStore } from "../../src/campaigns/CampaignStore.ts"
import type { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type VerifyLeads, Verifications } from "../../src/verification/Verifications.ts"
import type { VerificationStatus } from "../../src/verification/Verdict.ts"
import { kind } from "../../src/verification/VerificationWork.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { layer, type Mailing, type Setting, test } from "../sending/Mailing.ts"

type Services = Layer.Success<typeof layer>
type Given = Effect.Success<ReturnType<typeof verifying>>

/** The parts of a verification. */
const verifying = Effect.fnUntraced(function* (given: Mailing, verifier: MemoryVerifier.MemoryVerifier) {
  const { asTenant, campaign_id, organization_id } = given
  const verifications = yield* Verifications
  const work = yield* WorkStore
  const handler = yield* Mailroom.leadChecker
  const leadStore = yield* LeadStore
  const item = { lane: kind, key: campaign_id, due_at: Timestamp.fromMillis(0), attempts: 1, organization_id }
  return {
    ...given,
    verifier,
    begin: (input?: VerifyLeads) => asTenant(verifications.verify(campaign_id, input)),
    stop: asTenant(verifications.stop(campaign_id)),
    shown: asTenant(verifications.find(campaign_id)),
    /** One turn of the worker. Returns in how many seconds it wants to be called again. */
    check: Effect.gen(function* () {
      const again = yield* asTenant(handler.handle({ ...item, isStopping: () => false }))
      return again === null ? null : (Timestamp.toMillis(again) - Timestamp.toMillis(yield* Timestamp.now)) / 1000
    }),
    /** Whether a worker would verify now. */
    isDueForCheck: Effect.gen(function* () {
      const due = yield* work.due(kind, { now: yield* Timestamp.now, limit: 10 })
      return due.length > 0
    }),
    statuses: Effect.map(asTenant(given.leads.page(campaign_id, { limit: 200, offset: 0 })), ({ data }) =>
      data.map(({ verification_status }) => verification_status)
    ),
    records: Effect.suspend(() => leadStore.findMany(organization_id, given.lead_ids))
  }
})

/** A test with a campaign and a verifier that answers as it is told. */
const verified = (
  name: string,
  setting: Setting,
  body: (given: Given) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>
) => {
  const verifier = MemoryVerifier.make()
  test(
    name,
    setting,
    function* (given) {
      const parts = yield* verifying(given, verifier)
      yield* Effect.gen(() => body(parts))
    },
    Layer.provideMerge(layer, verifier.layer)
  )
}

const email = (i: number) => `lead${i}@lead.example`
const draft: Setting = { leads: 6 }
/** When each test begins. */
const begunAt = Timestamp.fromMillis(Date.UTC(2026, 2, 2, 9))
const requiring = (
  required_verification: NonNullable<Parameters<Campaigns["Service"]["create"]>[0]["required_verification"]>
) => ({
  campaign: { required_verification },
  leads: 3
})

describe("The verification of a campaign's leads", () => {
  verified("gives each lead its status, why, and who decided, and sums up the cost", draft, function* (given) {
    const { answers, asked } = given.verifier
    answers.set(email(1), { status: "invalid", reasons: ["mailbox_missing"], decided_by: "zerobounce" })
    answers.set(email(2), { status: "disposable", reasons: ["disposable"], decided_by: "mailroom", cost: 0 })
    answers.set(email(3), { status: "accept_all", reasons: ["accepts_all", "role"] })
    answers.set(email(4), { status: "unknown", reasons: ["dns_unanswered"], cost: 0 })
    const before = yield* given.shown
    assert.deepInclude(before, { verifier: "host", price: 1, run: null })
    assert.deepInclude(before.leads, { not_verified: 6, valid: 0 })
    const begun = yield* given.begin()
    assert.deepInclude(begun.run, { state: "running", checked: 0, remaining: 6, cost: 0, finished_at: null })
    assert.isTrue(yield* given.isDueForCheck)
    assert.isNull(yield* given.check)
    assert.deepStrictEqual(yield* given.statuses, ["valid", "invalid", "disposable", "accept_all", "unknown", "valid"])
    const { leads, run } = yield* given.shown
    assert.deepStrictEqual(leads, { valid: 2, unknown: 1, accept_all: 1, invalid: 1, disposable: 1, not_verified: 0 })
    assert.deepInclude(run, {
      state: "done",
      checked: 6,
      remaining: 0,
      cost: 4,
      error: null,
      finished_at: begunAt
    })
    assert.strictEqual(asked.length, 6)
    const records = yield* given.records
    assert.deepStrictEqual(records[1]?.verification, {
      reasons: ["mailbox_missing"],
      decided_by: "zerobounce",
      verified_at: begunAt
    })
  })

  verified(
    "asks again about unknown addresses only, and about others when the caller says so",
    draft,
    function* (given) {
      const { answers, asked } = given.verifier
      answers.set(email(4), { status: "unknown" })
      yield* given.begin()
      yield* given.check
      asked.length = 0
      yield* given.begin()
      yield* given.check
      assert.deepStrictEqual(asked, [email(4)])
      asked.length = 0
      const { run } = yield* given.begin({ statuses: ["valid"] })
      assert.deepInclude(run, { remaining: 5, checked: 0 })
      yield* given.check
      assert.deepStrictEqual(asked.length, 5)
    }
  )

  verified(
    "verifies leads that come while it runs, and costs nothing when it is asked for again",
    draft,
    function* (given) {
      yield* given.begin()
      yield* given.begin()
      yield* given.addLeads(["late@lead.example"])
      assert.deepInclude((yield* given.shown).run, { remaining: 7 })
      yield* given.check
      yield* given.check
      assert.strictEqual(given.verifier.asked.length, 7)
      assert.deepInclude((yield* given.shown).run, { state: "done", checked: 7, cost: 7 })
    }
  )

  verified("begins at an import that asks for it, in the same transaction", draft, function* (given) {
    const { asTenant, campaign_id, leads } = given
    const input = {
      campaign_id,
      leads: [{ email: "new@lead.example" }, { email: "known@lead.example", verification_status: "valid" }]
    }
    yield* asTenant(leads.create({ ...input, verify: true, dry_run: true }))
    assert.isFalse(yield* given.isDueForCheck)
    yield* asTenant(leads.create({ ...input, verify: true }))
    assert.isTrue(yield* given.isDueForCheck)
    yield* given.check
    assert.notInclude(given.verifier.asked, "known@lead.example")
    assert.include(given.verifier.asked, "new@lead.example")
    // The caller has given this status.
    const [known] = (yield* asTenant(leads.page(campaign_id, { search: "known", limit: 1, offset: 0 }))).data
    assert.isNull((yield* asTenant(leads.find(known?.id ?? assert.fail()))).verification)
  })

  verified("waits when the service fails, keeps what it has found, and goes on", draft, function* (given) {
    const { asked, failures } = given.verifier
    failures.push("throttled")
    yield* given.begin()
    assert.strictEqual(yield* given.check, 10)
    // The first question failed; the others of the batch count.
    assert.deepInclude((yield* given.shown).run, {
      state: "running",
      checked: 5,
      remaining: 1,
      error: "The test says throttled"
    })
    failures.push("unreachable")
    assert.strictEqual(yield* given.check, 20)
    assert.isNull(yield* given.check)
    assert.deepInclude((yield* given.shown).run, { state: "done", checked: 6, cost: 6, error: null })
    assert.strictEqual(asked.filter((address) => address === email(1)).length, 1)
  })

  verified("ends when a person has to act, and begins again after that", draft, function* (given) {
    given.verifier.failures.push("credits", "credits", "credits", "credits", "credits", "credits")
    yield* given.begin()
    assert.isNull(yield* given.check)
    assert.deepInclude((yield* given.shown).run, { state: "failed", checked: 0, error: "The test says credits" })
    yield* given.begin()
    assert.isNull(yield* given.check)
    assert.deepInclude((yield* given.shown).run, { state: "done", checked: 6, error: null })
  })

  verified("ends after twelve failures in a row", { leads: 1 }, function* (given) {
    for (let i = 0; i < 12; i++) given.verifier.failures.push("unreachable")
    yield* given.begin()
    const waits: Array<number | null> = []
    for (let i = 0; i < 12; i++) waits.push(yield* given.check)
    assert.deepStrictEqual(waits, [10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600, null])
    assert.strictEqual((yield* given.shown).run?.state, "failed")
  })

  verified("stops when a person stops it", { leads: 30 }, function* (given) {
    yield* given.begin()
    assert.deepInclude((yield* given.stop).run, { state: "stopped", remaining: 0 })
    assert.isNull(yield* given.check)
    assert.isEmpty(given.verifier.asked)
    assert.strictEqual((yield* given.stop).run?.state, "stopped")
  })

  verified("goes through all leads in parts, and stores each part", { leads: 230 }, function* (given) {
    yield* given.begin()
    // The clock stands still, so one time slice is enough.
    assert.isNull(yield* given.check)
    assert.strictEqual(given.verifier.asked.length, 230)
    assert.strictEqual(new Set(given.verifier.asked).size, 230)
    assert.deepInclude((yield* given.shown).run, { state: "done", checked: 230, cost: 230 })
  })

  verified(
    "leaves an address alone that was changed meanwhile, and what a campaign had that is gone",
    draft,
    function* (given) {
      const { asTenant, leads, lead_ids, campaign_id, campaigns } = given
      yield* given.begin()
      yield* given.check
      yield* asTenant(leads.update(lead_ids[0] ?? assert.fail(), { email: "other@lead.example" }))
      const [changed] = yield* given.records
      assert.deepInclude(changed, { verification_status: "not_verified", verification: null })
      yield* given.begin()
      yield* asTenant(campaigns.pause(campaign_id))
      yield* asTenant(campaigns.remove(campaign_id))
      assert.isNull(yield* given.check)
    }
  )

  verified("is kept by changes of the campaign, and not copied", draft, function* (given) {
    const { asTenant, campaign_id, campaigns, organization_id } = given
    yield* given.begin()
    yield* given.check
    const before = yield* asTenant(campaigns.find(campaign_id))
    const updated = yield* asTenant(campaigns.update(campaign_id, { name: "Autumn" }))
    assert.deepStrictEqual(updated.verification, before.verification)
    const copy = yield* asTenant(campaigns.duplicate(campaign_id))
    const [stored] = yield* CampaignStore.use((store) => store.findMany(organization_id, [copy.id]))
    assert.isNull(stored?.verification)
  })
})

describe("A campaign that requires a verification", () => {
  const cases: ReadonlyArray<readonly [Parameters<typeof requiring>[0], ReadonlyArray<VerificationStatus>]> = [
    ["valid", ["valid"]],
    ["accept_all", ["valid", "accept_all"]],
    ["checked", ["valid", "accept_all", "unknown"]]
  ]
  for (const [required, sent] of cases) {
    verified(
      `writes to no others: ${required}`,
      { campaign: { required_verification: required }, leads: 5 },
      function* (given) {
        const statuses = ["valid", "accept_all", "unknown", "disposable", "invalid"] as const
        for (const [i, status] of statuses.entries()) given.verifier.answers.set(email(i), { status })
        yield* given.work
        assert.isEmpty(yield* given.mails)
        // It waits, and is not completed.
        assert.strictEqual(yield* given.status, "active")
        assert.strictEqual((yield* given.upcoming).skipped, 5)
        yield* given.begin()
        yield* given.check
        yield* given.work
        assert.deepStrictEqual(
          (yield* given.mails).map((mail) => mail.split(":")[0]).toSorted(),
          sent.map((status) => email(statuses.indexOf(status as (typeof statuses)[number])))
        )
        assert.strictEqual(yield* given.status, "completed")
      }
    )
  }

  verified("says so for each lead", requiring("valid"), function* (given) {
    const { asTenant, lead_ids, leads, sending } = given
    const stateOf = Effect.flatMap(leads.find(lead_ids[0] ?? assert.fail()), sending.effectiveState)
    assert.deepInclude(yield* asTenant(stateOf), { may_be_mailed: false, reason: "verification_required" })
    yield* given.begin()
    yield* given.check
    assert.deepInclude(yield* asTenant(stateOf), { may_be_mailed: true, reason: null })
  })

  verified(
    "goes on when an address turns out to be valid after it was completed",
    requiring("valid"),
    function* (given) {
      for (const i of [0, 1, 2]) given.verifier.answers.set(email(i), { status: "unknown" })
      yield* given.begin()
      yield* given.check
      yield* given.work
      assert.strictEqual(yield* given.status, "completed")
      given.verifier.answers.delete(email(1))
      yield* given.begin()
      yield* given.check
      assert.strictEqual(yield* given.status, "active")
      yield* given.work
      assert.deepStrictEqual(yield* given.mails, [`${email(1)}: Hello there`])
    }
  )

  verified("writes at once when the requirement is lifted", requiring("valid"), function* (given) {
    const { asTenant, campaign_id, campaigns } = given
    yield* given.work
    assert.isEmpty(yield* given.mails)
    yield* asTenant(campaigns.update(campaign_id, { required_verification: "none" }))
    yield* given.work
    assert.strictEqual((yield* given.mails).length, 3)
  })

  const steps = [
    { subject: "Hello", body: "One" },
    { subject: null, body: "Two", delay_days: 1 }
  ]
  verified("writes further mails to leads that got the first one before", { leads: 1, steps }, function* (given) {
    const { asTenant, campaign_id, campaigns } = given
    yield* given.work
    yield* asTenant(campaigns.update(campaign_id, { required_verification: "valid" }))
    yield* TestClock.adjust("2 days")
    yield* given.work
    assert.strictEqual((yield* given.mails).length, 2)
  })
})
