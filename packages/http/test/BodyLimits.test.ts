import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { once } from "node:events"
import { runInNewContext } from "node:vm"
import { isTooSlow, make } from "../src/node/BodyLimits.ts"

const kibi = 1024
const progress = (seconds: number, bytes: number, silent = 0) => ({
  elapsed: seconds * 1000,
  silent: silent * 1000,
  bytes
})

describe("the body of a request", () => {
  it("is rejected after ten seconds of silence", () => {
    assert.isFalse(isTooSlow(progress(9, 0, 9)))
    assert.isTrue(isTooSlow(progress(10, 0, 10)))
    assert.isTrue(isTooSlow(progress(30, 100_000 * kibi, 10)))
  })

  it("is rejected below 32 KiB a second, but not in its first 15 seconds", () => {
    assert.isFalse(isTooSlow(progress(14, 1)))
    assert.isTrue(isTooSlow(progress(15, 15 * 32 * kibi - 1)))
    assert.isFalse(isTooSlow(progress(15, 15 * 32 * kibi)))
    assert.isTrue(isTooSlow(progress(100, 100 * 32 * kibi - 1)))
  })

  it("is rejected after 15 minutes, however fast", () => {
    assert.isFalse(isTooSlow(progress(15 * 60 - 1, 2 ** 40)))
    assert.isTrue(isTooSlow(progress(15 * 60, 2 ** 40)))
  })
})

describe("the requests that are watched", () => {
  const turn = Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))

  it.effect("are forgotten when they are answered", () =>
    Effect.gen(function* () {
      const watch = yield* make
      const requests: Array<WeakRef<IncomingMessage>> = []
      const server = createServer((request, response) => {
        watch(request, response)
        requests.push(new WeakRef(request))
        request.resume().once("end", () => response.end())
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
        () => Effect.promise(() => new Promise((resolve) => void server.close(resolve)))
      )
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      // The small body arrives together with its headers, the large one after them.
      for (const size of [10, 4 * 1024 * 1024]) {
        const body = Buffer.alloc(size)
        const answer = fetch(url, { method: "POST", body, headers: { connection: "close" } })
        yield* Effect.promise(async () => void (await (await answer).arrayBuffer()))
      }
      setFlagsFromString("--expose-gc")
      const collect = runInNewContext("gc")
      const kept = () => requests.filter((request) => request.deref() !== undefined).length
      for (let i = 0; i < 100 && kept() > 0; i++) {
        yield* turn
        collect()
      }
      assert.deepStrictEqual([requests.length, kept()], [2, 0])
    })
  )
})
