/** `mailroom work`: runs the background work, without the HTTP API. */
import { InboundSource } from "@mailroom/core"
import { Maintenance, ProcessMetrics } from "@mailroom/host"
import { version } from "@mailroom/http"
import { MetricsServer } from "@mailroom/http/node"
import { Console, Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { variables } from "./Environment.ts"
import { cannotListen } from "./Failure.ts"
import { port as portFlag } from "./Flags.ts"
import * as Logs from "./Logs.ts"
import * as Storage from "./Storage.ts"
import * as Tracing from "./Tracing.ts"

export const allowPrivateTargets = Flag.Boolean("allow-private-targets").pipe(
  Flag.withDescription("Also connect to targets and mail servers of this machine and its network, for development"),
  Flag.withDefault(false)
)

export const inboundFlag = Flag.Literals("inbound", InboundSource.literals).pipe(
  Flag.withDescription(
    "The source of incoming mail: inboxes, which Mailroom reads, or host, by POST /inbound/messages; then no inbox is read, and " +
      "no mail waits for one (default: MAILROOM_INBOUND, or inboxes)"
  ),
  Flag.withFallbackConfig(variables.MAILROOM_INBOUND.config),
  Flag.withDefault("inboxes")
)

export const migrateFlag = Flag.Boolean("migrate").pipe(
  Flag.withDescription("Migrate the database of DATABASE_URL first; the embedded one always is"),
  Flag.withDefault(false)
)

export const publicUrlFlag = Flag.String("public-url").pipe(
  Flag.withMetavar("URL"),
  Flag.withDescription(
    "Where others reach the server, for links in mails and answers (default: MAILROOM_PUBLIC_URL; without it, answers take " +
      "it from their request, and mails have no links)"
  ),
  Flag.withFallbackConfig(variables.MAILROOM_PUBLIC_URL.config),
  Flag.filter(
    (url) => /^https?:$/u.test(URL.parse(url)?.protocol ?? "") && !/[?#]/u.test(url),
    () => "a URL such as https://mail.example.com, without a query"
  ),
  Flag.optional
)

/** Waits until the process is asked to stop. The exit code is then 0. */
export const untilStopped = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (process.exitCode = 0)))

const serveMetrics = Effect.fnUntraced(function* (host: string, port: number) {
  const server = yield* Layer.build(MetricsServer.layer({ host, port })).pipe(
    Effect.catchTag("ServeError", cannotListen(host, port, "--metrics-port"))
  )
  yield* Layer.build(ProcessMetrics.layer({ version }))
  const { address } = yield* HttpServer.HttpServer.pipe(Effect.provideContext(server))
  yield* Console.log(`Metrics on ${HttpServer.formatAddress(address)}/metrics`)
})

export const work = Command.make(
  "work",
  {
    data: Storage.dataFlag,
    migrate: migrateFlag,
    inbound: inboundFlag,
    allowPrivateTargets,
    publicUrl: publicUrlFlag,
    logFormat: Logs.formatFlag,
    metricsPort: portFlag("metrics-port").pipe(
      Flag.withDescription("Answer GET /metrics on this port, in Prometheus' format; 0 picks a free one (default: no)"),
      Flag.optional
    ),
    metricsHost: Flag.String("metrics-host").pipe(
      Flag.withMetavar("ADDRESS"),
      Flag.withDescription("The address for --metrics-port; 0.0.0.0 is every one (default: 127.0.0.1)"),
      Flag.withDefault("127.0.0.1")
    )
  },
  Effect.fn(function* ({ metricsHost, metricsPort }) {
    if (Option.isSome(metricsPort)) yield* serveMetrics(metricsHost, metricsPort.value)
    yield* Storage.keepSigning
    yield* Layer.build(Maintenance.layerWorkers)
    yield* Console.log("Working")
    yield* Logs.started("does the background work")
    return yield* untilStopped
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Do the background work: send mail and the deliveries of integrations. `mailroom serve` does it, too, unless " +
      "--no-work says otherwise. Any number of processes may work over one database. On SIGTERM what has begun may end within 10 s."
  ),
  Command.withShortDescription("Do the background work, without serving"),
  Command.withExamples([{ command: "DATABASE_URL=postgres://… mailroom work" }]),
  Command.provide((options) =>
    Storage.layerUseCases(options).pipe(
      Layer.provideMerge(Tracing.layer),
      Layer.provideMerge(Logs.layer(options.logFormat))
    )
  )
)
