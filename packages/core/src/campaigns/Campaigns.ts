import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountStore } from "../accounts/AccountStore.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { OffsetPage } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { searchFor } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import {
  type Campaign,
  CampaignId,
  CampaignIdInput,
  CampaignNotFound,
  CampaignQuery,
  defaults,
  NewCampaign
} from "./Campaign.ts"
import { CampaignStore } from "./CampaignStore.ts"

/** The campaigns of the current organization. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** A draft. An account that the organization does not have is a fault of `account_ids`. */
    readonly create: (input: NewCampaign) => Effect.Effect<Campaign, InvalidInput | StorageError, CurrentOrganization>
    readonly find: (
      id: CampaignId
    ) => Effect.Effect<Campaign, CampaignNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** In the order of creation; `search` is a case-insensitive substring of the name. */
    readonly page: (
      query: Input<CampaignQuery>
    ) => Effect.Effect<OffsetPage<Campaign>, InvalidInput | StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Campaigns") {
  static readonly layer = Layer.effect(
    Campaigns,
    Effect.gen(function* () {
      const store = yield* CampaignStore
      const accounts = yield* AccountStore
      const { transaction } = yield* Transactor
      const random = yield* SecureRandom.SecureRandom
      const decodeNew = decode(NewCampaign)
      const decodeId = decode(CampaignIdInput, "/id")
      const decodeQuery = decode(CampaignQuery)

      const insert = Effect.fnUntraced(function* (given: NewCampaign) {
        const settings = { ...defaults, ...given }
        const organization = yield* CurrentOrganization
        const account_ids = [...new Set(settings.account_ids)].sort((a, b) => a - b)
        const known = new Set((yield* accounts.lockShared(organization.id, account_ids)).map(({ id }) => id))
        const faults = settings.account_ids.flatMap((id, index) =>
          known.has(id) ? [] : [{ pointer: `/account_ids/${index}`, message: "the account does not exist" }]
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
        create: Effect.fn("Campaigns.create")(function* (input) {
          return yield* insert(yield* decodeNew(input))
        }),
        find: Effect.fn("Campaigns.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const found = yield* store.find(organization.id, id)
          return Option.isSome(found) ? found.value : yield* new CampaignNotFound({ id })
        }),
        page: Effect.fn("Campaigns.page")(function* (query) {
          const { search, ...page } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const rows = yield* store.page(id, { ...page, ...searchFor(search) })
          return { ...rows, offset: page.offset, limit: page.limit }
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
