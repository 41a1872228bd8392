/** One Mailroom in memory, with a clock, an outbox and a log of webhooks: what a reset of the fake server replaces. */
import {
  AccessTokens,
  ApiKeys,
  Encryption,
  Inbound,
  layerPublicUrl,
  Mailroom,
  Signer,
  Timestamp,
  Workers
} from "@mailroom/core"
import { Maintenance, NodeDns } from "@mailroom/host"
import { NodeServer } from "@mailroom/http/node"
import { MemoryInbox, MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Clock, Effect, Exit, Layer, Metric, Redacted, Scheduler, Scope } from "effect"
import { services } from "../Methods.ts"
import { settle } from "../Settled.ts"
import { Activity } from "./Activity.ts"
import { Outbox, type SentMail } from "./Outbox.ts"
import { SimulatedClock } from "./SimulatedClock.ts"
import { type DeliveredWebhook, WebhookLog } from "./WebhookLog.ts"

/** What stays the same over all resets. */
export interface Settings {
  readonly baseUrl: string
  readonly inbound: "host" | "inboxes"
  /** The secret of links, and the key of stored secrets: 32 bytes. */
  readonly secret: Uint8Array
}

/** Everything that a world contains, at one instant. */
export interface Past {
  readonly now: number
  readonly storage: MemoryStorage.Snapshot | undefined
  readonly mails: ReadonlyArray<SentMail>
  readonly webhooks: ReadonlyArray<DeliveredWebhook>
}

type Services = Mailroom.Storage | Mailroom.UseCases

export interface World {
  readonly clock: SimulatedClock
  readonly outbox: Outbox
  readonly log: WebhookLog
  readonly services: Effect.Success<typeof services>
  readonly handler: NodeServer.Handlers["handler"]
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  /** Resolves when everything that is due at the present instant is done. */
  readonly settled: () => Promise<void>
  /** Moves the time to `end`, with a stop at each instant at which something is due. */
  readonly advanceTo: (end: number) => Promise<void>
  readonly past: () => Promise<Past>
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

/** Makes a world that continues from `past`. */
export const makeWorld = async ({ baseUrl, inbound, secret }: Settings, past: Past): Promise<World> => {
  const clock = new SimulatedClock(past.now)
  const activity = new Activity()
  const outbox = new Outbox(past.mails)
  const log = new WebhookLog(past.webhooks, activity)

  const references = Layer.mergeAll(
    Layer.succeed(Clock.Clock, clock),
    Layer.succeed(Scheduler.Scheduler, activity.scheduler),
    Layer.sync(Metric.MetricRegistry, () => new Map()),
    Layer.succeed(Inbound, inbound),
    // Nobody else puts work here, and each poll would be a stop of the clock.
    Layer.succeed(Workers.PollInterval, { from: day, to: day + 1 }),
    layerPublicUrl(baseUrl)
  )
  const ports = Layer.mergeAll(
    activity.layerWork.pipe(Layer.provideMerge(MemoryStorage.layerFrom(past.storage))),
    Encryption.layerKeys(Redacted.make(Buffer.from(secret).toString("base64"))),
    Signer.layerSecret(Redacted.make(secret)),
    outbox.layer,
    log.layer,
    layerTokens,
    MemoryInbox.layer,
    NodeDns.layer(resolveNothing)
  )
  const layer = Layer.provideMerge(Maintenance.layerWorkers, ApiKeys.layerAuthenticator).pipe(
    Layer.provideMerge(Mailroom.layerWithSigner),
    Layer.provide([PostalMime.layer, NodeCrypto.layerDigest, NodeCrypto.layerMac]),
    Layer.provideMerge(ports),
    Layer.provideMerge(references)
  )

  const scope = Scope.makeUnsafe()
  const { scheduler } = activity
  const context = await Effect.runPromise(
    Layer.build(Layer.fresh(layer)).pipe(
      Scope.provide(scope),
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(Scheduler.Scheduler, scheduler)
    ),
    { scheduler }
  )
  const run = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> =>
    settle(await Effect.runPromiseExitWith(context)(effect, { scheduler }))
  const { dispose, handler } = await NodeServer.toHandlers(Layer.succeedContext(context), {
    maxInFlight,
    publicUrl: baseUrl
  })

  return {
    clock,
    outbox,
    log,
    handler,
    run,
    services: Effect.runSyncWith(context)(services),
    settled: () => activity.settled(),
    advanceTo: async (end: number) => {
      await activity.settled()
      while (clock.next <= end) {
        clock.moveTo(clock.next)
        await activity.settled()
      }
      clock.moveTo(end)
      await run(Maintenance.maintain({ all: true }))
      await activity.settled()
    },
    past: async (): Promise<Past> => ({
      now: clock.currentTimeMillisUnsafe(),
      storage: await run(MemoryStorage.Snapshots.use(({ take }) => take)),
      mails: [...outbox.mails],
      webhooks: [...log.deliveries]
    }),
    close: async () => {
      await Promise.all([dispose(), Effect.runPromise(Scope.close(scope, Exit.void), { scheduler })])
    }
  }
}
