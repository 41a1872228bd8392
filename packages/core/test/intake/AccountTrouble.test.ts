/** Which notices about an account are believed. */
import { assert, describe, it } from "@effect/vitest"
import type { ParsedMail, Trust } from "@mailroom/mail"
import { isBelieved } from "../../src/intake/AccountTrouble.ts"
import type { LeadRecord } from "../../src/leads/Lead.ts"

interface Case {
  readonly from: string
  readonly account?: string
  readonly lead?: string | null
  readonly hosts?: ReadonlyArray<string>
  readonly trust?: Trust
  readonly namesOurs?: boolean
}

const believed = ({
  account = "me@sender.example",
  from,
  hosts = [],
  lead = "ada@corp.example",
  namesOurs = true,
  trust = "plausible"
}: Case) => {
  const mail = { from: from === "" ? null : { name: "", email: from } } as ParsedMail
  const match = {
    trust,
    thread: { tab: "other", lead_id: null, campaign_id: null },
    reports: [],
    ...(lead === null ? {} : { lead: { email: lead } as LeadRecord })
  } as const
  const classified = { mail, machine: null, is_our_email: false, trust, isVouched: false, asksToStop: false }
  return isBelieved({ classified, match, namesOurs }, { email: account, hosts })
}

const gmail = { account: "me@gmail.com", from: "mailer-daemon@googlemail.com", hosts: ["smtp.gmail.com"] }
const workspace = { from: "mailer-daemon@googlemail.com", hosts: ["smtp.gmail.com", "imap.gmail.com"] }

describe("A notice is believed", () => {
  const good: ReadonlyArray<readonly [string, Case]> = [
    ["the account's domain", { from: "mailer-daemon@sender.example" }],
    ["a subdomain of it", { from: "mailer-daemon@mx.sender.example" }],
    ["the domain above the account's", { account: "me@mail.sender.example", from: "postmaster@sender.example" }],
    ["the domain of the SMTP server", { from: "noreply@provider.example", hosts: ["smtp.provider.example"] }],
    ["Google, for an account with its own domain", workspace],
    ["Google, to a lead there, proven", { ...workspace, lead: "ada@gmail.com", trust: "verified" }],
    ["Microsoft", { from: "postmaster@outlook.com", hosts: ["smtp.office365.com"] }],
    ["free mail, proven", { ...gmail, trust: "verified" }],
    [
      "the lead's domain, which is the account's, proven",
      { from: "mailer-daemon@corp.example", account: "me@corp.example", trust: "verified" }
    ],
    [
      "the account's domain, proven, about no mail",
      { from: "noreply@sender.example", namesOurs: false, trust: "verified" }
    ]
  ]
  for (const [who, given] of good) it(`from ${who}`, () => assert.isTrue(believed(given)))
})

describe("A notice is not believed", () => {
  const bad: ReadonlyArray<readonly [string, Case]> = [
    ["another domain", { from: "postmaster@stranger.example" }],
    ["another domain, proven", { from: "postmaster@stranger.example", trust: "verified" }],
    ["the recipient's domain, proven", { from: "postmaster@corp.example", trust: "verified" }],
    ["a subdomain of the recipient's", { from: "postmaster@mail.corp.example" }],
    ["another domain below the same public suffix", { account: "me@sender.co.uk", from: "postmaster@other.co.uk" }],
    ["no sender", { from: "" }],
    ["no sender, proven", { from: "", trust: "verified" }],
    ["free mail, unproven", gmail],
    ["the same provider of free mail as the lead's", { ...gmail, lead: "ada@gmail.com" }],
    [
      "a person at that provider, proven",
      { ...gmail, from: "ada@gmail.com", lead: "ada@gmail.com", trust: "verified" }
    ],
    ["a person at the provider of the servers", { ...workspace, from: "ada@gmail.com", trust: "verified" }],
    ["the provider of the servers, where the lead has its mail", { ...workspace, lead: "ada@gmail.com" }],
    ["the domain of account and lead, unproven", { from: "mailer-daemon@corp.example", account: "me@corp.example" }],
    ["the account's domain, about an unknown lead", { from: "mailer-daemon@sender.example", lead: null }],
    ["the account's domain, refuted", { from: "mailer-daemon@sender.example", trust: "unverified" }],
    ["the account's domain, about no mail", { from: "mailer-daemon@sender.example", namesOurs: false }]
  ]
  for (const [who, given] of bad) it(`from ${who}`, () => assert.isFalse(believed(given)))
})
