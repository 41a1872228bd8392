/**
 * The API on Node: as a separate server (`layer`), and as handlers for Express, Fastify, Hono and others
 * (`toHandlers`).
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { HttpEffect, HttpRouter, HttpServer, type HttpServerRequest } from "effect/http"
import { type IncomingMessage, type Server as HttpServerOfNode, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import * as BodyLimits from "./BodyLimits.ts"
import { mounted } from "./Mounted.ts"
import { corsOf, sendProblem } from "./NodeAnswer.ts"
import { type Gate, GatedServer, makeGate } from "./NodeGate.ts"
import * as ProbeServer from "./ProbeServer.ts"
import * as Problems from "../contract/Problems.ts"
import { pathOf } from "../contract/PublicUrl.ts"
import { Readiness } from "../pipeline/Readiness.ts"
import { withoutUseCases } from "../pipeline/RequestContext.ts"
import * as RequestId from "../contract/RequestId.ts"
import * as Server from "../Server.ts"

export interface Options extends Server.Options {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /**
   * How long the server still accepts requests after it is asked to stop. In this time, `/readyz` answers 503, and
   * connections are closed after their next answer. Read when the server is asked to stop. Default: 0.
   */
  readonly drain?: (() => Duration.Duration) | undefined
  /**
   * Another server, which the host starts and stops, that answers `/livez`, `/readyz` and `/metrics`, too: at once, also
   * while thousands of clients connect to this one.
   */
  readonly probes?: HttpServerOfNode | undefined
}

/**
 * How many connections may wait until the process accepts them; the system may allow fewer. Beyond that it ignores them,
 * and clients try again after one, three and seven seconds.
 */
const backlog = 4096

/** The statuses for requests that Node cannot parse. Node would answer them with an empty body. */
const statuses: Record<string, 400 | 408 | 413 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413
}

/**
 * Sends an answer that is whole with one write. Node 24 sends header and body in one write, unless `strictContentLength`
 * is set, which the adapter does. The row of the bench is "leads, limit 1".
 */
class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override end(...args: Array<any>): this {
    // The adapter ends with a body only if it has the whole of it, and has set `Content-Length` from it.
    if (typeof args[0] === "string" || args[0] instanceof Uint8Array) this.strictContentLength = false
    return super.end(...(args as []))
  }
}

/**
 * Node's server with problems as answers to invalid HTTP, and with limits on how long a request may take to arrive.
 * Node would answer some requests with an empty body: a missing host, an unknown expectation, an upgrade. We answer
 * them.
 */
const makeServer = (gate: Gate) => {
  const server = new GatedServer(
    {
      ServerResponse: Answer,
      headersTimeout: 10_000,
      requestTimeout: Duration.toMillis(BodyLimits.longest),
      // Longer than the keep-alive of proxies in front, 60 s by default, so that the proxy closes first.
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      shouldUpgradeCallback: () => false
    },
    gate
  )
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))

  const answers = new WeakMap<Duplex, Set<ServerResponse>>()
  const remember = (request: IncomingMessage, response: ServerResponse) => {
    const open = answers.get(request.socket) ?? new Set()
    answers.set(request.socket, open.add(response))
    response.once("close", () => open.delete(response))
  }
  server.on("request", remember)
  server.on("checkContinue", remember)
  /** Whether an answer on this connection has begun. Anything written now would become a part of it. */
  const isAnswering = (socket: Duplex) => [...(answers.get(socket) ?? [])].some(({ headersSent }) => headersSent)

  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return void socket.destroy()
    const status = statuses[error.code ?? ""] ?? 400
    const body = Problems.unparsed(status, RequestId.requestIdOf(undefined))
    socket.end(
      `HTTP/1.1 ${status} ${body.title}\r\nContent-Type: application/problem+json\r\n` +
        `X-Request-Id: ${body.request_id}\r\nCache-Control: no-store\r\n` +
        `Content-Length: ${Buffer.byteLength(JSON.stringify(body))}\r\nConnection: close\r\n\r\n${JSON.stringify(body)}`
    )
  })
  return server
}

/** How long requests may still take when the server stops, after the drain. */
const grace = Duration.seconds(8)

