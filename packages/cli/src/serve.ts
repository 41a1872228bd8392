/** `mailroom serve`: the HTTP API. */
import {
  ApiKey,
  ApiKeys,
  CurrentOrganization,
  type Organization,
  Organizations,
  Sessions,
  Transactor,
  withoutTrailingSlashes
} from "@mailroom/core"
import { Demo, Live, Results, World } from "@mailroom/demo"
import { Server, version } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { Maintenance, ProcessMetrics } from "@mailroom/host"
import { Config, Console, Duration, Effect, Layer, Option, Redacted, Scope } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { createServer, type Server as HttpServerOfNode } from "node:http"
import { fillDemo } from "./demo.ts"
import { variables } from "./Environment.ts"
import { cannotListen, Failure, messageOf, Usage } from "./Failure.ts"
import { duration, isPort, port as portFlag } from "./Flags.ts"
import * as Logs from "./Logs.ts"
import * as Storage from "./Storage.ts"
import * as Tracing from "./Tracing.ts"
import { allowPrivateTargets, inboundFlag, migrateFlag, publicUrlFlag, untilStopped } from "./work.ts"

const flags = {
  host: Flag.String("host").pipe(
    Flag.withMetavar("ADDRESS"),
    Flag.withDescription("The address to listen on; 0.0.0.0 is every one (default: 127.0.0.1)"),
    Flag.withDefault("127.0.0.1")
  ),
  port: Flag.Int("port").pipe(
    Flag.withMetavar("PORT"),
    Flag.withDescription("The port to listen on, 0 picks a free one (default: PORT, or 3000)"),
    Flag.withFallbackConfig(variables.PORT.config),
    Flag.withDefault(3000),
    isPort
  ),
  probePort: portFlag("probe-port").pipe(
    Flag.withDescription(
      "Answer /livez, /readyz and, with --metrics, /metrics on this port, too: at once, also while thousands of clients " +
        "connect; 0 picks a free one (default: no)"
    ),
    Flag.optional
  ),
  probeHost: Flag.String("probe-host").pipe(
    Flag.withMetavar("ADDRESS"),
    Flag.withDescription("The address for --probe-port; 0.0.0.0 is every one (default: 127.0.0.1)"),
    Flag.withDefault("127.0.0.1")
  ),
  data: Storage.dataFlag,
  memory: Flag.Boolean("memory").pipe(
    Flag.withDescription("Keep everything in memory, whatever DATABASE_URL says: gone when the server stops"),
    Flag.withDefault(false)
  ),
  migrate: migrateFlag,
  work: Flag.Boolean("work").pipe(
    Flag.withDescription("Do the background work; with --no-work, other processes must (`mailroom work`)"),
    Flag.withDefault(true)
  ),
  inbound: inboundFlag,
  allowPrivateTargets,
  demo: Flag.Boolean("demo").pipe(
    Flag.withDescription(
      "Fill an empty organization with believable data, and run a campaign whose mails stay in this process"
    ),
    Flag.withDefault(false)
  ),
  console: Flag.Boolean("console").pipe(
    Flag.withDescription("Serve the console, a page for people, at /console; --no-console does not"),
    Flag.withDefault(true)
  ),
  metrics: Flag.Boolean("metrics").pipe(
    Flag.withDescription("Answer GET /metrics, in Prometheus' format and without a key"),
    Flag.withDefault(false)
  ),
  logFormat: Logs.formatFlag,
  accessLog: Flag.Boolean("access-log").pipe(
    Flag.withDescription("Write a line of the log for each request; --no-access-log does not"),
    Flag.withDefault(true)
  ),
  publicUrl: publicUrlFlag,
  rateLimit: Flag.Int("rate-limit").pipe(
    Flag.withMetavar("NUMBER"),
    Flag.withDescription(
      "Requests a second of each organization, in bursts of at most twice as many; each process counts its own; 0 is no " +
        "limit (default: MAILROOM_RATE_LIMIT, or 100)"
    ),
    Flag.withFallbackConfig(variables.MAILROOM_RATE_LIMIT.config),
    Flag.withDefault(100),
    Flag.filter(
      (rate) => rate >= 0,
      () => "a number of requests, or 0"
    )
  ),
  maxInFlight: Flag.Int("max-in-flight").pipe(
    Flag.withMetavar("NUMBER"),
    Flag.withDescription(
      `How many requests to work on at the same time; others wait their turn, about a second at most (default: ${Server.defaultMaxInFlight})`
    ),
    Flag.withDefault(Server.defaultMaxInFlight),
    Flag.filter(
      (number) => number > 0,
      () => "a number of requests"
    )
  ),
  drain: duration("drain").pipe(
    Flag.withDescription(
      "How long, after SIGTERM, to go on answering while /readyz says no, so that a proxy stops sending requests " +
        "(default: 5s). SIGINT stops at once"
    ),
    Flag.withDefault(Duration.seconds(5))
  )
}

