/** The storage of commands, and the use cases over it. */
import {
  AuthservId,
  endpointFault,
  LabelBudget,
  LabelModel,
  DnsResolver,
  Inbound,
  type InboundSource,
  layerPublicUrl,
  layerService,
  Mailroom,
  serviceNames,
  type StorageError
} from "@mailroom/core"
import { World } from "@mailroom/demo"
import { FolderBlobs } from "@mailroom/folder"
import { PostalMime } from "@mailroom/mime"
import {
  HostStorage,
  ImapInbox,
  Location,
  Maintenance,
  HolidayCalendars,
  NodeDns,
  NodeScrypt,
  OAuthTokens,
  SmtpMailer,
  UndiciTransport
} from "@mailroom/host"
import { DatabaseUrl, type Migrations } from "@mailroom/postgres"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Config, Console, Effect, Layer, Option, Redacted, Result } from "effect"
import { Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import * as Environment from "./Environment.ts"
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
  /** Store everything in memory. */
  readonly memory?: boolean
  /** Migrate the database of DATABASE_URL. The embedded database is always migrated. */
  readonly migrate?: boolean
  /** Also connect to this machine and its private network. */
  readonly allowPrivateTargets?: boolean
  /** The source of incoming mail. Default: the inboxes that are read. */
  readonly inbound?: InboundSource
  /** Keep all mail in this process: nothing is sent, and recipients are played. */
  readonly demo?: boolean
  /** Where others reach the HTTP API, for links in mails. */
  readonly publicUrl?: Option.Option<string>
  /** Create the folder of the embedded database. A command that only reads must not create one. */
  readonly makeFolder?: boolean
  /** Fail when another process has the embedded database open. By default, that process is asked to share it. */
  readonly exclusive?: boolean
}

/** Fails when the value of a flag or a variable is not the path of a folder. */
const checkFolder = Effect.fnUntraced(function* (name: string, folder: string) {
  const fault = Location.folderFault(folder)
  return fault === undefined ? folder : yield* new Usage({ message: `${name} ${fault}` })
})

/** The folder of the embedded database. */
const folderOf = Effect.fnUntraced(function* (data: Options["data"]) {
  if (Option.isSome(data)) return yield* checkFolder("--data", data.value)
  const folder = yield* Environment.variables.MAILROOM_DATA.config.pipe(Config.withDefault("./.mailroom"))
  return yield* checkFolder("MAILROOM_DATA", folder)
})

/** Whether the folder of the embedded database exists, or DATABASE_URL is set. */
export const exists = Effect.fnUntraced(function* (data: Options["data"]) {
  yield* Environment.check({ memory: false })
  const url = yield* Config.option(Environment.variables.DATABASE_URL.config)
  return Option.isSome(url) || existsSync(yield* folderOf(data))
})

/** The database from the options and the environment: a URL, or a folder. */
const locate = Effect.fnUntraced(function* ({ data, makeFolder }: Options) {
  yield* Environment.check({ memory: false })
  const url = yield* Config.option(Environment.variables.DATABASE_URL.config)
  if (Option.isNone(url)) {
    const directory = yield* folderOf(data)
    if (existsSync(directory)) return resolve(directory)
    if (makeFolder !== true) {
      return yield* new Failure({
        message:
          `There is no database in ${directory}, and DATABASE_URL is not set: ` +
          "`mailroom serve` makes one, --data names another folder"
      })
    }
    yield* Console.error(`Making an embedded database in ${resolve(directory)}, as DATABASE_URL is not set`)
    return resolve(directory)
  }
  if (Option.isSome(data)) {
    return yield* new Usage({ message: "DATABASE_URL is set: without it, --data names the folder of the database" })
  }
  const parsed = DatabaseUrl.parse(Redacted.value(url.value))
  if (Result.isFailure(parsed)) return yield* new Usage({ message: `DATABASE_URL ${parsed.failure}` })
  return Redacted.value(url.value)
})

/** A client of the database that the options and the environment name. */
export const layerClient = (options: Options) =>
  Layer.unwrap(
    Effect.map(locate(options), (database) => explained(HostStorage.layerClient(database, openingOf(options))))
  )

const openingOf = ({ exclusive = false }: Options): HostStorage.Opening => ({ connect: !exclusive })

const layerAttachments = (folder: string) =>
  Layer.unwrap(
    Effect.as(
      checkFolder("MAILROOM_ATTACHMENTS", folder),
      mapError(
        FolderBlobs.layer(folder),
        ({ reason }) => new Failure({ message: `MAILROOM_ATTACHMENTS cannot be used: ${messageOf(reason.cause)}` })
      )
    )
  )

/** The storage from the options and the environment, and the encryption of its secrets. */
const layer = (options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (options.memory === true && Option.isSome(options.data)) {
        return yield* new Usage({ message: "--memory and --data exclude each other" })
      }
      if (options.memory === true) yield* Environment.check({ memory: true })
      const database = options.memory === true ? "memory" : yield* locate(options)
      const keys = yield* Config.option(Environment.variables.MAILROOM_ENCRYPTION_KEY.config)
      const encryptionKey = Option.getOrUndefined(Option.map(keys, Redacted.value))
      const storage = explained(
        HostStorage.layer({ database, encryptionKey, migrate: options.migrate }, openingOf(options))
      )
      const folder = yield* Config.option(Environment.variables.MAILROOM_ATTACHMENTS.config)
      return database === "memory" || Option.isNone(folder)
        ? storage
        : Layer.provideMerge(layerAttachments(folder.value), storage)
    })
  )

