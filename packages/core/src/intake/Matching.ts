/** Matches a mail to its thread, and to the leads that it is about. */
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

/** An event of a lead that a mail reports. */
export interface Report {
  readonly lead: LeadRecord
  readonly event: Pick<NewEvent, "data" | "message_id" | "type">
}

/** More messages than a mail program names. A longer thread is found by its last ones. */
const maximumMentions = 100
/** As for every text of a lead; the message itself is stored whole. */
const maximumReplyText = 10_000

/** A mail and its classification. `machine` is null for mail that a person wrote. */
export interface ClassifiedMail {
  readonly mail: ParsedMail
  readonly machine: MachineMail | null
  readonly is_our_email: boolean
}

/** A new thread without a lead. */
export const aboutNoOne: NewThread = { tab: "other", lead_id: null, campaign_id: null }

const aboutOf = (machine: MachineMail | null) =>
  machine === null || machine.kind === "auto_reply" ? undefined : machine.about

const addressesOf = ({ email, original }: Failure) => [original, email].filter((address) => address !== "")

/** The addresses of leads that a mail may be about, when it is not from a lead. */
const partners = ({ machine, mail }: ClassifiedMail): ReadonlyArray<string> => {
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
  /** The lead with the first of these addresses that any lead has; of several leads, the one that was sent to last. */
  const lastSentTo = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    for (const email of emails) {
      const found = yield* leads.findByEmail(organization_id, fold(email))
      const sent = ({ date_last_sequence_send }: LeadRecord) => date_last_sequence_send ?? ""
      if (found.length > 0) return found.reduce((latest, lead) => (sent(lead) >= sent(latest) ? lead : latest))
    }
    return undefined
  })

  /** The thread that a mail belongs to (domain, "Threads"), or the new thread that it starts. */
  const threadOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    classified: ClassifiedMail
  ): Effect.fn.Return<ThreadId | NewThread, StorageError> {
    const { is_our_email, machine, mail } = classified
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
    const lead = yield* lastSentTo(organization_id, partners(classified))
    if (lead === undefined) return aboutNoOne
    const [newest] = is_our_email ? [] : yield* threads.findByLeads(organization_id, [lead.id])
    return newest?.[1] ?? { tab: "other" as const, lead_id: lead.id, campaign_id: lead.campaign_id }
  })

  /** The events that a mail of others reports: of `lead`, whose thread it is in, and of further leads. */
  const reportsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { machine, mail }: ClassifiedMail,
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
          // A failed copy says nothing about a lead. Any other unknown address is one that the lead's forwards to.
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
