/** A server over each storage, with two organizations that share no data. */
import { layer as itLayer, type Vitest } from "@effect/vitest"
import {
  AccountStore,
  ApiKeys,
  CurrentOrganization,
  type DeliveryTransport,
  Encryption,
  Mailroom,
  type NewSend,
  type OrganizationId,
  Organizations,
  type SendId,
  SendStore,
  StorageError,
  Timestamp,
  Unavailable,
  Unsubscribes,
  Workers
} from "@mailroom/core"
import { NodeServer } from "@mailroom/http/node"
import { MemoryInbox, MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { UndiciTransport } from "@mailroom/host"
import { Context, Effect, Layer, type Redacted, Struct } from "effect"
import { HttpServer } from "effect/http"
import * as QuickHashing from "../../../core/test/people/QuickHashing.ts"
import { queued } from "../../../core/src/testing/fixtures/SendFixtures.ts"
import { inject } from "vitest"
import { type Answer, type Call, send } from "./Client.ts"
import { conforms } from "./Contract.ts"
import { layerEmbedded, layerServer } from "./Storages.ts"

interface Tenant {
  readonly id: OrganizationId
  readonly key: Redacted.Redacted
  readonly readOnlyKey: Redacted.Redacted
}

export class TestServer extends Context.Service<
  TestServer,
  {
    readonly origin: string
    readonly a: Tenant
    readonly b: Tenant
    /**
     * Sends a request with organization A's key. A successful answer is decoded, strictly, with the schema of its
     * endpoint.
     */
    readonly call: (method: string, target: string, call?: Call) => Effect.Effect<Answer>
    /** Stores a mail that was sent, for organization A. Returns the token of its unsubscribe links. */
    readonly sent: (mail: Partial<NewSend>) => Effect.Effect<string>
    /** Makes organization A's mails with these ids as old as if they had been sent a minute earlier. */
    readonly age: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** The mails that the workers have submitted to servers. */
    readonly outgoing: MemoryMailer.Outgoing["Service"]
    /** The inboxes that the workers read. */
    readonly inboxes: MemoryInbox.Inboxes["Service"]
  }
>()("test/TestServer") {}

/** Ids that make storage fail: one with a defect whose message nobody may see, one as unavailable. */
export const defectId = Number.MAX_SAFE_INTEGER
export const unavailableId = Number.MAX_SAFE_INTEGER - 1
export const secret = "password of db.internal"

const withFaults = Layer.effect(
  AccountStore,
  Effect.map(AccountStore, (store) =>
    AccountStore.of({
      ...store,
      findMany: (organization_id, ids) => {
        if (ids.some((id) => id === defectId)) return Effect.die(new Error(secret))
        if (ids.some((id) => id === unavailableId)) {
          return Effect.fail(
            new StorageError({ operation: "AccountStore.findMany", reason: new Unavailable({ cause: secret }) })
          )
        }
        return store.findMany(organization_id, ids)
      }
    })
  )
)

const tenant = Effect.fnUntraced(function* (name: string) {
  const organization = yield* (yield* Organizations).create({ name })
  const keys = yield* ApiKeys
  const create = (access: "full" | "read") =>
    keys.create({ name: access, access }).pipe(Effect.provideService(CurrentOrganization, { id: organization.id }))
  return { id: organization.id, key: (yield* create("full")).secret, readOnlyKey: (yield* create("read")).secret }
})

export interface Options {
  /** Settings of the service, such as its public URL. */
  readonly around?: Layer.Layer<never>
  readonly transport?: Layer.Layer<DeliveryTransport>
}

/**
 * A server over a storage, on a free port, with a worker that may deliver to this machine, and submits mail to a mailer in
 * memory.
 */
export const layer = <E>(
  storage: Layer.Layer<Mailroom.Storage, E>,
  { around = Layer.empty, transport = UndiciTransport.layer({ allowPrivateTargets: true }) }: Options = {}
) => {
  const useCases = Workers.layer(Mailroom.handlers).pipe(
    Layer.provideMerge(ApiKeys.layerAuthenticator),
    Layer.provideMerge(Mailroom.layer),
    Layer.provide([PostalMime.layer, QuickHashing.layer]),
    Layer.provideMerge(Layer.merge(MemoryMailer.layer({ allowPrivateTargets: false }), MemoryInbox.layer)),
    Layer.provide([Encryption.layerEphemeral, transport, around]),
    Layer.provideMerge(withFaults.pipe(Layer.provideMerge(storage)))
  )
  return Layer.effect(
    TestServer,
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const origin = HttpServer.formatAddress(address)
      const a = yield* tenant("A")
      const b = yield* tenant("B")
      const sends = yield* SendStore
      const unsubscribes = yield* Unsubscribes
      return TestServer.of({
        origin,
        a,
        b,
        sent: Effect.fnUntraced(function* (mail) {
          const sent = { kind: "step", outcome: "sent", ...mail } as const
          const [send] = yield* sends.insert(a.id, [queued(sent)])
          if (send === undefined) return yield* Effect.die(new Error("The mail is stored already"))
          return yield* Effect.provideService(unsubscribes.tokenOf(send), CurrentOrganization, { id: a.id })
        }, Effect.orDie),
        age: Effect.fnUntraced(function* (ids) {
          const found = yield* sends.findMany(a.id, ids as ReadonlyArray<SendId>)
          const earlier = (at: Timestamp.Timestamp | null) => at && Timestamp.plus(at, -60_000)
          yield* sends.write(
            a.id,
            found.map((send) => ({ ...send, begun_at: earlier(send.begun_at), ended_at: earlier(send.ended_at) }))
          )
        }, Effect.orDie),
        outgoing: yield* MemoryMailer.Outgoing,
        inboxes: yield* MemoryInbox.Inboxes,
        call: (method, target, call) =>
          send(origin, method, target, { key: a.key, ...call }).pipe(
            Effect.tap((answer) => conforms(method, target, answer))
          )
      })
    })
  ).pipe(Layer.provide(NodeServer.layer({ host: "127.0.0.1", port: 0, metrics: true })), Layer.provide(useCases))
}

type Define = (it: Vitest.MethodsNonLive<TestServer>) => void
const storages: Record<"memory" | "embedded" | "postgres", (options: Options) => Layer.Layer<TestServer, unknown>> = {
  memory: (options) => layer(MemoryStorage.layer, options),
  embedded: (options) => layer(layerEmbedded, options),
  postgres: (options) => layer(layerServer, options)
}

const on = (storage: keyof typeof storages, name: string, define: Define, options: Options = {}) =>
  itLayer(storages[storage](options), { excludeTestServices: true })(`${name} (${storage})`, define)

/** Registers HTTP tests that do not depend on the storage. Time is real. */
export const onMemory = (name: string, define: Define): void => on("memory", name, define)

/**
 * Registers the same tests over HTTP on memory and on a real server, for `npm test`, and on the embedded database, for
 * `npm run test:long`.
 */
export const onEveryStorage = (name: string, define: Define, options: Options = {}): void => {
  for (const storage of Struct.keys(storages)) {
    if (inject("apiStorages").includes(storage)) on(storage, name, define, options)
  }
}
