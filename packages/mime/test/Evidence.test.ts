/** The effect of mail that looks like a bounce, and of bounces in unusual forms, from the bytes of the mail. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { date, lead, mail, me, test, theirs } from "./Desk.ts"
import { bytes } from "./Mail.ts"
import { bounce, dead, effects, failed, ours, returned, stateOf, untouched } from "./Reports.ts"

const untouchedLead = ["Not contacted", null] as const
const bob = "bob@lead.test"

describe("an automatic reply with an empty return path", () => {
  test("does not touch the colleague that it names", (desk) =>
    Effect.gen(function* () {
      const colleague = yield* desk.newLead(bob)
      yield* desk.write(ours)
      yield* desk.receive(mail(me, bob, ["Message-ID: <2@sender.test>", date(1)]))
      const header = ["Return-Path: <>", "Subject: Out of office", date(2)]
      const text = `My mailbox does not exist any more: 550 5.1.1. Please write to ${bob}.`
      assert.deepInclude(yield* desk.receive(theirs(header, text)), { kind: "auto_reply", lead_id: desk.lead_id })
      assert.deepStrictEqual(yield* effects(desk, colleague), { leads: [untouchedLead, untouchedLead], blacklist: [] })
    }))
})

describe("a refusal of our server", () => {
  test("blacklists nobody", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const refusals = [
        failed(lead, "5.5.4", "501 5.5.4 Invalid domain name [A1.PROD.OUTLOOK.TEST]"),
        failed(lead, "5.4.4", "Host not found: name=relay.sender.test"),
        failed(lead, "5.1.1", `550 5.1.1 <${me}>: unauthorized sender`),
        failed(lead, "5.0.0", "550 Your IP address is not listed in our whitelist")
      ]
      for (const refusal of refusals) yield* desk.receive(bounce([refusal], returned(), [date(2)]))
      assert.deepStrictEqual((yield* effects(desk)).blacklist, [])
    }))
})

describe("a report that returns no mail", () => {
  const naming = (id: string) =>
    bytes(
      [
        "From: MAILER-DAEMON@mx.test",
        `To: ${me}`,
        "Subject: Delivery Status Notification (Failure)",
        date(2),
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.test",
        `X-Original-Message-ID: ${id}`,
        "",
        dead,
        "--b--",
        ""
      ].join("\n")
    )

  test("is believed when it names our mail", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(naming(ours)), { trust: "verified", events: ["bounced"] })
      assert.deepStrictEqual((yield* effects(desk)).blacklist, [lead])
    }))

  test("is harmless when it names another mail", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(naming("<forged@sender.test>")), { trust: "unverified", events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))
})
