/** The step and the account of the mails of ours that an incoming mail names, for its events. */
import { Effect } from "effect"
import { idSpellingsOf, type NewEvent } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import type { LeadId, OrganizationId } from "../ids.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { ClassifiedMail } from "./Match.ts"
import type { ReadMails } from "./SentMails.ts"
import { returnedIds } from "./Standing.ts"

/** Maximum number of Message-IDs to look up, and of events to read. */
const maximum = 100

/**
 * The Message-IDs that a mail names: a notice names the returned mail, any other mail the mails that it answers, the latest first.
 */
export const namedIds = ({ machine, mail }: ClassifiedMail): ReadonlyArray<string> => {
  const isNotice = machine?.kind === "bounce" || machine?.kind === "complaint"
  const ids = isNotice ? returnedIds(machine, mail) : [...mail.in_reply_to, ...mail.references.toReversed()]
  return ids.slice(0, maximum)
}

/** The account and the step of a mail of ours. Absent when unknown. */
export type Attribution = Pick<NewEvent, "account_id" | "sequence_id">

/**
 * Makes a function that finds our mails with these Message-IDs. `sent` has the mails that Mailroom sent. The mails that a host reported
 * as sent are in `read`, or are read now. The result is a function that returns the account and the step for a lead: each comes from
 * the first of the mails to that lead that has it.
 */
export const makeAttribution = Effect.gen(function* () {
  const events = yield* EventStore

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    message_ids: ReadonlyArray<string>,
    sent: ReadonlyArray<SendRecord>,
    read: ReadMails | undefined
  ) {
    const spellingsOfIds = message_ids.map(idSpellingsOf)
    if (spellingsOfIds.length === 0) return (): Attribution => ({})
    const isRead = read !== undefined && message_ids.every((id) => read.message_ids.includes(id))
    const reported = isRead
      ? read.mails.flatMap(({ event }) => event ?? [])
      : yield* events.findSent(organization_id, [...new Set(spellingsOfIds.flat())], { limit: maximum })
    const mails = [
      ...reported.map((event) => ({ ...event, ids: [event.message_id, event.provider_message_id] })),
      ...sent.filter(({ kind }) => kind !== "test").map((send) => ({ ...send, ids: [send.message_id] }))
    ]
    const named = spellingsOfIds.flatMap((spellings) =>
      mails.filter(({ ids }) => ids.some((id) => id !== null && spellings.includes(id)))
    )
    return (id: LeadId): Attribution => {
      const toLead = named.filter(({ lead_id }) => lead_id === id)
      const account_id = toLead.find(({ account_id }) => account_id !== null)?.account_id ?? null
      const sequence_id = toLead.find(({ sequence_id }) => sequence_id !== null)?.sequence_id ?? null
      return {
        ...(account_id === null ? {} : { account_id }),
        ...(sequence_id === null ? {} : { sequence_id })
      }
    }
  })
})
