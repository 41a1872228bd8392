/** Carries out what the token of a mail asks for. */
import { mailboxOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { Activity } from "../activity/Activity.ts"
import type { NewEvent } from "../activity/Event.ts"
import { isOfMissingLead } from "../activity/RecordResult.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeTokens } from "../secrets/SignedTokens.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type Claim, format, messageOf, parse } from "./Token.ts"

/** A recipient who unsubscribes. */
export interface Unsubscription {
  /** The address as it was sent to. */
  readonly email: string
  /** The mail; `undefined` when it is not stored any more. */
  readonly send: SendRecord | undefined
  /** The lead of the mail, if it exists. It may have another address now. */
  readonly lead: LeadRecord | undefined
}

/** Makes tokens of unsubscribe links, and reads them. */
export const makeUnsubscribeTokens = makeTokens({ format, messageOf, parse, purposeOf: () => "unsubscribe" })

/** The event of a lead that unsubscribes. It counts once for each mail, however often the link is used. */
const eventOf = ({ email, lead, send }: Unsubscription, occurred_at: Timestamp): ReadonlyArray<NewEvent> => {
  if (send === undefined || send.lead_id === null) return []
  const hasAddress = lead !== undefined && normalizeEmail(lead.email) === normalizeEmail(email)
  return [
    {
      type: "unsubscribed",
      occurred_at,
      lead_id: send.lead_id,
      account_id: send.account_id,
      ...(send.sequence_id === null ? {} : { sequence_id: send.sequence_id }),
      message_id: send.message_id,
      idempotency_key: `unsubscribe:${send.id}`,
      ...(hasAddress ? {} : { data: { email } })
    }
  ]
}

/** The functions of an unsubscription. Call them in one transaction, `find` first. */
export const makeUnsubscription = Effect.gen(function* () {
  const activity = yield* Activity
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const sends = yield* SendStore

  /** Locks the guard, and finds the mail of a genuine token of the current organization, and its lead. */
  const find = Effect.fnUntraced(function* ({ email, send_id }: Claim) {
    const { id } = yield* CurrentOrganization
    yield* guards.lock(id, "exclusive")
    const [send] = yield* sends.findMany(id, [send_id])
    const lead_id = send?.lead_id ?? null
    const [lead] = lead_id === null ? [] : yield* leads.findMany(id, [lead_id])
    return { email, send, lead } satisfies Unsubscription
  })

  /**
   * Puts the address on the blacklist, stops all leads that have it, and records the event of the mail's lead. A lead that
   * was deleted has an event only if its mail was recorded as sent. A test changes nothing.
   */
  const record = Effect.fnUntraced(function* (unsubscription: Unsubscription, occurred_at: Timestamp) {
    const { email, lead, send } = unsubscription
    if (send?.kind === "test") return { events: [], isLeadGone: false }
    const value = mailboxOf(email)
    const campaign_id = send?.campaign_id ?? null
    const entry = { value, source: "unsubscribe", reason: null, campaign_id, created_at: occurred_at } as const
    const results = yield* activity.recordNotice(eventOf(unsubscription, occurred_at), {
      leads: new Set(),
      refused: [entry]
    })
    return {
      events: results.flatMap(({ id, status }) =>
        status === "recorded" && id !== null ? [{ id, type: "unsubscribed" as const }] : []
      ),
      isLeadGone: lead !== undefined && results.some(isOfMissingLead)
    }
  })

  return { find, record }
})
