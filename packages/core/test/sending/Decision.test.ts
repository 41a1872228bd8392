/** The decision about a row of the agenda that another transaction may have changed since it was found. */
import { assert, it } from "@effect/vitest"
import { AccountId, LeadId, SequenceId } from "../../src/ids.ts"
import { empty } from "../../src/mailboxes/Mailbox.ts"
import { type Candidate, verdictOf } from "../../src/sending/Decision.ts"
import { hoursOf } from "../../src/sending/Hours.ts"
import type { SendingAccount } from "../../src/sending/SendingAccount.ts"
import { waiting } from "../../src/testing/fixtures/AgendaFixtures.ts"
import { at, campaignRow, leadRow } from "../../src/testing/fixtures/Fixtures.ts"
import { newStep } from "../../src/testing/fixtures/SequenceFixtures.ts"

const now = at(60)
const campaign = { ...campaignRow(), lead_count: 1 }
const step = { ...newStep(), id: SequenceId.make(1) }
const sender = { mailbox: empty(AccountId.make(1)) } as SendingAccount
const setup = { inbound: "host", sends_without_credentials: true } as const

const verdictOn = (due_at: Candidate["row"]["due_at"]) => {
  const candidate: Candidate = {
    row: waiting(1, { due_at }),
    active: { campaign, hours: hoursOf(campaign), steps: [step], contactedToday: 0, dayEnd: at(3_600) },
    lead: { ...leadRow("ada@example.com"), id: LeadId.make(1), campaign_id: campaign.id },
    isCovered: false,
    sends: [],
    holder: null,
    companyRoom: Infinity,
    missing: () => []
  }
  return verdictOf(candidate, sender, setup, now)
}

it("sends a row that is due, and never earlier than it says, though the delay of its step is over", () => {
  assert.isNull(verdictOn(now).reason)
  assert.deepStrictEqual(verdictOn(at(61)), { reason: "not_due", row: waiting(1, { due_at: at(61) }) })
})
