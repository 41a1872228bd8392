/** Mailroom's own check of addresses, against name servers on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { AddressVerifier, type Verification } from "@mailroom/core"
import { NodeDns } from "@mailroom/host"
import { Effect } from "effect"
import { byZone, mxOf, type NameAnswer, nameServer, textOf } from "./NameServer.ts"

const address = [Buffer.of(8, 8, 8, 8)]
const inside = [Buffer.of(10, 0, 0, 8)]
const ipv6 = [Buffer.from("20014860486000000000000000008888", "hex")]
const mail = [mxOf(10, "mail.good.test")]
/** RFC 7505: priority 0, and the root as the host. */
const nullMx = Buffer.of(0, 0, 0)

const zone: Readonly<Record<string, NameAnswer>> = {
  "mail.good.test A": address,
  "good.test MX": mail,
  "sub.good.test MX": mail,
  "two.test MX": [mxOf(10, "gone.two.test"), mxOf(20, "mail.good.test")],
  "six.test MX": [mxOf(10, "mail.six.test")],
  "mail.six.test AAAA": ipv6,
  "xn--mnchen-3ya.test MX": mail,
  "gmail.com MX": mail,
  "notmailinator.test MX": mail,
  "mailinator.good.test MX": mail,
  // A null MX beside others means nothing.
  "mixed.test MX": [nullMx, mxOf(10, "mail.good.test")],
  "null.test MX": [nullMx],
  "nullweb.test MX": [nullMx],
  "nullweb.test A": address,
  "txt.test TXT": [textOf("v=spf1 -all")],
  "nohost.test MX": [mxOf(10, "gone.nohost.test")],
  "inside.test MX": [mxOf(10, "mail.inside.test")],
  "mail.inside.test A": inside,
  "insideweb.test A": inside,
  "web.test A": address,
  "web6.test AAAA": ipv6,
  "refused.test MX": "refused",
  "failed.test MX": "server_failed",
  // The name servers answer for the web site, but not for mail.
  "failedmx.test MX": "server_failed",
  "failedmx.test A": address,
  "silent.test MX": "silence",
  "silenthost.test MX": [mxOf(10, "mail.silenthost.test")],
  "mail.silenthost.test A": "silence",
  "mail.silenthost.test AAAA": "silence",
  "halfsilent.test MX": [mxOf(10, "mail.silenthost.test"), mxOf(20, "gone.halfsilent.test")],
  "onesilent.test MX": [mxOf(10, "mail.silenthost.test"), mxOf(20, "mail.good.test")],
  "failedweb.test A": "server_failed",
  "failedweb.test AAAA": "server_failed",
  "failedweb.test TXT": [textOf("x")]
}

type Row = readonly [email: string, status: Verification.VerifiedStatus, ...reasons: ReadonlyArray<string>]

const domain64 = Array.from({ length: 4 }, () => "a".repeat(63)).join(".")