/** The API key from the environment. With it, users need not read a key from the output. */
const givenKey = Config.option(variables.MAILROOM_API_KEY.config).pipe(
  Effect.flatMap((given) =>
    Option.isSome(given) && Option.isNone(ApiKey.parse(given.value))
      ? new Usage({ message: "MAILROOM_API_KEY is not a well-formed key: `mailroom keys generate` makes one" })
      : Effect.succeed(given)
  )
)

/** Creates the first organization and its key in one transaction. */
const createFirstOrganization = Effect.fnUntraced(function* (given: Option.Option<Redacted.Redacted>) {
  const keys = yield* ApiKeys
  const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Default" }))
  const secret = yield* Option.match(given, {
    onNone: () => Effect.map(keys.create({ name: "First key" }), ({ secret }) => Option.some(secret)),
    onSome: (secret) => Effect.as(keys.adopt(secret, { name: "MAILROOM_API_KEY" }), Option.none())
  }).pipe(Effect.provideService(CurrentOrganization, organization))
  return { organization, secret }
})

/** All organizations. If none exists, creates the first one, and prints its API key unless the environment gave one. */
const organizations = Effect.gen(function* () {
  const given = yield* givenKey
  const all = yield* Organizations.use(({ list }) => list)
  if (all.length > 0) {
    const isKnown = Option.isNone(given) || Option.isSome(yield* ApiKeys.use((keys) => keys.authenticate(given.value)))
    if (!isKnown) {
      yield* Effect.logWarning("MAILROOM_API_KEY opens nothing here: it is adopted only by the first start")
    }
    return all
  }
  const { organization, secret } = yield* Transactor.use(({ transaction }) =>
    transaction(createFirstOrganization(given))
  )
  if (Option.isSome(secret)) yield* Console.log(`API key: ${Redacted.value(secret.value)}`)
  return [organization]
})

/** The failure of `--demo` on other data: mails of real campaigns must not go to the mailer of the demo. */
const notOfDemo = (found: string) =>
  new Failure({
    message:
      `--demo sends no real mail, so it needs a database of its own, but here ${found}: ` +
      "start without --demo, or with --memory or --data NEW-FOLDER"
  })

/** Fills the only organization with the demo, unless a start before has done that. Fails if it has other data. */
const fillFirst = Effect.fnUntraced(function* ([organization, ...others]: ReadonlyArray<Organization>) {
  if (organization === undefined || others.length > 0) return yield* notOfDemo("there are several organizations")
  yield* fillDemo.pipe(
    Effect.andThen(Live.fill),
    Effect.andThen(Results.fill),
    Effect.catchTag("NotEmpty", () =>
      Effect.flatMap(Demo.isFilled, (isFilled) => (isFilled ? Effect.void : notOfDemo("is other data")))
    ),
    Effect.provideService(CurrentOrganization, organization)
  )
})

/** The console, unless its package cannot be loaded. */
const findConsole = Effect.tryPromise(() => import("@mailroom/console")).pipe(
  Effect.map(({ load }): Server.Options["console"] => ({ load })),
  Effect.catch(({ cause }) => Effect.as(Effect.logWarning(`The console is left out: ${messageOf(cause)}`), undefined))
)

/** Two scopes, which are closed at the same time: the server need not wait for the work that is ended. */
const scopesOfServer = Effect.gen(function* () {
  const [serving, working] = [yield* Scope.make(), yield* Scope.make()]
  yield* Effect.addFinalizer((exit) =>
    Effect.all([Scope.close(serving, exit), Scope.close(working, exit)], { concurrency: 2, discard: true })
  )
  return { serving, working }
})

/** A server for probes. It is closed after the server of the API, which says until then that it is not ready any more. */
const probeServer = Effect.acquireRelease(
  Effect.sync(() => createServer()),
  (server) => Effect.sync(() => server.close().closeAllConnections())
)

const listen = (server: HttpServerOfNode, host: string, port: number) =>
  Effect.callback<void, { readonly cause: unknown }>((resume) => {
    server.once("error", (cause) => resume(Effect.fail({ cause })))
    server.listen(port, host, () => resume(Effect.void))
  }).pipe(Effect.catch(cannotListen(host, port, "--probe-port")))

const isLoopback = (host: string) => /^(?:127\.[\d.]+|::1|localhost)$/u.test(host)

