/** Finds and locks everything on which the recording of a batch depends. */
import { Effect } from "effect"
import type { LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { StorageError } from "../StorageError.ts"
import { type Answering, makeAnswering } from "./Answering.ts"
import type { NewEvent } from "./Event.ts"
import { EventStore } from "./EventStore.ts"
import type { References } from "./Recording.ts"
import { type AddressChanged, makeReferences, type Notice } from "./References.ts"
import { makeRefusedMail, type RefusedMails } from "./RefusedMail.ts"

/** A batch whose leads are locked. */
export interface Batch {
  readonly inputs: ReadonlyArray<NewEvent>
  /** The id of each input's lead, in order; `undefined`: the campaign has no lead with the address. */
  readonly lead_ids: ReadonlyArray<LeadId | undefined>
  /** The leads that the inputs may change. */
  readonly locked: ReadonlyMap<LeadId, LeadRecord>
  /** The mails that refusals are about. */
  readonly mails: RefusedMails
  /** The mails among them whose lead was removed, with their record locked. */
  readonly mailsToRemoved: RefusedMails
  /** The leads that answers may stop beside their own ones, with their campaigns. */
  readonly answers: Answering
  /** The accounts and the sequences that the inputs name. */
  readonly known: References
}

/** Makes the function that locks a batch. Refusals need the exclusive guard. It fails with `AddressChanged`, as `References.lock`. */
export const makeBatch = Effect.gen(function* () {
  const events = yield* EventStore
  const answering = yield* makeAnswering
  const { identify, lock, readLeads, references } = yield* makeReferences
  const { lockRecorded, mailsOf } = makeRefusedMail(events)

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    { accounts, leads, read: before, refused }: Notice
  ): Effect.fn.Return<Batch, AddressChanged | StorageError> {
    const idsOfLeads = yield* identify(organization_id, inputs)
    const mails = yield* mailsOf(organization_id, inputs, idsOfLeads)
    // The lead of a refusal may have been removed. Then the mail that was refused has the id of the lead.
    const lead_ids = idsOfLeads.map((id, index) => id ?? mails.get(index)?.lead_id)
    const read = yield* readLeads(organization_id, inputs, lead_ids, before)
    const answers = yield* answering(organization_id, inputs, lead_ids, read)
    const locked = yield* lock(organization_id, inputs, lead_ids, { answers, mails, read, refused })
    const isRemoved = (id: LeadId | undefined) => id !== undefined && !locked.has(id) && !leads.has(id)
    const toRemoved = new Map([...mails].filter(([index]) => isRemoved(lead_ids[index])))
    const mailsToRemoved = yield* lockRecorded(organization_id, toRemoved)
    const known = yield* references(organization_id, inputs, accounts)
    return { inputs, lead_ids, locked, mails, mailsToRemoved, answers, known }
  })
})
