/** A scraper that stays away. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import * as Metrics from "../src/pipeline/Metrics.ts"

describe("GET /metrics", () => {
  it.effect("warns once when nobody asks for it, and when somebody asks again", () => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      lines.push(`${logLevel} ${[message].flat().join(" ")}`)
    })
    const run = Effect.gen(function* () {
      const app = yield* HttpRouter.toHttpEffect(Metrics.layer)
      const request = HttpServerRequest.fromWeb(new Request("http://127.0.0.1/metrics"))
      const pull = Effect.scoped(Effect.provideService(app, HttpServerRequest.HttpServerRequest, request))
      for (let minute = 0; minute < 20; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* pull).status, 200)
      }
      assert.deepStrictEqual(lines, [])
      yield* TestClock.adjust("9 minutes")
      assert.deepStrictEqual(lines, [
        "Warn Nobody has asked for GET /metrics for 5m: is the scraper running, and does it reach this process?"
      ])
      yield* pull
      yield* pull
      assert.deepStrictEqual(lines.slice(1), ["Warn GET /metrics is asked for again, after 9 minutes"])
    })
    return Effect.provide(run, Logger.layer([logger]))
  })
})
