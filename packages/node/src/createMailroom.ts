/** Mailroom for apps that do not use Effect: promises, plain values, and handlers for their servers. */
import { ApiKeys, CurrentOrganization, Mailroom as Core, Organizations, Transactor } from "@mailroom/core"
import { NodeServer } from "@mailroom/http/node"
import { PostalMime } from "@mailroom/mime"
import { HostDatabase } from "@mailroom/postgres"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, Effect, Layer, ManagedRuntime, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as HostStorage from "./HostStorage.ts"
import { unsupportedNode } from "./internal/nodeVersion.ts"
import { MailroomError, settle } from "./MailroomError.ts"
import * as Maintenance from "./Maintenance.ts"
import { check, checkOrganization, type Options } from "./Options.ts"
import { methods, organizationsMethods, services } from "./Methods.ts"
import { explain } from "./StartFailure.ts"
import * as UndiciTransport from "./UndiciTransport.ts"
import type { OrganizationsMethods, OrganizationUseCases } from "./UseCases.ts"

export interface UseCasesOf {
  readonly organizations: OrganizationsMethods
  /**
   * The use cases on behalf of an organization. Ask with the id that your own authentication gives. Throws a
   * `MailroomError` when it cannot be an id; whether there is such an organization is not asked.
   */
  readonly organization: (id: number) => OrganizationUseCases
}

export interface Mailroom extends UseCasesOf {
  /**
   * The same use cases inside a transaction of the app: what they write is committed or rolled back with it.
   * `transaction` is what the app's library gives inside of it: a client of `pg` after BEGIN, a `Transaction` of
   * Kysely, the `tx` of Drizzle. It must be READ COMMITTED. Calls run one after the other, and a failed one undoes its
   * own writes only.
   */
  readonly within: (transaction: HostDatabase.HostClient) => UseCasesOf
  /** A listener for `node:http`, Express, Fastify and Nest: before or after their parsers of bodies. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** For everything that speaks `Request` and `Response`: Hono, Next, Bun, Deno. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Waits for what is under way, and closes what Mailroom opened: not the app's own pool. What comes later fails with
   * `closed` or, over HTTP, with 503.
   */
  readonly close: () => Promise<void>
}

/**
 * Starts Mailroom in this process. Rejects when an option is wrong, the database cannot be used or Node is too old: what it fails with,
 * and what the use cases fail with, is a `MailroomError`.
 */
export const createMailroom = async (options: Options): Promise<Mailroom> => {
  const fault = unsupportedNode(process.versions)
  if (fault !== undefined) throw new MailroomError("unsupported_node", fault)
  settle(Effect.runSyncExit(check(options)))
  const runtime = ManagedRuntime.make(
    Layer.merge(Maintenance.layer, Maintenance.layerWorkers).pipe(
      Layer.provideMerge(ApiKeys.layerAuthenticator),
      Layer.provideMerge(Core.layer),
      Layer.provide([PostalMime.layer, NodeCrypto.layerDigest, NodeCrypto.layerMac]),
      Layer.provideMerge(HostStorage.layer(options)),
      Layer.provideMerge(UndiciTransport.layer({ allowPrivateTargets: options.allowPrivateTargets ?? false }))
    )
  )
  const started = Effect.mapError(runtime.contextEffect, (error) => explain(error, options.database))
  const context = settle(await Effect.runPromiseExit(started))
  const all = Effect.runSyncWith(context)(services)
  const base = options.publicUrl?.replace(/\/+$/u, "") ?? ""
  const served = Layer.succeedContext(context)
  const server = await NodeServer.toHandlers(served, options)

  let isClosed = false
  const underWay = new Set<Promise<unknown>>()
  const run = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => {
    if (isClosed) throw new MailroomError("closed", "Mailroom was closed")
    const exit = runtime.runPromiseExit(effect)
    underWay.add(exit)
    // `await` keeps the caller in the stack of an error.
    return settle(await exit.finally(() => underWay.delete(exit)))
  }
  const useCasesOf = (run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>): UseCasesOf => ({
    organizations: organizationsMethods(Context.get(context, Organizations), run),
    organization: (given) => {
      const organization = { id: settle(Effect.runSyncExit(checkOrganization(given))) }
      return methods(all, base, (effect) => run(Effect.provideService(effect, CurrentOrganization, organization)))
    }
  })

  return {
    ...useCasesOf(run),
    within: (transaction) => {
      // Once for all calls, so that they run one after the other.
      const inside = run(enter(transaction))
      // Each call waits for it, and fails as it did.
      inside.catch(() => {})
      return useCasesOf(
        async (effect) => await run((await inside)(Transactor.use(({ transaction }) => transaction(effect))))
      )
    },
    handler: server.handler,
    fetch: (request) => server.fetch(request),
    close: async () => {
      isClosed = true
      await Promise.all([server.dispose(), ...underWay])
      await runtime.dispose()
    }
  }
}

type Services = Core.UseCases | Core.Storage
type Inside = Effect.Success<ReturnType<typeof HostDatabase.within>>

/** Memory knows no transactions of others. */
const enter = (transaction: HostDatabase.HostClient): Effect.Effect<Inside, unknown> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (sql) =>
    Option.isSome(sql)
      ? Effect.provideService(HostDatabase.within(transaction), SqlClient.SqlClient, sql.value)
      : Effect.die(new MailroomError("no_database", "`within` needs a database: memory has no transactions of yours"))
  )
