/**
 * The URL of a Postgres, with the parameters of libpq (PostgreSQL documentation, 32.1). It is read strictly: each part has
 * an effect, or is a fault. A fault never quotes the URL, which may hold a password in the wrong place; it names parameters.
 */
import { closest } from "@mailroom/core"
import { Effect, Redacted, Result, Schema } from "effect"

/** How connections are encrypted (`sslmode`), and how the server and the client identify themselves. */
export interface Tls {
  readonly mode: (typeof modes)[number]
  /** A file with the trusted certificates, or `system`. Default: the certificates that come with Node. */
  readonly root: string | undefined
  /** The files of the client's certificate and its key. */
  readonly client: { readonly cert: string; readonly key: string } | undefined
}

export interface DatabaseUrl {
  /** A name, an address, or the absolute path of a folder with a Unix socket. */
  readonly host: string | undefined
  readonly port: number | undefined
  readonly database: string | undefined
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  readonly applicationName: string | undefined
  /** In seconds. */
  readonly connectTimeout: number | undefined
  /** Whether a pooler such as PgBouncer gives sessions to transactions (`pgbouncer`). `undefined`: to be found out. */
  readonly isPooled: boolean | undefined
  /** Settings of the server, as `-c name=value`. */
  readonly options: string | undefined
  readonly tls: Tls
}

/** The URL of the database is not valid. `message` says why, without any part of the URL but names of parameters. */
export class InvalidDatabaseUrl extends Schema.TaggedError<InvalidDatabaseUrl>()("InvalidDatabaseUrl", {
  fault: Schema.String
}) {
  override get message(): string {
    return `The URL of the database ${this.fault}`
  }
}

/** A file that the URL names cannot be read, or holds no certificate or no key. */
export class UnreadableFile extends Schema.TaggedError<UnreadableFile>()("UnreadableFile", {
  parameter: Schema.Literals(["sslrootcert", "sslcert", "sslkey"]),
  cause: Schema.Defect()
}) {
  override get message(): string {
    const reason = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `The file that ${this.parameter} of the URL of the database names cannot be used: ${reason}`
  }
}

/** Whether a text is meant as the URL of a Postgres, valid or not. */
export const isDatabaseUrl = (text: string): boolean => /^\s*postgres(?:ql)?:/iu.test(text)

/** The settings of each connection of Mailroom. `options` cannot override it. */
export const settings = {
  statement_timeout: "5s",
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "30s"
} as const

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const
const parameters = [
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "application_name",
  "connect_timeout",
  "options",
  "pgbouncer",
  "host",
  "port",
  "dbname",
  "user",
  "password"
] as const
type Parameter = (typeof parameters)[number]

/** The cure for each parameter of other clients. */
const hints: ReadonlyMap<string, string> = new Map([
  ["ssl", "use sslmode=require, or sslmode=verify-full to verify the server."],
  ["schema", "remove it, the tables are in the schema mailroom."],
  ["channel_binding", "remove it, and use sslmode=verify-full to verify the server."]
])

const form = "must be of the form postgres://user:password@host:port/database"
const oneHost = "must name one host: several are not supported"
const notEncoded =
  "cannot be read: the password is probably not percent-encoded. Write @ as %40, / as %2F, # as %23, ? as %3F and % as %25, " +
  "in the password and everywhere else in the URL"

type Read<A> = Result.Result<A, string>

const decoded = (text: string): Read<string> =>
  Result.mapError(
    Result.try(() => decodeURIComponent(text)),
    () => notEncoded
  )

/** Reads a URL, or fails with what is wrong with it. */
export const decode = (url: Redacted.Redacted): Effect.Effect<DatabaseUrl, InvalidDatabaseUrl> =>
  Effect.mapError(Effect.fromResult(parse(Redacted.value(url))), (fault) => new InvalidDatabaseUrl({ fault }))

