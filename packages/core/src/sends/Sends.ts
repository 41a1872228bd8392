import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type CursorPage, cursorPage, cursorScope, decodeKeyset, type InvalidCursor } from "../Pagination.ts"
import { layerDigest } from "../secrets/HostCrypto.ts"
import { Signer } from "../secrets/Signer.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { resolve } from "./Progress.ts"
import { ResolveSend, type Send, SendId, SendNotFound, SendNotUnknown, SendQuery, toSend } from "./Send.ts"
import { SendStore } from "./SendStore.ts"
import { makeSentMessages } from "./SentMessages.ts"

/** The mails that Mailroom sends for the current organization. */
export class Sends extends Context.Service<
  Sends,
  {
    /** Mails, the newest first. A cursor is bound to the filters. */
    readonly page: (
      query: Input<SendQuery>
    ) => Effect.Effect<CursorPage<Send>, InvalidCursor | InvalidInput | StorageError, CurrentOrganization>
    readonly find: (id: SendId) => Effect.Effect<Send, InvalidInput | SendNotFound | StorageError, CurrentOrganization>
    /**
     * Resolves a mail whose outcome is unknown, by what a person found out. A mail that was sent counts as sent from now
     * on; one that was not is sent again.
     */
    readonly resolve: (
      id: SendId,
      input: ResolveSend
    ) => Effect.Effect<Send, InvalidInput | SendNotFound | SendNotUnknown | StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Sends") {
  static readonly layer = Layer.effect(
    Sends,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const store = yield* SendStore
      const signer = yield* Signer
      const work = yield* WorkStore
      const { transaction } = yield* Transactor
      const storeMessage = yield* makeSentMessages
      const decodeId = decode(SendId, "/id")
      const decodeQuery = decode(SendQuery)
      const decodeResolve = decode(ResolveSend)

      return Sends.of({
        page: traced("Sends.page")(function* (query) {
          const { cursor, limit, ...filters } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const scope = cursorScope(id, "sends", JSON.stringify(Object.entries(filters).toSorted()))
          const before = cursor === undefined ? {} : { before: (yield* decodeKeyset<SendId>(signer, scope, cursor)).id }
          const rows = yield* store.page(id, { ...filters, ...before, limit: limit + 1 })
          // The list is sorted by id alone; the place also has an instant, which is not used.
          const at = yield* Timestamp.now
          return yield* cursorPage(signer, scope, rows.map(toSend), limit, ({ id }) => ({ at, id }))
        }),
        find: traced("Sends.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const [send] = yield* store.findMany(organization.id, [id])
          return send === undefined ? yield* new SendNotFound({ id }) : toSend(send)
        }),
        resolve: traced("Sends.resolve")(function* (input, change) {
          const id = yield* decodeId(input)
          const { outcome } = yield* decodeResolve(change)
          const organization = yield* CurrentOrganization
          const settle = Effect.gen(function* () {
            const [send] = yield* store.lock(organization.id, [id])
            if (send === undefined) return yield* new SendNotFound({ id })
            if (send.outcome !== "unknown") return yield* new SendNotUnknown({ id, outcome: send.outcome })
            const now = yield* Timestamp.now
            const resolved = resolve(send, outcome, now)
            yield* store.write(organization.id, [resolved])
            if (outcome === "sent") {
              const [account] = yield* accounts.findMany(organization.id, [send.account_id])
              if (account !== undefined) yield* storeMessage(send, account, send.begun_at ?? now)
            } else yield* dueFor(work, organization.id, [send.account_id], now)
            return toSend(resolved)
          })
          return yield* transaction(settle)
        })
      })
    })
  ).pipe(Layer.provide(layerDigest))
}
