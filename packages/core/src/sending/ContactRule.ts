/** One campaign at a time writes to a person: which other campaign has the person of a lead. Pure functions. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
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

/** The contacts of each lead that its organization's rule is about. Without a rule it has no leads. */
export interface Contacts {
  readonly rule: ContactRule | null
  readonly of: ReadonlyMap<LeadId, ReadonlyArray<Contact>>
  /** The names of their campaigns. */
  readonly names: ReadonlyMap<CampaignId, string>
}

export const noContacts: Contacts = { rule: null, of: new Map(), names: new Map() }

/** The campaign that has the person of a lead, and until when; `null`: until its steps have ended. */
export interface Holder {
  readonly campaign_id: CampaignId
  readonly until: Timestamp | null
}

/** Whether the campaign of a contact writes to the person: its first mail is under way or was sent, and more may follow. */
const isWriting = ({ isOpen, row }: Contact): boolean =>
  isOpen &&
  row !== undefined &&
  (row.state === "begun" || row.state === "unknown" || (row.state === "waiting" && row.step_id !== null))

const dayLength = 86_400_000

/** The campaign that keeps the first mail to a lead from being sent; `null`: none does. */
export const holderOf = (lead_id: LeadId, { of, rule }: Contacts, now: Timestamp): Holder | null => {
  const contacts = of.get(lead_id) ?? []
  if (rule === null || contacts.length === 0) return null
  const writing = contacts.find(isWriting)
  if (writing !== undefined) return { campaign_id: writing.campaign_id, until: null }
  let holder: Holder | null = null
  for (const { campaign_id, last_at } of contacts) {
    const until = last_at === null ? null : plus(last_at, rule.gap_days * dayLength)
    if (until !== null && until > now && until > (holder?.until ?? now)) holder = { campaign_id, until }
  }
  return holder
}

/** The contacts after a mail to a lead was begun: its campaign has the person. */
export const withBegun = (contacts: Contacts, begun: LeadId): Contacts => {
  const isOther = ({ lead_id }: Contact) => lead_id === begun
  if (![...contacts.of.values()].some((others) => others.some(isOther))) return contacts
  const after = (other: Contact): Contact =>
    isOther(other) ? { ...other, row: { state: "begun", step_id: other.row?.step_id ?? null } } : other
  return { ...contacts, of: new Map([...contacts.of].map(([id, others]) => [id, others.map(after)])) }
}
