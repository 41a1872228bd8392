/** The check of an account's DNS, over answers that never come, come late, or are too many. */
import { answered, maximumQuestions, maximumRecords, maximumText, questionLimit, totalLimit } from "@mailroom/mail/dns"
import { assert, describe, it } from "@effect/vitest"
import { DnsResolver } from "@mailroom/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { MemoryStorage } from "@mailroom/memory"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { AccountId } from "../../src/ids.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, layerOver, test } from "../Tenant.ts"
import { resolverOf, type Zone } from "../../../mail/test/dns/Zone.ts"

const newAccount = (email: string) =>
  Accounts.use((accounts) => Effect.map(accounts.create({ email, provider: "google" }), ({ id }) => id))

/** Runs a test with these answers. */
const testOver = (name: string, zone: Zone, body: () => Generator<Effect.Effect<unknown, unknown, any>, void, never>) =>
  it.effect(name, () =>
    Effect.gen(body).pipe(
      asOther,
      Effect.provide(layerOver(MemoryStorage.layer).pipe(Layer.provide(Layer.succeed(DnsResolver, resolverOf(zone)))), {
        local: true
      })
    )
  )

describe("Accounts.dns", () => {
  testOver(
    "checks the domain of the address in ASCII, and the blacklist of the organization",
    {
      "mail.xn--mnchen-3ya.test MX": ["10 a.test"],
      "a.test AAAA": ["2606:4700::1"],
      "xn--mnchen-3ya.test TXT": ["v=spf1 -all"]
    },
    function* () {
      yield* TestClock.setTime(Date.parse(at(5)))
      const id = yield* newAccount("Me@Mail.MÜNCHEN.test")
      const report = yield* Accounts.use((accounts) => accounts.dns(id, {}))
      assert.deepInclude(report, {
        account_id: id,
        domain: "mail.xn--mnchen-3ya.test",
        organizational_domain: "xn--mnchen-3ya.test",
        checked_at: at(5),
        status: "error"
      })
      assert.deepStrictEqual(
        report.checks.map(({ check, result }) => `${check} ${result}`),
        [
          "mx ok",
          "spf no_record",
          "dkim no_record",
          "dmarc no_record",
          "alignment not_aligned",
          "ptr not_applicable",
          "blacklist ok"
        ]
      )
      yield* Blacklist.use((blacklist) => blacklist.add("domain", ["münchen.test"]))
      const { checks } = yield* Accounts.use((accounts) => accounts.dns(id, {}))
      assert.deepInclude(checks.at(-1), { check: "blacklist", status: "error", result: "blacklisted" })
      assert.include(checks.at(-1)?.message, "is covered by xn--mnchen-3ya.test")
    }
  )

  test("says that there is no resolver, where the host brings none", function* () {
    const id = yield* newAccount("me@x.test")
    const { checks, status } = yield* Accounts.use((accounts) => accounts.dns(id, {}))
    assert.strictEqual(status, "unknown")
    assert.deepStrictEqual(
      checks.map(({ result }) => result),
      [...Array.from({ length: 5 }, () => "not_configured"), "not_applicable", "ok"]
    )
  })

  test("rejects what cannot be asked for, and accounts of others", function* () {
    const { dns } = yield* Accounts
    const id = yield* newAccount("me@x.test")
    const foreign = yield* asOther(newAccount("me@x.test"))
    for (const query of [{ ip: "127.0.0.1" }, { ip: "10.1" }, { ip: "x" }, { ip: "::1" }, { ip: "169.254.169.254" }])
      assert.deepStrictEqual(yield* faultsOf(dns(id, query)), ["/ip"])
    for (const selector of ["", "a..b", ".a", "a b", "é", "a".repeat(64)])
      assert.deepStrictEqual(yield* faultsOf(dns(id, { selector })), ["/selector"])
    assert.deepStrictEqual(yield* errorsOf(dns(foreign, {}), dns(AccountId.make(9_999), {})), [
      "AccountNotFound",
      "AccountNotFound"
    ])
  })
})

describe("answered", () => {
  const hanging = DnsResolver.of({ query: () => Effect.never })

  it.effect("asks each question once, those of one round at the same time", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const resolver = DnsResolver.of({
        query: (name) => Effect.sync(() => (asked.push(name), { status: "found", records: [`${name}x`] }))
      })
      const result = yield* answered(resolver, (ask) => {
        const [a, b] = [ask("a", "TXT"), ask("b", "TXT")]
        ask("a", "TXT")
        return a.status === "found" && b.status === "found" ? ask(`${a.records[0]}${b.records[0]}`, "CNAME") : a
      })
      assert.deepStrictEqual(result, { status: "found", records: ["axbxx"] })
      assert.deepStrictEqual(asked, ["a", "b", "axbx"])
    })
  )

  it.effect("takes no answer as timed out, after the time of one question", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(answered(hanging, (ask) => [ask("a", "TXT"), ask("b", "MX")]))
      yield* TestClock.adjust(questionLimit - 1)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(fiber), [{ status: "timed_out" }, { status: "timed_out" }])
    })
  )

  it.effect("ends after the time of all questions, however many follow from each other", () =>
    Effect.gen(function* () {
      let asked = 0
      const slow = DnsResolver.of({
        query: () =>
          Effect.as(
            Effect.delay(
              Effect.sync(() => asked++),
              questionLimit - 1
            ),
            { status: "no_records" }
          )
      })
      const fiber = yield* Effect.forkChild(
        answered(slow, (ask) => {
          let last: string = ""
          for (let i = 0; i < 50 && last !== "timed_out"; i++) last = ask(`n${i}`, "TXT").status
          return last
        })
      )
      yield* TestClock.adjust(totalLimit)
      assert.strictEqual(yield* Fiber.join(fiber), "timed_out")
      assert.strictEqual(asked, 3)
    })
  )

  it.effect("asks no more than the maximum", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: maximumQuestions + 5 }, (_, i) => `n${i}`)
      let asked = 0
      const resolver = DnsResolver.of({ query: () => Effect.sync(() => (asked++, { status: "no_records" })) })
      const answers = yield* answered(resolver, (ask) => names.map((name) => ask(name, "A").status))
      assert.strictEqual(asked, maximumQuestions)
      assert.deepStrictEqual(answers.slice(-6), ["no_records", ...Array.from({ length: 5 }, () => "timed_out")])
    })
  )

  it.effect("shows a rule no more records and no more text than the maximum, however much a server answers", () =>
    Effect.gen(function* () {
      const text = "x".repeat(maximumText + 1)
      const resolver = DnsResolver.of({
        query: (_, type) =>
          Effect.succeed({
            status: "found",
            records: Array.from({ length: 4_000 }, () => (type === "A" ? "8.8.8.8" : text))
          })
      })
      const [addresses, texts] = yield* answered(resolver, (ask) => [ask("a", "A"), ask("a", "TXT")] as const)
      assert.lengthOf(addresses.status === "found" ? addresses.records : [], maximumRecords)
      const records = texts.status === "found" ? texts.records : []
      assert.deepStrictEqual([records.length, records[0]?.length], [maximumRecords, maximumText])
    })
  )
})
