import { assert, describe, it } from "@effect/vitest"
import { Accounts, CurrentOrganization, DnsResolver, OrganizationId, SettingsStore, Timestamp } from "@mailroom/core"
import { NodeDns } from "@mailroom/host"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Option } from "effect"
import { byZone, mxOf, nameServer, textOf } from "../../host/test/NameServer.ts"
import * as Storage from "../src/Storage.ts"
import { type Env, mailroom, tenancy } from "./Harness.ts"

const records: Readonly<Record<string, ReadonlyArray<string>>> = {
  "good.test MX": ["1 smtp.google.com"],
  "smtp.google.com A": ["8.8.8.8"],
  "good.test TXT": ["v=spf1 include:_spf.google.com -all"],
  "_spf.google.com TXT": ["v=spf1 ip4:192.0.2.0/24 -all"],
  "google._domainkey.good.test TXT": [`v=DKIM1; p=${Buffer.alloc(294, 7).toString("base64")}`],
  "_dmarc.good.test TXT": ["v=DMARC1; p=none"],
  "bad.test MX": ["1 smtp.google.com"],
  "bad.test TXT": ["v=spf1 \u001B[31mmx -all", "v=spf1 -all"]
}

const resolver = DnsResolver.of({
  query: (name, type) => {
    const found = records[`${name} ${type}`]
    return Effect.succeed(found === undefined ? { status: "no_such_name" } : { status: "found", records: found })
  }
})

const doctor = (env: Env, ...args: ReadonlyArray<string>) =>
  Effect.provideService(mailroom(env, "doctor", ...args), DnsResolver, resolver)

/** An organization with accounts of these addresses, with the ids from 1 on. */
const tenancyOf = (...emails: ReadonlyArray<string>) =>
  Effect.tap(tenancy, (env) =>
    Effect.forEach(emails, (email) => Accounts.use((accounts) => accounts.create({ email, provider: "google" }))).pipe(
      Effect.provideService(CurrentOrganization, { id: OrganizationId.make(1) }),
      Effect.provide(Storage.layerUseCases({ data: Option.none() }), { local: true }),
      Effect.provide([ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)), NodeServices.layer])
    )
  )

