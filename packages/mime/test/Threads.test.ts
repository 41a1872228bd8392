/** Large mail is parsed in threads, whose number, time and memory are limited. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { maximumLength } from "../src/MessageIds.ts"
import { read } from "../src/PostalMime.ts"
import { spawn } from "../src/Spawn.ts"
import * as Threads from "../src/Threads.ts"
import { Message } from "@mailroom/core"
import { bytes, multipart, parse, withHeader } from "./Mail.ts"

const large = bytes(
  `${withHeader("Subject: large", "Date: Fri, 7 Aug 2026 12:00:00 +0000")}\n${"word ".repeat(10_000)}`
)

/** Starts threads and records them. */
const recorded = (start: () => Worker = spawn) => {
  const threads: Array<Worker> = []
  return {
    threads,
    spawn: () => {
      const thread = start()
      threads.push(thread)
      return thread
    }
  }
}

/** A thread that starts, and runs `code` with its mail. */
const thatDoes = (code: string, resourceLimits = {}) =>
  new Worker(
    `const { parentPort } = require("node:worker_threads")
     parentPort.on("message", () => { ${code} })
     parentPort.postMessage("started")`,
    { eval: true, resourceLimits }
  )

/** The threads that are started while `effect` runs, by any code. */
const threadsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const threads: Array<Worker> = []
      const listener = (thread: Worker) => void threads.push(thread)
      process.on("worker", listener)
      return { threads, listener }
    }),
    ({ threads }) => Effect.as(effect, threads),
    ({ listener }) => Effect.sync(() => process.off("worker", listener))
  )

describe("the parser", () => {
  it.effect("reads large mail in a thread, and small mail without one", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* threadsOf(parse(large)), 1)
      assert.lengthOf(yield* threadsOf(parse(withHeader("Subject: small"))), 0)
    })
  )

  it("takes Message-IDs as long as core does", () => {
    assert.strictEqual(maximumLength, Message.maximumMessageId)
  })
})

describe("threads", () => {
  const mails = {
    text: large,
    "a buffer of Node": Buffer.from(large),
    files: bytes(multipart("mixed", "\nHello", `Content-Type: x/y\n\n${"x".repeat(1e6)}`, "Content-Type: x/y\n\ny")),
    "no mail": new Uint8Array(20_000)
  }
  for (const [name, mail] of Object.entries(mails)) {
    it.effect(`read what is read without them, and leave the caller its bytes: ${name}`, () =>
      Effect.gen(function* () {
        const inThread = yield* Threads.make(spawn)
        const copy = mail.slice()
        assert.deepStrictEqual(yield* Effect.exit(inThread(mail)), yield* Effect.exit(Threads.readHere(mail)))
        assert.deepStrictEqual(mail, copy)
      })
    )
  }

  it.effect("are two at most, and serve again", () =>
    Effect.gen(function* () {
      const { spawn, threads } = recorded()
      const inThread = yield* Threads.make(spawn)
      const readings = yield* Effect.all(
        Array.from({ length: 6 }, () => inThread(large)),
        { concurrency: "unbounded" }
      )
      yield* inThread(large)
      assert.lengthOf(readings, 6)
      assert.lengthOf(threads, 2)
      for (const thread of threads) assert.strictEqual(thread.listenerCount("message"), 0)
    })
  )

  it.effect("end when they are idle", () =>
    Effect.gen(function* () {
      const { spawn, threads } = recorded()
      const inThread = yield* Threads.make(spawn, 0)
      const [first] = yield* Effect.as(inThread(large), threads)
      yield* Effect.promise(async () => first?.threadId === -1 || (await once(first!, "exit")))
      yield* inThread(large)
      assert.lengthOf(threads, 2)
    })
  )

  it.effect("end with the scope", () =>
    Effect.gen(function* () {
      const { spawn, threads } = recorded()
      yield* Effect.scoped(Effect.flatMap(Threads.make(spawn), (inThread) => inThread(large)))
      assert.deepStrictEqual(
        threads.map(({ threadId }) => threadId),
        [-1]
      )
    })
  )

  it.effect("end when a mail takes five seconds, and the next mail gets another one", () =>
    Effect.gen(function* () {
      const code = ["while (true);", `parentPort.postMessage({ reason: "read by the next one" })`]
      const begun = Promise.withResolvers<void>()
      const { spawn, threads } = recorded(() => thatDoes(code.shift()!).once("message", () => begun.resolve()))
      const inThread = yield* Threads.make(spawn)
      const fiber = yield* Effect.forkChild(Effect.flip(inThread(large)))
      // The time begins when the thread has started.
      yield* Effect.promise(() => begun.promise)
      yield* Effect.repeat(TestClock.adjust("5 seconds"), { until: () => fiber.pollUnsafe() !== undefined })
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "The mail takes over 5 seconds to read")
      assert.strictEqual(threads[0]?.threadId, -1)
      assert.strictEqual((yield* Effect.flip(inThread(large))).reason, "read by the next one")
    })
  )

  const failures: ReadonlyArray<readonly [name: string, thread: () => Worker, reason: string]> = [
    [
      "that runs out of memory",
      () => thatDoes("const all = []; while (true) all.push(new Array(1e5).fill(1.5))", { maxOldGenerationSizeMb: 16 }),
      "The mail takes too much memory to read"
    ],
    ["that ends", () => thatDoes("process.exit(1)"), "The mail cannot be read"],
    ["that fails", () => thatDoes(`throw new Error("of a secret")`), "The mail cannot be read"]
  ]
  for (const [name, thread, reason] of failures) {
    it.effect(`a thread ${name} makes its mail unreadable`, () =>
      Effect.gen(function* () {
        const inThread = yield* Threads.make(thread)
        assert.strictEqual((yield* Effect.flip(inThread(large))).reason, reason)
      })
    )
  }

  const missing: ReadonlyArray<readonly [why: string, spawn: () => Worker]> = [
    ["the file is missing", () => new Worker(new URL("Missing.ts", import.meta.url))],
    [
      "the platform has none",
      () => {
        throw new Error("no threads here")
      }
    ]
  ]
  for (const [why, spawn] of missing) {
    it.effect(`mail is read without them, with a warning, when ${why}`, () =>
      Effect.gen(function* () {
        const warnings: Array<unknown> = []
        const logger = Logger.make(({ logLevel, message }) => void warnings.push([logLevel, message]))
        const inThread = yield* Threads.make(spawn)
        const reading = yield* inThread(large).pipe(Effect.provide(Logger.layer([logger])))
        assert.deepStrictEqual(reading, yield* Effect.promise(() => read(large)))
        assert.lengthOf(warnings, 1)
        assert.include(JSON.stringify(warnings), "main thread")
      })
    )
  }
})
