/** Retires old rows: the worker's handler for the kind `retention`. */
import { Clock, Duration, Effect, Metric, Option } from "effect"
import { EventStore } from "../activity/EventStore.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { day, hour } from "../Durations.ts"
import type { OrganizationId } from "../ids.ts"
import { LogStore } from "../log/LogStore.ts"
import { isRetaining } from "../organization/OrganizationSettings.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import * as Timestamp from "../Timestamp.ts"
import type { SendId, SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { Transactor } from "../Transactor.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { Handler } from "../work/Workers.ts"
import { areYoung, isAged, keptData, keptSearchText, keptTexts, retiredSend, type RetentionKind } from "./Retention.ts"
import { kind } from "./RetentionWork.ts"
import { retired } from "./RetentionMetrics.ts"

/** Maximum number of rows of a kind in a transaction. */
const batch = { events: 1_000, log: 1_000, messages: 100, sends: 1_000 } as const satisfies Record<
  RetentionKind,
  number
>

/** Maximum size of the texts of messages that are read at once, in UTF-8. */
const maximumBytes = 8 * 2 ** 20

/** How long to wait after a batch with more behind it, in milliseconds: nine times as long as it took, at least 1 s. */
const pauseAfter = (took: number): number => Math.max(9 * took, 1_000)

/** How long to wait when nothing is left to retire, in milliseconds. */
const interval = hour

/**
 * Makes the handler that retires a batch of the old rows of each kind (`RetentionKind`) for which the organization has a limit. No
 * counter changes, so it reports nothing to `Changes`.
 */
export const retirer: Effect.Effect<
  Handler,
  never,
  BlobStore | EventStore | LogStore | SendStore | SettingsStore | ThreadStore | Transactor
> = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const events = yield* EventStore
  const log = yield* LogStore
  const sends = yield* SendStore
  const settings = yield* SettingsStore
  const threads = yield* ThreadStore
  const { transaction } = yield* Transactor

  const retireMessages = Effect.fnUntraced(function* (organization_id: OrganizationId, before: Timestamp.Timestamp) {
    const aged = yield* threads.lockAged(organization_id, {
      before,
      limit: batch.messages,
      maximum_bytes: maximumBytes
    })
    if (aged.messages.length === 0) return { count: 0, hasMore: false }
    const left = aged.messages.map((message) => ({
      id: message.id,
      thread_id: message.thread_id,
      search_text: keptSearchText(message.search_text),
      ...keptTexts(message)
    }))
    yield* blobs.remove(organization_id, yield* threads.retire(organization_id, left))
    return { count: left.length, hasMore: aged.has_more }
  }, transaction)

  const retireEvents = Effect.fnUntraced(function* (organization_id: OrganizationId, before: Timestamp.Timestamp) {
    const count = yield* events.retire(organization_id, { before, kept: keptData, limit: batch.events })
    return { count, hasMore: count === batch.events }
  })

  const writeRetired = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    ids: ReadonlyArray<SendId>,
    before: Timestamp.Timestamp
  ) {
    const retired = (yield* sends.lock(organization_id, ids)).filter((send) => isAged(send, before)).map(retiredSend)
    if (retired.length > 0) yield* sends.write(organization_id, retired)
    return retired.length
  }, transaction)

  /** Goes past the sent mails that stay in lists, until it has a batch or reaches the young mails. */
  const retireSends = Effect.fnUntraced(function* (organization_id: OrganizationId, before: Timestamp.Timestamp) {
    const aged: Array<SendId> = []
    let after: SendId | null = null
    while (aged.length < batch.sends) {
      const found: ReadonlyArray<SendRecord> = yield* sends.findUnretired(organization_id, {
        after,
        limit: batch.sends,
        outcome: "sent"
      })
      const last = found.at(-1)
      if (last === undefined || areYoung(found, before)) break
      aged.push(...found.filter((send) => isAged(send, before)).map((send): SendId => send.id))
      after = last.id
    }
    const ids = aged.slice(0, batch.sends)
    const count = ids.length === 0 ? 0 : yield* writeRetired(organization_id, ids, before)
    return { count, hasMore: ids.length === batch.sends }
  })

  const retireLog = Effect.fnUntraced(function* (organization_id: OrganizationId, before: Timestamp.Timestamp) {
    const count = yield* log.removeBefore(organization_id, { before, limit: batch.log })
    return { count, hasMore: count === batch.log }
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ organization_id }) {
    const stored = Option.getOrUndefined(yield* settings.find(organization_id))
    if (stored === undefined || !isRetaining(stored)) return null
    const rules = [
      { kind: "events", days: stored.keep_events_days, retire: retireEvents },
      { kind: "messages", days: stored.keep_messages_days, retire: retireMessages },
      { kind: "sends", days: stored.keep_sends_days, retire: retireSends },
      { kind: "log", days: stored.keep_log_days, retire: retireLog }
    ] as const
    const start = yield* Clock.currentTimeMillis
    let hasMore = false
    for (const { days, kind, retire } of rules) {
      if (days === null) continue
      const found = yield* retire(organization_id, Timestamp.plus(yield* Timestamp.now, -days * day))
      yield* Metric.update(retired(kind), found.count)
      hasMore ||= found.hasMore
    }
    const now = yield* Timestamp.now
    return Timestamp.plus(now, hasMore ? pauseAfter(Timestamp.toMillis(now) - start) : interval)
  })

  return { kind, room: 1, concurrency: 2, lease: Duration.seconds(90), timeout: Duration.seconds(60), handle }
})
