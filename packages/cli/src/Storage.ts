/** Where commands find their data, and the use cases over it. */
import { AuthservId, Encryption, type InvalidSecret, Mailroom, type StorageError } from "@mailroom/core"
import { FolderBlobs } from "@mailroom/folder"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { UndiciTransport } from "@mailroom/node"
import { Connection, Embedded, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Config, Effect, Layer, Option, Redacted } from "effect"
import { Flag } from "effect/cli"
import type { SqlError } from "effect/sql"
import { existsSync } from "node:fs"
import { Failure, messageOf, Usage } from "./Failure.ts"

export const dataFlag = Flag.String("data").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of the embedded database (default: MAILROOM_DATA, or ./.mailroom)"),
  Flag.filter(
    (folder) => folder !== "",
    () => "the name of a folder"
  ),
  Flag.optional
)

export interface Options {
  readonly data: Option.Option<string>
  /** Keep everything in memory. */
  readonly memory?: boolean
  /** Migrate the database of DATABASE_URL. The embedded one always is. */
  readonly migrate?: boolean
  /** Deliver to this machine and its network, too. */
  readonly allowPrivateTargets?: boolean
  /** Make the folder of the embedded database. A command that only looks should not leave one where it looked. */
  readonly makeFolder?: boolean
}

/** Where the database is that the options and the environment name. */
const locate = Effect.fnUntraced(function* ({ data, makeFolder }: Options) {
  const url = yield* Config.option(Config.Redacted("DATABASE_URL"))
  if (Option.isNone(url)) {
    const folder = yield* Config.String("MAILROOM_DATA").pipe(Config.withDefault("./.mailroom"))
    const directory = Option.getOrElse(data, () => folder)
    if (makeFolder === true || existsSync(directory)) return { directory }
    return yield* new Failure({
      message: `There is no database in ${directory}: \`mailroom serve\` makes one, --data names another folder`
    })
  }
  if (Option.isSome(data)) {
    return yield* new Usage({ message: "DATABASE_URL is set: without it, --data names the folder of the database" })
  }
  if (!/^postgres(?:ql)?:$/u.test(URL.parse(Redacted.value(url.value))?.protocol ?? "")) {
    return yield* new Usage({ message: "DATABASE_URL is not of the form postgres://user:password@host:port/database" })
  }
  return { url: url.value }
})

/** A client of that database. */
export const layerClient = (options: Options) =>
  Layer.unwrap(
    Effect.map(locate(options), ({ directory, url }) =>
      explained(url === undefined ? Embedded.layer({ directory }) : Connection.layerClient({ url }))
    )
  )

const layerAttachments = (folder: string) =>
  mapError(
    FolderBlobs.layer(folder),
    ({ reason }) => new Failure({ message: `MAILROOM_ATTACHMENTS cannot be used: ${messageOf(reason.cause)}` })
  )

/** Encryption under the keys of the environment; without them, under the key of the embedded database. */
const layerEncryption = (directory: string | undefined) =>
  Layer.unwrap(
    Effect.map(
      Config.option(Config.Redacted("MAILROOM_ENCRYPTION_KEY")),
      (keys): Layer.Layer<Encryption, Failure | StorageError | Usage> => {
        if (Option.isSome(keys)) return mapError(Encryption.layerKeys(keys.value), invalidKeys)
        return directory === undefined ? Encryption.layerNone : explained(Embedded.layerEncryption({ directory }))
      }
    )
  )

const invalidKeys = ({ message }: InvalidSecret) =>
  new Usage({ message: `MAILROOM_ENCRYPTION_KEY: ${message}; \`mailroom keys generate --encryption\` prints one` })

/** The storage that the options and the environment name, and the encryption of the secrets in it. */
const layer = (options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (options.memory === true) {
        if (Option.isNone(options.data)) return Layer.merge(MemoryStorage.layer, Encryption.layerEphemeral)
        return yield* new Usage({ message: "--memory and --data exclude each other" })
      }
      const { directory, url } = yield* locate(options)
      const migrations = url === undefined || options.migrate === true ? Migrations.layer : Layer.empty
      const storage = explained(Layer.provide(PostgresStorage.layer, migrations)).pipe(
        Layer.provide(layerClient(options))
      )
      const folder = yield* Config.option(Config.String("MAILROOM_ATTACHMENTS"))
      return Option.isNone(folder)
        ? Layer.merge(storage, layerEncryption(directory))
        : layerAttachments(folder.value).pipe(Layer.provideMerge(storage), Layer.merge(layerEncryption(directory)))
    })
  )

const layerAuthservId = Layer.effect(
  AuthservId,
  Effect.map(Config.option(Config.NonEmptyString("MAILROOM_AUTHSERV_ID")), Option.getOrUndefined)
)

/** All use cases over the storage that the options and the environment name, and what deliveries need. */
export const layerUseCases = (options: Options) => {
  const { allowPrivateTargets = false } = options
  return Mailroom.layer.pipe(
    Layer.provide([PostalMime.layer, layerAuthservId]),
    Layer.provideMerge(Layer.merge(layer(options), UndiciTransport.layer({ allowPrivateTargets })))
  )
}

type Refusal =
  | Embedded.FolderInUse
  | Embedded.FolderUnusable
  | Migrations.MigrationFailed
  | Migrations.NoCitus
  | Migrations.SchemaMismatch
  | SqlError.SqlError
  | StorageError

/** What the user of a database should know of why it cannot be used. */
export const toFailure = (error: Refusal): Failure | StorageError => {
  switch (error._tag) {
    case "StorageError":
      return error
    case "SqlError":
      return new Failure({ message: `The database cannot be reached: ${messageOf(error)}` })
    case "MigrationFailed":
      return new Failure({ message: `The database cannot be migrated: ${messageOf(error)}` })
    default:
      return new Failure({ message: error.message })
  }
}

const mapError = <A, E, R, E2>(layer: Layer.Layer<A, E, R>, f: (error: E) => E2) =>
  Layer.effectContext(Effect.mapError(Layer.build(layer), f))

const explained = <A, R>(layer: Layer.Layer<A, Refusal, R>) => mapError(layer, toFailure)
