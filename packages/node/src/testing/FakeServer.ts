/** A server on memory for tests of an app: it starts fast, and sends nothing to other machines. */
import {
  AccessTokens,
  ApiKeys,
  CurrentOrganization,
  DeliveryFailed,
  DeliveryTransport,
  Encryption,
  Mailroom,
  Organizations,
  Timestamp
} from "@mailroom/core"
import { Maintenance, UndiciTransport } from "@mailroom/host"
import { Operations } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { settle } from "../Settled.ts"
import { methods, services } from "../Methods.ts"
import type { OrganizationUseCases } from "../UseCases.ts"

export interface FakeServer {
  /** `http://127.0.0.1:…`, on a free port. */
  readonly baseUrl: string
  /** A key with full access to the only organization. */
  readonly apiKey: string
  /**
   * The use cases of that organization, on the same data as the server. Tests can prepare data with them, and inspect
   * it.
   */
  readonly useCases: OrganizationUseCases
  readonly stop: () => Promise<void>
}

/** Tests may send as many concurrent requests as they like. */
const maxInFlight = 10_000

const loopback = /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u

/**
 * Delivers only to this machine. Other targets can be stored, but deliveries to them fail, so that a test never sends
 * anything to other hosts.
 */
const layerLoopback = Layer.effect(
  DeliveryTransport,
  Effect.map(DeliveryTransport, ({ check, send }) =>
    DeliveryTransport.of({
      check,
      send: (request) =>
        loopback.test(URL.parse(request.url)?.hostname ?? "")
          ? send(request)
          : Effect.fail(new DeliveryFailed({ reason: "not_configured" }))
    })
  )
).pipe(Layer.provide(UndiciTransport.layer({ allowPrivateTargets: true })))

/** Every OAuth2 login works, so that accounts of Google and Microsoft can be tested, too. */
const layerTokens = Layer.sync(AccessTokens, () => {
  const issue = Effect.map(Timestamp.now, (now) => ({
    token: Redacted.make("fake-token"),
    expires_at: Timestamp.plus(now, 3_600_000)
  }))
  return AccessTokens.of({ refresh: () => issue, fromHost: () => issue })
})

const layerUseCases = Layer.provideMerge(Maintenance.layerWorkers, ApiKeys.layerAuthenticator).pipe(
  Layer.provideMerge(Mailroom.layer),
  Layer.provide(PostalMime.layer),
  Layer.provide([MemoryStorage.layer, Encryption.layerEphemeral, layerLoopback, layerTokens, MemoryMailer.layer()])
)

/**
 * Starts a server with empty storage and one organization. Servers are independent of each other. Integrations are
 * delivered only to this machine (`127.0.0.1`, `localhost`). Mail is not sent: every mail of an account with credentials
 * counts as sent.
 */
export const start = async (): Promise<FakeServer> => {
  const runtime = ManagedRuntime.make(
    NodeServer.layer({ host: "127.0.0.1", port: 0, maxInFlight }).pipe(Layer.provideMerge(Layer.fresh(layerUseCases)))
  )
  const { all, baseUrl, organization, secret } = await runtime.runPromise(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const organization = yield* (yield* Organizations).create({ name: "Test" })
      const { secret } = yield* ApiKeys.use((keys) => keys.create({ name: "Test" })).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      return { all: yield* services, baseUrl: HttpServer.formatAddress(address), organization, secret }
    })
  )
  const context = Context.make(CurrentOrganization, organization).pipe(Context.add(Operations.LinkBase, baseUrl))
  return {
    baseUrl,
    apiKey: Redacted.value(secret),
    useCases: methods(all, async (effect) =>
      settle(await runtime.runPromiseExit(Effect.provideContext(effect, context)))
    ),
    stop: () => runtime.dispose()
  }
}
