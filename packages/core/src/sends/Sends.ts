import { Context, Effect, Layer } from "effect"
import type { UseCase } from "../UseCase.ts"
import { Activity } from "../activity/Activity.ts"
import { Changes } from "../Changes.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { CurrentActor } from "../people/Actor.ts"
import type { HigherRole } from "../people/Person.ts"
import { requireRole } from "../people/RequireRole.ts"
import { type CursorPage, cursorPage, cursorScope, decodeKeyset, type InvalidCursor } from "../Pagination.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { layerDigest } from "../secrets/HostCrypto.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { makeDiscarding } from "./Discarding.ts"
import { makeEvidence } from "./Evidence.ts"
import { refuse } from "./Progress.ts"
import { makeRepeat } from "./Repeat.ts"
import { cancelled } from "./Scheduling.ts"
import { requireSendAt } from "./SendAt.ts"
import {
  isScheduled,
  isWritten,
  mayChange,
  RescheduleSend,
  ResolveSend,
  type Send,
  SendChanged,
  SendId,
  SendNotFound,
  SendNotRefused,
  SendNotScheduled,
  SendNotUnknown,
  filesOf,
  SendQuery,
  type SendRecord,
  sendVersionOf,
  toSend
} from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/**
 * The mails that Mailroom sends for the current organization. A role below a member may resolve, move, cancel and discard only the
 * answers that the actor wrote.
 */
export class Sends extends Context.Service<
  Sends,
  {
    /** Mails, the newest first. A cursor is bound to the filters. */
    readonly page: (query: Input<SendQuery>) => UseCase<CursorPage<Send>, InvalidCursor>
    readonly find: (id: SendId) => UseCase<Send, SendNotFound>
    /**
     * Resolves a mail whose outcome is unknown, by what a person found out. A mail that was sent counts as sent from now
     * on; one that was not is sent again. It is refused instead if it is a step that its lead does not get any more: a
     * later one has gone out, or may have, the lead or the step was deleted, or the lead is stopped and the campaign completed.
     */
    readonly resolve: (id: SendId, input: ResolveSend) => UseCase<Send, HigherRole | SendNotFound | SendNotUnknown>
    /**
     * Gives an answer that waits for its time another one; `null`: it is sent now, and mail that comes in from then on does not
     * refuse it. Mail of a person that came in before has refused it already. With `if_version`, only if it still has one of these
     * versions (`sendVersionOf`).
     */
    readonly reschedule: (
      id: SendId,
      input: typeof RescheduleSend.Encoded,
      precondition?: IfVersion
    ) => UseCase<Send, HigherRole | SendChanged | SendNotFound | SendNotScheduled>
    /** Cancels an answer that waits for its time: it is refused, and keeps its text and its uploads, to be written again. */
    readonly cancel: (id: SendId) => UseCase<Send, HigherRole | SendNotFound | SendNotScheduled>
    /**
     * Discards the text of an answer that was refused, which is kept so that it can be written again. Another answer may use its
     * uploads for a day.
     */
    readonly discard: (id: SendId) => UseCase<Send, HigherRole | SendNotFound | SendNotRefused>
  }
