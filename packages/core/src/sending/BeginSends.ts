/** Makes the mails of chosen steps as they begin. */
import { companyOf } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { AccountRecord } from "../accounts/Account.ts"
import type { AccountId, LeadId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { newMessageId } from "../sends/Composition.ts"
import { begin, isRefused } from "../sends/Progress.ts"
import type { NewSend, SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { stepIdOf } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import type { AccountPlan } from "./AccountPlan.ts"
import type { Chosen } from "./Choice.ts"

/** The mail of a step that begins. */
export interface BegunSend {
  readonly send: SendRecord
  /** When the last try began, which was refused; `null`: this is the first one. */
  readonly refused_at: Timestamp.Timestamp | null
}

/** The stored mail of the chosen step, which waits, or was refused before its lead was resumed; `undefined`: it was never begun. */
const earlierMailOf = ({ step }: Chosen, sends: ReadonlyArray<SendRecord>): SendRecord | undefined =>
  sends.find(
    ({ outcome, step_id }) =>
      step_id === stepIdOf(step) && (outcome === "queued" || outcome === "deferred" || outcome === "refused")
  )

/** The fields that each try sets. The variant is another one than at the last try if that one was deleted. */
const fieldsOf = ({ lead, step }: Chosen, account_id: AccountId) => ({
  account_id,
  sequence_id: step.id,
  position: step.position,
  to_email: lead.email,
  company: companyOf(lead.email)
})

/** Begins another try of a mail. */
const begunAgain = (again: SendRecord, chosen: Chosen, account_id: AccountId, now: Timestamp.Timestamp): BegunSend => {
  const attempts = again.outcome === "refused" ? 0 : again.attempts
  return {
    send: begin({ ...again, ...fieldsOf(chosen, account_id), attempts, ended_at: null }, now),
    refused_at: isRefused(again) ? again.begun_at : null
  }
}

/** The record of a mail that is about to be sent for the first time. Its texts are composed later. */
const newSend = (chosen: Chosen, account: AccountRecord, random: Uint8Array, now: Timestamp.Timestamp): NewSend => ({
  ...fieldsOf(chosen, account.id),
  kind: "step",
  lead_id: chosen.lead.id,
  campaign_id: chosen.row.campaign_id,
  step_id: stepIdOf(chosen.step),
  thread_id: null,
  subject: "",
  message_id: newMessageId(account.email, Base64Url.encode(random)),
  provider_message_id: null,
  outcome: "begun",
  attempts: 1,
  reply: null,
  reason: null,
  begun_at: now,
  ended_at: null,
  next_attempt_at: null,
  send_at: null,
  content: null
})

export const makeBeginSends = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const sends = yield* SendStore

  /**
   * The mails of the chosen steps, by lead. New mails are inserted, so that they have an id. The caller writes mails that
   * waited. `earlier`: the mails of each lead.
   */
  return Effect.fnUntraced(function* (
    plans: ReadonlyArray<AccountPlan>,
    earlier: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>,
    now: Timestamp.Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const begun = new Map<LeadId, BegunSend>()
    const added: Array<NewSend> = []
    for (const { choice, sender } of plans) {
      const { account } = sender
      const { chosen } = choice
      if (chosen === undefined) continue
      const again = earlierMailOf(chosen, earlier.get(chosen.lead.id) ?? [])
      if (again !== undefined) begun.set(chosen.lead.id, begunAgain(again, chosen, account.id, now))
      else added.push(newSend(chosen, account, yield* random.randomBytes(16), now))
    }
    const inserted = added.length === 0 ? [] : yield* sends.insert(id, added)
    for (const send of inserted) {
      if (send.lead_id !== null) begun.set(send.lead_id, { send, refused_at: null })
    }
    return begun as ReadonlyMap<LeadId, BegunSend>
  })
})
