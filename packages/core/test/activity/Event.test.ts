/** Which inputs are events, and why others are rejected. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { NewEvent, precedes } from "../../src/activity/Event.ts"
import { decode } from "../../src/InvalidInput.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"

const decodeEvent = decode(NewEvent)
const event = { type: "sent", occurred_at: at(0), lead_id: 1, message_id: "<a@x.test>" }
const message = {
  message_id: "<a@x.test>",
  subject: "Hello",
  body_text: "Hello Ada",
  from_email: "me@ours.test",
  to_email: "ada@x.test"
}
const bare = { type: "sent", occurred_at: at(0) }

const accepted: ReadonlyArray<readonly [what: string, input: unknown]> = [
  ["a lead by its id", event],
  ["a lead by campaign and address", { ...bare, campaign_id: missing.campaign, email: "Ada@x.test", message_id: "m" }],
  ["an idempotency key", { ...bare, lead_id: 1, idempotency_key: "k" }],
  ["neither a key nor a mail", { ...bare, lead_id: 1 }],
  ["the mail itself, whose Message-ID makes it the same", { ...bare, lead_id: 1, message }],
  ["account and sequence", { ...event, account_id: 1, sequence_id: 2 }],
  ["the last instant of a leap day", { ...event, occurred_at: "2028-02-29T23:59:59.999Z" }],
  [
    "everything that a reporter may know",
    { ...event, type: "bounced", data: { reply_text: "", status: "5.7.26", reason: "", url: "https://x.test" } }
  ]
]

const refused: ReadonlyArray<readonly [what: string, input: unknown, message: string]> = [
  ["no object", "sent", ""],
  ["an unknown type", { ...event, type: "seen" }, "/type"],
  ["no type", { occurred_at: at(0), lead_id: 1, message_id: "m" }, "/type"],
  ["no lead", { ...bare, message_id: "m" }, "must name its lead by lead_id, or by campaign_id and email"],
  [
    "an address without its campaign",
    { ...bare, email: "ada@x.test", message_id: "m" },
    "must name its lead by lead_id, or by campaign_id and email"
  ],
  [
    "a lead named twice",
    { ...event, campaign_id: missing.campaign, email: "ada@x.test" },
    "must name its lead by lead_id, or by campaign_id and email"
  ],
  [
    "an id and a campaign, which may be another",
    { ...event, campaign_id: missing.campaign },
    "must name its lead by lead_id, or by campaign_id and email"
  ],
  [
    "an id and an address, which may be another's",
    { ...event, email: "ada@x.test" },
    "must name its lead by lead_id, or by campaign_id and email"
  ],
  ["an empty idempotency key", { ...event, idempotency_key: "" }, "/idempotency_key"],
  ["a mail of what is not sent", { ...event, type: "opened", message }, "only a sent event carries its message"],
  [
    "a return date of what is no automatic reply",
    { ...event, type: "replied", data: { returns_on: "2026-12-07" } },
    "only an automatic reply has a return date in its data"
  ],
  [
    "a return date that is no day",
    { ...event, type: "auto_replied", data: { returns_on: "2026-02-30" } },
    "/data/returns_on"
  ],
  ["a mail without an address", { ...event, message: { ...message, to_email: "nobody" } }, "/message/to_email"],
  ["a local time", { ...event, occurred_at: "2026-08-07T09:30:00.000" }, "/occurred_at"],
  ["a thirteenth month", { ...event, occurred_at: "2026-13-07T09:30:00.000Z" }, "/occurred_at"],
  ["a 30th of February", { ...event, occurred_at: "2026-02-30T09:30:00.000Z" }, "/occurred_at"],
  ["a 25th hour", { ...event, occurred_at: "2026-02-03T25:30:00.000Z" }, "/occurred_at"],
  ["the year 0, which databases do not know", { ...event, occurred_at: "0000-02-03T05:30:00.000Z" }, "/occurred_at"],
  ["an instant of the year 0 elsewhere", { ...event, occurred_at: "0001-01-01T00:30:00+01:00" }, "/occurred_at"],
  ["an id that is no number", { ...event, lead_id: "1" }, "/lead_id"],
  ["an id of nothing", { ...event, account_id: 0 }, "/account_id"],
  ["a status that is none", { ...event, data: { status: "550" } }, "/data/status"],
  ["text with NUL", { ...event, data: { reason: "a\u0000" } }, "/data/reason"],
  ["too long a Message-ID", { ...event, message_id: "m".repeat(801) }, "/message_id"],
  ["a key that no event has", { ...event, ip: "127.0.0.1" }, "/ip"],
  ["data that no event has", { ...event, data: { ip: "127.0.0.1" } }, "/data/ip"]
]

describe("an event", () => {
  it.effect.each(accepted)("may have %s", ([, input]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* decodeEvent(input), input)
    })
  )

  it.effect("has its instant in UTC", () =>
    Effect.gen(function* () {
      const { occurred_at } = yield* decodeEvent({ ...event, occurred_at: "2026-03-01T00:15:00+01:00" })
      assert.strictEqual(occurred_at, "2026-02-28T23:15:00.000Z")
      assert.isDefined(yield* decodeEvent({ ...event, occurred_at: "0000-12-31T23:30:00-01:00" }))
    })
  )

  it.effect.each(refused)("may not have %s", ([, input, message]) =>
    Effect.gen(function* () {
      const { message: actual } = yield* Effect.flip(decodeEvent(input))
      assert.include(actual, message)
    })
  )
})

it("precedes orders by instant, then by identity", () => {
  const [a, b, c] = [
    { occurred_at: at(1), identity: "b" },
    { occurred_at: at(2), identity: "a" },
    { occurred_at: at(2), identity: "b" }
  ] as const
  const order = [a, b, c]
  for (const [i, x] of order.entries()) {
    for (const [j, y] of order.entries()) assert.strictEqual(precedes(x, y), i < j)
  }
})