/** Reads a URL, or says what is wrong with it: a clause that goes on "the URL …". */
export const parse = (text: string): Read<DatabaseUrl> =>
  Result.gen(function* () {
    const url = text.trim()
    if (/\p{Cc}/u.test(url)) return yield* Result.fail("must not contain line breaks or other control characters")
    const [scheme = ""] = /^postgres(?:ql)?:\/\//iu.exec(url) ?? []
    if (scheme === "") return yield* Result.fail(form)
    const rest = url.slice(scheme.length)
    // RFC 3986: the only `@` ends the credentials. Where there is another one, the password may go up to there.
    const [authority = ""] = rest.split(/[/?#]/u, 1)
    const pathAndQuery = rest.slice(authority.length)
    const [beforeAt, afterAt, ...afterSecondAt] = authority.split("@")
    if (afterSecondAt.length > 0 || pathAndQuery.includes("@") || rest.includes("#")) {
      return yield* Result.fail(notEncoded)
    }
    const [credentials = "", hostAndPort = ""] = afterAt === undefined ? ["", beforeAt] : [beforeAt, afterAt]
    const address = /^(\[[\da-f:.]+\]|[^\s:[\],]*)(?::(\d+))?$/iu.exec(hostAndPort)
    if (address === null) return yield* Result.fail(hostAndPort.includes(",") ? oneHost : form)
    const [, host = "", port = ""] = address
    const [path = ""] = pathAndQuery.split("?", 1)
    const [username = "", password] = splitAt(credentials, ":")
    const inQuery = yield* parametersOf(pathAndQuery)
    const beforeQuery: Parameters = {
      host: yield* decoded(host.replace(/^\[(.*)\]$/u, "$1")),
      port,
      dbname: yield* decoded(path.slice(1)),
      user: yield* decoded(username),
      password: yield* decoded(password ?? "")
    }
    const duplicate = parameters.find((name) => (beforeQuery[name] ?? "") !== "" && inQuery[name] !== undefined)
    if (duplicate !== undefined)
      return yield* Result.fail(`has the parameter ${duplicate} beside the same part before the query`)
    const all = { ...beforeQuery, ...inQuery }
    if (all.host?.includes(",") === true) return yield* Result.fail(oneHost)
    return {
      host: all.host || undefined,
      port: yield* portOf(all.port || undefined),
      database: all.dbname || undefined,
      username: all.user || undefined,
      password: all.password ? Redacted.make(all.password) : undefined,
      applicationName: all.application_name,
      connectTimeout: yield* timeoutOf(all.connect_timeout),
      isPooled: yield* pooledOf(all.pgbouncer),
      options: yield* optionsOf(all.options),
      tls: yield* tlsOf(all, all.host?.startsWith("/") === true)
    }
  })

/** The text before the first separator and the text after it; the second is `undefined` without a separator. */
const splitAt = (text: string, separator: string): readonly [string, string | undefined] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

type Parameters = { readonly [name in Parameter]?: string }

/** The parameters of the query. Unlike in a form, `+` does not mean a space. */
const parametersOf = (pathAndQuery: string): Read<Parameters> =>
  Result.gen(function* () {
    const [, query = ""] = splitAt(pathAndQuery, "?")
    const given: { [name in Parameter]?: string } = {}
    const pairs = query === "" ? [] : query.split("&").map((pair) => splitAt(pair, "="))
    for (const [name, value = ""] of pairs) {
      const parameter = parameters.find((parameter) => parameter === name)
      if (parameter === undefined) {
        // It may be the end of a password.
        const isUnsafe = pairs.some(([name]) => /password/iu.test(name))
        return yield* Result.fail(isUnsafe ? notEncoded : unknown(yield* decoded(name)))
      }
      if (value === "") return yield* Result.fail(`has no value for the parameter ${parameter}`)
      if (given[parameter] !== undefined) return yield* Result.fail(`has the parameter ${parameter} twice`)
      given[parameter] = yield* decoded(value)
    }
    return given
  })

/** The fault of a parameter that is not supported, with the cure. Only a name that cannot be part of a password is quoted. */
const unknown = (name: string): string => {
  const similar = closest(name, parameters)
  const hint = hints.get(name.toLowerCase()) ?? (similar === undefined ? undefined : `did you mean ${similar}?`)
  const shown = /^[\w.-]{1,64}$/u.test(name) ? `the parameter ${name}` : "a parameter"
  return `has ${shown}, which is not supported: ${hint === undefined ? "" : `${hint} `}Supported are ${parameters.join(", ")}`
}

const portOf = (text: string | undefined): Read<number | undefined> => {
  if (text === undefined) return Result.succeed(undefined)
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? Result.succeed(port) : Result.fail("must have a port from 1 to 65535")
}

const timeoutOf = (text: string | undefined): Read<number | undefined> => {
  if (text === undefined) return Result.succeed(undefined)
  const seconds = /^\d{1,3}$/u.test(text) ? Number(text) : 0
  return seconds >= 1 && seconds <= 300
    ? Result.succeed(seconds)
    : Result.fail("must have a connect_timeout from 1 to 300, in seconds")
}

const pooledOf = (text: string | undefined): Read<boolean | undefined> =>
  text === undefined || text === "true" || text === "false"
    ? Result.succeed(text === undefined ? undefined : text === "true")
    : Result.fail("must have true or false for pgbouncer")

const optionsOf = (text: string | undefined): Read<string | undefined> => {
  // Postgres takes `-` in a name for `_`.
  const reserved = Object.keys(settings).find((name) => text?.toLowerCase().replaceAll("-", "_").includes(name))
  return reserved === undefined
    ? Result.succeed(text)
    : Result.fail(`must not set ${reserved} with the parameter options: Mailroom sets it`)
}

/** The fault of a TLS parameter in the URL of a Unix socket. */
const uselessOnSocket = (parameter: Parameter) =>
  `cannot have ${parameter} with a Unix socket, whose connections are not encrypted`

/**
 * The TLS settings of a URL. They mean what they mean in libpq, with these deviations:
 * - The default of `sslmode` is `disable`; in libpq, `prefer`.
 * - Settings without an effect are faults; libpq ignores them, as on a Unix socket.
 * - No files in `~/.postgresql` are read: `verify-full` trusts the certificates that come with Node, unless `sslrootcert` is set.
 */
const tlsOf = ({ sslcert, sslkey, sslmode, sslrootcert }: Parameters, isSocket: boolean): Read<Tls> => {
  const defaultMode = sslrootcert === "system" ? "verify-full" : "disable"
  const mode = modes.find((supported) => supported === (sslmode ?? defaultMode))
  if (mode === undefined) return Result.fail(`must have one of these for sslmode: ${modes.join(", ")}`)
  const isEncrypted = mode === "require" || mode === "verify-ca" || mode === "verify-full"
  if (isSocket && isEncrypted && sslmode !== undefined) return Result.fail(uselessOnSocket("sslmode"))
  if (isSocket && sslrootcert !== undefined) return Result.fail(uselessOnSocket("sslrootcert"))
  if (isSocket && sslcert !== undefined) return Result.fail(uselessOnSocket("sslcert"))
  if (sslrootcert === "system" && mode !== "verify-full") {
    return Result.fail(
      "must have sslmode=verify-full with sslrootcert=system: anybody can have a certificate that it trusts"
    )
  }
  if (sslrootcert !== undefined && !isEncrypted) {
    return Result.fail(
      "must have sslmode=verify-full, verify-ca or require with sslrootcert, which has no effect otherwise"
    )
  }
  if (sslrootcert === undefined && mode === "verify-ca") {
    return Result.fail("must have sslrootcert with sslmode=verify-ca: the file with the certificates that are trusted")
  }
  if ((sslcert === undefined) !== (sslkey === undefined))
    return Result.fail("must have both sslcert and sslkey, or neither")
  if (sslcert !== undefined && mode === "disable") {
    return Result.fail("must have an sslmode other than disable with sslcert, which has no effect otherwise")
  }
  const client = sslcert === undefined || sslkey === undefined ? undefined : { cert: sslcert, key: sslkey }
  return Result.succeed({ mode, root: sslrootcert, client })
}
