/**
 * The rule that one campaign at a time writes to a person (`contact_rule`): which other campaign keeps the first mail to a lead waiting.
 * A person is a mailbox (`mailboxOf`), of which several campaigns may have a lead. Pure functions.
 */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { day } from "../Durations.ts"
import type { CampaignId, LeadId } from "../ids.ts"
import type { ContactRule } from "../organization/OrganizationSettings.ts"
import { plus, type Timestamp } from "../Timestamp.ts"

/** Another lead with the same mailbox: of another campaign, or of the same one in another spelling. */
export interface Contact {
  readonly lead_id: LeadId
  readonly campaign_id: CampaignId
  /** Whether it may get further mails: its campaign is active, and the lead is not stopped. */
  readonly isOpen: boolean
  /** Its row of the agenda; `undefined`: no account has taken it. */
  readonly row: Pick<AgendaRecord, "state" | "step_id"> | undefined
  /** When the last mail was sent to it; `null`: none was. */
  readonly last_at: Timestamp | null
}

/** The rule of an organization, and the contacts of each lead that the rule is about. */
export interface Contacts {
  /** `null`: the organization has none. */
  readonly rule: ContactRule | null
  /** Empty without a rule. */
  readonly byLead: ReadonlyMap<LeadId, ReadonlyArray<Contact>>
  /** The names of their campaigns. */
  readonly names: ReadonlyMap<CampaignId, string>
}

export const noContacts: Contacts = { rule: null, byLead: new Map(), names: new Map() }

/** A campaign that keeps the first mail of another campaign waiting. `until` is `null` as long as it has further mails for the person. */
export interface Holder {
  readonly campaign_id: CampaignId
  readonly until: Timestamp | null
}

/** Whether the campaign of a contact writes to the person: its first mail is under way or was sent, and more may follow. */
const isWriting = ({ isOpen, row }: Contact): boolean =>
  isOpen &&
  row !== undefined &&
  (row.state === "begun" || row.state === "unknown" || (row.state === "waiting" && row.step_id !== null))

/**
 * The campaign that keeps the first mail to a lead waiting; `null`: none does. A campaign that is writing to the person comes first, then
 * the one whose gap after its last mail ends last.
 */
export const holderOf = (lead_id: LeadId, { byLead, rule }: Contacts, now: Timestamp): Holder | null => {
  const contacts = byLead.get(lead_id) ?? []
  if (rule === null || contacts.length === 0) return null
  const writing = contacts.find(isWriting)
  if (writing !== undefined) return { campaign_id: writing.campaign_id, until: null }
  let holder: Holder | null = null
  for (const { campaign_id, last_at } of contacts) {
    const until = last_at === null ? null : plus(last_at, rule.gap_days * day)
    if (until !== null && until > now && until > (holder?.until ?? now)) holder = { campaign_id, until }
  }
  return holder
}

/** The contacts after a first mail to the lead `begun`: for other leads of the same person, that lead now counts as being written to. */
export const withBegun = (contacts: Contacts, begun: LeadId): Contacts => {
  const isBegun = ({ lead_id }: Contact) => lead_id === begun
  if (![...contacts.byLead.values()].some((others) => others.some(isBegun))) return contacts
  const after = (other: Contact): Contact =>
    isBegun(other) ? { ...other, row: { state: "begun", step_id: other.row?.step_id ?? null } } : other
  return { ...contacts, byLead: new Map([...contacts.byLead].map(([id, others]) => [id, others.map(after)])) }
}
