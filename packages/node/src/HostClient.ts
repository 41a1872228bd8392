/**
 * The database clients of an app, reduced to the members that Mailroom uses. `@mailroom/postgres` declares the same
 * types.
 */

/** A `Client` of `pg`, the client of a checked-out connection, or any other object with this method. */
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

/** The `sql` of postgres.js, also in a transaction. */
interface PostgresJsClient {
  unsafe(text: string, values?: Array<any>, options?: any): any
  typed: any
  /** Gives a reserved connection back. */
  release?(): void
}

/** A database of Drizzle over `pg` or postgres.js. */
interface DrizzleClient {
  readonly $client: PgPool | PgQueryable | PostgresJsClient
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

/**
 * A `Pool` or `Client` of `pg`, a `sql` of postgres.js, a Kysely over `pg`, a Drizzle over `pg` or postgres.js, or the
 * transaction of one of them.
 */
export type HostClient = PgPool | PgQueryable | KyselyClient | DrizzleClient | DrizzleTransaction | PostgresJsClient
