/** The database clients that an app may have, by what is used of them. The same as those of `@mailroom/postgres`. */

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

/** A database of Drizzle over `pg`. */
interface DrizzleClient {
  readonly $client: PgPool | PgQueryable
}

/** The `tx` of a transaction of Drizzle. */
interface DrizzleTransaction {
  readonly _: { readonly session: { prepareQuery(query: any, ...rest: Array<any>): { execute(): Promise<any> } } }
}

/**
 * A `Pool` or `Client` of `pg`, a Kysely or a Drizzle over `pg`, or what one of them gives inside of a transaction.
 */
export type HostClient = PgPool | PgQueryable | KyselyClient | DrizzleClient | DrizzleTransaction
