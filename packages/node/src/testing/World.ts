/** Mailroom in memory, with a clock, an outbox and a log of webhooks that a test controls. */
import {
  AccessTokens,
  ApiKeys,
  Encryption,
  Inbound,
  KeyStaleness,
  layerPublicUrl,
  MailParser,
  Mailroom,
  MissedWakes,
  Timestamp
} from "@mailroom/core"
import { HolidayCalendars, Maintenance, NodeDns, NodeScrypt } from "@mailroom/host"
import { NodeServer } from "@mailroom/http/node"
import { MemoryInbox, MemoryStorage, MemoryVerifier } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Clock, Duration, Effect, Exit, Layer, Metric, Redacted, Scheduler, Scope } from "effect"
import { services } from "../Methods.ts"
import { settle } from "../Settled.ts"
import { Activity } from "./Activity.ts"
import { Outbox } from "./Outbox.ts"
import { SimulatedClock } from "./SimulatedClock.ts"
import { WebhookLog } from "./WebhookLog.ts"

type Services = Mailroom.Storage | Mailroom.UseCases

export interface World {
  /** In milliseconds since the epoch. */
  readonly now: () => number
  readonly outbox: Outbox
  readonly log: WebhookLog
  readonly verdicts: MemoryVerifier.MemoryVerifier["answers"]
  readonly services: Effect.Success<typeof services>
  readonly handler: NodeServer.Handlers["handler"]
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  /** Resolves when everything that is due at the present instant is done. */
  readonly settled: () => Promise<void>
  /** Moves the time, with a stop at each instant at which something is due. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Takes a snapshot of the data, the time, the mails and the webhooks. Returns a function that restores it. */
  readonly remember: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Tests may send as many concurrent requests as they like. */
const maxInFlight = 10_000

const day = 86_400_000

/** Every OAuth2 login works, so that accounts of Google and Microsoft can be tested, too. */
const layerTokens = Layer.sync(AccessTokens, () => {
  const issue = Effect.map(Timestamp.now, (now) => ({
    token: Redacted.make("fake-token"),
    expires_at: Timestamp.plus(now, 3_600_000)
  }))
  return AccessTokens.of({ refresh: () => issue, fromHost: () => issue })
})

/** No name exists, so that tests ask no name server. */
const resolveNothing = () => Promise.reject(Object.assign(new Error("No name exists here"), { code: "ENOTFOUND" }))

const layerSettings = (baseUrl: string, inbound: "host" | "inboxes") =>
  Layer.mergeAll(
    Layer.sync(Metric.MetricRegistry, () => new Map()),
    Layer.succeed(Inbound, inbound),
    // Nobody else changes the data, and each look would be a stop of the clock.
    Layer.succeed(MissedWakes, { poll: { from: day, to: day + 1 }, turn: day }),
    // A key that is revoked or that a reset removes is invalid at once, although the clock stands still.
    Layer.succeed(KeyStaleness, Duration.zero),
    layerPublicUrl(baseUrl)
  )

const layerOf = <Ports>(ports: Layer.Layer<Mailroom.Storage | Ports>) =>
  Layer.provideMerge(Maintenance.layerWorkers, ApiKeys.layerAuthenticator).pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provideMerge(PostalMime.layer),
    Layer.provide([NodeCrypto.layerDigest, NodeCrypto.layerMac, NodeScrypt.layer]),
    Layer.provideMerge(ports)
  )

export const makeWorld = async (options: {
  readonly baseUrl: string
  readonly inbound: "host" | "inboxes"
  /** In milliseconds since the epoch. */
  readonly now: number
}): Promise<World> => {
  const clock = new SimulatedClock(options.now)
  const activity = new Activity()
  const outbox = new Outbox(activity)
  const log = new WebhookLog(activity)
  const verifier = MemoryVerifier.make()
  const { answers: verdicts } = verifier
  const { scheduler } = activity
  const scope = Scope.makeUnsafe()
  const ports = Layer.mergeAll(
    Layer.provideMerge(activity.layerWork, MemoryStorage.layer),
    Encryption.layerEphemeral,
    outbox.layer,
    log.layer,
    layerTokens,
    MemoryInbox.layer,
    verifier.layer,
    NodeDns.layer(resolveNothing),
    HolidayCalendars.layer
  )
  const time = Layer.mergeAll(Layer.succeed(Clock.Clock, clock), Layer.succeed(Scheduler.Scheduler, scheduler))
  const settings = Layer.merge(time, layerSettings(options.baseUrl, options.inbound))
  const context = await Effect.runPromise(
    Scope.provide(Layer.build(Layer.fresh(Layer.provideMerge(layerOf(ports), settings))), scope),
    { scheduler }
  )
  const run = async <A, E>(effect: Effect.Effect<A, E, MailParser | MemoryStorage.Snapshots | Services>): Promise<A> =>
    settle(await Effect.runPromiseExitWith(context)(effect, { scheduler }))
  // Loads the parser now, and not in a test that is measured.
  await run(Effect.ignore(MailParser.use(({ parse }) => parse(new Uint8Array()))))
  const served = { maxInFlight, publicUrl: options.baseUrl }
  const { dispose, handler } = await NodeServer.toHandlers(Layer.succeedContext(context), served)
  const settled = () => activity.settled()

  return {
    now: clock.currentTimeMillisUnsafe,
    outbox,
    log,
    verdicts,
    handler,
    run,
    services: Effect.runSyncWith(context)(services),
    settled,
    advance: async (milliseconds) => {
      await settled()
      const end = clock.currentTimeMillisUnsafe() + milliseconds
      while (clock.next <= end) {
        clock.moveTo(clock.next)
        await settled()
      }
      clock.moveTo(end)
      await run(Maintenance.maintain({ all: true }))
      await settled()
    },
    remember: async () => {
      await settled()
      const { restore, take } = await run(MemoryStorage.Snapshots)
      const stored = await run(take)
      const [now, mails, deliveries] = [clock.currentTimeMillisUnsafe(), outbox.mails, log.deliveries]
      const answers = [...verdicts]
      return async () => {
        await settled()
        await run(restore(stored))
        clock.set(now)
        outbox.restore(mails)
        log.deliveries = deliveries
        verdicts.clear()
        for (const [email, answer] of answers) verdicts.set(email, answer)
        activity.wake()
        await settled()
      }
    },
    close: async () => {
      await dispose()
      await Effect.runPromise(Scope.close(scope, Exit.void), { scheduler })
    }
  }
}
