/** The results of starting, pausing and changing a campaign. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  type CampaignNotActive,
  type CampaignNotReady,
  type CampaignRecord,
  CampaignStatus,
  patch,
  pause,
  start
} from "../../src/campaigns/Campaign.ts"
import { at, campaignRow } from "../../src/testing/fixtures/Fixtures.ts"
import { AccountId } from "../../src/ids.ts"

const ready: CampaignRecord = { ...campaignRow({ account_ids: [AccountId.make(1)], version: 3 }), lead_count: 1 }
const withStatus = (status: CampaignStatus): CampaignRecord => ({ ...ready, status })

type Move = (campaign: CampaignRecord) => Result.Result<CampaignRecord, CampaignNotActive | CampaignNotReady>
const orders: Readonly<Record<"pause" | "start", Move>> = {
  start: (campaign) => start(campaign, { count: 1, areValid: true }, at(9)),
  pause: (campaign) => pause(campaign, at(9))
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
    ["completed", "pause", "CampaignNotActive"]
  ]
  it("has every transition in the table", () => {
    assert.lengthOf(new Set(table.map(([status, order]) => `${status} ${order}`)), CampaignStatus.literals.length * 2)
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
    const issues = (fields: Partial<CampaignRecord>, count: number, areValid = true) =>
      Result.match(start({ ...ready, ...fields }, { count, areValid }, at(9)), {
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
      assert.deepStrictEqual(issues({ status, lead_count: 0 }, 2, false), ["no_lead", "invalid_step"])
    }
    assert.strictEqual(issues({ status: "active", account_ids: [], lead_count: 0 }, 0, false), "active")
  })

  it("is explained in one sentence", () => {
    const error = Result.getOrThrow(
      Result.flip(start({ ...ready, account_ids: [] }, { count: 0, areValid: true }, at(9)))
    )
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
    const { account_ids, name, timezone } = ready
    for (const changes of [{}, { name, timezone }, { account_ids: [...account_ids] }]) {
      assert.strictEqual(patch(ready, changes, at(9)), ready)
    }
  })
})
