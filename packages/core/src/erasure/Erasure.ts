/** Erases the mail, the events and the kept answers of leads, as `leads/Erasure.ts` asks. */
import { Effect, Layer } from "effect"
import { EventStore } from "../activity/EventStore.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { normalizeEmail } from "../Domain.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { Erasure } from "../leads/Erasure.ts"
import { CurrentOrganization } from "../Organization.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"

export const layer = Layer.effect(
  Erasure,
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    const campaigns = yield* CampaignStore
    const events = yield* EventStore
    const requests = yield* IdempotencyStore
    const threads = yield* ThreadStore
    return Erasure.of({
      erase: Effect.fnUntraced(function* (leads) {
        if (leads.length === 0) return
        const { id } = yield* CurrentOrganization
        const ids = leads.map((lead) => lead.id)
        yield* events.erase(id, ids)
        // Before the threads: removing the leads locks their campaigns.
        for (const campaign of [...new Set(leads.map(({ campaign_id }) => campaign_id))].toSorted()) {
          yield* campaigns.lock(id, campaign)
        }
        const addresses = leads.flatMap(({ email }) => [email.toLowerCase(), normalizeEmail(email)])
        const attachments = yield* threads.removeOf(id, ids, [...new Set(addresses)])
        yield* requests.forgetAnswers(id, [
          ...leads.flatMap(({ email }) => [email, email.toLowerCase(), normalizeEmail(email)]),
          ...ids.flatMap((lead_id) => [`"lead_id":${lead_id},`, `"lead_id":${lead_id}}`])
        ])
        if (attachments.length > 0) yield* blobs.remove(id, attachments)
      })
    })
  })
)
