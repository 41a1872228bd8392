import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountStore } from "../accounts/AccountStore.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { OffsetPage, OffsetQuery } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { searchFor } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { type Campaign, CampaignId, CampaignNotFound, type CampaignStatus, defaults, NewCampaign } from "./Campaign.ts"
import { CampaignStore } from "./CampaignStore.ts"

/** The campaigns of the current organization. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** A draft. An account that the organization does not have is a fault of `account_ids`. */
    readonly create: (input: NewCampaign) => Effect.Effect<Campaign, InvalidInput | StorageError, CurrentOrganization>
    readonly find: (id: CampaignId) => Effect.Effect<Campaign, CampaignNotFound | StorageError, CurrentOrganization>
    /** In the order of creation; `search` is a case-insensitive substring of the name. */
    readonly page: (
      query: OffsetQuery & { readonly status?: CampaignStatus | undefined; readonly search?: string | undefined }
    ) => Effect.Effect<OffsetPage<Campaign>, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Campaigns") {
  static readonly layer = Layer.effect(
    Campaigns,
    Effect.gen(function* () {
      const store = yield* CampaignStore
      const accounts = yield* AccountStore
      const { transaction } = yield* Transactor
      const random = yield* SecureRandom.SecureRandom
      const decodeInput = decode(NewCampaign)

      const create = Effect.fn("Campaigns.create")(function* (input: NewCampaign) {
        const settings = { ...defaults, ...(yield* decodeInput(input)) }
        const organization = yield* CurrentOrganization
        const account_ids = [...new Set(settings.account_ids)].sort((a, b) => a - b)
        const known = new Set((yield* accounts.findMany(organization.id, account_ids)).map(({ id }) => id))
        const faults = settings.account_ids.flatMap((id, index) =>
          known.has(id) ? [] : [{ pointer: `/account_ids/${index}`, message: "no such account" }]
        )
        if (faults.length > 0) return yield* new InvalidInput({ faults })
        const now = yield* Timestamp.now
        const campaign = {
          id: CampaignId.make(yield* random.uuidV7()),
          name: settings.name,
          status: "draft" as const,
          timezone: settings.timezone,
          daily_limit: settings.daily_limit,
          stop_on_reply: settings.stop_on_reply,
          stop_on_auto_reply: settings.stop_on_auto_reply,
          track_opens: settings.track_opens,
          account_ids,
          lead_count: 0,
          created_at: now,
          updated_at: now
        }
        const { lead_count: _, ...row } = campaign
        yield* store.insert(organization.id, row)
        return campaign
      }, transaction)

      return Campaigns.of({
        create,
        find: Effect.fn("Campaigns.find")(function* (id) {
          const organization = yield* CurrentOrganization
          const found = yield* store.find(organization.id, id)
          return Option.isSome(found) ? found.value : yield* new CampaignNotFound({ id })
        }),
        page: Effect.fn("Campaigns.page")(function* ({ limit, offset, search, status }) {
          const { id } = yield* CurrentOrganization
          const rows = yield* store.page(id, {
            limit,
            offset,
            ...(status === undefined ? {} : { status }),
            ...searchFor(search)
          })
          return { ...rows, offset, limit }
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
