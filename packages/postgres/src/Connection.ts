/** The SQL client for hosts without one. */
import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { CurrentOrganization } from "@mailroom/core"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import { commit, connectionOf } from "./internal/connection/connections.ts"
import * as PoolMetrics from "./internal/connection/poolMetrics.ts"
import * as Pooler from "./internal/connection/pooler.ts"
import { makeIsBusy } from "./internal/connection/eventLoop.ts"
import { type Place, Queues } from "./internal/connection/queues.ts"
import { negotiated } from "./internal/connection/tls.ts"
import { registry } from "./PgTypes.ts"

/** Bytes of the longest answer: a message with its text, which a mail of 25 MiB may have almost all of. */
const maxMessageSize = 64 * 1024 * 1024

const poolerFound =
  "There is a pooler between Mailroom and Postgres that does not pass on settings, such as PgBouncer. Add pgbouncer=true to " +
  "the URL of the database to start without looking"

/** Why a client cannot be made: the URL is invalid, a file that it names cannot be read, or the server does not answer. */
export type CannotConnect = DatabaseUrl.InvalidDatabaseUrl | DatabaseUrl.UnreadableFile | SqlError.SqlError

/**
 * A client with at most `maxConnections` (default 16), opened when needed and closed after a minute without use.
 *
 * A quarter of the connections, at least one, is for statements outside transactions. These are pipelined: an
 * organization uses one shared connection, and other organizations use other ones while there are enough. The other
 * connections are for transactions and reserved connections: however many of these wait for a lock, reads go on. While
 * statements wait for each other and the process has time left, they use three quarters of those, too (`Queues`). A
 * single connection serves both purposes.
 *
 * The server ends statements after 5 s, waiting for a lock after 3 s, and transactions left idle after 30 s. Behind a
 * pooler that rejects or drops these settings, or with `?pgbouncer=true`, each transaction has them instead, lone writes
 * run in a transaction, statements are not prepared, connections are not shared, and other processes find work that was
 * committed within a minute. With `pgbouncer=false` nobody looks for a pooler.
 */
export const layerClient = ({
  maxConnections = 16,
  url
}: {
  /** `postgres://user:password@host:port/database?sslmode=…` (`DatabaseUrl.parse`) */
  readonly url: Redacted.Redacted
  readonly maxConnections?: number | undefined
}): Layer.Layer<SqlClient.SqlClient, CannotConnect> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { applicationName, connectTimeout, isPooled, options, tls, ...address } = yield* DatabaseUrl.decode(url)
      const settings = yield* negotiated(tls, {
        ...address,
        maxMessageSize,
        applicationName: applicationName ?? "mailroom",
        connectTimeout: `${connectTimeout ?? 2} seconds`,
        keepAlive: "30 seconds",
        types: registry,
        startupParameters: DatabaseUrl.settings,
        startupOptions: options
      })
      if (isPooled ?? (yield* Pooler.dropsSettings(settings))) {
        if (isPooled === undefined) yield* Effect.logInfo(poolerFound)
        return Layer.effect(SqlClient.SqlClient, Pooler.make({ ...settings, maxConnections })).pipe(
          Layer.provide(Reactivity.layer)
        )
      }
      const shared = Math.max(1, Math.floor(maxConnections / 4))
      return PgClient.layerFrom(
        shared >= maxConnections
          ? PgClient.make({ ...settings, multiplex: true, maxConnections })
          : makeSharingClient(
              { ...settings, maxConnections: maxConnections - shared },
              { ...settings, multiplex: true, maxConnections: shared }
            )
      )
    })
  )

/** Succeeds when the connection has answered all that was sent before. */
const answersAgain = (connection: PgConnection.PgConnection) => connection.query("SELECT", [], false)

/** A statement as a function of its connection. */
type Use<A, E, R> = (connection: SqlConnection.Connection) => Effect.Effect<A, E, R>

/**
 * A client whose statements outside transactions share connections (`Queues`). Transactions, reserved connections,
 * streams and LISTEN use others, of a pool. A statement inside a transaction runs on its connection.
 */
