/** In-memory servers with the test clock, and connections on which requests are sent in parts. */
import { ApiKeys, CurrentOrganization, Mailroom, Organizations } from "@mailroom/core"
import type { Server } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import * as QuickHashing from "../../../core/test/people/QuickHashing.ts"
import { send } from "./Client.ts"

const storage = Effect.map(Layer.build(MemoryStorage.layer), Layer.succeedContext)

/** Use cases, and the keys of two organizations. */
export const tenants = Effect.gen(function* () {
  const useCases = ApiKeys.layerAuthenticator.pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provide([yield* storage, PostalMime.layer, QuickHashing.layer])
  )
  const context = yield* Layer.build(useCases)
  const newKey = Effect.fnUntraced(function* (name: string) {
    const organization = yield* Context.get(context, Organizations).create({ name })
    const { secret } = yield* Context.get(context, ApiKeys)
      .create({ name })
      .pipe(Effect.provideService(CurrentOrganization, organization))
    return secret
  })
  return { useCases: Layer.succeedContext(context), a: yield* newKey("A"), b: yield* newKey("B") }
})

export const serve = Effect.fnUntraced(function* (
  useCases: Effect.Success<typeof tenants>["useCases"],
  options: Server.Options = {}
) {
  const node = NodeServer.layer({ host: "127.0.0.1", port: 0, ...options })
  const { address } = Context.get(yield* Layer.build(Layer.provide(node, useCases)), HttpServer.HttpServer)
  return HttpServer.formatAddress(address)
})

export const start = Effect.fnUntraced(function* (options: Server.Options = {}) {
  const { a, b, useCases } = yield* tenants
  return { origin: yield* serve(useCases, options), a, b }
})

/** A connection on which a request is sent in parts. */
export const open = Effect.fnUntraced(function* (origin: string, key?: Redacted.Redacted) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  let received = ""
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("error", () => {})
  const until = (pattern: RegExp) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        if (pattern.test(received)) resume(Effect.void)
      }
      socket.on("data", look)
      look()
    })
  socket.on("data", (chunk) => (received += chunk.toString()))
  const authorization = key === undefined ? "" : `Authorization: Bearer ${Redacted.value(key)}\r\n`
  return {
    /** Sends everything except the body, and waits until the server has read it. */
    begin: Effect.andThen(
      Effect.sync(() =>
        socket.write(
          `POST /campaigns HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\n` +
            "Content-Length: 12\r\nExpect: 100-continue\r\n\r\n"
        )
      ),
      until(/^HTTP\/1\.1 \d+ /u)
    ),
    end: Effect.andThen(
      Effect.sync(() => socket.write('{"name":"A"}')),
      until(/HTTP\/1\.1 201 /u)
    ),
    write: (text: string) => Effect.sync(() => socket.write(text)),
    received: () => received,
    until,
    close: Effect.andThen(
      Effect.sync(() => socket.destroy()),
      Effect.promise(() => closed)
    ),
    /** Everything that was received, once the server has closed the connection. */
    closed: Effect.map(
      Effect.promise(() => closed),
      () => received
    )
  }
})

/** When the server has answered other requests, it has also read everything that was sent before. */
export const othersAnswered = (origin: string) => Effect.repeat(send(origin, "GET", "/livez"), { times: 2 })
