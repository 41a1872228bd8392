import { assert, describe, it } from "@effect/vitest"
import { defaults } from "../../src/accounts/Account.ts"
import { defaultWindow } from "../../src/campaigns/SendWindow.ts"
import { empty } from "../../src/mailboxes/Mailbox.ts"
import type { Connection } from "../../src/mailboxes/Connection.ts"
import {
  type AccountInput,
  type LeadInput,
  Reason,
  reasonOfAccount,
  reasonOfCampaign,
  reasonOfLead
} from "../../src/sending/MayContact.ts"
import { AccountId, CampaignId } from "../../src/ids.ts"
import { plus, type Timestamp } from "../../src/Timestamp.ts"
import { RequiredVerification, VerificationStatus } from "../../src/verification/Verdict.ts"

const now = "2026-08-05T12:00:00.000Z" as Timestamp
const later = plus(now, 1)
const smtp = { host: "smtp.ours.example", port: 465, security: "tls", user: "grace", auth: "password" } as const
const connection: Connection = { smtp, imap: null }
const read: Connection = { smtp, imap: { ...smtp, host: "imap.ours.example", port: 993, keep_unrelated: false } }
const reached = new Set<Reason>()
const seen = (reason: Reason | null) => {
  if (reason !== null) reached.add(reason)
  return reason
}

describe("an account", () => {
  const mailbox = { ...empty(AccountId.make(1)), connection }
  const ready: AccountInput = {
    account: { deleted_at: null, settings: defaults },
    mailbox,
    inbound: "inboxes",
    sends_without_credentials: false,
    room: 1
  }
  const cases: ReadonlyArray<readonly [fields: Partial<AccountInput>, reason: Reason | null]> = [
    [{}, null],
    [{ account: undefined }, "account_disabled"],
    [{ account: { deleted_at: now, settings: defaults } }, "account_disabled"],
    [{ account: { deleted_at: null, settings: { ...defaults, sending_enabled: false } } }, "account_disabled"],
    [{ mailbox: { ...mailbox, connection: null } }, "account_not_connected"],
    [{ mailbox: { ...mailbox, connection: null }, sends_without_credentials: true }, null],
    [{ mailbox: { ...mailbox, retry_at: later } }, "account_failing"],
    [{ mailbox: { ...mailbox, retry_at: now, failing_since: now, fault: "credentials" } }, null],
    [{ mailbox: { ...mailbox, connection: read } }, null],
    [{ mailbox: { ...mailbox, connection: read, failing_since: now, fault: "inbox" } }, "account_failing"],
    [{ mailbox: { ...mailbox, connection: read, failing_since: now, fault: "inbox" }, inbound: "host" }, null],
    [{ room: 0 }, "limit_reached"],
    [{ mailbox: { ...mailbox, next_at: later } }, "pace"],
    [{ mailbox: { ...mailbox, next_at: now } }, null],
    [{ room: 0, mailbox: { ...mailbox, next_at: later, retry_at: later } }, "account_failing"]
  ]
  for (const [fields, reason] of cases) {
    it(`${JSON.stringify(fields, (_, value) => value ?? null).slice(0, 60)}: ${reason}`, () => {
      assert.strictEqual(seen(reasonOfAccount({ ...ready, ...fields }, now)), reason)
    })
  }
})

describe("a campaign", () => {
  it("sends while it is active and its window is open, by its own clock", () => {
    const active = { status: "active", timezone: "UTC", send_window: defaultWindow } as const
    assert.isNull(reasonOfCampaign(active, now))
    for (const status of ["draft", "paused", "completed"] as const) {
      assert.strictEqual(seen(reasonOfCampaign({ ...active, status }, now)), "campaign_not_active")
    }
    assert.strictEqual(reasonOfCampaign(undefined, now), "campaign_not_active")
    assert.strictEqual(seen(reasonOfCampaign({ ...active, timezone: "Pacific/Auckland" }, now)), "outside_window")
  })
})

