/** Reads the data that decides whether leads may be mailed (`EffectiveState.ts`). The number of reads does not depend on the number of leads. */
import { domainsOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { type AccountRecord, undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import type { BlacklistKind, Entry } from "../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { AccountId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { empty } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { type Holder, holderOf } from "./ContactRule.ts"
import { makeContacts } from "./Contacts.ts"
import type { Hours } from "./Hours.ts"
import type { SendingAccount } from "./SendingAccount.ts"
import { makeStepMails } from "./StepMail.ts"

/** The data that decides whether a lead may be mailed. */
export interface LeadFacts {
  readonly lead: LeadRecord
  readonly isCovered: boolean
  /** The entry of the blacklist that covers its address: the address, else the longest domain; `null`: none does. */
  readonly entry: (Pick<Entry, "id" | "source" | "value"> & { readonly kind: BlacklistKind }) | null
  /** The colleague whose answer stopped it; `null`: another rule stopped it, or none. */
  readonly stopped_by: { readonly lead_id: LeadId; readonly email: string | null } | null
  /** The campaign that keeps a first mail to the lead waiting (`ContactRule.holderOf`); `null`: none. */
  readonly holder: Holder | null
  /** The hours of the campaign; `undefined`: it does not exist, or is being deleted. */
  readonly hours: Hours | undefined
  /** `undefined`: it does not exist, or is being deleted. */
  readonly campaign: CampaignRecord | undefined
  /** The variants of its steps, by ascending position. */
  readonly steps: ReadonlyArray<SequenceRecord>
  readonly sends: ReadonlyArray<SendRecord>
  /** `undefined`: no account has taken the lead. */
  readonly row: AgendaRecord | undefined
  /** The accounts of the campaign that are not deleted. */
  readonly accounts: ReadonlyArray<Sender>
  readonly missing: (step: SequenceRecord, account: AccountRecord) => ReadonlyArray<string>
}

/** An account that may send for the campaign. */
export type Sender = Pick<SendingAccount, "account" | "mailbox">

export const makeReadLeadFacts = Effect.gen(function* () {
  const accountStore = yield* AccountStore
  const agenda = yield* AgendaStore
  const blacklist = yield* BlacklistStore
  const campaignStore = yield* CampaignStore
  const contacts = yield* makeContacts
  const findCovered = yield* makeFindCovered
  const leadStore = yield* LeadStore
  const readHours = yield* makeCampaignHours
  const mailboxes = yield* MailboxStore
  const sendStore = yield* SendStore
  const sequences = yield* SequenceStore
  const { preview } = yield* makeStepMails

  /** The entries of the blacklist for these addresses and their domains, by kind and value. */
  const readEntries = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
    if (emails.length === 0) return { email: new Map<string, Entry>(), domain: new Map<string, Entry>() }
    const { id } = yield* CurrentOrganization
    const addresses = [...new Set(emails.map(normalizeEmail))]
    const values = { email: addresses, domain: [...new Set(addresses.flatMap(domainsOf))] }
    const find = (kind: BlacklistKind) =>
      Effect.map(
        blacklist.find(id, kind, { values: values[kind] }),
        (found) => new Map(found.map((entry) => [entry.value, entry]))
      )
    return yield* Effect.all({ email: find("email"), domain: find("domain") }, { concurrency: "unbounded" })
  })

  /** The accounts of campaigns that are not deleted, by id. */
  const readSenders = Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignRecord>) {
    const ids = [...new Set(campaigns.flatMap(({ account_ids }) => account_ids))]
    if (ids.length === 0) return new Map<AccountId, Sender>()
    const { id } = yield* CurrentOrganization
    const read = { accounts: accountStore.findMany(id, ids), boxes: mailboxes.findMany(id, ids) }
    const { accounts, boxes } = yield* Effect.all(read, { concurrency: "unbounded" })
    const boxOf = new Map(boxes.map((box) => [box.account_id, box]))
    return new Map(
      undeleted(accounts).map((account) => [
        account.id,
        { account, mailbox: boxOf.get(account.id) ?? empty(account.id) }
      ])
    )
  })

  /** The addresses of the colleagues who stopped these leads, by id. A deleted colleague is left out. */
  const readColleagues = Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
    const { id } = yield* CurrentOrganization
    const ids = new Set(leads.flatMap((lead) => colleagueOf(lead) ?? []))
    const found = ids.size === 0 ? [] : yield* leadStore.findMany(id, [...ids])
    return new Map(found.map((lead) => [lead.id, lead.email]))
  })

  /** Reads everything that decides about these leads, in two rounds of statements. */
  const readAll = Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
    const { id } = yield* CurrentOrganization
    const lead_ids = leads.map((lead): LeadId => lead.id)
    const campaign_ids = [...new Set(leads.map(({ campaign_id }) => campaign_id))]
    const read = yield* Effect.all(
      {
        contacts: contacts.read(leads),
        colleagues: readColleagues(leads),
        covered: findCovered(leads.map(({ email }) => email)),
        campaigns: campaignStore.findMany(id, campaign_ids),
        steps: sequences.ofCampaigns(id, campaign_ids),
        sends: sendStore.findOfLeads(id, lead_ids),
        rows: agenda.findMany(id, lead_ids)
      },
      { concurrency: "unbounded" }
    )
    // The first reads say which campaigns and which addresses are looked up here.
    const further = { senders: readSenders(read.campaigns), entries: readEntries([...read.covered]) }
    const { entries, senders } = yield* Effect.all(further, { concurrency: "unbounded" })
    const hoursOf = yield* readHours.ofAll(read.campaigns)
    return { ...read, entries, senders, hoursOf }
  })

  /** The facts about each lead, in order. */
  return Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>, now: Timestamp) {
    const { id } = yield* CurrentOrganization
    const read = yield* readAll(leads)
    const campaigns = new Map(read.campaigns.map((campaign) => [campaign.id, campaign]))
    const hours = new Map(read.campaigns.map((campaign) => [campaign.id, read.hoursOf(campaign)]))
    const steps = Map.groupBy(read.steps, ({ campaign_id }) => campaign_id)
    const sends = Map.groupBy(read.sends, ({ lead_id }) => lead_id)
    const rows = new Map(read.rows.map((row) => [row.lead_id, row]))
    return leads.map((lead): LeadFacts => {
      const campaign = campaigns.get(lead.campaign_id)
      const mails = { steps: steps.get(lead.campaign_id) ?? [], sends: sends.get(lead.id) ?? [] }
      const colleague = colleagueOf(lead)
      return {
        ...mails,
        lead,
        isCovered: read.covered.has(lead.email),
        entry: entryOf(lead.email, read.entries),
        stopped_by: colleague === null ? null : { lead_id: colleague, email: read.colleagues.get(colleague) ?? null },
        holder: holderOf(lead.id, read.contacts, now),
        hours: hours.get(lead.campaign_id),
        campaign,
        row: rows.get(lead.id),
        accounts: campaign?.account_ids.flatMap((account_id) => read.senders.get(account_id) ?? []) ?? [],
        missing: (step, account) =>
          campaign === undefined ? [] : preview({ ...mails, campaign, step, lead, account }, id).missing
      }
    })
  })
})

/** The colleague whose answer stops a lead; `null`: another rule does, or none. */
const colleagueOf = ({ stop_sending_type, stops }: LeadRecord): LeadId | null =>
  stop_sending_type === "colleague" ? (stops.colleague_id ?? null) : null

/** The entry that covers an address: that of the address, else that of the longest domain. */
const entryOf = (
  email: string,
  entries: Readonly<Record<BlacklistKind, ReadonlyMap<string, Entry>>>
): LeadFacts["entry"] => {
  const address = normalizeEmail(email)
  const shown = (kind: BlacklistKind, { id, source, value }: Entry) => ({ id, kind, value, source })
  const own = entries.email.get(address)
  if (own !== undefined) return shown("email", own)
  const domain = domainsOf(address).flatMap((value) => entries.domain.get(value) ?? [])[0]
  return domain === undefined ? null : shown("domain", domain)
}
