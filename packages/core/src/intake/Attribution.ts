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

/** The Message-IDs that a mail names, the most telling one first: of the returned mail, else of the mail it answers. */
export const namedIds = ({ machine, mail }: ClassifiedMail): ReadonlyArray<string> =>
  (machine?.kind === "bounce" || machine?.kind === "complaint"
    ? returnedIds(machine, mail)
    : [...mail.in_reply_to, ...mail.references.toReversed()]
  ).slice(0, maximum)

/** The account and the step of a mail of ours. Absent when unknown. */
export type Attribution = Pick<NewEvent, "account_id" | "sequence_id">

/**
 * Makes a function that finds the mails with these Message-IDs: of the mails that Mailroom sent, which are given, and of those
 * that a host reported as sent, which it reads, unless `read` has them. Returns the account and the step for a lead: of the
 * first of the mails to that lead that has one.
 */
export const makeAttribution = Effect.gen(function* () {
  const events = yield* EventStore

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    message_ids: ReadonlyArray<string>,
    sent: ReadonlyArray<SendRecord>,
    read: ReadMails | undefined
  ) {
    const asked = message_ids.map(idSpellingsOf)
    if (asked.length === 0) return (): Attribution => ({})
    const isRead = read !== undefined && message_ids.every((id) => read.message_ids.includes(id))
    const recorded = isRead
      ? read.mails.flatMap(({ event }) => event ?? [])
      : yield* events.findSent(organization_id, [...new Set(asked.flat())], { limit: maximum })
    const mails = [
      ...recorded.map((event) => ({ ...event, ids: [event.message_id, event.provider_message_id] })),
      ...sent.filter(({ kind }) => kind !== "test").map((send) => ({ ...send, ids: [send.message_id] }))
    ]
    const named = asked.flatMap((spellings) =>
      mails.filter(({ ids }) => ids.some((id) => id !== null && spellings.includes(id)))
    )
    return (id: LeadId): Attribution => {
      const own = named.filter(({ lead_id }) => lead_id === id)
      const account_id = own.find(({ account_id }) => account_id !== null)?.account_id ?? null
      const sequence_id = own.find(({ sequence_id }) => sequence_id !== null)?.sequence_id ?? null
      return {
        ...(account_id === null ? {} : { account_id }),
        ...(sequence_id === null ? {} : { sequence_id })
      }
    }
  })
})
