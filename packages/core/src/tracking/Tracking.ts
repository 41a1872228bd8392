import { toAscii } from "@mailroom/mail/domain"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { Stored } from "../StorageError.ts"
import { Activity } from "../activity/Activity.ts"
import type { EventType, NewEvent } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { hostOf, PublicUrl } from "../PublicUrl.ts"
import { isErased, type SendId, type SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { trackedLink } from "./Rewriting.ts"
import type { Claim } from "./Token.ts"
import { makeTokens, makeTrackedMail, type TrackingSettings } from "./TrackedMail.ts"
import { countsClick, countsOpen, openOf, type Visit } from "./Visit.ts"

/** The token is not one of this service, or the link that it names is not known any more. */
export class InvalidTrackingToken extends Schema.TaggedError<InvalidTrackingToken>()("InvalidTrackingToken", {}) {
  override get message(): string {
    return "The link is incomplete, is not one of this service, or its mail was deleted"
  }
}

/** A request for an image or a link of a mail. Nothing of it is stored. */
export interface TrackingRequest {
  /** The header `User-Agent`; empty: it has none. */
  readonly user_agent: string
  /** Whether it counts: a `HEAD` request does not. */
  readonly isCounted: boolean
  /** The header `Host`: the name by which it was asked for. Empty: it has none. */
  readonly host: string
}

/** Maximum number of events of a lead that are searched for a repetition. */
const maximumEvents = 50

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
      const activity = yield* Activity
      const events = yield* EventStore
      const organizations = yield* OrganizationStore
      const publicUrl = yield* PublicUrl
      const publicHost = publicUrl === undefined ? undefined : hostOf(publicUrl)
      const own = publicUrl === undefined ? [] : [publicUrl]
      const sends = yield* SendStore
      const settings = yield* SettingsStore
      const threads = yield* ThreadStore
      const { verify } = yield* makeTokens
      const { transactional } = yield* Changes

      /** The mail of a claim of the current organization. */
      const find = Effect.fnUntraced(function* ({ send_id }: Claim) {
        const { id } = yield* CurrentOrganization
        // A deleted organization counts nothing any more.
        if (Option.isNone(yield* organizations.find(id))) return undefined
        const [send] = yield* sends.findMany(id, [send_id])
        return send?.kind === "step" ? send : undefined
      })

      /** The texts of a mail as they are stored: without the links of tracking. */
      const bodiesOf = Effect.fnUntraced(function* ({ content, message_id }: SendRecord) {
        const { id } = yield* CurrentOrganization
        const stored = content ?? Option.getOrUndefined(yield* threads.findOurText(id, message_id))
        return stored === undefined ? undefined : { text: stored.body_text, html: stored.body_html ?? null }
      })

      /** The lead's latest events of a type, until `at`. */
      const earlierOf = Effect.fnUntraced(function* (send: SendRecord, type: EventType, at: Timestamp.Timestamp) {
        const { id } = yield* CurrentOrganization
        if (send.campaign_id === null || send.lead_id === null) return []
        const page = yield* events.page(id, send.campaign_id, {
          types: [type],
          lead_id: send.lead_id,
          limit: maximumEvents
        })
        return page.filter(({ occurred_at }) => occurred_at <= at)
      })

      /**
       * Records an event of a mail, if `counts` says so. Nothing is locked: requests at the same time find the same latest event
       * of the lead and make the same idempotency key of it, so the second event is a duplicate.
       */
      const record = transactional(function* (
        send: SendRecord,
        event: Pick<NewEvent, "data" | "type">,
        at: Timestamp.Timestamp,
        counts: (
          earlier: ReadonlyArray<{ occurred_at: Timestamp.Timestamp; data: NonNullable<NewEvent["data"]> }>
        ) => boolean
      ) {
        const { lead_id } = send
        if (lead_id === null || isErased(send)) return
        const ofLead = yield* earlierOf(send, event.type, at)
        if (!counts(ofLead.filter(({ message_id }) => message_id === send.message_id))) return
        yield* activity.recordNotice(
          [
            {
              ...event,
              occurred_at: at,
              lead_id,
              account_id: send.account_id,
              ...(send.sequence_id === null ? {} : { sequence_id: send.sequence_id }),
              message_id: send.message_id,
              idempotency_key: `${event.type}:${send.id}:${ofLead[0]?.id ?? 0}`
            } satisfies NewEvent
          ],
          { leads: new Set(), refused: [] }
        )
      })

      const visitOf = Effect.fnUntraced(function* (
        { begun_at, ended_at }: SendRecord,
        { isCounted, user_agent }: TrackingRequest
      ) {
        const sent_at = ended_at ?? begun_at
        if (sent_at === null || !isCounted) return undefined
        return { at: yield* Timestamp.now, sent_at, user_agent } satisfies Visit
      })

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

      const countOpen = Effect.fnUntraced(function* (claim: Claim, request: TrackingRequest) {
        const send = yield* find(claim)
        const visit = send === undefined ? undefined : yield* visitOf(send, request)
        if (send === undefined || visit === undefined) return
        yield* record(send, { type: openOf(visit) }, visit.at, (earlier) => countsOpen(visit, earlier))
      })

      const follow = Effect.fnUntraced(function* (claim: Claim, link: number, request: TrackingRequest) {
        const send = yield* find(claim)
        const bodies = send === undefined ? undefined : yield* bodiesOf(send)
        const url = bodies === undefined ? undefined : trackedLink(bodies, link, own)
        if (send === undefined || url === undefined) return yield* new InvalidTrackingToken()
        const visit = yield* visitOf(send, request)
        if (visit !== undefined) {
          const counted = record(send, { type: "clicked", data: { url } }, visit.at, (earlier) =>
            countsClick(visit, url, earlier)
          )
          yield* Effect.catchTag(counted, "StorageError", (error) =>
            Effect.logWarning("A click was not counted", error)
          )
        }
        return url
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
