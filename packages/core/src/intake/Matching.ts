/** Whom a mail is about: its thread, and what it says of which lead. */
import { Effect, Option } from "effect"
import type { NewEvent } from "../activity/Event.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { LeadStore } from "../leads/LeadStore.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { cut, fold } from "../Text.ts"
import type { NewThread, ThreadId } from "../unibox/Thread.ts"
import type { ThreadStore } from "../unibox/ThreadStore.ts"
import { eventType, type Failure } from "./Bounce.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "./MailParser.ts"

/** What a mail says of a lead. */
export interface Report {
  readonly lead: LeadRecord
  readonly event: Pick<NewEvent, "data" | "message_id" | "type">
}

/** More messages than a mail program names: a thread that long is found by its last ones. */
const maximumMentions = 100
/** As every text of a lead; the message itself is kept whole. */
const maximumReplyText = 10_000

/** A mail with what it was told to be. `machine` is null for what a person wrote. */
export interface Told {
  readonly mail: ParsedMail
  readonly machine: MachineMail | null
  readonly is_our_email: boolean
}

/** A thread that is about no lead. */
export const aboutNoOne: NewThread = { tab: "other", lead_id: null, campaign_id: null }

const aboutOf = (machine: MachineMail | null) =>
  machine === null || machine.kind === "auto_reply" ? undefined : machine.about

const addressesOf = ({ email, original }: Failure) => [original, email].filter((address) => address !== "")

/** The addresses of leads that a mail may be about, when it is not from one. */
const partners = ({ machine, mail }: Told): ReadonlyArray<string> => {
  switch (machine?.kind) {
    case "bounce":
      return machine.failures.flatMap(addressesOf)
    case "complaint":
      return machine.to === "" ? [] : [machine.to]
    case "other":
      return machine.about.recipients.slice(0, 1)
    default:
      return mail.to.slice(0, 1).map(({ email }) => email)
  }
}

export const matching = (leads: LeadStore["Service"], threads: ThreadStore["Service"]) => {
  /** Of the leads with one of these addresses, the first address' that was last sent to. */
  const lastSentTo = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    for (const email of emails) {
      const found = yield* leads.findByEmail(organization_id, fold(email))
      const sent = ({ date_last_sequence_send }: LeadRecord) => date_last_sequence_send ?? ""
      if (found.length > 0) return found.reduce((latest, lead) => (sent(lead) >= sent(latest) ? lead : latest))
    }
    return undefined
  })

  /** The thread that a mail belongs to (domain, "Threads"), or what a new one would be about. */
  const threadOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    told: Told
  ): Effect.fn.Return<ThreadId | NewThread, StorageError> {
    const { is_our_email, machine, mail } = told
    const about = aboutOf(machine)
    const named = yield* threads.findByMessageIds(organization_id, [
      ...(about === undefined || about.message_id === null ? [] : [about.message_id]),
      ...mail.in_reply_to.slice(0, maximumMentions),
      ...mail.references.slice(-maximumMentions).toReversed()
    ])
    if (Option.isSome(named)) return named.value
    if (about === undefined && !is_our_email) {
      const from = fold(mail.from?.email ?? "")
      const written = from === "" ? Option.none() : yield* threads.findByLeadEmail(organization_id, from)
      return Option.getOrElse(written, () => aboutNoOne)
    }
    const lead = yield* lastSentTo(organization_id, partners(told))
    if (lead === undefined) return aboutNoOne
    const written = is_our_email ? Option.none() : yield* threads.findByLead(organization_id, lead.id)
    return Option.getOrElse(written, () => ({
      tab: "other" as const,
      lead_id: lead.id,
      campaign_id: lead.campaign_id
    }))
  })

  /** What a mail of others says of the lead whose thread it is in, and of further ones. */
  const reportsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { machine, mail }: Told,
    lead: LeadRecord | undefined
  ): Effect.fn.Return<ReadonlyArray<Report>, StorageError> {
    const message_id = aboutOf(machine) === undefined ? mail.message_id : (aboutOf(machine)?.message_id ?? null)
    const report = (of: LeadRecord | undefined, type: NewEvent["type"], data: NewEvent["data"] = {}) =>
      of === undefined ? [] : [{ lead: of, event: { type, data, ...(message_id === null ? {} : { message_id }) } }]
    switch (machine?.kind) {
      case undefined:
        return report(lead, "replied", { reply_text: cut(mail.reply_text, maximumReplyText) })
      case "auto_reply":
        return report(lead, "auto_replied")
      case "complaint":
        return machine.isRefusal ? report(lead, "complained") : []
      case "other":
        return []
      case "bounce": {
        const failures = machine.failures.filter(({ isDelayed }) => !isDelayed)
        const others = new Set(machine.about.recipients.map(fold))
        const reports: Array<Report> = []
        for (const failure of failures) {
          const addresses = addressesOf(failure)
          const isLeads = addresses.some((address) => fold(address) === fold(lead?.email ?? ""))
          const known = isLeads ? lead : yield* lastSentTo(organization_id, addresses)
          // Someone who got a copy is no one's; else the lead's address forwards to this one, and may forward elsewhere.
          const isForwarded = known === undefined && !addresses.some((address) => others.has(fold(address)))
          const { reason, status } = failure
          const hard = failure.hard && !isForwarded
          const data = { hard, reason, ...(status === null ? {} : { status }) }
          reports.push(...report(isForwarded ? lead : known, eventType(failure), data))
        }
        return reports
      }
    }
  })

  return { threadOf, reportsOf }
}
