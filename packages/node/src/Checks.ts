/** Checks the options of `createMailroom`. */
import { decode, endpointFault, InboundSource, OrganizationId, serviceNames } from "@mailroom/core"
import { Cors } from "@mailroom/http"
import { Location } from "@mailroom/host"
import { HostDatabase } from "@mailroom/postgres"
import { Predicate, Schema } from "effect"
import type { Options } from "./Options.ts"

const isUrlOf = (schemes: RegExp, text: string) => schemes.test(URL.parse(text)?.protocol ?? "")

const forms =
  'a Pool or Client of pg, a postgres.js, a Kysely, a Drizzle over pg or postgres.js, the URL of a Postgres, a folder or "memory"'

/** The fault of an object that is not a client of a database. */
const objectFault = (database: object): string | undefined => {
  if ("folder" in database) {
    return typeof database.folder === "string"
      ? Location.folderFault(database.folder)
      : 'must be the path of a folder, as { folder: "data" }'
  }
  // Before the names of settings: a URL has a `host`, too.
  if (database instanceof URL) return "must be a text: pass its href"
  if (Predicate.isPromiseLike(database)) return "must be awaited: it is a promise"
  if (["path", "dir", "directory", "dataDir"].some((name) => name in database)) return "must be { folder } for a folder"
  if (["url", "uri", "connectionString", "connection", "host"].some((name) => name in database)) {
    return "must be the URL itself, as a text, or a Pool of pg that is made with these settings"
  }
  return `must be ${forms}`
}

const Database = Schema.Unknown.check(
  Schema.makeFilter((database) => {
    if (typeof database === "string") return Location.databaseFault(database)
    if (HostDatabase.isHostClient(database)) return undefined
    if (!(database instanceof Object)) return `must be ${forms}`
    return HostDatabase.otherwise(database) ?? objectFault(database)
  })
)

const Folder = Schema.String.check(Schema.makeFilter(Location.folderFault))

const PublicUrl = Schema.String.check(
  Schema.makeFilter((url) =>
    isUrlOf(/^https?:$/u, url) && !/[?#]/u.test(url)
      ? undefined
      : "must be a URL such as https://example.com/mailroom, without a query"
  )
)

const Function = Schema.declare(Predicate.isFunction).annotate({ expected: "a function" })

const TrustedOrigin = Schema.String.check(Schema.makeFilter(Cors.originFault))

const SignIn = Schema.String.check(
  Schema.makeFilter((url) =>
    /^\/(?!\/)/u.test(url) || isUrlOf(/^https?:$/u, url) ? undefined : "must be a path such as /login, or an http URL"
  )
)

const levels = ["debug", "info", "warn", "error"] as const
const Logger = Schema.declare((logger): logger is unknown =>
  levels.every((level) => Predicate.hasProperty(logger, level) && Predicate.isFunction(logger[level]))
).annotate({ expected: "an object with the methods debug, info, warn and error, such as `console`" })

const OpenTelemetryTracer = Schema.declare(
  (tracer): tracer is unknown => Predicate.hasProperty(tracer, "startSpan") && Predicate.isFunction(tracer.startSpan)
).annotate({ expected: 'a tracer of OpenTelemetry, such as `trace.getTracer("mailroom")`' })

/**
 * The checks of the options. In TypeScript the compiler finds most of these faults; the checks are for JavaScript, and
 * for values from the environment.
 */
const Checked = Schema.Struct({
  database: Database,
  migrate: Schema.optionalKey(Schema.Boolean),
  encryptionKey: Schema.optionalKey(Schema.String),
  attachments: Schema.optionalKey(Folder),
  authservId: Schema.optionalKey(Schema.NonEmptyString),
  resolveDns: Schema.optionalKey(Function),
  logger: Schema.optionalKey(Logger),
  tracer: Schema.optionalKey(OpenTelemetryTracer),
  maxInFlight: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  rateLimit: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
  publicUrl: Schema.optionalKey(PublicUrl),
  authenticate: Schema.optionalKey(Function),
  mailer: Schema.optionalKey(Function),
  accessToken: Schema.optionalKey(Function),
  verifier: Schema.optionalKey(
    Schema.Union([
      Function,
      Schema.Struct({
        service: Schema.Literals(serviceNames),
        key: Schema.NonEmptyString,
        url: Schema.optionalKey(Schema.String)
      })
    ])
  ),
  labelReply: Schema.optionalKey(Function),
  labelEndpoint: Schema.optionalKey(
    Schema.Struct({
      url: Schema.String,
      key: Schema.NonEmptyString,
      model: Schema.NonEmptyString,
      dailyBudget: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
    })
  ),
  inbound: Schema.optionalKey(InboundSource),
  trustedOrigins: Schema.optionalKey(Schema.Array(TrustedOrigin)),
  console: Schema.optionalKey(
    Schema.Union([
      Schema.Boolean,
      Schema.Struct({
        signIn: Schema.optionalKey(SignIn),
        frameAncestors: Schema.optionalKey(Schema.Array(TrustedOrigin))
      })
    ])
  ),
  metrics: Schema.optionalKey(Schema.Boolean),
  accessLog: Schema.optionalKey(Schema.Boolean),
  allowPrivateTargets: Schema.optionalKey(Schema.Boolean)
} satisfies Record<keyof Options, Schema.Top>).check(
  Schema.makeFilter(({ allowPrivateTargets = false, labelEndpoint }) => {
    const fault = labelEndpoint && endpointFault(labelEndpoint.url, { allowPrivateTargets })
    return fault && { path: ["labelEndpoint", "url"], issue: fault }
  }),
  Schema.makeFilter(({ attachments, database }) =>
    database === "memory" && attachments !== undefined
      ? { path: ["attachments"], issue: 'must not be given with the database "memory", where nothing is kept' }
      : undefined
  )
)

/** Fails with `InvalidInput`, which names each invalid option. */
export const check = decode(Checked)

/** Checks the id of an organization in the same way. */
export const checkOrganization = decode(OrganizationId, "/id")