>()("@mailroom/core/Sends") {
  static readonly layer = Layer.effect(
    Sends,
    Effect.gen(function* () {
      const activity = yield* Activity
      const discarding = yield* makeDiscarding
      const evidence = yield* makeEvidence
      const { lockCampaign, repeat } = yield* makeRepeat
      const files = yield* makeMailFiles
      const store = yield* SendStore
      const identityOf = yield* ownIdentity
      const signer = yield* Signer
      const threads = yield* ThreadStore
      const work = yield* WorkStore
      const { transactional } = yield* Changes
      const decodeId = decode(SendId, "/id")
      const decodeQuery = decode(SendQuery)
      const decodeReschedule = decode(RescheduleSend)
      const decodeResolve = decode(ResolveSend)

      /** Mails as they are shown. The thread of a step is the one that its message is in: the event `sent` stores that. */
      const showAll = Effect.fnUntraced(function* (sends: ReadonlyArray<SendRecord>) {
        const steps = sends.filter(({ kind }) => kind === "step")
        if (steps.length === 0) return sends.map(toSend)
        const { id: organization_id } = yield* CurrentOrganization
        const identities = yield* Effect.forEach(steps, ({ message_id }) => identityOf(message_id))
        const stored = yield* threads.findByIdentities(organization_id, identities)
        const byIdentity = new Map(stored.map(({ identity, thread_id }) => [identity, thread_id]))
        const threadOf = new Map(steps.map(({ id }, i) => [id, byIdentity.get(identities[i] ?? "") ?? null]))
        return sends.map((send): Send => ({ ...toSend(send), thread_id: threadOf.get(send.id) ?? send.thread_id }))
      })

      const show = Effect.fnUntraced(function* (send: SendRecord) {
        const [shown = toSend(send)] = yield* showAll([send])
        return shown
      })

      /** The mail, if the actor may change it. */
      const requireOwn = Effect.fnUntraced(function* (send: SendRecord) {
        const acting = yield* CurrentActor
        if (!mayChange(acting, send)) yield* requireRole("member", "change an answer that somebody else wrote")
        return send
      })

      /** The mail, if it exists, its outcome is unknown, and the actor may change it. */
      const requireUnknown = Effect.fnUntraced(function* (id: SendId, send: SendRecord | undefined) {
        if (send === undefined) return yield* new SendNotFound({ id })
        if (send.outcome !== "unknown") return yield* new SendNotUnknown({ id, outcome: send.outcome })
        return yield* requireOwn(send)
      })

      /** A mail was sent: its event is recorded, and its lead goes on. */
      const confirm = transactional(function* (id: SendId) {
        const organization = yield* CurrentOrganization
        const [found] = yield* store.findMany(organization.id, [id])
        const shown = yield* evidence.shownBy([yield* requireUnknown(id, found)])
        const events = evidence.eventsOf(shown, yield* Timestamp.now)
        if (events.length > 0) yield* activity.recordNotice(events, { leads: new Set(), refused: [] })
        yield* evidence.settle(shown)
        const [send] = yield* store.findMany(organization.id, [id])
        // Somebody else has resolved it meanwhile.
        return send?.outcome === "sent" ? send : yield* requireUnknown(id, send)
      })

      /** A mail was not sent: it is sent again, if it is a step that its lead still gets. */
      const resend = transactional(function* (id: SendId) {
        const organization = yield* CurrentOrganization
        const [found] = yield* store.findMany(organization.id, [id])
        const campaign = yield* lockCampaign(yield* requireUnknown(id, found))
        const [locked] = yield* store.lock(organization.id, [id])
        return yield* repeat(yield* requireUnknown(id, locked), campaign)
      })

      /** Discards the text of a refused answer. */
      const discard = transactional(function* (id: SendId) {
        const organization = yield* CurrentOrganization
        const [send] = yield* store.lock(organization.id, [id])
        if (send === undefined) return yield* new SendNotFound({ id })
        const { outcome } = send
        if (!isWritten(send) || outcome !== "refused") return yield* new SendNotRefused({ id, outcome })
        // Without a text there is no author to compare.
        if (send.content !== null) yield* requireOwn(send)
        const [discarded = send] = yield* discarding.discard([send])
        return toSend(discarded)
      })

      /** Locks an answer that waits for its time. */
      const lockScheduled = Effect.fnUntraced(function* (id: SendId) {
        const organization = yield* CurrentOrganization
        const [send] = yield* store.lock(organization.id, [id])
        if (send === undefined) return yield* new SendNotFound({ id })
        if (isScheduled(send)) return yield* requireOwn(send)
        return yield* new SendNotScheduled({ id, outcome: send.outcome, reply: send.reply, reason: send.reason })
      })

      /** Gives an answer that waits for its time another one; `null`: now. */
      const reschedule = transactional(function* (
        id: SendId,
        { send_at }: RescheduleSend,
        precondition: IfVersion = {}
      ) {
        yield* requireSendAt(send_at, "give null")
        const organization = yield* CurrentOrganization
        const send = yield* lockScheduled(id)
        const version = sendVersionOf(send)
        if (!allows(precondition, version)) return yield* new SendChanged({ id, version })
        const next_attempt_at = send_at ?? (yield* Timestamp.now)
        const changed: SendRecord = { ...send, send_at, next_attempt_at }
        yield* store.write(organization.id, [changed])
        yield* dueFor(work, organization.id, [send.account_id], next_attempt_at)
        yield* threads.touch(organization.id)
        return toSend(changed)
      })

      /** Refuses an answer that waits for its time. */
      const cancel = transactional(function* (id: SendId) {
        const organization = yield* CurrentOrganization
        const send = yield* lockScheduled(id)
        const refused = refuse(send, "cancelled", cancelled, yield* Timestamp.now)
        yield* store.write(organization.id, [refused])
        yield* files.expire(filesOf(send))
        yield* threads.touch(organization.id)
        return toSend(refused)
      })

      return Sends.of({
        page: traced("Sends.page")(function* (query) {
          const { cursor, limit, ...filters } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const scope = cursorScope(id, "sends", JSON.stringify(Object.entries(filters).toSorted()))
          const before = cursor === undefined ? {} : { before: (yield* decodeKeyset<SendId>(signer, scope, cursor)).id }
          const rows = yield* store.page(id, { ...filters, ...before, limit: limit + 1 })
          // The list is sorted by id alone; the place also has an instant, which is not used.
          const at = yield* Timestamp.now
          return yield* cursorPage(signer, scope, yield* showAll(rows), limit, ({ id }) => ({ at, id }))
        }),
        find: traced("Sends.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const [send] = yield* store.findMany(organization.id, [id])
          return send === undefined ? yield* new SendNotFound({ id }) : yield* show(send)
        }),
        resolve: traced("Sends.resolve")(function* (input, change) {
          const id = yield* decodeId(input)
          const { outcome } = yield* decodeResolve(change)
          return yield* show(yield* outcome === "sent" ? confirm(id) : resend(id))
        }),
        reschedule: traced("Sends.reschedule")(function* (input, change, precondition) {
          return yield* reschedule(yield* decodeId(input), yield* decodeReschedule(change), precondition)
        }),
        cancel: traced("Sends.cancel")(function* (input) {
          return yield* cancel(yield* decodeId(input))
        }),
        discard: traced("Sends.discard")(function* (input) {
          return yield* discard(yield* decodeId(input))
        })
      })
    })
  ).pipe(Layer.provide(layerDigest))
}