/** Sixty addresses, each with its status and the reasons. */
const table: ReadonlyArray<Row> = [
  ["ada@good.test", "valid", "mailbox_not_checked"],
  ["Ada@GOOD.Test", "valid", "mailbox_not_checked"],
  ["ada.lovelace+list@good.test", "valid", "mailbox_not_checked"],
  ["o'brien@good.test", "valid", "mailbox_not_checked"],
  ["a@good.test", "valid", "mailbox_not_checked"],
  [`${"a".repeat(64)}@good.test`, "valid", "mailbox_not_checked"],
  ["ünal@good.test", "valid", "mailbox_not_checked"],
  ["ada@sub.good.test", "valid", "mailbox_not_checked"],
  ["ada@two.test", "valid", "mailbox_not_checked"],
  ["ada@six.test", "valid", "mailbox_not_checked"],
  ["ada@MÜNCHEN.test", "valid", "mailbox_not_checked"],
  ["ada@xn--mnchen-3ya.test", "valid", "mailbox_not_checked"],
  ["ada@gmail.com", "valid", "mailbox_not_checked"],
  ["mailinator@good.test", "valid", "mailbox_not_checked"],
  ["ada@notmailinator.test", "valid", "mailbox_not_checked"],
  ["ada@mailinator.good.test", "valid", "mailbox_not_checked"],
  ["ada@mixed.test", "valid", "mailbox_not_checked"],
  ["ada@onesilent.test", "valid", "mailbox_not_checked"],
  // Functions.
  ["info@good.test", "valid", "mailbox_not_checked", "role"],
  ["SALES@good.test", "valid", "mailbox_not_checked", "role"],
  ["support+uk@good.test", "valid", "mailbox_not_checked", "role"],
  ["no-reply@good.test", "valid", "mailbox_not_checked", "role"],
  ["customer.service@good.test", "valid", "mailbox_not_checked", "role"],
  ["kontakt@good.test", "valid", "mailbox_not_checked", "role"],
  ["information@good.test", "valid", "mailbox_not_checked"],
  ["salesforce@good.test", "valid", "mailbox_not_checked"],
  ["ada.info@good.test", "valid", "mailbox_not_checked"],
  // No mail arrives.
  ["ada@null.test", "invalid", "no_mail"],
  ["ada@nullweb.test", "invalid", "no_mail"],
  ["ada@nowhere.test", "invalid", "no_mail_server"],
  ["ada@txt.test", "invalid", "no_mail_server"],
  ["ada@insideweb.test", "invalid", "no_mail_server"],
  ["ada@nohost.test", "invalid", "mx_without_address"],
  ["ada@inside.test", "invalid", "mx_without_address"],
  ["info@nowhere.test", "invalid", "no_mail_server", "role"],
  // Nobody can know.
  ["ada@web.test", "unknown", "no_mx"],
  ["ada@web6.test", "unknown", "no_mx"],
  ["ada@refused.test", "unknown", "dns_unanswered"],
  ["ada@failed.test", "unknown", "dns_unanswered"],
  ["ada@failedmx.test", "unknown", "dns_unanswered"],
  ["ada@failedweb.test", "unknown", "dns_unanswered"],
  ["ada@silent.test", "unknown", "dns_unanswered"],
  ["ada@silenthost.test", "unknown", "dns_unanswered"],
  ["ada@halfsilent.test", "unknown", "dns_unanswered"],
  ["info@silent.test", "unknown", "dns_unanswered", "role"],
  // Throw-away addresses; no name server is asked.
  ["ada@mailinator.com", "disposable", "disposable"],
  ["ADA@Mailinator.COM", "disposable", "disposable"],
  ["ada@any.mailinator.com", "disposable", "disposable"],
  ["info@yopmail.com", "disposable", "disposable"],
  ["ada@guerrillamail.com", "disposable", "disposable"],
  // No addresses.
  ["ada", "invalid", "syntax"],
  ["ada@", "invalid", "syntax"],
  ["@good.test", "invalid", "syntax"],
  ["ada lovelace@good.test", "invalid", "syntax"],
  ["ada..lovelace@good.test", "invalid", "syntax"],
  [".ada@good.test", "invalid", "syntax"],
  ["ada@good..test", "invalid", "syntax"],
  ["ada@[8.8.8.8]", "invalid", "syntax"],
  ["ada@localhost", "invalid", "syntax"],
  [`${"a".repeat(65)}@good.test`, "invalid", "syntax"],
  ["ada@-good.test", "invalid", "syntax"],
  ["ada@8.8.8.8", "invalid", "syntax"],
  [`ada@${domain64}.test`, "invalid", "syntax"]
]

const verify = (emails: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { asked, resolver } = yield* nameServer(byZone(zone), 3_000)
    const { verify } = yield* Effect.provide(AddressVerifier.orOwn, NodeDns.layer(NodeDns.resolveBy(resolver)))
    return { asked, verdicts: yield* Effect.forEach(emails, verify, { concurrency: "unbounded" }) }
  }).pipe(Effect.scoped)

describe("the check of addresses", () => {
  it.live("gives sixty addresses their status, and the reasons", () =>
    Effect.gen(function* () {
      assert.isAtLeast(table.length, 60)
      const { verdicts } = yield* verify(table.map(([email]) => email))
      assert.deepStrictEqual(
        verdicts.map(({ reasons, status }, i) => [table[i]?.[0], status, ...reasons]),
        table.map((row) => [...row])
      )
      for (const { cost, decided_by } of verdicts) assert.deepStrictEqual([cost, decided_by], [0, "mailroom"])
    })
  )

  it.live("asks about a domain once, and about no throw-away address", () =>
    Effect.gen(function* () {
      const { asked } = yield* verify(["a@good.test", "b@good.test", "c@GOOD.test", "a@mailinator.com", "a@localhost"])
      assert.sameMembers([...asked], ["udp MX good.test", "udp A mail.good.test", "udp AAAA mail.good.test"])
    })
  )
})
