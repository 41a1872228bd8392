/**
 * Finds the mails that refusals are about in the record of sent mail, which stays when a lead or its campaign is
 * deleted.
 */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { maximumInputs } from "../Bulk.ts"
import { type LeadActivity, none } from "../leads/LeadActivity.ts"
import type { StorageError } from "../StorageError.ts"
import { type Event, idSpellingsOf, type NewEvent } from "./Event.ts"
import type { EventStore } from "./EventStore.ts"
import { isRefusal } from "./Recording.ts"
import { countedOnce, remember } from "./Transition.ts"
import type { LeadId, OrganizationId } from "../ids.ts"

/** The recorded mail of each refusal, by the index of the input, if a mail with an address was found. */
export type RefusedMails = ReadonlyMap<number, Event>

/** A refusal among the inputs. */
interface Refusal {
  readonly index: number
  readonly input: NewEvent
  /** The id of its lead, if known. */
  readonly lead_id: LeadId | undefined
}

/** Whether a mail went to the lead or the address that an input names. */
const isTo = (mail: Event, { campaign_id, email }: NewEvent, lead_id: LeadId | undefined): boolean =>
  lead_id === undefined
    ? mail.campaign_id === campaign_id && normalizeEmail(mail.email ?? "") === normalizeEmail(email ?? "")
    : mail.lead_id === lead_id

const isNamed = ({ message_id, provider_message_id }: Event, spellings: ReadonlyArray<string>): boolean =>
  [message_id, provider_message_id].some((id) => id !== null && spellings.includes(id))

export const makeRefusedMail = (events: EventStore["Service"]) => {
  /** The mails that inputs identify by an id. The Message-ID takes precedence over the id of the relay. */
  const namedMails = Effect.fnUntraced(function* (organization_id: OrganizationId, refusals: ReadonlyArray<Refusal>) {
    const asked = refusals.map(({ input, ...refusal }) => ({
      ...refusal,
      input,
      names: [input.message_id, input.provider_message_id].flatMap((id) =>
        id === undefined ? [] : [idSpellingsOf(id)]
      )
    }))
    const ids = new Set(asked.flatMap(({ names }) => names.flat()))
    const sent = ids.size === 0 ? [] : yield* events.findSent(organization_id, [...ids], { limit: maximumInputs })
    const known = sent.filter(({ email }) => email !== null)
    return new Map(
      asked.flatMap(({ index, input, lead_id, names }) => {
        const own = known.filter((mail) => isTo(mail, input, lead_id))
        const [mail] = names.flatMap((spellings) => own.filter((mail) => isNamed(mail, spellings)))
        return mail === undefined ? [] : [[index, mail] as const]
      })
    )
  })

  /**
   * The mail of each refusal: the mail that it identifies; else, for an input with `lead_id`, the latest mail to that
   * lead up to the refusal; else the latest mail to the address in the campaign. Mails to existing leads are included,
   * because a lead may be removed before it is locked. `lead_ids`: the id of each input's lead, if known.
   */
  const mailsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>
  ): Effect.fn.Return<RefusedMails, StorageError> {
    const refusals = inputs.flatMap((input, index) =>
      isRefusal(input) ? [{ index, input, lead_id: lead_ids[index] }] : []
    )
    const mails = new Map(yield* namedMails(organization_id, refusals))
    const others = refusals.filter(({ index }) => !mails.has(index))
    const byLead = others.flatMap(({ index, input }) =>
      input.lead_id === undefined ? [] : [{ index, asked: { lead_id: input.lead_id, at: input.occurred_at } }]
    )
    const byAddress = others.flatMap(({ index, input }) => {
      const { campaign_id, email } = input
      if (campaign_id === undefined || email === undefined) return []
      return [{ index, asked: { campaign_id, address: normalizeEmail(email) } }]
    })
    const questionsOf = <Asked>(all: ReadonlyArray<{ readonly asked: Asked }>) => all.map(({ asked }) => asked)
    const sentToLeads = byLead.length === 0 ? [] : yield* events.findSentToLeads(organization_id, questionsOf(byLead))
    const sentToAddresses =
      byAddress.length === 0 ? [] : yield* events.findSentToAddresses(organization_id, questionsOf(byAddress))
    const addFound = (asked: ReadonlyArray<{ readonly index: number }>, found: ReadonlyArray<Event | null>) => {
      for (const [i, { index }] of asked.entries()) {
        const mail = found[i] ?? null
        if (mail !== null) mails.set(index, mail)
      }
    }
    addFound(byLead, sentToLeads)
    addFound(byAddress, sentToAddresses)
    return mails
  })

  /**
   * Locks the record of these mails, and returns the mails whose address is still recorded. A concurrent erasure waits
   * for the lock, or ran before it.
   */
  const lockRecorded = Effect.fnUntraced(function* (organization_id: OrganizationId, mails: RefusedMails) {
    if (mails.size === 0) return mails
    const locked = yield* events.lock(organization_id, [...mails.values()])
    const recorded = new Set(locked.flatMap(({ email, id }) => (email === null ? [] : [id])))
    return new Map([...mails].filter(([, { id }]) => recorded.has(id)))
  })

  /** The activity of removed leads by their events that count once, read from the events. */
  const rememberedOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    lead_ids: ReadonlyArray<LeadId>
  ): Effect.fn.Return<ReadonlyMap<LeadId, LeadActivity>, StorageError> {
    if (lead_ids.length === 0) return new Map()
    const remembered = new Map<LeadId, LeadActivity>()
    for (const event of yield* events.findFirsts(organization_id, lead_ids, countedOnce)) {
      remembered.set(event.lead_id, remember(remembered.get(event.lead_id) ?? none, event))
    }
    return remembered
  })

  return { lockRecorded, mailsOf, rememberedOf }
}