/** Prints a link that opens the console once, within ten minutes. It has no key: browsers keep links in their history. */
const printLink = Effect.fnUntraced(function* (url: string, [organization]: ReadonlyArray<Organization>) {
  if (organization === undefined) return
  const code = yield* Sessions.use(({ issueCode }) => issueCode).pipe(
    Effect.provideService(CurrentOrganization, organization)
  )
  if (Option.isNone(code)) return
  yield* Console.log(`Console: ${withoutTrailingSlashes(url)}/console#code=${Redacted.value(code.value)}`)
})

export const serve = Command.make(
  "serve",
  flags,
  Effect.fn(function* (given) {
    const {
      accessLog,
      console,
      demo,
      drain,
      host,
      maxInFlight,
      metrics,
      port,
      probeHost,
      probePort,
      publicUrl,
      rateLimit,
      work
    } = given
    // The delay before shutdown. It is zero until the server was announced, because before that no proxy sends it
    // requests. It is also zero after SIGINT, which comes from a person who does not want to wait. This listener must
    // run before the one that interrupts the program.
    let drainTime = Duration.zero
    const interrupt = () => void (drainTime = Duration.zero)
    yield* Effect.acquireRelease(
      Effect.sync(() => process.prependOnceListener("SIGINT", interrupt)),
      () => Effect.sync(() => process.off("SIGINT", interrupt))
    )
    const page = console ? yield* findConsole : undefined
    const probes = Option.isSome(probePort) ? yield* probeServer : undefined
    const options = {
      console: page,
      probes,
      host,
      port,
      drain: () => drainTime,
      accessLog,
      maxInFlight,
      metrics,
      publicUrl: Option.getOrUndefined(publicUrl),
      rateLimit
    }
    yield* Storage.keepSigning
    const { serving, working } = yield* scopesOfServer
    // Started first, so that no key is created when the port is in use.
    const server = yield* NodeServer.layer(options).pipe(
      Layer.provide(ApiKeys.layerAuthenticator),
      Layer.buildWithScope(serving),
      Effect.catchTag("ServeError", cannotListen(host, port))
    )
    if (probes !== undefined)
      yield* listen(
        probes,
        probeHost,
        Option.getOrElse(probePort, () => 0)
      )
    const allOrganizations = yield* organizations
    if (demo) yield* fillFirst(allOrganizations)
    if (work) {
      yield* Layer.buildWithScope(Maintenance.layerWorkers, working)
      yield* Effect.forkScoped(World.run)
    }
    const { address } = yield* HttpServer.HttpServer.pipe(Effect.provideContext(server))
    yield* Layer.build(Maintenance.layer)
    if (metrics) yield* Layer.build(ProcessMetrics.layer({ version }))
    // From here on a proxy may send requests.
    drainTime = drain
    if (demo && allOrganizations.length === 1 && page !== undefined && isLoopback(host)) {
      yield* printLink(options.publicUrl ?? HttpServer.formatAddress(address), allOrganizations)
    }
    const probed = probes?.address()
    if (typeof probed === "object" && probed !== null) {
      yield* Console.log(`Probes on http://${probeHost}:${probed.port}`)
    }
    yield* Console.log(`Listening on ${HttpServer.formatAddress(address)}`)
    yield* Logs.started("serves the HTTP API", { address: HttpServer.formatAddress(address), work })
    return yield* untilStopped
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Serve the HTTP API. Data is kept in the database of DATABASE_URL; without that, in an embedded database in a " +
      "folder; with --memory, nowhere. MAILROOM_ATTACHMENTS names a folder for the attachments of mail, which are " +
      "otherwise kept in the database. MAILROOM_AUTHSERV_ID names the mail server whose DMARC results are believed. " +
      "MAILROOM_ENCRYPTION_KEY encrypts the credentials of accounts and the secrets of integrations; the embedded " +
      "database has a key of its own. " +
      "The first start makes an organization and prints its API key, unless MAILROOM_API_KEY brings one."
  ),
  Command.withShortDescription("Serve the HTTP API"),
  Command.withExamples([
    { command: "mailroom serve --memory --demo", description: "Try it out: nothing is kept" },
    { command: "mailroom serve --port 8080", description: "Keep data in ./.mailroom" },
    {
      command: "DATABASE_URL=postgres://… mailroom serve --host 0.0.0.0 --migrate",
      description: "On a server of its own"
    }
  ]),
  Command.provide((options) =>
    Storage.layerUseCases({ ...options, makeFolder: true, exclusive: true }).pipe(
      Layer.provideMerge(Tracing.layer),
      Layer.provideMerge(Logs.layer(options.logFormat))
    )
  )
)
