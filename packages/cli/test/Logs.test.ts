import { assert, describe, it } from "@effect/vitest"
import { version } from "@mailroom/http"
import { Effect } from "effect"
import { folder } from "./Harness.ts"
import { serve } from "./Process.ts"
import { call, newKey } from "./Requests.ts"

const linesOf = (stderr: string) =>
  stderr
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))

describe("the log of serve", () => {
  it.live("has a line of JSON for the start, each request and the stop, and no secrets", () =>
    Effect.gen(function* () {
      const key = newKey()
      const running = yield* serve(["--memory"], { cwd: yield* folder, env: { MAILROOM_API_KEY: key } })
      yield* call(`${running.url}/leads/4711`, key)
      yield* call(`${running.url}/leads`, newKey())
      yield* Effect.promise(() => fetch(`${running.url}/u/a-secret-token`))
      const { stderr } = yield* running.stop("SIGINT")
      const [started, found, refused, unsubscribed, stopped] = linesOf(stderr)
      assert.deepInclude(started, {
        level: "info",
        message: "Mailroom serves the HTTP API",
        version,
        address: running.url
      })
      assert.deepInclude(found, {
        level: "info",
        message: "GET /leads/4711 404",
        method: "GET",
        route: "/leads/{id}",
        status: 404,
        organization_id: 1
      })
      assert.match(String(found?.["request_id"]), /^[\w-]{20,}$/u)
      assert.isAtLeast(Number(found?.["duration_ms"]), 0)
      assert.deepInclude(refused, { message: "GET /leads 401", route: "/leads", status: 401 })
      assert.notProperty(refused, "organization_id")
      assert.deepInclude(unsubscribed, { message: `GET /u/{token} ${String(unsubscribed?.["status"])}` })
      assert.deepInclude(stopped, { level: "info", message: "Mailroom stops" })
      for (const secret of [key, "mr_", "a-secret-token", "search"]) assert.notInclude(stderr, secret)
    })
  )

  it.live("leaves requests out on request, and is for people on request", () =>
    Effect.gen(function* () {
      const args = ["--memory", "--no-access-log", "--log-format", "pretty"]
      const running = yield* serve(args, { cwd: yield* folder })
      yield* call(`${running.url}/leads`, newKey())
      const { stderr } = yield* running.stop("SIGINT")
      assert.match(stderr, /INFO.*Mailroom serves the HTTP API/u)
      assert.notInclude(stderr, "/leads")
    })
  )
})
