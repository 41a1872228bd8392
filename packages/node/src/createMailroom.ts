/** Mailroom for apps that do not use Effect: promises, plain values, and handlers for their servers. */
import {
  ApiKeys,
  CurrentOrganization,
  deliverer,
  Encryption,
  Mailroom as Core,
  OrganizationId,
  Organizations,
  Transactor,
  Workers
} from "@mailroom/core"
import { NodeServer, Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Connection, Embedded, HostDatabase, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Context, Effect, Exit, Layer, ManagedRuntime, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { IncomingMessage, ServerResponse } from "node:http"
import { errorOf, MailroomError } from "./MailroomError.ts"
import * as Maintenance from "./Maintenance.ts"
import { type Promised, promised } from "./Promised.ts"
import * as UndiciTransport from "./UndiciTransport.ts"
import { services, type UseCases } from "./UseCases.ts"

export interface Options extends Server.Options {
  /**
   * The app's own `Pool` or `Client` of `pg`, its Kysely, or its Drizzle over `pg`; the URL of a Postgres; the folder of an
   * embedded database; or `"memory"`, where nothing is kept.
   */
  readonly database: string | HostDatabase.HostClient
  /** Whether to migrate the schema `mailroom` of a Postgres first; the embedded one always is. Default: no. */
  readonly migrate?: boolean | undefined
  /**
   * Keys that encrypt stored secrets, each base64 of 32 bytes, separated by commas: the first encrypts, all decrypt. The
   * embedded database has one of its own. Without a key, only what would store a secret fails.
   */
  readonly encryptionKey?: string | undefined
  /** Whether deliveries of integrations may go to private addresses, for development. Default: no. */
  readonly allowPrivateTargets?: boolean | undefined
}

/** The use cases of one organization. */
export type OrganizationUseCases = { readonly [K in keyof UseCases]: Promised<UseCases[K]> }

export interface UseCasesOf {
  readonly organizations: Promised<Organizations["Service"]>
  /** The use cases on behalf of an organization. Ask with the id that your own authentication gives. */
  readonly organization: (id: number) => OrganizationUseCases
}

export interface Mailroom extends UseCasesOf {
  /**
   * The same use cases inside a transaction of the app: what they write is committed or rolled back with it. `transaction` is
   * what the app's library gives inside of it: a client of `pg` after BEGIN, a `Transaction` of Kysely, the `tx` of Drizzle.
   * It must be READ COMMITTED. Calls run one after the other, and a failed one undoes its own writes only.
   */
  readonly within: (transaction: HostDatabase.HostClient) => UseCasesOf
  /** A listener for `node:http`, Express, Fastify and Nest: before or after their parsers of bodies. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** For everything that speaks `Request` and `Response`: Hono, Next, Bun, Deno. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends what is under way, and closes what Mailroom opened: not the app's own pool. */
  readonly close: () => Promise<void>
}

/**
 * Starts Mailroom in this process. Rejects when the database cannot be used: what it fails with, and what the use cases
 * fail with, is a `MailroomError`.
 */
export const createMailroom = async (options: Options): Promise<Mailroom> => {
  const runtime = ManagedRuntime.make(
    Layer.merge(Maintenance.layer, Workers.layer(Effect.all([deliverer]))).pipe(
      Layer.provideMerge(ApiKeys.layerAuthenticator),
      Layer.provideMerge(Core.layer),
      Layer.provide(PostalMime.layer),
      Layer.provideMerge(layerStorage(options)),
      Layer.provideMerge(UndiciTransport.layer({ allowPrivateTargets: options.allowPrivateTargets ?? false }))
    )
  )
  const settle = async <A, E>(exit: Promise<Exit.Exit<A, E>>): Promise<A> => {
    const result = await exit
    if (Exit.isSuccess(result)) return result.value
    throw errorOf(result.cause)
  }
  const context = await settle(Effect.runPromiseExit(runtime.contextEffect))
  const all = Effect.runSyncWith(context)(services)
  const served = Layer.succeedContext(context)
  const node = await NodeServer.toHandler(served, options)
  const web = Server.toWebHandler(served, options)

  let isClosed = false
  const run = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => {
    if (isClosed) throw new MailroomError("closed", "Mailroom was closed")
    // `await` keeps the caller in the stack of an error.
    return await settle(runtime.runPromiseExit(effect))
  }
  const useCasesOf = (run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>): UseCasesOf => ({
    organizations: promised(Context.get(context, Organizations), run),
    organization: (id) => {
      const organization = { id: OrganizationId.make(id) }
      const runFor = <A, E>(effect: Effect.Effect<A, E, Services | CurrentOrganization>) =>
        run(Effect.provideService(effect, CurrentOrganization, organization))
      const entries = Object.entries(all).map(([name, service]) => [name, promised(service, runFor)])
      return Object.fromEntries(entries) as OrganizationUseCases
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
    handler: node.handler,
    fetch: (request) => web.handler(request),
    close: async () => {
      isClosed = true
      await Promise.all([node.dispose(), web.dispose()])
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

const layerStorage = ({
  database,
  encryptionKey,
  migrate = false
}: Options): Layer.Layer<Core.Storage | Encryption, unknown> => {
  if (database === "memory")
    return Layer.merge(MemoryStorage.layer, encrypted(encryptionKey, Encryption.layerEphemeral))
  const isFolder = typeof database === "string" && !/^postgres(?:ql)?:/u.test(database)
  return PostgresStorage.layer.pipe(
    Layer.provide(migrate || isFolder ? Migrations.layer : Layer.empty),
    Layer.provideMerge(layerClient(database, isFolder)),
    Layer.merge(
      encrypted(encryptionKey, isFolder ? Embedded.layerEncryption({ directory: database }) : Encryption.layerNone)
    )
  )
}

const layerClient = (database: Options["database"], isFolder: boolean): Layer.Layer<SqlClient.SqlClient, unknown> => {
  if (typeof database !== "string") return HostDatabase.layer(database)
  return isFolder ? Embedded.layer({ directory: database }) : Connection.layerClient({ url: Redacted.make(database) })
}

const encrypted = (
  keys: string | undefined,
  otherwise: Layer.Layer<Encryption, unknown>
): Layer.Layer<Encryption, unknown> => (keys === undefined ? otherwise : Encryption.layerKeys(Redacted.make(keys)))
