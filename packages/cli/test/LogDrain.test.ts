/** The log while its reader is away. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { existsSync, openSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import * as LogDrain from "../src/LogDrain.ts"
import { folder } from "./Harness.ts"
import { serve } from "./Process.ts"
import { call, newKey } from "./Requests.ts"
import { familiesOf, scrape } from "./Scrape.ts"

const lostIn = (text: string) => familiesOf(text).get("mailroom_log_lines_lost_total")?.samples[0]?.value

/** A stream with a reader that a test takes away. */
const setup = Effect.gen(function* () {
  const state: { answer: "fails" | "hangs" | "reads"; written: Array<string> } = { answer: "reads", written: [] }
  const stream = {
    writableLength: 0,
    write: (text: string, done: (error?: Error) => void) => {
      if (state.answer === "hangs") return void (stream.writableLength += text.length)
      if (state.answer === "fails") return done(new Error("no space left on device"))
      state.written.push(...text.trimEnd().split("\n"))
      done()
    }
  }
  const write = yield* LogDrain.make(stream)
  const lines = (...all: ReadonlyArray<string>) =>
    Effect.promise(async () => {
      for (const line of all) write(`${line}\n`)
      await setImmediate()
      await setImmediate()
    })
  const lost = Effect.map(PrometheusMetrics.format({ prefix: "mailroom" }), lostIn)
  return { lines, lost, state }
})

describe("a log whose reader is away", () => {
  it.effect("counts the lines that it does not take, and says so when it is back", () =>
    Effect.gen(function* () {
      const { lines, lost, state } = yield* setup
      yield* lines("a")
      assert.strictEqual(yield* lost, 0)
      state.answer = "fails"
      yield* lines("b", "c")
      yield* lines("d")
      assert.strictEqual(yield* lost, 3)
      state.answer = "reads"
      yield* lines("e")
      const [first, notice = "", last] = state.written
      assert.deepStrictEqual([first, last, state.written.length], ["a", "e", 3])
      assert.deepInclude(JSON.parse(notice), { level: "warn", message: "The log is written again: 3 lines were lost" })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("keeps a few megabytes for one that hangs", () =>
    Effect.gen(function* () {
      const { lines, lost, state } = yield* setup
      state.answer = "hangs"
      for (let megabyte = 0; megabyte < 6; megabyte++) yield* lines("x".repeat(2 ** 20))
      const counted = (yield* lost) ?? 0
      assert.isAbove(counted, 0)
      assert.isBelow(counted, 3)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.live.skipIf(!existsSync("/dev/full"))("does not end a service whose disk is full", () =>
    Effect.gen(function* () {
      const key = newKey()
      const env = { MAILROOM_API_KEY: key }
      const options = { cwd: yield* folder, env, stderr: openSync("/dev/full", "w") }
      const running = yield* serve(["--memory", "--metrics"], options)
      yield* call(`${running.url}/leads`, key)
      yield* call(`${running.url}/leads`, key)
      const { text } = yield* scrape(`${running.url}/metrics`)
      assert.isAtLeast(lostIn(text) ?? 0, 2)
      assert.strictEqual((yield* running.stop("SIGINT")).code, 0)
    })
  )
})
