/** Bodies that arrive slowly: on real connections, with the test clock. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { open, othersAnswered, start } from "./Tenants.ts"

describe("a body that does not arrive", () => {
  it.effect("is answered 408", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start()
      const { begin, closed, write } = yield* open(origin, a)
      yield* begin
      yield* write("{")
      yield* TestClock.adjust("11 seconds")
      const received = yield* closed
      assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/iu)
      assert.match(received, /"code":"request_timeout"/u)
    }).pipe(Effect.scoped)
  )

  it.effect("does not keep the connection when the answer is sent: without a key", () =>
    Effect.gen(function* () {
      const { origin } = yield* start()
      const { closed, until, write } = yield* open(origin)
      yield* write("POST /campaigns HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{")
      yield* until(/^HTTP\/1\.1 401 /u)
      yield* TestClock.adjust("11 seconds")
      assert.match(yield* closed, /"code":"unauthorized"/u)
    }).pipe(Effect.scoped)
  )

  it.effect("does not keep the connection when the request was rejected while it waited", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ maxInFlight: 2 })
      yield* (yield* open(origin, a)).begin
      yield* (yield* open(origin, b)).begin
      const { closed, until, write } = yield* open(origin, a)
      yield* write("POST /campaigns HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{")
      yield* othersAnswered(origin)
      yield* TestClock.adjust("2 seconds")
      yield* until(/^HTTP\/1\.1 503 /u)
      yield* TestClock.adjust("11 seconds")
      yield* closed
    }).pipe(Effect.scoped)
  )
})
