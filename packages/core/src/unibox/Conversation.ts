import { Context, Effect, Layer, Option } from "effect"
import { Digest } from "effect/crypto"
import type { SentMessage } from "../activity/Event.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import { preview } from "./Preview.ts"
import { ThreadStore } from "./ThreadStore.ts"

/** Our side of the threads, shared by the two ways in: events that carry their mail, and raw mail. */
export class Conversation extends Context.Service<
  Conversation,
  {
    /** What makes a mail of ours the same: its Message-ID, whatever a list made of it on its way back. */
    readonly identityOf: (message_id: string) => Effect.Effect<string>
    /** Stores what was sent to a lead, once: it continues the lead's newest thread, or starts one. */
    readonly sent: (
      organization_id: OrganizationId,
      lead: LeadRecord,
      message: SentMessage,
      date_sent: Timestamp
    ) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/Conversation") {
  static readonly layer = Layer.effect(
    Conversation,
    Effect.gen(function* () {
      const threads = yield* ThreadStore
      const digest = yield* Digest.Digest
      const encoder = new TextEncoder()

      const identityOf = (message_id: string) =>
        digest.digestHex(Digest.sha256, encoder.encode(JSON.stringify([message_id, "own"])))

      const threadOf = Effect.fnUntraced(function* (organization_id: OrganizationId, lead: LeadRecord) {
        const newest = yield* threads.findByLead(organization_id, lead.id)
        if (Option.isSome(newest)) return newest.value
        return yield* threads.insertThread(organization_id, {
          tab: "other",
          lead_id: lead.id,
          campaign_id: lead.campaign_id
        })
      })

      return Conversation.of({
        identityOf,
        sent: Effect.fnUntraced(function* (organization_id, lead, message, date_sent) {
          const identity = yield* identityOf(message.message_id)
          if (Option.isSome(yield* threads.findByIdentity(organization_id, identity))) return
          yield* threads.insertMessage(organization_id, {
            ...message,
            thread_id: yield* threadOf(organization_id, lead),
            identity,
            body: preview(message.body_text),
            date_sent,
            is_new: false,
            is_our_email: true,
            attachments: []
          })
        })
      })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}
