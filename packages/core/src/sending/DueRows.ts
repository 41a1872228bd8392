/** Locks the due rows of accounts with their leads, and reads what the decisions about them need. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { LeadId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SettingsRecord } from "../organization/OrganizationSettings.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { DueRows } from "./AccountPlan.ts"
import { makeCompanyMails } from "./CompanyMails.ts"
import { noContacts } from "./ContactRule.ts"
import { makeContacts } from "./Contacts.ts"
import { noCompanyMails } from "./DomainLimit.ts"

const none: DueRows = {
  rows: new Map(),
  leads: new Map(),
  covered: new Set(),
  sends: new Map(),
  firstMailsUnderWay: new Map(),
  contacts: noContacts,
  companies: noCompanyMails
}

export const makeLockDueRows = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const companies = yield* makeCompanyMails
  const contacts = yield* makeContacts
  const findCovered = yield* makeFindCovered
  const leads = yield* LeadStore
  const sends = yield* SendStore

  /** The contact rule, and the ids of all leads in the mailboxes whose first mail is due; none without a rule. */
  const sharingOf = Effect.fnUntraced(function* (
    heads: ReadonlyArray<AgendaRecord>,
    stored: SettingsRecord | undefined
  ) {
    const new_ids = heads.flatMap(({ lead_id, step_id }) => (step_id === null ? [lead_id] : []))
    const rule = new_ids.length === 0 ? null : (stored?.contact_rule ?? null)
    if (rule === null) return { rule, ids: [] }
    const { id } = yield* CurrentOrganization
    return { rule, ids: yield* contacts.sharing(yield* leads.findMany(id, new_ids)) }
  })

  /**
   * Locks the leads of these rows, then their rows. Lock the organization's guard first. `stored`: the settings of the
   * organization. With a contact rule, also locks all leads in the same mailboxes, so that two campaigns never begin to
   * write to a person at the same time. With a limit for companies, locks the settings, so that two processes together
   * never exceed it.
   */
  return Effect.fnUntraced(function* (heads: ReadonlyArray<AgendaRecord>, stored: SettingsRecord | undefined) {
    if (heads.length === 0) return none
    const { id } = yield* CurrentOrganization
    const lead_ids = heads.map(({ lead_id }) => lead_id)
    const sharing = yield* sharingOf(heads, stored)
    const all = yield* leads.lock(id, [...new Set([...lead_ids, ...sharing.ids])])
    const due_ids = new Set(lead_ids)
    const lockedLeads = all.filter((lead) => due_ids.has(lead.id))
    const mails = yield* companies.lock(lockedLeads, stored)
    const covered = yield* findCovered(lockedLeads.map(({ email }) => email))
    const rows = yield* agenda.lock(id, lead_ids)
    // Read under the lock of the agenda: a person may resolve a mail of the lead at the same time.
    const earlier = yield* sends.findOfLeads(id, lead_ids)
    const fresh = new Set(rows.flatMap(({ campaign_id, step_id }) => (step_id === null ? [campaign_id] : [])))
    const underWay = fresh.size === 0 ? [] : yield* agenda.countFirsts(id, [...fresh])
    const due: DueRows = {
      rows: new Map(rows.map((row) => [row.lead_id, row])),
      leads: new Map(lockedLeads.map((lead) => [lead.id, lead])),
      covered,
      sends: Map.groupBy(earlier, ({ lead_id }) => lead_id ?? (0 as LeadId)),
      firstMailsUnderWay: new Map(underWay.map(({ campaign_id, firsts }) => [campaign_id, firsts])),
      contacts: yield* contacts.contactsOf(lockedLeads, sharing.rule === null ? [] : all, sharing.rule),
      companies: mails
    }
    return due
  })
})
