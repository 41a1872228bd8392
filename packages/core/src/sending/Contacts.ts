/** Reads what the contact rule needs (`ContactRule.ts`): the other leads in the same mailboxes. */
import { mailboxOf } from "@mailroom/mail/domain"
import { Effect, Option } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeMatchingIds } from "../MatchingIds.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { type Contact, type Contacts, noContacts } from "./ContactRule.ts"

export const makeContacts = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const leadStore = yield* LeadStore
  const matchingIds = yield* makeMatchingIds
  const settings = yield* SettingsStore

  /** The rule of the current organization; `null`: it has none. */
  const rule = Effect.gen(function* () {
    const { id } = yield* CurrentOrganization
    return Option.getOrUndefined(yield* settings.find(id))?.contact_rule ?? null
  })

  /** The ids of all leads in the mailboxes of these leads, also their own. */
  const sharing = Effect.fnUntraced(function* (leads: ReadonlyArray<Pick<LeadRecord, "email">>) {
    const { id } = yield* CurrentOrganization
    const mailboxes = [...new Set(leads.map(({ email }) => mailboxOf(email)))]
    return yield* matchingIds(id, { addresses: [], mailboxes, domains: [] })
  })

  /** The contacts of `leads` among `others`, which may include `leads`. */
  const contactsOf = Effect.fnUntraced(function* (
    leads: ReadonlyArray<LeadRecord>,
    others: ReadonlyArray<LeadRecord>,
    rule: Contacts["rule"]
  ) {
    if (rule === null || others.length === 0) return { ...noContacts, rule }
    const { id } = yield* CurrentOrganization
    const campaign_ids = [...new Set(others.map(({ campaign_id }) => campaign_id))]
    const rows = yield* agenda.findMany(
      id,
      others.map((lead): LeadId => lead.id)
    )
    const rowOf = new Map(rows.map((row) => [row.lead_id, row]))
    const found = yield* campaigns.findMany(id, campaign_ids)
    const active = new Set(found.flatMap((campaign) => (campaign.status === "active" ? [campaign.id] : [])))
    const byMailbox = Map.groupBy(others, ({ email }) => mailboxOf(email))
    const byLead = new Map(
      leads.map((lead) => {
        const same = (byMailbox.get(mailboxOf(lead.email)) ?? []).filter(({ id }) => id !== lead.id)
        return [
          lead.id,
          same.map((other): Contact => ({
            lead_id: other.id,
            campaign_id: other.campaign_id,
            isOpen: active.has(other.campaign_id) && !other.stop_sending,
            row: rowOf.get(other.id),
            last_at: other.date_last_sequence_send
          }))
        ]
      })
    )
    return { rule, byLead, names: new Map(found.map(({ id, name }) => [id, name])) } satisfies Contacts
  })

  return {
    sharing,
    contactsOf,
    /** The contacts of leads, without locks. */
    read: Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
      const inForce = leads.length === 0 ? null : yield* rule
      if (inForce === null) return noContacts
      const { id } = yield* CurrentOrganization
      const ids = yield* sharing(leads)
      const others = ids.length === 0 ? [] : yield* leadStore.findMany(id, ids)
      return yield* contactsOf(leads, others, inForce)
    })
  }
})