const layerServer = ({ host, port, probes }: Pick<Options, "host" | "port" | "probes">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const gate = yield* makeGate
      const watch = yield* BodyLimits.make
      const server = makeServer((request, response, begin) => {
        watch(request, response)
        gate(request, response, begin)
      })
      if (probes !== undefined) yield* ProbeServer.attach(probes, server)
      return NodeHttpServer.layerServer(() => server, { host, port, backlog, gracefulShutdownTimeout: grace })
    })
  )

/**
 * Serves the API until the layer is released. Provides the `HttpServer`, whose `address` contains the host and port.
 */
export const layer = ({ drain = () => Duration.zero, host, port, probes, ...options }: Options) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const readiness = yield* Readiness
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          readiness.drain,
          Effect.suspend(() => Effect.sleep(drain()))
        )
      )
    })
  ).pipe(
    Layer.provideMerge(
      Layer.effectDiscard(
        Effect.flatMap(HttpRouter.toHttpEffect(Server.layer(options)), (app) =>
          withoutUseCases(HttpServer.serveEffect(app))
        )
      )
    ),
    Layer.provide(Layer.succeed(HttpRouter.RouterConfig, Server.routerConfig)),
    Layer.provideMerge(layerServer({ host, port, probes })),
    Layer.provide(Server.services(options)),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )

/** The host has read the body and not kept it. Only the host can fix that. */
const bodyIsGone = new Problems.Internal({
  detail: "The body was read before Mailroom got the request, and is not in `request.body`"
})

/** Sends a problem without processing the request. */
const sendOutright = (
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problems.Internal | Problems.ServiceUnavailable,
  trusted: ReadonlySet<string>
) => {
  const request_id = RequestId.requestIdOf(request.headers[RequestId.header]?.toString())
  sendProblem(response, { ...problem, request_id }, corsOf(request, trusted))
}

export interface Handlers {
  /**
   * A request listener: `app.use("/mailroom", handler)` in Express, or after `reply.hijack()` in Fastify. If a parser
   * has read the body, it is taken from `request.rawBody` or `request.body`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** A handler for frameworks with `Request` and `Response`. */
  readonly fetch: Server.Fetch
  readonly dispose: () => Promise<void>
}

/**
 * Creates handlers for a server of the host. Both handlers share one limit of concurrent requests, and the rate limits.
 * The path of `publicUrl` is removed from paths that begin with it. Rejects when `requirements` cannot be built. After
 * `dispose` every answer is a 503.
 */
export const toHandlers = async <E>(
  requirements: Layer.Layer<Server.Requirements, E>,
  options: Server.Options = {}
): Promise<Handlers> => {
  const scope = Scope.makeUnsafe()
  let isDisposed = false
  const dispose = () => {
    isDisposed = true
    return Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const make = Effect.gen(function* () {
    const gate = yield* makeGate
    const app = yield* HttpRouter.toHttpEffect(Server.layer(options))
    const answer = yield* withoutUseCases(NodeHttpServer.makeHandler(app, { scope }))
    const answerFetch = yield* withoutUseCases(
      Effect.contextWith((context: Context.Context<never>) =>
        Effect.succeed(
          HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(app)
        )
      )
    )
    const path = pathOf(options.publicUrl)
    const trusted = new Set(options.trustedOrigins)
    const handler: Handlers["handler"] = (received, response) => {
      if (isDisposed) return sendOutright(received, response, Problems.stopped, trusted)
      const request = mounted(received, path)
      if (request === undefined) return sendOutright(received, response, bodyIsGone, trusted)
      gate(request, response, () => answer(request, response))
    }
    return { handler, fetch: Server.mounted(answerFetch, options, () => isDisposed) }
  })
  const services = Server.services(options).pipe(
    Layer.provideMerge(requirements),
    Layer.provideMerge(NodeHttpServer.layerHttpServices)
  )
  const handlers = await Layer.build(services).pipe(
    Effect.flatMap((context) => Effect.provideContext(make, context)),
    Effect.provideService(HttpRouter.RouterConfig, Server.routerConfig),
    Scope.provide(scope),
    Effect.runPromise
  )
  return { ...handlers, dispose }
}
