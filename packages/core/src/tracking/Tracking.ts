import { toAscii } from "@mailroom/mail/domain"
import { Context, Effect, Layer, Option } from "effect"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { hostOf, PublicUrl } from "../PublicUrl.ts"
import type { SendId } from "../sends/Send.ts"
import type { Stored } from "../StorageError.ts"
import { traced } from "../Traced.ts"
import type { Claim } from "./Token.ts"
import { makeTrackingTokens, makeTrackedMail, type TrackingSettings } from "./TrackedMail.ts"
import { InvalidTrackingToken, makeTrackedRequests, type TrackingRequest } from "./TrackedRequests.ts"

/** The opens and clicks of the mails that Mailroom sent. It needs no `CurrentOrganization`: tokens contain it. */
export class Tracking extends Context.Service<
  Tracking,
  {
    /**
     * The mail with the links of tracking that its campaign wants. Without a public URL nothing can be tracked, and the mail
     * stays as it is. `base`: the beginning of the links (`makeLinkBase`). Every call returns the same.
     */
    readonly track: (
      mail: OutgoingMail,
      send_id: SendId,
      settings: TrackingSettings,
      base: string | undefined
    ) => Effect.Effect<OutgoingMail>
    /**
     * Counts that the image of a mail was loaded. A token that is not genuine counts nothing, and neither does one of an
     * organization by the tracking domain of another one.
     */
    readonly open: (token: string, request: TrackingRequest) => Stored<void>
    /**
     * The address of a link in the mail that was sent, and never another one. Links of an organization are not known by the
     * tracking domain of another one. Counts a click, unless a program opened the link. The address is returned also when the
     * click cannot be stored.
     */
    readonly click: (token: string, request: TrackingRequest) => Stored<string, InvalidTrackingToken>
  }
>()("@mailroom/core/Tracking") {
  static readonly layer = Layer.effect(
    Tracking,
    Effect.gen(function* () {
      const publicUrl = yield* PublicUrl
      const publicHost = publicUrl === undefined ? undefined : hostOf(publicUrl)
      const settings = yield* SettingsStore
      const { verify } = yield* makeTrackingTokens
      const { countOpen, follow } = yield* makeTrackedRequests

      const inOrganization = <A, E, R>({ organization_id: id }: Claim, effect: Effect.Effect<A, E, R>) =>
        Effect.provideService(effect, CurrentOrganization, { id })

      /** Whether the host is the tracking domain of another organization. The host of the public URL is not looked up. */
      const isForeign = Effect.fnUntraced(function* ({ organization_id }: Claim, host: string) {
        // Tracking domains are stored in their normal form. An address has none.
        const name = Option.getOrUndefined(toAscii(host.replace(/:\d*$/u, "")))
        if (name === undefined || name === publicHost) return false
        const owner = yield* settings.findOwner(name)
        return Option.isSome(owner) && owner.value !== organization_id
      })

      return Tracking.of({
        track: yield* makeTrackedMail,
        open: traced("Tracking.open")(function* (token, request) {
          const claim = yield* verify(token)
          if (Option.isNone(claim) || claim.value.link !== null || !request.isCounted) return
          if (yield* isForeign(claim.value, request.host)) return
          yield* inOrganization(claim.value, countOpen(claim.value, request)).pipe(
            Effect.catchTag("InvalidInput", Effect.die)
          )
        }),
        click: traced("Tracking.click")(function* (token, request) {
          const claim = yield* verify(token)
          if (Option.isNone(claim) || claim.value.link === null) return yield* new InvalidTrackingToken()
          if (yield* isForeign(claim.value, request.host)) return yield* new InvalidTrackingToken()
          return yield* inOrganization(claim.value, follow(claim.value, claim.value.link, request)).pipe(
            Effect.catchTag("InvalidInput", Effect.die)
          )
        })
      })
    })
  )
}
