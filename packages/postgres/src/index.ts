/**
 * Mailroom in Postgres. `@mailroom/postgres/embedded` is a database for hosts that have none.
 *
 * - `PostgresStorage.layer`: every storage port, over the host's `SqlClient`
 * - `Connection.layerClient`: a client for hosts that have none; reads do not wait for its writers
 * - `DatabaseUrl.parse`: what such a client makes of a URL
 * - `HostDatabase.layer`: a client over the one that a host has: `pg`, Kysely, Drizzle
 * - `Migrations`: the schema, brought about by the host's decision
 * - `PgTypes.registry`: how a client reads integers and instants straight into entities
 */
export * as Connection from "./Connection.ts"
export * as DatabaseUrl from "./DatabaseUrl.ts"
export * as HostDatabase from "./HostDatabase.ts"
export * as Migrations from "./Migrations.ts"
export * as PgTypes from "./PgTypes.ts"
export * as PostgresStorage from "./PostgresStorage.ts"
