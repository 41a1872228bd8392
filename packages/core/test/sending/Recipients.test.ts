/** Which leads of a rehearsal answer, and which mails bounce. */
import { assert, describe, it } from "@effect/vitest"
import { CampaignId, LeadId } from "../../src/ids.ts"
import { recipientsOf } from "../../src/sending/Recipients.ts"

const campaign_id = CampaignId.make("018f0000-0000-7000-8000-000000000000")
const leads = (count: number) => Array.from({ length: count }, (_, i) => ({ id: LeadId.make(i + 1), campaign_id }))

describe("The recipients of a rehearsal", () => {
  it.each([
    [200, 2, 5, 4, 10],
    [1000, 2, 5, 20, 50],
    [200, 0, 0, 0, 0],
    [7, 100, 100, 7, 0],
    [10, 0, 100, 0, 10],
    [0, 2, 5, 0, 0],
    [50, 2, 50, 1, 25]
  ])("are exactly the share of %i leads", (count, bounce_rate, reply_rate, bounces, replies) => {
    const found = recipientsOf(leads(count), { bounce_rate, reply_rate })
    assert.deepStrictEqual([found.bounces.size, found.replies.size], [bounces, replies])
    assert.isTrue([...found.replies].every((id) => !found.bounces.has(id)))
  })

  it("are evenly spread: no hundred leads have more than their share, and one", () => {
    const { bounces } = recipientsOf(leads(1000), { bounce_rate: 2, reply_rate: 0 })
    for (let from = 0; from < 900; from += 10) {
      const within = [...bounces].filter((id) => id > from && id <= from + 100)
      assert.isAtMost(within.length, 3)
    }
  })
})
