import { assert, describe, it } from "@effect/vitest"
import { DeliveryTransport, maximumAnswer } from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Deferred, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { execFile } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { answering, certificate, endlessly, far, ok, post, receiver, tlsReceiver } from "./Receivers.ts"

const toLoopback = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])
const layer = UndiciTransport.layer({ allowPrivateTargets: true, resolve: toLoopback })
const urlOf = ({ port }: { readonly port: number }) => `http://receiver.test:${port}/hook?token=s3cret`

/** The error of a delivery to a receiver with this answer. */
const failure = Effect.fnUntraced(function* (...args: Parameters<typeof receiver>) {
  const error = yield* Effect.flip(post(urlOf(yield* receiver(...args))))
  assert.notInclude(JSON.stringify(error) + error.message, "s3cret")
  return error.reason
})

/** The connections to a port that are opened before the scope closes. */
const socketsTo = (port: number) =>
  Effect.gen(function* () {
    const sockets: Array<Socket> = []
    const onConnected = (message: unknown) => {
      const { connectParams, socket } = message as { connectParams: { port: string }; socket: Socket }
      if (connectParams.port === String(port)) sockets.push(socket)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => subscribe("undici:client:connected", onConnected)),
      () => Effect.sync(() => unsubscribe("undici:client:connected", onConnected))
    )
    return () => sockets
  })

