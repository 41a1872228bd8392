/** Requests with the token of a mail: they count, and lead to the address of a link. */
import { Effect, Option, Schema } from "effect"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { PublicUrl } from "../PublicUrl.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { trackedLink } from "./Rewriting.ts"
import type { Claim } from "./Token.ts"
import { makeTrackedEvents } from "./TrackedEvents.ts"
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

/** Makes the functions that carry out a request for a claim of the current organization. */
export const makeTrackedRequests = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const publicUrl = yield* PublicUrl
  const own = publicUrl === undefined ? [] : [publicUrl]
  const sends = yield* SendStore
  const threads = yield* ThreadStore
  const record = yield* makeTrackedEvents

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

  /** The visit of a request; `undefined`: it does not count, or the mail was never tried. */
  const visitOf = Effect.fnUntraced(function* (
    { begun_at, ended_at }: SendRecord,
    { isCounted, user_agent }: TrackingRequest
  ) {
    const sent_at = ended_at ?? begun_at
    if (sent_at === null || !isCounted) return undefined
    return { at: yield* Timestamp.now, sent_at, user_agent } satisfies Visit
  })

  /** Counts that the image of a mail was loaded. */
  const countOpen = Effect.fnUntraced(function* (claim: Claim, request: TrackingRequest) {
    const send = yield* find(claim)
    const visit = send === undefined ? undefined : yield* visitOf(send, request)
    if (send === undefined || visit === undefined) return
    yield* record(send, { type: openOf(visit) }, visit.at, (earlier) => countsOpen(visit, earlier))
  })

  /** Counts a click on a link. Returns its address, also when the click cannot be stored. */
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
      yield* Effect.catchTag(counted, "StorageError", (error) => Effect.logWarning("A click was not counted", error))
    }
    return url
  })

  return { countOpen, follow }
})
