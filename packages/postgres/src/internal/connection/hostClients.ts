/** Clients of Postgres as hosts have them, reduced to what is needed of each. */
import type { Connection } from "./hostConnection.ts"
import * as PostgresJs from "./postgresJs.ts"

/** A client that gives out connections. One whose `isSingle` gives out the same one each time. */
export interface Database extends Connection {
  readonly connect: () => Promise<Connection & { readonly release: () => void }>
  readonly isSingle?: boolean
  /** How many connections it may have open. */
  readonly limit?: number | undefined
  /** Reports errors of connections that are not given out, which end the process when nobody listens. */
  readonly events?: Events
}

interface Events {
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
}

/** A `Client` of `pg`, the client of a checked-out connection, or whatever else has this method. */
interface PgQueryable {
  query(text: string, values?: Array<any>): Promise<any>
}

/** A `Pool` of `pg`. */
interface PgPool extends PgQueryable {
  readonly totalCount: number
  on(event: "error", listener: (error: Error) => void): unknown
  off: any
  connect(): Promise<PgQueryable & { release(): void; on(event: "error", listener: () => void): unknown; off: any }>
}

/** A `Kysely` or its `Transaction`, over the dialect for `pg`. */
interface KyselyClient {
  readonly isTransaction: boolean
  withoutPlugins(): KyselyClient
  executeQuery(query: any): Promise<{ readonly rows: ReadonlyArray<any> }>
  connection(): { execute<A>(use: (connection: any) => Promise<A>): Promise<A> }
}

/** A database of Drizzle over `pg` or postgres.js. */
interface DrizzleClient {
  readonly $client: PgPool | PgQueryable | PostgresJs.PostgresJsClient
}

/** The `tx` of a Drizzle transaction. */
interface DrizzleTransaction {
  readonly _: {
    readonly session: {
      readonly client?: any
      prepareQuery(query: any, ...rest: Array<any>): { execute(): Promise<any> }
    }
  }
}

export type HostClient =
  | PgPool
  | PgQueryable
  | KyselyClient
  | DrizzleClient
  | DrizzleTransaction
  | PostgresJs.PostgresJsClient

/** For several statements in one text, `pg` returns an array of results. */
const rowsOf = (result: any): ReadonlyArray<any> => result?.rows ?? []

const pgConnection = (client: PgQueryable): Connection => ({
  // With a config object, so that rows come as arrays; a client that does not know `rowMode` would answer objects.
  query: async (text, values, asArrays) =>
    rowsOf(
      await client.query(
        asArrays ? ({ text, values, rowMode: "array" } as any) : text,
        asArrays ? undefined : [...values]
      )
    )
})

const kyselyConnection = (client: KyselyClient): Connection => ({
  query: async (sql, parameters, asArrays) => {
    const query = { kind: "RawNode", sqlFragments: [sql], parameters: [] }
    const { rows } = await client.executeQuery({ sql, parameters, query, queryId: { queryId: crypto.randomUUID() } })
    return asArrays ? rows.map(Object.values) : rows
  }
})

const drizzleConnection = ({ _: { session } }: DrizzleTransaction): Connection => ({
  query: async (sql, params, asArrays) => {
    const rows = rowsOf(await session.prepareQuery({ sql, params }, undefined, undefined, false).execute())
    return asArrays ? rows.map(Object.values) : rows
  }
})

const ignore = () => {}

/** The database of a client with one connection, which it gives out each time. */
const single = (connection: Connection): Database => ({
  ...connection,
  isSingle: true,
  connect: async () => ({ ...connection, release: ignore })
})

const isEvents = (client: object): client is Events =>
  "on" in client && typeof client.on === "function" && "off" in client && typeof client.off === "function"

const pgClient = (client: PgQueryable): Database => ({
  ...single(pgConnection(client)),
  ...(isEvents(client) && { events: client })
})

const pgPool = (pool: PgPool & { readonly options?: { readonly max?: number } }): Database => ({
  ...pgConnection(pool),
  events: pool,
  limit: pool.options?.max,
  connect: async () => {
    const client = await pool.connect()
    // While a connection is given out, its failures have no other listener. The statement under way fails, too.
    client.on("error", ignore)
    return {
      ...pgConnection(client),
      release: () => {
        client.off("error", ignore)
        client.release()
      }
    }
  }
})

const kyselyPool = (client: KyselyClient): Database => ({
  ...kyselyConnection(client),
  connect: () =>
    new Promise((resolve, reject) => {
      const lend = (connection: KyselyClient) =>
        new Promise<void>((release) => resolve({ ...kyselyConnection(connection), release }))
      client.connection().execute(lend).catch(reject)
    })
})

const postgresJs = (client: PostgresJs.PostgresJsClient): Database => {
  if (!PostgresJs.isPool(client)) return single(PostgresJs.connectionOf(client))
  return {
    ...PostgresJs.connectionOf(client),
    limit: client.options.max,
    connect: () => PostgresJs.lend(client)
  }
}

const drizzleTransaction = (transaction: DrizzleTransaction): Database => {
  const client: unknown = transaction._.session.client
  return typeof client === "function" && PostgresJs.isPostgresJs(client)
    ? postgresJs(client)
    : single(drizzleConnection(transaction))
}

/** The cure for a client that cannot be adapted, as a clause that names what to pass; `undefined` for unknown objects. */
export const otherwise = (client: object): string | undefined => {
  if ("$client" in client && client.$client instanceof Object) return otherwise(client.$client)
  const has = (...names: ReadonlyArray<string>) => names.some((name) => name in client)
  if (has("$transaction", "$queryRaw")) {
    return "cannot be a Prisma: pass the Pool of pg that its adapter uses, and a client of this Pool to `within`"
  }
  if (has("createQueryRunner", "queryRunner", "isTransactionActive")) {
    return "cannot be of TypeORM: pass a Pool or a URL, and `await manager.queryRunner.connect()` to `within`"
  }
  if (PostgresJs.isPostgresJs(client) && PostgresJs.isPool(client) && client.options.fetch_types === false) {
    return "cannot be a postgres.js with `fetch_types: false`, whose `reserve` waits for ever: remove that option"
  }
  return typeof client === "function" && has("raw")
    ? "cannot be a Knex: pass a Pool or a URL, and `await trx.client.acquireConnection()` to `within`"
    : undefined
}

/** The adapted client; `undefined` for one that cannot be adapted. */
const databaseOf = (client: HostClient): Database | undefined => {
  if (otherwise(client) !== undefined) return undefined
  if (PostgresJs.isPostgresJs(client)) return postgresJs(client)
  if ("executeQuery" in client) {
    const plain = client.withoutPlugins()
    return client.isTransaction ? single(kyselyConnection(plain)) : kyselyPool(plain)
  }
  if ("$client" in client) return databaseOf(client.$client)
  if ("query" in client && typeof client.query === "function") {
    return "totalCount" in client ? pgPool(client) : pgClient(client)
  }
  return "_" in client ? drizzleTransaction(client) : undefined
}

export const adapt = (client: HostClient): Database => {
  const database = databaseOf(client)
  if (database !== undefined) return database
  throw new TypeError(
    `The database ${otherwise(client) ?? 'is none of: Pool or Client of pg, postgres.js, Kysely, Drizzle, a URL, a folder, "memory"'}`
  )
}

/** Whether it can be adapted. */
export const isHostClient = (value: unknown): value is HostClient => {
  try {
    return databaseOf(value as HostClient) !== undefined
  } catch {
    return false
  }
}
