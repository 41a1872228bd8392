import { Name, text } from "@mailroom/mail/text"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import type { Stored } from "../StorageError.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { BatchSize } from "../Bulk.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { type FinishOptions, unfinishedBefore } from "../MultiStep.ts"
import { type Organization } from "../Organization.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { makeWriteTrial } from "../secrets/WriteTrial.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import { OrganizationId } from "../ids.ts"

const NewOrganization = Schema.Struct({ name: Name })

/** A tenant by the host's id for it: 1 to 200 characters. */
const EnsuredOrganization = Schema.Struct({ external_id: text(200).check(Schema.isMinLength(1)), name: Name })

export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {
  id: OrganizationId
}) {
  override get message(): string {
    return `There is no organization ${this.id}`
  }
}

/** The tenants. For operators and hosts: not reachable with an API key. */
export class Organizations extends Context.Service<
  Organizations,
  {
    readonly create: (input: typeof NewOrganization.Type) => Stored<Organization, InvalidInput>
    /**
     * The organization of one of the host's tenants, by the host's id for it. It is created if it does not exist; an
     * existing one gets the name. It can be called at any time, also concurrently.
     */
    readonly ensure: (input: typeof EnsuredOrganization.Type) => Stored<Organization, InvalidInput>
    readonly find: (id: OrganizationId) => Stored<Option.Option<Organization>, InvalidInput>
    /** All organizations, by ascending id. */
    readonly list: Stored<ReadonlyArray<Organization>>
    /**
     * Names the parts of storage that do not answer, such as one of several servers. Use cases of organizations in
     * these parts fail with `Unavailable`; others work. Fails when all of storage is unreachable, or when nothing can be
     * written, as on a full disk or a database that is read-only: a small write tries it, at most every ten seconds.
     */
    readonly unreachable: Stored<ReadonlyArray<string>>
    /**
     * Deletes an organization with all its data, including the blacklist and the bytes of attachments. Stop calling use
     * cases for it first.
     *
     * The first transaction hides the organization and deletes its keys. The other data is deleted in batches. After a
     * failure, the same call or `finishRemovals` deletes the rest.
     */
    readonly remove: (id: OrganizationId) => Stored<void, InvalidInput | OrganizationNotFound>
    /** Finishes removals (`Mailroom.finishMultiStep`). Returns the number of deleted organizations. */
    readonly finishRemovals: (options?: FinishOptions) => Stored<number>
  }
>()("@mailroom/core/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const store = yield* OrganizationStore
      const tryWrite = yield* makeWriteTrial
      const { transaction } = yield* Transactor
      const decodeNew = decode(NewOrganization)
      const decodeEnsured = decode(EnsuredOrganization)
      const decodeId = decode(OrganizationId, "/id")

      const hide = (id: OrganizationId) => Effect.flatMap(Timestamp.now, (now) => store.hide(id, now))

      /**
       * Deletes a hidden organization. Each batch hides it again, so that other processes do not treat the removal as
       * abandoned.
       */
      const removeHidden = Effect.fnUntraced(function* (id: OrganizationId) {
        const limit = yield* BatchSize
        const batch = transaction(Effect.andThen(hide(id), store.clear(id, { limit })))
        while (yield* renewed(batch));
        yield* renewed(blobs.clear(id))
        // Clear again, for bytes that were stored meanwhile. After the organization is deleted, no transaction can
        // store more.
        return yield* renewed(transaction(Effect.tap(store.remove(id), () => blobs.clear(id))))
      })

      return Organizations.of({
        create: traced("Organizations.create")(function* (input) {
          const { name } = yield* decodeNew(input)
          return yield* store.insert({ name, created_at: yield* Timestamp.now })
        }),
        ensure: traced("Organizations.ensure")(function* (input) {
          const { external_id, name } = yield* decodeEnsured(input)
          return yield* store.ensure(external_id, { name, created_at: yield* Timestamp.now })
        }),
        find: traced("Organizations.find")(function* (id) {
          return yield* store.find(yield* decodeId(id))
        }),
        list: store.list,
        unreachable: Effect.andThen(tryWrite, store.unreachable),
        remove: traced("Organizations.remove")(function* (input) {
          const id = yield* decodeId(input)
          if (!(yield* hide(id))) return yield* new OrganizationNotFound({ id })
          yield* removeHidden(id)
        }),
        finishRemovals: traced("Organizations.finishRemovals")(function* (options = {}) {
          let count = 0
          for (const id of yield* store.findHidden(yield* unfinishedBefore(options))) {
            if (yield* removeHidden(id)) count++
          }
          return count
        })
      })
    })
  )
}
