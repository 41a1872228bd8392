/**
 * Mailroom in Postgres, and in the database that is embedded where there is none.
 *
 * - `PostgresStorage.layer`: every storage port, over the host's `SqlClient`
 * - `Connection.layerClient`: a client for hosts that have none; reads do not wait for its writers
 * - `HostDatabase.layer`: a client over the one that a host has: `pg`, Kysely, Drizzle
 * - `Embedded.layer`: a database in this process, in a folder or in memory
 * - `Migrations`: the schema, brought about by the host's decision
 * - `PgTypes.registry`: how a client reads integers and instants straight into entities
 */
export * as Connection from "./Connection.ts"
export * as Embedded from "./Embedded.ts"
export * as HostDatabase from "./HostDatabase.ts"
export * as Migrations from "./Migrations.ts"
export * as PgTypes from "./PgTypes.ts"
export * as PostgresStorage from "./PostgresStorage.ts"
