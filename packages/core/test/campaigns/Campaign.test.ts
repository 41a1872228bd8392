/** The results of starting, pausing, completing, reopening and changing a campaign. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  type CampaignNotActive,
  type CampaignNotReady,
  type CampaignRecord,
  CampaignStatus,
  complete,
  patch,
  pause,
  reopen,
  start
} from "../../src/campaigns/Campaign.ts"
import { at, campaignRow } from "../../src/testing/fixtures/Fixtures.ts"
import { AccountId } from "../../src/ids.ts"

const ready: CampaignRecord = { ...campaignRow({ account_ids: [AccountId.make(1)], version: 3 }), lead_count: 1 }
const withStatus = (status: CampaignStatus): CampaignRecord => ({ ...ready, status })

type Move = (campaign: CampaignRecord) => Result.Result<CampaignRecord, CampaignNotActive | CampaignNotReady>
const orders: Readonly<Record<"complete" | "pause" | "reopen" | "start", Move>> = {
  start: (campaign) => start(campaign, 1, at(9)),
  pause: (campaign) => pause(campaign, at(9)),
  complete: (campaign) => Result.succeed(complete(campaign, at(9))),
  reopen: (campaign) => Result.succeed(reopen(campaign, at(9)))
}

describe("the status of a campaign", () => {
  const table: ReadonlyArray<readonly [CampaignStatus, keyof typeof orders, CampaignStatus | "CampaignNotActive"]> = [
    ["draft", "start", "active"],
    ["active", "start", "active"],
    ["paused", "start", "active"],
    ["completed", "start", "active"],
    ["draft", "pause", "CampaignNotActive"],
    ["active", "pause", "paused"],
    ["paused", "pause", "paused"],
    ["completed", "pause", "CampaignNotActive"],
    ["draft", "complete", "draft"],
    ["active", "complete", "completed"],
    ["paused", "complete", "paused"],
    ["completed", "complete", "completed"],
    ["draft", "reopen", "draft"],
    ["active", "reopen", "active"],
    ["paused", "reopen", "paused"],
    ["completed", "reopen", "active"]
  ]
  it("has every transition in the table", () => {
    assert.lengthOf(new Set(table.map(([status, order]) => `${status} ${order}`)), CampaignStatus.literals.length * 4)
  })
  it.each(table)("%s, %s: %s", (status, order, expected) => {
    const campaign = withStatus(status)
    const result = orders[order](campaign)
    if (Result.isFailure(result)) {
      assert.strictEqual(result.failure._tag, expected)
      return assert.deepInclude(result.failure, { id: campaign.id, status })
    }
    if (expected === status) return assert.strictEqual(result.success, campaign)
    assert.deepStrictEqual(result.success, { ...campaign, status: expected, version: 4, updated_at: at(9) })
  })

  it("becomes active only with an account, a step and a lead; all that is missing is named", () => {
    const issues = (fields: Partial<CampaignRecord>, steps: number) =>
      Result.match(start({ ...ready, ...fields }, steps, at(9)), {
        onFailure: ({ issues }) => issues,
        onSuccess: ({ status }) => status
      })
    for (const status of ["draft", "paused", "completed"] as const) {
      assert.deepStrictEqual(issues({ status, account_ids: [], lead_count: 0 }, 0), [
        "no_account",
        "no_sequence",
        "no_lead"
      ])
      assert.deepStrictEqual(issues({ status, account_ids: [] }, 1), ["no_account"])
      assert.deepStrictEqual(issues({ status }, 0), ["no_sequence"])
      assert.deepStrictEqual(issues({ status, lead_count: 0 }, 2), ["no_lead"])
    }
    assert.strictEqual(issues({ status: "active", account_ids: [], lead_count: 0 }, 0), "active")
  })

  it("has a reason while Mailroom paused the campaign, until the next start", () => {
    const paused = Result.getOrThrow(pause(withStatus("active"), at(9), "bounces"))
    assert.deepInclude(paused, { status: "paused", status_reason: "bounces", version: 4 })
    assert.strictEqual(Result.getOrThrow(pause(paused, at(10))), paused)
    assert.strictEqual(Result.getOrThrow(pause(withStatus("paused"), at(10), "bounces")).status_reason, null)
    assert.deepInclude(Result.getOrThrow(start(paused, 1, at(10))), { status: "active", status_reason: null })
  })

  it("stays what it is when the caller finds further issues", () => {
    const draft = { ...ready, lead_count: 0 }
    const { issues } = Result.getOrThrow(Result.flip(start(draft, 1, at(9), ["no_sequence"])))
    assert.deepStrictEqual(issues, ["no_lead", "no_sequence"])
    const active = withStatus("active")
    assert.strictEqual(Result.getOrThrow(start(active, 1, at(9), ["no_sequence"])), active)
  })

  it("is explained in one sentence", () => {
    const error = Result.getOrThrow(Result.flip(start({ ...ready, account_ids: [] }, 0, at(9))))
    assert.strictEqual(error.message, "The campaign needs a sender account and a step before it can start")
  })
})

describe("patch", () => {
  it("changes settings in every status, with a new version", () => {
    for (const status of CampaignStatus.literals) {
      const campaign = withStatus(status)
      const changes = { name: "New", account_ids: [AccountId.make(1), AccountId.make(2)] }
      assert.deepStrictEqual(patch(campaign, changes, at(9)), {
        ...campaign,
        ...changes,
        version: 4,
        updated_at: at(9)
      })
    }
  })

  it("returns the same object when nothing changes", () => {
    const { account_ids, name, send_window, timezone } = ready
    for (const changes of [
      {},
      { name, timezone },
      { account_ids: [...account_ids] },
      { send_window: structuredClone(send_window) }
    ]) {
      assert.strictEqual(patch(ready, changes, at(9)), ready)
    }
  })
})