const makeSharingClient = Effect.fnUntraced(function* (
  exclusive: PgPool.Config & { readonly maxConnections: number },
  shared: PgPool.Config & { readonly maxConnections: number }
) {
  const transactionPool = yield* PgPool.make(exclusive)
  // One pool for each shared connection: a pool of several would open its second one only when 32 statements share the first.
  const makeSharedPool = PgPool.make({ ...shared, maxConnections: 1 })
  const count = new PoolMetrics.Count()
  // Transactions always find a quarter of their connections free of statements outside transactions.
  const lendable = Math.floor((3 * exclusive.maxConnections) / 4)
  const queues = new Queues(yield* Effect.replicateEffect(makeSharedPool, shared.maxConnections), {
    isBusy: makeIsBusy(),
    spare: () => lendable - count.used - count.waiting
  })
  yield* PoolMetrics.show({
    limit: exclusive.maxConnections,
    used: () => count.used,
    waiting: () => count.waiting,
    pending: () => queues.pending
  })
  const reserve = count.counted(transactionPool.reserve)
  const owner = Effect.map(
    Effect.serviceOption(CurrentOrganization),
    (organization) => Option.getOrUndefined(organization)?.id
  )
  /**
   * Runs a statement over the connection that `enter` chooses (`Queues.enter`), or over one of transactions where it chooses
   * none. If that connection cannot be opened, runs it once more, over the one that `otherwise` chooses.
   */
  const runIn = <A, E, R>(
    use: Use<A, E, R>,
    enter: () => Place<PgPool.PgPool>,
    otherwise: () => Place<PgPool.PgPool> | undefined
  ): Effect.Effect<A, E | SqlError.SqlError, R> => {
    let isOpen = false
    const run = Effect.acquireUseRelease(
      Effect.sync(enter),
      ({ connection = transactionPool, failed }) =>
        Effect.tapError(
          connection.use((connection) => {
            isOpen = true
            return use(connectionOf(connection))
          }),
          (error) => Effect.sync(() => (!isOpen || isConnectionError(error)) && failed(performance.now()))
        ),
      ({ connection, leave }, exit) => {
        const leaveQueue = Effect.sync(() => leave(performance.now()))
        if (connection === undefined || !Exit.hasInterrupts(exit)) return leaveQueue
        // Postgres goes on with a statement of a shared connection whose caller was interrupted, and answers in order.
        const answered = Effect.ignore(connection.use(answersAgain))
        return Effect.asVoid(Effect.forkDetach(Effect.ensuring(answered, leaveQueue)))
      }
    )
    return Effect.catchIf(
      run,
      () => !isOpen,
      (error) => {
        const other = otherwise()
        return other === undefined
          ? Effect.fail(error)
          : runIn(
              use,
              () => other,
              () => undefined
            )
      }
    )
  }
  const client = yield* SqlClient.make({
    driver: "pg",
    // For streams: each lasts as long as its reader likes, so it gets its own connection.
    acquirer: Effect.map(transactionPool.get, connectionOf),
    borrower: (use) =>
      Effect.flatMap(owner, (owner) =>
        runIn(
          use,
          () => queues.enter(owner, performance.now()),
          () => queues.share(owner, performance.now())
        )
      ),
    // Pinned: what is left running after the transaction cannot use its connection.
    transactionAcquirer: Effect.map(reserve, connectionOf),
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config: exclusive,
    // Not pinned, which would cost as much as a short statement: nobody else has a connection of this pool.
    reserve: Effect.map(transactionPool.get, connectionOf),
    json: (value: unknown) => Statement.fragment([json(value, undefined, undefined)]),
    listen: (channel: string) => Effect.flatMap(transactionPool.reserve, (connection) => connection.listen(channel)),
    notify: (channel: string, payload: string) =>
      transactionPool.use((connection) =>
        Effect.asVoid(connection.query("SELECT pg_notify($1, $2)", [channel, payload]))
      )
  })
})

const isConnectionError = (error: unknown) => SqlError.isSqlError(error) && error.reason._tag === "ConnectionError"

const json = Statement.custom<PgClient.PgCustom>("PgJson")
