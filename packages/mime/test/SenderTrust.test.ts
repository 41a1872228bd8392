/** Which senders the intake trusts, by the results of the host's mail server (domain, "Whom to believe"). */
import { assert, describe } from "@effect/vitest"
import type { Trust } from "@mailroom/core"
import { Effect } from "effect"
import { date, lead, mail, me, test, testWithResults, theirs } from "./Desk.ts"
import { bounce, dead, ours, returned, stateOf, threadOf, untouched } from "./Reports.ts"

describe("with the results of the host's mail server", () => {
  const results = (dmarc: string, server = "mx.host.test") =>
    `Authentication-Results: ${server}; spf=pass smtp.mailfrom=lead.test; dmarc=${dmarc} header.from=lead.test`
  const spoofs: Record<string, (header: ReadonlyArray<string>) => Uint8Array> = {
    "an answer": (header) => theirs([`In-Reply-To: ${ours}`, ...header, date(2)], "Stop."),
    "an answer by its sender": (header) => theirs([...header, date(2)], "Stop."),
    "an automatic reply": (header) => theirs(["Auto-Submitted: auto-replied", ...header, date(2)]),
    "mail in our own name": (header) => mail(me, lead, ["Message-ID: <forged@sender.test>", ...header, date(2)])
  }
  for (const [name, spoof] of Object.entries(spoofs)) {
    testWithResults(`${name} that fails DMARC moves nothing, and is kept apart`, (desk) =>
      Effect.gen(function* () {
        const thread_id = threadOf(yield* desk.write(ours))
        const before = yield* stateOf(desk)
        const result = yield* desk.receive(spoof([results("fail")]))
        assert.deepInclude(result, { trust: "unverified", events: [] })
        assert.notStrictEqual(result.thread_id, thread_id)
        assert.notProperty(result, "lead_id")
        assert.deepStrictEqual(yield* stateOf(desk), before)
        assert.deepStrictEqual(
          (yield* desk.threads("other")).map(({ id }) => id),
          [threadOf(result)]
        )
        assert.lengthOf(yield* desk.threads("replies"), 0)
        assert.lengthOf(yield* desk.messages(thread_id), 1)
      })
    )
  }

  testWithResults("mail in our own name that fails DMARC proves no notice", (desk) =>
    Effect.gen(function* () {
      yield* desk.receive(mail(me, lead, ["Message-ID: <forged@sender.test>", results("fail"), date(1)]))
      const notice = bounce([dead], returned("<forged@sender.test>"))
      assert.deepInclude(yield* desk.receive(notice), { trust: "unverified", events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    })
  )

  const believed: ReadonlyArray<readonly [header: ReadonlyArray<string>, trust: Trust]> = [
    [[results("pass")], "verified"],
    [[results("none")], "plausible"],
    [[], "plausible"],
    [[results("fail", "mx.attacker.test")], "plausible"],
    [[results("pass", "mx.attacker.test")], "plausible"]
  ]
  for (const [header, trust] of believed) {
    testWithResults(`an answer is ${trust} with ${header.join() || "none"}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        assert.deepInclude(yield* desk.receive(spoofs["an answer"]?.(header) ?? theirs([])), {
          kind: "reply",
          trust,
          events: ["replied", "unsubscribed"]
        })
      })
    )
  }

  test("that nobody named, DMARC changes nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const answer = theirs([`In-Reply-To: ${ours}`, results("fail"), date(2)])
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", trust: "plausible", events: ["replied"] })
    }))

  testWithResults("is an answer when it comes again by a way that DMARC passes", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const answer = (dmarc: string) =>
        theirs([
          "Message-ID: <a@lead.test>",
          `In-Reply-To: ${ours}`,
          `Authentication-Results: mx.host.test; dmarc=${dmarc}`,
          date(2)
        ])
      assert.deepInclude(yield* desk.receive(answer("fail")), { trust: "unverified", events: [] })
      assert.deepInclude(yield* desk.receive(answer("pass")), { kind: "reply", trust: "verified", events: ["replied"] })
      assert.deepInclude(yield* desk.receive(answer("fail")), { kind: "duplicate", trust: "verified" })
    })
  )
})