const layerAuthservId = Layer.effect(
  AuthservId,
  Effect.map(Config.option(Environment.variables.MAILROOM_AUTHSERV_ID.config), Option.getOrUndefined)
)

/** The endpoint that labels answers. The other variables are read only where its URL is set. */
const layerLabelModel = (options: { readonly allowPrivateTargets: boolean }) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { MAILROOM_LABEL_BUDGET, MAILROOM_LABEL_KEY, MAILROOM_LABEL_MODEL, MAILROOM_LABEL_URL } =
        Environment.variables
      const url = yield* Config.option(MAILROOM_LABEL_URL.config)
      if (Option.isNone(url)) return Layer.empty
      const fault = endpointFault(url.value.href, options)
      if (fault !== undefined) return yield* new Usage({ message: `MAILROOM_LABEL_URL ${fault}` })
      const daily_budget = yield* Config.withDefault(MAILROOM_LABEL_BUDGET.config, LabelBudget.initialDaily)
      return Layer.succeed(LabelModel, {
        url: url.value.href,
        key: yield* MAILROOM_LABEL_KEY.config,
        model: yield* MAILROOM_LABEL_MODEL.config,
        daily_budget
      })
    })
  )

/** Asks the machine's name servers, unless a test has provided another resolver. */
const layerDns = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(DnsResolver),
    Option.match({ onNone: () => NodeDns.layer(), onSome: (resolver) => Layer.succeed(DnsResolver, resolver) })
  )
)

/** The verification service of the environment; without one, Mailroom's own check is used. */
const layerVerifier = Layer.unwrap(
  Effect.gen(function* () {
    const { MAILROOM_VERIFIER, MAILROOM_VERIFIER_KEY, MAILROOM_VERIFIER_URL } = Environment.variables
    const service = yield* Effect.mapError(
      Config.option(MAILROOM_VERIFIER.config),
      () => new Usage({ message: `MAILROOM_VERIFIER must be ${serviceNames.join(" or ")}` })
    )
    if (Option.isNone(service)) return Layer.empty
    const key = yield* Config.option(MAILROOM_VERIFIER_KEY.config)
    if (Option.isNone(key)) {
      return yield* new Usage({ message: "MAILROOM_VERIFIER needs MAILROOM_VERIFIER_KEY, the API key of the service" })
    }
    const url = Option.getOrUndefined(yield* Config.option(MAILROOM_VERIFIER_URL.config))
    return mapError(
      layerService({ service: service.value, key: key.value, url }),
      ({ message }) => new Usage({ message: `MAILROOM_VERIFIER_URL: ${message}` })
    )
  })
)

/** All use cases over the storage from the options and the environment, the transports of deliveries and mail, and the DNS. */
export const layerUseCases = (options: Options) => {
  const { allowPrivateTargets = false, demo = false, inbound = "inboxes", publicUrl = Option.none() } = options
  return Mailroom.layer.pipe(
    Layer.provide([
      PostalMime.layer,
      HolidayCalendars.layer,
      NodeScrypt.layer,
      layerAuthservId,
      NodeCrypto.layerDigest,
      NodeCrypto.layerMac
    ]),
    Layer.provideMerge(demo ? World.layerVerifier : layerVerifier),
    Layer.provideMerge(
      Layer.mergeAll(
        layer(options),
        layerDns,
        layerLabelModel({ allowPrivateTargets }),
        layerPublicUrl(Option.getOrUndefined(publicUrl)),
        ImapInbox.layer({ allowPrivateTargets }),
        OAuthTokens.layer({ allowPrivateTargets }),
        demo ? World.layer : SmtpMailer.layer({ allowPrivateTargets }),
        UndiciTransport.layer({ allowPrivateTargets }),
        Layer.succeed(Inbound, demo ? "host" : inbound)
      )
    )
  )
}

/** Keeps the keys that sign links up to date in this process, until the scope ends. */
export const keepSigning = Layer.build(Maintenance.layerSigning).pipe(
  Effect.catchTag(
    "UnreadableSigningSecret",
    ({ message }) => new Failure({ message: `${message}: MAILROOM_ENCRYPTION_KEY` })
  )
)

/** Converts a failure of the storage to a message for the user of the database. */
export const toFailure = (error: HostStorage.Failure | Migrations.NoCitus): Failure | StorageError | Usage => {
  switch (error._tag) {
    case "StorageError":
      return error
    case "SqlError":
      return new Failure({ message: `The database cannot be reached: ${messageOf(error)}` })
    case "MigrationFailed":
      return new Failure({ message: `The database cannot be migrated: ${messageOf(error)}` })
    case "UnreadableFile":
      return new Usage({ message: `DATABASE_URL: the file of ${error.parameter} cannot be used: ${messageOf(error)}` })
    case "InvalidSecret":
      return new Usage({
        message: `MAILROOM_ENCRYPTION_KEY: ${error.message}; \`mailroom keys generate --encryption\` prints one`
      })
    default:
      return new Failure({ message: error.message })
  }
}

const mapError = <A, E, R, E2>(layer: Layer.Layer<A, E, R>, f: (error: E) => E2) =>
  Layer.effectContext(Effect.mapError(Layer.build(layer), f))

const explained = <A, R>(layer: Layer.Layer<A, HostStorage.Failure, R>) => mapError(layer, toFailure)
