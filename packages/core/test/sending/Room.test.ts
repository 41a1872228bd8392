import { assert, describe, it } from "@effect/vitest"
import { defaults } from "../../src/accounts/Account.ts"
import { roomOfAccount, roomOfCampaign, unsettledToday } from "../../src/sending/Room.ts"
import type { SendRecord } from "../../src/sends/Send.ts"
import type { Timestamp } from "../../src/Timestamp.ts"

const at = (text: string) => new Date(`2026-08-${text}Z`).toISOString() as Timestamp

describe("the room of an account", () => {
  it("is its limit of the day, without what was sent and what may have been sent", () => {
    const settings = { ...defaults, daily_limit: 10 }
    assert.strictEqual(roomOfAccount(settings, { sent: 3, unsettled: 2 }, at("05T12:00")), 5)
    assert.strictEqual(roomOfAccount(settings, { sent: 9, unsettled: 2 }, at("05T12:00")), 0)
  })

  it("grows with the ramp-up", () => {
    const ramp_up = { enabled: true, start: 2, increment: 3, started_at: at("03T12:00") }
    const settings = { ...defaults, daily_limit: 10, ramp_up }
    assert.deepStrictEqual(
      [at("05T11:59"), at("05T12:00"), at("20T12:00")].map((now) =>
        roomOfAccount(settings, { sent: 1, unsettled: 0 }, now)
      ),
      [4, 7, 9]
    )
  })

  it("is used by steps that are being sent, or may have been sent today", () => {
    const send = (
      outcome: SendRecord["outcome"],
      begun_at: Timestamp | null = at("05T08:00"),
      kind: SendRecord["kind"] = "step"
    ) => ({ outcome, begun_at, kind })
    const used = [send("begun"), send("unknown"), send("begun", at("05T00:00"))]
    const others = [
      send("sent"),
      send("refused"),
      send("deferred"),
      send("queued", null),
      send("unknown", at("04T23:59")),
      send("begun", at("05T08:00"), "reply"),
      send("unknown", at("05T08:00"), "test")
    ]
    assert.strictEqual(unsettledToday([...used, ...others], at("05T00:00")), used.length)
  })
})

describe("the room of a campaign", () => {
  it("is its limit without the leads that were contacted today", () => {
    assert.strictEqual(roomOfCampaign({ daily_limit: 50 }, 20), 30)
    assert.strictEqual(roomOfCampaign({ daily_limit: 0 }, 1), 0)
  })
})
