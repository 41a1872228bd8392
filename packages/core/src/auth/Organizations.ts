import { Context, Effect, Layer, type Option, Schema } from "effect"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { type Organization, OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { Name } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { OrganizationStore } from "./OrganizationStore.ts"

const NewOrganization = Schema.Struct({ name: Name })

/** Who may have data here. For operators and hosts: not reachable with an API key. */
export class Organizations extends Context.Service<
  Organizations,
  {
    readonly create: (input: typeof NewOrganization.Type) => Effect.Effect<Organization, InvalidInput | StorageError>
    readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>, InvalidInput | StorageError>
    /** All of them, by ascending id. */
    readonly list: Effect.Effect<ReadonlyArray<Organization>, StorageError>
    /**
     * Names the parts of storage that do not answer, such as a server of several: use cases of the organizations there fail
     * with `Unavailable`, those of others do not. Fails when storage answers nobody.
     */
    readonly unreachable: Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@mailroom/core/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const decodeNew = decode(NewOrganization)
      const decodeId = decode(OrganizationId, "/id")
      return Organizations.of({
        create: Effect.fn("Organizations.create")(function* (input) {
          const { name } = yield* decodeNew(input)
          return yield* store.insert({ name, created_at: yield* Timestamp.now })
        }),
        find: Effect.fn("Organizations.find")(function* (id) {
          return yield* store.find(yield* decodeId(id))
        }),
        list: store.list,
        unreachable: store.unreachable
      })
    })
  )
}
