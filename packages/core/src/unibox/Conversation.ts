/** Our side of the threads: how a mail of ours is identified, and how recorded ones are stored. */
import { Array, Effect } from "effect"
import { Digest } from "effect/crypto"
import { EventRecorded } from "../activity/ActivityChange.ts"
import type { SentMessage } from "../activity/Event.ts"
import type { Consumer } from "../Changes.ts"
import type { LeadId, LeadRecord } from "../leads/Lead.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { NewMessage } from "./Message.ts"
import { preview } from "./Preview.ts"
import type { ThreadId } from "./Thread.ts"
import { ThreadStore } from "./ThreadStore.ts"

/** Identifies a mail of ours by its Message-ID alone: mailing lists may change everything else on its way back. */
export const ownIdentity: Effect.Effect<(message_id: string) => Effect.Effect<string>, never, Digest.Digest> =
  Effect.map(Digest.Digest, (digest) => {
    const encoder = new TextEncoder()
    return (message_id) => digest.digestHex(Digest.sha256, encoder.encode(JSON.stringify([message_id, "own"])))
  })

interface Sent {
  readonly identity: string
  readonly lead: LeadRecord
  readonly message: SentMessage
  readonly date_sent: Timestamp
}

const toMessage = ({ date_sent, identity, message }: Sent, thread_id: ThreadId): NewMessage => ({
  ...message,
  thread_id,
  identity,
  body: preview(message.body_text),
  date_sent,
  is_new: false,
  is_our_email: true,
  trust: "verified",
  attachments: []
})

/** Stores the mail that recorded events carry, once each: it continues its lead's newest thread, or starts one. */
export const threads: Effect.Effect<Consumer, never, Digest.Digest | ThreadStore> = Effect.gen(function* () {
  const store = yield* ThreadStore
  const identityOf = yield* ownIdentity

  return Effect.fnUntraced(function* (organization_id, changes) {
    const sent = yield* Effect.forEach(
      changes.filter((change) => change instanceof EventRecorded),
      ({ event, lead, message }) =>
        message === undefined
          ? Effect.succeed([])
          : Effect.map(identityOf(message.message_id), (identity) => [
              { identity, lead, message, date_sent: event.occurred_at }
            ])
    )
    const all: ReadonlyArray<Sent> = sent.flat()
    if (all.length === 0) return
    const stored = yield* store.findByIdentities(
      organization_id,
      all.map(({ identity }) => identity)
    )
    const known = new Set(stored.map(({ identity }) => identity))
    // By ascending identity: the order in which messages are locked.
    const missing = [...new Map(all.toReversed().map((one) => [one.identity, one])).values()]
      .filter(({ identity }) => !known.has(identity))
      .toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
    if (missing.length === 0) return
    const leads = [...new Map(missing.map(({ lead }) => [lead.id, lead])).values()]
    const threadOf = new Map<LeadId, ThreadId>(
      yield* store.findByLeads(
        organization_id,
        leads.map(({ id }) => id)
      )
    )
    const without = leads.filter(({ id }) => !threadOf.has(id))
    const inserted = yield* store.insertThreads(
      organization_id,
      without.map(({ campaign_id, id }) => ({ tab: "other", lead_id: id, campaign_id }))
    )
    for (const [lead, id] of Array.zip(without, inserted)) threadOf.set(lead.id, id)
    yield* store.insertMessages(
      organization_id,
      missing.flatMap((one) => {
        const thread_id = threadOf.get(one.lead.id)
        return thread_id === undefined ? [] : [toMessage(one, thread_id)]
      })
    )
  })
})
