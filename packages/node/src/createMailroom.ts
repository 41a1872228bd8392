/** Mailroom for apps that do not use Effect: promises, plain values, and handlers for their servers. */
import {
  ApiKeys,
  AuthservId,
  Actor,
  CurrentActor,
  CurrentOrganization,
  Inbound,
  layerPublicUrl,
  Mailroom as Core,
  Organizations,
  Transactor
} from "@mailroom/core"
import { FolderBlobs } from "@mailroom/folder"
import {
  HolidayCalendars,
  HostStorage,
  ImapInbox,
  Maintenance,
  NodeDns,
  NodeScrypt,
  ProcessMetrics,
  UndiciTransport
} from "@mailroom/host"
import { version } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { PostalMime } from "@mailroom/mime"
import { HostDatabase } from "@mailroom/postgres"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Layer, ManagedRuntime, Metric, Option } from "effect"
import { SqlClient } from "effect/sql"
import { resolve } from "node:path"
import { check, checkOrganization } from "./Checks.ts"
import { consoleOf } from "./Console.ts"
import type { HostClient } from "./HostClient.ts"
import * as HostLabels from "./HostLabels.ts"
import * as HostMail from "./HostMail.ts"
import * as HostVerifier from "./HostVerifier.ts"
import { unsupportedNode } from "./internal/nodeVersion.ts"
import { logging } from "./Logging.ts"
import type { Mailroom, UseCasesOf } from "./Mailroom.ts"
import { MailroomError } from "./MailroomError.ts"
import { methods, organizationsMethods, services } from "./Methods.ts"
import type { Options } from "./Options.ts"
import { settle } from "./Settled.ts"
import { explain } from "./StartFailure.ts"
import { tracing } from "./Tracing.ts"

/** Methods in process act for the host, with all rights. */
const byHost = { actor: Actor.host, role: "owner" } as const

/**
 * Starts Mailroom in this process. Rejects when an option is wrong, the database cannot be used, or Node is too old. It
 * and the use cases fail with a `MailroomError`.
 */
export const createMailroom = async (options: Options): Promise<Mailroom> => {
  const fault = unsupportedNode(process.versions)
  if (fault !== undefined) throw new MailroomError("unsupported_node", fault)
  settle(Effect.runSyncExit(check(options)))
  const console = await consoleOf(options.console)
  const { allowPrivateTargets = false, inbound = "inboxes" } = options
  const telemetry = Context.merge(logging(options.logger), tracing(options.tracer))
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(
      Maintenance.layerSigning,
      Maintenance.layer,
      Maintenance.layerWorkers,
      options.metrics === true ? ProcessMetrics.layer({ version }) : Layer.empty
    ).pipe(
      Layer.provideMerge(ApiKeys.layerAuthenticator),
      Layer.provideMerge(Core.layer),
      Layer.provide([
        PostalMime.layer,
        NodeCrypto.layerDigest,
        NodeCrypto.layerMac,
        NodeScrypt.layer,
        Layer.succeed(AuthservId, options.authservId)
      ]),
      Layer.provideMerge(storageOf(options)),
      Layer.provideMerge(HostVerifier.layer(options)),
      Layer.provideMerge(
        Layer.mergeAll(
          ImapInbox.layer({ allowPrivateTargets }),
          UndiciTransport.layer({ allowPrivateTargets }),
          HostMail.layer(options),
          HostLabels.layer(options)
        )
      ),
      Layer.provideMerge([HolidayCalendars.layer, NodeDns.layer(options.resolveDns)]),
      Layer.provideMerge([
        Layer.succeedContext(telemetry),
        // Several Mailrooms of a process have separate figures.
        Layer.sync(Metric.MetricRegistry, () => new Map()),
        Layer.succeed(Inbound, inbound),
        layerPublicUrl(options.publicUrl)
      ])
    )
  )
  const started = Effect.mapError(runtime.contextEffect, (error) => explain(error, locationOf(options.database)))
  const context = settle(await Effect.runPromiseExit(started))
  const organizationServices = Effect.runSyncWith(context)(services)
  const served = Layer.succeedContext(context)
  const server = await NodeServer.toHandlers(served, { ...options, console })

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
      return methods(organizationServices, (effect) =>
        run(
          effect.pipe(
            Effect.provideService(CurrentOrganization, organization),
            Effect.provideService(CurrentActor, byHost)
          )
        )
      )
    }
  })

  return {
    ...useCasesOf(run),
    within: (transaction) => {
      // Entered once for all calls, so that they run one after the other.
      const inside = run(enter(transaction))
      // Each call awaits this promise, and fails as it does. Without this, a failure would also be an unhandled
      // rejection.
      inside.catch(() => {})
      return useCasesOf(
        async (effect) => await run((await inside)(Transactor.use(({ transaction }) => transaction(effect))))
      )
    },
    handler: server.handler,
    fetch: (request) => server.fetch(request, telemetry),
    close: async () => {
      isClosed = true
      await Promise.all([server.dispose(), ...underWay])
      await runtime.dispose()
    }
  }
}

/** The database as the storage takes it: a folder as an absolute path, which is nothing else. */
const locationOf = (database: Options["database"]): HostStorage.Database =>
  typeof database === "object" && "folder" in database ? resolve(database.folder) : database

const storageOf = ({ attachments, database, ...options }: Options) => {
  const storage = HostStorage.layer({ ...options, database: locationOf(database) })
  if (attachments === undefined) return storage
  return Layer.provideMerge(Layer.provide(FolderBlobs.layer(attachments), NodeServices.layer), storage)
}

type Services = Core.UseCases | Core.Storage
type Inside = Effect.Success<ReturnType<typeof HostDatabase.within>>

/** Enters a transaction of the app. Memory cannot take part in one. */
const enter = (transaction: HostClient): Effect.Effect<Inside, unknown> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (sql) => {
    if (Option.isNone(sql)) {
      const message = "`within` needs a database: memory has no transactions of yours"
      return Effect.die(new MailroomError("no_database", message))
    }
    if (!HostDatabase.isHostClient(transaction)) {
      const fault = Object(transaction) === transaction ? HostDatabase.otherwise(transaction) : undefined
      return Effect.die(
        new MailroomError("no_transaction", `The transaction ${fault ?? "must be that of the app's client"}`)
      )
    }
    return Effect.provideService(HostDatabase.within(transaction), SqlClient.SqlClient, sql.value)
  })