describe("UndiciTransport", () => {
  it.live("sends what it was given, and answers what came", () =>
    Effect.gen(function* () {
      let arrived = ""
      const target = yield* receiver((socket, request) => {
        arrived += request
        if (arrived.endsWith("ä")) answering(["HTTP/1.1 201 Created", "Retry-After: 120"], "thanks ✓\u0000")(socket, "")
      })
      const { send } = yield* DeliveryTransport
      const answer = yield* send({
        method: "POST",
        url: `${urlOf(target)}#part`,
        headers: { "Webhook-Id": "msg_1" },
        body: "ä"
      })
      assert.deepStrictEqual(
        { ...answer, duration_ms: 0 },
        {
          status: 201,
          retry_after: "120",
          body: "thanks ✓\uFFFD",
          duration_ms: 0
        }
      )
      assert.isAtLeast(answer.duration_ms, 0)
      assert.match(arrived, /^POST \/hook\?token=s3cret HTTP\/1\.1\r\n/u)
      assert.include(arrived, `host: receiver.test:${target.port}\r\n`)
      assert.include(arrived, "Webhook-Id: msg_1\r\n")
      assert.include(arrived, "content-length: 2\r\n")
    }).pipe(Effect.provide(layer))
  )

  it.live("answers redirects and errors as they come, and follows none", () =>
    Effect.gen(function* () {
      const other = yield* receiver(ok)
      for (const status of [301, 302, 303, 307, 308, 400, 410, 429, 500, 503]) {
        const target = yield* receiver(
          answering([`HTTP/1.1 ${status} Status`, `Location: http://127.0.0.1:${other.port}/`])
        )
        assert.strictEqual((yield* post(urlOf(target))).status, status)
      }
      assert.strictEqual(other.connections(), 0)
    }).pipe(Effect.provide(layer))
  )

  it.live("uses connections again", () =>
    Effect.gen(function* () {
      const target = yield* receiver(ok)
      const requests = 5
      for (let i = 0; i < requests; i++) yield* post(urlOf(target))
      assert.isBelow(target.connections(), requests)
    }).pipe(Effect.provide(layer))
  )

  it.live("keeps 4 KiB of an endless answer, and reads no more of it", () =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<number>()
      const target = yield* receiver((socket) => {
        socket.once("close", () => Deferred.doneUnsafe(written, Effect.succeed(socket.bytesWritten)))
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        endlessly(socket, "é".repeat(10_000))
      })
      const { body, status } = yield* post(urlOf(target))
      assert.strictEqual(status, 200)
      assert.strictEqual(body, "é".repeat(2048))
      assert.isBelow(yield* Deferred.await(written), far)
    }).pipe(Effect.provide(layer))
  )

  it.live("cuts no character in half", () =>
    Effect.gen(function* () {
      const target = yield* receiver(answering(["HTTP/1.1 200 OK"], `a${"é".repeat(5000)}`))
      assert.strictEqual((yield* post(urlOf(target))).body, `a${"é".repeat(2047)}`)
    }).pipe(Effect.provide(layer))
  )

  it.live("decompresses nothing", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(50_000_000))
      const target = yield* receiver(answering(["HTTP/1.1 200 OK", "Content-Encoding: gzip"], bomb))
      const { body, status } = yield* post(urlOf(target))
      assert.deepStrictEqual([status, body], [200, ""])
    }).pipe(Effect.provide(layer))
  )

  it.live("takes an answer whose body breaks off", () =>
    Effect.gen(function* () {
      const target = yield* receiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nreceived", () => socket.destroy())
      })
      const { body, status } = yield* post(urlOf(target))
      assert.deepStrictEqual([status, body], [200, "received"])
    }).pipe(Effect.provide(layer))
  )

  it.live("names the fault when no answer comes", () =>
    Effect.gen(function* () {
      const closed = yield* Effect.scoped(receiver(ok))
      assert.strictEqual((yield* Effect.flip(post(urlOf(closed)))).reason, "connection_refused")
      assert.strictEqual(yield* failure((socket) => socket.resetAndDestroy()), "connection_lost")
      assert.strictEqual(yield* failure((socket) => socket.end()), "connection_lost")
      assert.strictEqual(yield* failure((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-")), "connection_lost")
      assert.strictEqual(yield* failure((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")), "invalid_response")
      assert.strictEqual(yield* failure((socket) => socket.end("<html>hello</html>")), "invalid_response")
      assert.strictEqual(yield* failure(answering(["HTTP/1.1 200 OK", "Content-Length: 5"])), "invalid_response")
      assert.strictEqual(yield* failure(answering(["HTTP/1.1 101 Switching", "Upgrade: a"])), "invalid_response")
      assert.strictEqual(yield* failure(answering(["HTTP/1.1 100 Continue"])), "invalid_response")
    }).pipe(Effect.provide(layer))
  )

  it.live("ends a header that does not end", () =>
    Effect.gen(function* () {
      const endless = (start: string, more: string) =>
        failure((socket) => {
          socket.write(start)
          endlessly(socket, more)
        })
      assert.strictEqual(yield* endless("HTTP/1.1 200 OK\r\n", `X-A: ${"a".repeat(1000)}\r\n`), "invalid_response")
      assert.strictEqual(yield* endless("HTTP/1.1 200 OK\r\nX-A: ", "a".repeat(1000)), "invalid_response")
    }).pipe(Effect.provide(layer))
  )

  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  const floods: ReadonlyArray<readonly [what: string, start: string, more: string]> = [
    ["103 Early Hints", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"],
    ["102 Processing", "", "HTTP/1.1 102 Processing\r\n\r\n".repeat(10)],
    ["a status line", "HTTP/1.1 200 ", "a".repeat(100)],
    ["empty lines", "", "\r\n".repeat(100)],
    ["a chunk extension", `${chunked}2;a=`, "b".repeat(100)],
    ["chunk extensions", `${chunked}2`, ";a=b".repeat(50)],
    ["chunks of a byte with extensions", `${chunked}2\r\nok\r\n`, `1;a=${"b".repeat(1000)}\r\nc\r\n`]
  ]
  it.live.each(floods)("reads no endless %s", ([, start, more]) =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<number>()
      const target = yield* receiver((socket) => {
        socket.once("close", () => Deferred.doneUnsafe(written, Effect.succeed(socket.bytesWritten)))
        socket.write(start)
        endlessly(socket, more)
      })
      const sockets = yield* socketsTo(target.port)
      const result = yield* Effect.result(post(urlOf(target)))
      if (start.startsWith(chunked)) {
        // The status has arrived, and the rest of the answer does not change the result.
        assert.deepInclude(Result.getOrThrow(result), { status: 200 })
      } else {
        const { message, reason } = Result.getOrThrow(Result.flip(result))
        assert.deepStrictEqual([reason, message], ["too_long", "More than 256 KiB came before the end of the answer"])
      }
      assert.isBelow(yield* Deferred.await(written), far)
      assert.isBelow(sockets()[0]?.bytesRead ?? Infinity, 2 * maximumAnswer)
    }).pipe(Effect.provide(layer))
  )

  it.live("bounds each answer of a connection, not all of them together", () =>
    Effect.gen(function* () {
      const long = answering(["HTTP/1.1 103 Early Hints", `Link: ${"a".repeat(10_000)}`, "", "HTTP/1.1 200 OK"], "ok")
      const target = yield* receiver(long)
      const sockets = yield* socketsTo(target.port)
      while (!sockets().some(({ bytesRead }) => bytesRead > 2 * maximumAnswer)) {
        assert.strictEqual((yield* post(urlOf(target))).status, 200)
      }
    }).pipe(Effect.provide(layer))
  )

  it.live("names the fault of a name or a header field", () =>
    Effect.gen(function* () {
      const target = yield* receiver(ok)
      for (const resolve of [() => Promise.resolve([]), () => Promise.reject(new Error("ENOTFOUND"))]) {
        const unresolved = UndiciTransport.layer({ allowPrivateTargets: true, resolve })
        assert.strictEqual((yield* Effect.provide(Effect.flip(post(urlOf(target))), unresolved)).reason, "dns")
      }
      const { send } = yield* DeliveryTransport
      const headers = { "X-A": "a\r\nX-B: b" }
      const error = yield* Effect.flip(send({ method: "POST", url: urlOf(target), headers, body: "" }))
      assert.strictEqual(error.reason, "invalid_request")
      assert.strictEqual(target.connections(), 0)
    }).pipe(Effect.provide(layer))
  )

  it.live("tries the next address of a name", () =>
    Effect.gen(function* () {
      const target = yield* receiver(ok)
      const resolve = () =>
        Promise.resolve([
          { address: "::1", family: 6 },
          { address: "127.0.0.1", family: 4 }
        ])
      const both = UndiciTransport.layer({ allowPrivateTargets: true, resolve })
      assert.strictEqual((yield* Effect.provide(post(urlOf(target)), both)).status, 200)
      const closed = yield* Effect.scoped(receiver(ok))
      const error = yield* Effect.provide(Effect.flip(post(urlOf(closed))), both)
      assert.strictEqual(error.reason, "connection_refused")
    })
  )
})

describe("UndiciTransport, 15 seconds after the start", () => {
  /** Sends a request. When the receiver has written `begin`, advances the clock to the deadline. */
  const afterDeadline = Effect.fnUntraced(function* (begin: string) {
    const begun = yield* Deferred.make<void>()
    const closed = yield* Deferred.make<void>()
    const target = yield* receiver((socket) => {
      socket.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
      socket.write(begin, () => Deferred.doneUnsafe(begun, Effect.void))
    })
    const sent = yield* Effect.forkChild(post(urlOf(target)))
    yield* Deferred.await(begun)
    yield* TestClock.adjust("14999 millis")
    assert.isUndefined(sent.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    const exit = yield* Fiber.await(sent)
    yield* Deferred.await(closed)
    return yield* exit
  })

  it.effect("gives up on a receiver that does not answer, and closes the connection", () =>
    Effect.gen(function* () {
      for (const begin of ["", "HTTP/1.1 200 OK\r\nX-A: a", "HTTP/1.1 103 Early Hints\r\n\r\n"]) {
        const error = yield* Effect.flip(afterDeadline(begin))
        assert.strictEqual(error.reason, "timeout")
        assert.strictEqual(error.message, "No answer within 15 seconds")
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes an answer whose body has not ended", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const onHeader = () => Deferred.doneUnsafe(arrived, Effect.void)
          subscribe("undici:request:headers", onHeader)
          return onHeader
        }),
        (onHeader) => Effect.sync(() => unsubscribe("undici:request:headers", onHeader))
      )
      const target = yield* receiver((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nrec"))
      const sent = yield* Effect.forkChild(post(urlOf(target)))
      yield* Deferred.await(arrived)
      yield* TestClock.adjust("15 seconds")
      const { duration_ms, status } = yield* Fiber.join(sent)
      assert.deepStrictEqual([status, duration_ms], [200, 15_000])
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives up on a name server that does not answer", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const resolve = () => {
        Deferred.doneUnsafe(asked, Effect.void)
        return new Promise<never>(() => {})
      }
      const sent = yield* post("http://receiver.test/").pipe(
        Effect.provide(UndiciTransport.layer({ resolve })),
        Effect.flip,
        Effect.forkChild
      )
      yield* Deferred.await(asked)
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual((yield* Fiber.join(sent)).reason, "timeout")
    })
  )
})

describe("UndiciTransport, over TLS", () => {
  const secureUrl = (host: string, { port }: { readonly port: number }) => `https://${host}:${port}/hook`

  it.live("accepts no certificate that nobody vouches for, and no server without TLS", () =>
    Effect.gen(function* () {
      const target = yield* tlsReceiver(ok)
      const untrusted = yield* Effect.flip(post(secureUrl("receiver.test", target)))
      assert.deepStrictEqual([untrusted.reason, untrusted.code], ["tls", "DEPTH_ZERO_SELF_SIGNED_CERT"])
      const plain = yield* receiver(ok, { until: "" })
      assert.strictEqual((yield* Effect.flip(post(secureUrl("receiver.test", plain)))).reason, "tls")
    }).pipe(Effect.provide(layer))
  )

  /**
   * The result of a request to each URL, in a process that trusts the certificate: trust is decided when a process
   * starts.
   */
  const trusting = Effect.fnUntraced(function* (...urls: ReadonlyArray<string>) {
    const script = join(import.meta.dirname, "trusting.ts")
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
    const { stdout } = yield* Effect.promise(() =>
      promisify(execFile)(process.execPath, ["--conditions=mailroom-source", script, ...urls], { env })
    )
    return stdout.trim().split("\n")
  })

  it.live("accepts a trusted certificate, for its own name only, and reads no endless answer", () =>
    Effect.gen(function* () {
      const target = yield* tlsReceiver(ok)
      const endless = yield* tlsReceiver((socket) => endlessly(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"))
      const urls = ["receiver.test", "other.test"].map((host) => secureUrl(host, target))
      assert.deepStrictEqual(yield* trusting(...urls, secureUrl("receiver.test", endless)), [
        "200",
        "tls ERR_TLS_CERT_ALTNAME_INVALID",
        "too_long undefined"
      ])
    })
  )
})
