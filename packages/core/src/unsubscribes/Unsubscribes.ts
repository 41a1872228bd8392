import { Context, Effect, Layer, Option, Schema } from "effect"
import type { Stored } from "../StorageError.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Send } from "../sends/Send.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import type { Claim } from "./Token.ts"
import { makeUnsubscribeTokens, makeUnsubscription } from "./Unsubscription.ts"

/** The token is not one of this service, or was changed. */
export class InvalidUnsubscribeToken extends Schema.TaggedError<InvalidUnsubscribeToken>()(
  "InvalidUnsubscribeToken",
  {}
) {
  override get message(): string {
    return "The unsubscribe link is incomplete, or is not one of this service"
  }
}

/** The links by which recipients of campaigns unsubscribe. */
export class Unsubscribes extends Context.Service<
  Unsubscribes,
  {
    /** The token of a mail of the current organization, for its links and headers. It never expires. */
    readonly tokenOf: (mail: Pick<Send, "id" | "to_email">) => Effect.Effect<string, never, CurrentOrganization>
    /** The address that a token unsubscribes. Changes and reads nothing. */
    readonly addressOf: (token: string) => Effect.Effect<string, InvalidUnsubscribeToken>
    /**
     * Unsubscribes the address that the mail of a token went to: it goes on the blacklist, and all leads that have it are
     * stopped. The mail's lead gets one event, however often this is called. It also works when the lead, its campaign or
     * the account is deleted. It needs no `CurrentOrganization`: the token contains the organization. Returns the address.
     */
    readonly unsubscribe: (token: string) => Stored<string, InvalidUnsubscribeToken>
  }
>()("@mailroom/core/Unsubscribes") {
  static readonly layer = Layer.effect(
    Unsubscribes,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const { find, record } = yield* makeUnsubscription
      const { sign, verify } = yield* makeUnsubscribeTokens
      const { transactional } = yield* Changes

      const claimOf = Effect.fnUntraced(function* (token: string) {
        const claim = yield* verify(token)
        return Option.isSome(claim) ? claim.value : yield* new InvalidUnsubscribeToken()
      })

      const carryOut = transactional(function* (claim: Claim) {
        yield* record(yield* find(claim), yield* Timestamp.now)
      })

      return Unsubscribes.of({
        tokenOf: Effect.fnUntraced(function* ({ id: send_id, to_email: email }) {
          const { id: organization_id } = yield* CurrentOrganization
          return yield* sign({ organization_id, send_id, email })
        }),
        addressOf: (token) => Effect.map(claimOf(token), ({ email }) => email),
        unsubscribe: traced("Unsubscribes.unsubscribe")(function* (token) {
          const claim = yield* claimOf(token)
          const { email, organization_id: id } = claim
          // A deleted organization sends nothing any more.
          if (Option.isNone(yield* organizations.find(id))) return email
          yield* carryOut(claim).pipe(
            Effect.catchTag("InvalidInput", Effect.die),
            Effect.provideService(CurrentOrganization, { id })
          )
          return email
        })
      })
    })
  )
}