describe("a lead", () => {
  const ready: LeadInput = {
    lead: { stop_sending: false, paused_until: null, verification_status: "valid" },
    is_covered: false,
    waits_until: null,
    required: "none",
    holder: null,
    step: { is_first: false },
    missing: [],
    room: 0,
    company_room: 1,
    inbox: null
  }
  // In the order of their strength.
  const cases: ReadonlyArray<readonly [fields: Partial<LeadInput>, reason: Reason]> = [
    [{ lead: undefined }, "lead_missing"],
    [{ lead: { stop_sending: true, paused_until: later, verification_status: "valid" } }, "lead_stopped"],
    [{ is_covered: true }, "blacklisted"],
    [{ lead: { stop_sending: false, paused_until: later, verification_status: "invalid" } }, "address_invalid"],
    [{ waits_until: later }, "outcome_unknown"],
    [{ step: undefined }, "no_step"],
    [
      {
        lead: { stop_sending: false, paused_until: later, verification_status: "unknown" },
        required: "accept_all",
        step: { is_first: true }
      },
      "verification_required"
    ],
    [{ lead: { stop_sending: false, paused_until: later, verification_status: "valid" } }, "lead_paused"],
    [
      {
        step: { is_first: true },
        holder: { campaign_id: CampaignId.make("018f0000-0000-7000-8000-000000000000"), until: null }
      },
      "other_campaign"
    ],
    [{ missing: ["company"] }, "missing_variable"],
    [{ step: { is_first: true } }, "limit_reached"],
    [{ company_room: 0 }, "domain_limit"],
    [{ inbox: { reason: "inbox_behind" } }, "inbox_behind"]
  ]
  it("gets a mail, if nothing speaks against it", () => {
    assert.isNull(reasonOfLead({ ...ready, waits_until: now }, now))
    assert.isNull(reasonOfLead({ ...ready, step: { is_first: true }, room: 1 }, now))
    for (const verification_status of ["accept_all", "disposable", "unknown", "not_verified"] as const) {
      assert.isNull(
        reasonOfLead({ ...ready, lead: { stop_sending: false, paused_until: now, verification_status } }, now)
      )
    }
  })
  it("needs the verification that its campaign requires for its first mail, and for no other one", () => {
    const passing = {
      none: ["valid", "accept_all", "unknown", "disposable", "not_verified"],
      checked: ["valid", "accept_all", "unknown"],
      accept_all: ["valid", "accept_all"],
      valid: ["valid"]
    } as const
    for (const required of RequiredVerification.literals) {
      for (const verification_status of VerificationStatus.literals) {
        const lead = { stop_sending: false, paused_until: null, verification_status }
        const reason = (is_first: boolean) =>
          reasonOfLead({ ...ready, lead, required, step: { is_first }, room: 1 }, now)
        const isInvalid = verification_status === "invalid"
        const mayPass = (passing[required] as ReadonlyArray<string>).includes(verification_status)
        assert.strictEqual(
          reason(true),
          isInvalid ? "address_invalid" : mayPass ? null : "verification_required",
          `${required} ${verification_status}`
        )
        assert.strictEqual(reason(false), isInvalid ? "address_invalid" : null)
      }
    }
  })
  for (const [index, [fields, reason]] of cases.entries()) {
    it(`gets none: ${reason}`, () => {
      assert.strictEqual(seen(reasonOfLead({ ...ready, ...fields }, now)), reason)
      // Weaker reasons do not hide it.
      for (const [weaker] of cases.slice(index + 1)) {
        if ("lead" in fields && "lead" in weaker) continue
        if ("step" in fields && "step" in weaker) continue
        assert.strictEqual(reasonOfLead({ ...ready, ...weaker, ...fields }, now), reason)
      }
    })
  }
})

describe("the reasons", () => {
  it("are all decided, and described", () => {
    // A forecast alone looks at a condition that is still open: `ConditionAhead.ts`.
    assert.sameMembers([...reached, "waits_for_condition"], [...Reason.literals])
    const description = String(Reason.ast.annotations?.["description"])
    for (const reason of Reason.literals) assert.include(description, `\`${reason}\`: `)
  })
})