describe("doctor", () => {
  it.live("says in a line for each check what to publish, and fails when something is wrong", () =>
    Effect.gen(function* () {
      const env = yield* tenancyOf("me@good.test", "me@bad.test")
      const all = yield* doctor(env)
      assert.strictEqual(all.code, 1)
      assert.match(all.stderr, /1 account cannot send safely/u)
      const [good = "", bad = ""] = all.stdout.split("\n\n")
      assert.deepStrictEqual(
        good.split("\n").map((line) => line.split(/ +/u).slice(0, 3).join(" ")),
        ["me@good.test", " ok mx", " ok spf", " ok dkim", " ok dmarc", " ok alignment", " - ptr", " ok blacklist"]
      )
      assert.match(
        bad,
        /^ {2}ERROR {4}spf +bad\.test has 2 SPF records, so none is valid: publish only "v=spf1 .*mx -all"$/mu
      )
      assert.match(bad, /^ {2}ERROR {4}dmarc .*publish the TXT record "v=DMARC1; p=none" for _dmarc\.bad\.test$/mu)
      assert.notInclude(all.stdout, "\u001B")
      const one = yield* doctor(env, "--account", "1", "--selector", "google")
      assert.deepStrictEqual([one.code, one.stderr, one.stdout], [0, "", good])
    })
  )

  it.live("asks name servers, and says what they do not answer", () =>
    Effect.gen(function* () {
      const zone = byZone({
        "good.test MX": [mxOf(1, "smtp.google.com")],
        "smtp.google.com A": [Buffer.of(8, 8, 8, 8)],
        "good.test TXT": [textOf("v=spf1 include:_spf.google.com -all")],
        "_spf.google.com TXT": [textOf("v=spf1 ip4:192.0.2.0/24 -all")],
        "google._domainkey.good.test TXT": [textOf("v=DKIM1; p=", Buffer.alloc(180, 7).toString("base64"))],
        "_dmarc.good.test TXT": [textOf("v=DMARC1; p=none")]
      })
      const { resolver } = yield* nameServer((question) =>
        question.name.endsWith("silent.test") ? "silence" : zone(question)
      )
      const env = yield* tenancyOf("me@good.test", "me@silent.test", "me@nobody.test")
      const { code, stdout } = yield* mailroom(env, "doctor").pipe(
        Effect.provide(NodeDns.layer(NodeDns.resolveBy(resolver)))
      )
      assert.strictEqual(code, 1)
      const marks = stdout.split("\n\n").map((report) =>
        report
          .split("\n")
          .slice(0, 6)
          .map((line) => line.trim().split(/ +/u)[0])
      )
      assert.deepStrictEqual(marks, [
        ["me@good.test", "ok", "ok", "WARNING", "ok", "ok"],
        ["me@silent.test", "UNKNOWN", "UNKNOWN", "UNKNOWN", "UNKNOWN", "UNKNOWN"],
        ["me@nobody.test", "ERROR", "ERROR", "WARNING", "ERROR", "ERROR"]
      ])
      const unchecked = yield* mailroom(env, "doctor", "--account", "2").pipe(
        Effect.provide(NodeDns.layer(NodeDns.resolveBy(resolver)))
      )
      assert.strictEqual(unchecked.code, 1)
      assert.match(unchecked.stderr, /1 account could not be checked: see UNKNOWN above/u)
    })
  )

  it.live("checks the tracking domain", () =>
    Effect.gen(function* () {
      const env = { ...(yield* tenancyOf("me@good.test")), MAILROOM_PUBLIC_URL: "https://mail.good.test" }
      const settings = {
        tracking_domain: "links.good.test",
        contact_rule: null,
        domain_daily_limit: null,
        seed_addresses: [],
        keep_events_days: null,
        keep_messages_days: null,
        keep_sends_days: null,
        keep_log_days: null,
        reply_labels: [],
        updated_at: yield* Timestamp.now,
        version: 2
      }
      yield* SettingsStore.use((store) => store.replace(OrganizationId.make(1), settings)).pipe(
        Effect.provide(Storage.layerUseCases({ data: Option.none() }), { local: true }),
        Effect.provide([ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)), NodeServices.layer])
      )
      const { code, stderr, stdout } = yield* doctor(env)
      assert.strictEqual(code, 1)
      assert.match(
        stdout,
        /\n\nlinks\.good\.test\n {2}ERROR {4}tracking {3}links\.good\.test has no public address: add the record CNAME links\.good\.test → mail/u
      )
      assert.match(stderr, /The tracking domain does not work: links\.good\.test has no public address/u)
      assert.strictEqual((yield* doctor(env, "--account", "1")).code, 0)
      const json = yield* doctor(env, "--json")
      assert.deepInclude(JSON.parse(json.stdout).tracking_domain, {
        tracking_domain: "links.good.test",
        status: "error"
      })
      assert.deepStrictEqual(Object.keys(JSON.parse((yield* doctor(env, "--account", "1", "--json")).stdout)), [
        "accounts"
      ])
    })
  )

  it.live("prints the reports as JSON", () =>
    Effect.gen(function* () {
      const env = yield* tenancyOf("me@good.test")
      const { code, stdout } = yield* doctor(env, "--json")
      const { accounts, tracking_domain } = JSON.parse(stdout)
      assert.deepStrictEqual([code, accounts.length, tracking_domain.status], [0, 1, "none"])
      assert.deepInclude(accounts[0], { email: "me@good.test", account_id: 1, domain: "good.test", status: "ok" })
    })
  )

  it.live("rejects what cannot be asked for", () =>
    Effect.gen(function* () {
      const env = yield* tenancyOf("me@good.test")
      for (const [args, code, says] of [
        [["--account", "9"], 1, /There is no account 9/u],
        [["--ip", "10.0.0.1"], 2, /ip: must be a public IP address/u],
        [["--selector", "a..b"], 2, /selector: must be a DKIM selector/u]
      ] as const) {
        const failed = yield* doctor(env, ...args)
        assert.strictEqual(failed.code, code)
        assert.match(failed.stderr, says)
      }
      const empty = yield* doctor(yield* tenancy)
      assert.deepStrictEqual([empty.code, empty.stdout, empty.stderr], [0, "", "There is no account yet"])
    })
  )
})
