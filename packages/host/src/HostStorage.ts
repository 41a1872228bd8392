/** The storage that a host selects: its own database client, a Postgres, a folder, or memory. */
import { Encryption, type InvalidSecret, type Mailroom, type StorageError } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Connection, DatabaseUrl, HostDatabase, Migrations, PostgresStorage } from "@mailroom/postgres"
import type { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import * as Disk from "./internal/disk.ts"

export type Database = string | HostDatabase.HostClient

export interface Options {
  /**
   * The location of the data: the app's own `Pool` or `Client` of `pg`, its `sql` of postgres.js, its Kysely over `pg`, or
   * its Drizzle over one of them; the URL of a Postgres; the folder of an embedded database; or `"memory"`, which is lost
   * when the process ends.
   */
  readonly database: Database
  /**
   * Whether to migrate the schema `mailroom` of a Postgres first. The embedded database is always migrated. Default:
   * no.
   */
  readonly migrate?: boolean | undefined
  /**
   * Keys that encrypt stored secrets, each base64 of 32 bytes, separated by commas. The first key encrypts, all keys
   * decrypt. Default: the embedded database and memory have a key; on Postgres, neither credentials nor integrations can be stored without
   * this option.
   */
  readonly encryptionKey?: string | undefined
}

export interface Opening {
  /**
   * Whether to use an embedded database through the process that has it open, instead of failing with `FolderInUse`.
   */
  readonly connect?: boolean
}

/** Why a database cannot be opened. */
export type CannotOpen =
  | Connection.CannotConnect
  | Embedded.FolderInUse
  | Embedded.FolderUnusable
  | Embedded.NoEmbeddedDatabase
  | HostDatabase.WrongIsolation

/** Why the storage cannot be used. */
export type Failure =
  | CannotOpen
  | InvalidSecret
  | Migrations.MigrationFailed
  | Migrations.SchemaMismatch
  | PostgresStorage.UnsuitableDatabase
  | StorageError

/** The module of the embedded database, which is large: only hosts that use such a database load it. */
const embedded = Effect.promise(() => import("@mailroom/postgres/embedded"))

/** A client of the database. `"memory"` has none. */
export const layerClient = (
  database: Database,
  { connect = false }: Opening = {}
): Layer.Layer<SqlClient.SqlClient, CannotOpen> => {
  if (typeof database !== "string") return HostDatabase.layer(database)
  return DatabaseUrl.isDatabaseUrl(database)
    ? Connection.layerClient({ url: Redacted.make(database) })
    : Layer.unwrap(Effect.map(embedded, ({ Embedded }) => Embedded.layer({ directory: database, connect })))
}

/** Encrypts with the database's own key, if it has one. */
const layerOwnEncryption = (database: Database): Layer.Layer<Encryption, Embedded.FolderUnusable> => {
  if (database === "memory") return Encryption.layerEphemeral
  if (typeof database !== "string" || DatabaseUrl.isDatabaseUrl(database)) return Encryption.layerNone
  return Layer.unwrap(Effect.map(embedded, ({ Embedded }) => Embedded.layerEncryption({ directory: database })))
}

/** All storage ports, and the encryption of stored secrets. With a database, also provides the `SqlClient`. */
export const layer = (
  { database, encryptionKey, migrate = false }: Options,
  opening: Opening = {}
): Layer.Layer<Encryption | Mailroom.Storage, Failure> => {
  const encryption: Layer.Layer<Encryption, Failure> =
    encryptionKey === undefined ? layerOwnEncryption(database) : Encryption.layerKeys(Redacted.make(encryptionKey))
  if (database === "memory") return Layer.merge(MemoryStorage.layer, encryption)
  const isFolder = typeof database === "string" && !DatabaseUrl.isDatabaseUrl(database)
  const storage = PostgresStorage.layer.pipe(
    Layer.provide(migrate || isFolder ? Migrations.layer : Layer.empty),
    Layer.provideMerge(layerClient(database, opening)),
    Layer.merge(encryption)
  )
  return isFolder ? Layer.provideMerge(Disk.layer(database), storage) : storage
}
