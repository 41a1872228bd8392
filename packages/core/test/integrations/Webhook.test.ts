/** The requests to a webhook, and the meaning of its answers. `test/webhooks.test.ts` verifies the signatures. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unanswered } from "../../src/integrations/Exchange.ts"
import type { Target } from "../../src/integrations/Exchanges.ts"
import { sampleOf } from "../../src/integrations/Sample.ts"
import { answer, attempt, now } from "./Answers.ts"

const secrets = { current: `whsec_${btoa("x".repeat(32))}`, previous: null, rotated_at: null }
const target: Target = {
  type: "webhook",
  config: { url: "https://example.com/hooks", headers: { Authorization: "Bearer abc", "User-Agent": "theirs" } },
  secrets
}
const payload = sampleOf("replied")

describe("a webhook", () => {
  it.effect("gets the payload as it is stored, signed, with the headers of the config", () =>
    Effect.gen(function* () {
      const { requests, verdict } = yield* attempt(target, payload, [answer(204)])
      const [request] = requests
      const { "webhook-signature": signature = "", ...headers } = request?.headers ?? {}
      assert.deepStrictEqual(
        { ...request, headers },
        {
          method: "POST",
          url: "https://example.com/hooks",
          headers: {
            "user-agent": "theirs",
            authorization: "Bearer abc",
            "webhook-id": "msg_7",
            "webhook-timestamp": String(Math.floor(Date.parse(now) / 1000)),
            "content-type": "application/json"
          },
          body: JSON.stringify(payload)
        }
      )
      assert.match(signature, /^v1,[A-Za-z0-9+/]{43}=$/u)
      assert.deepStrictEqual(verdict, { _tag: "Delivered" })
    })
  )

  const table: ReadonlyArray<readonly [statuses: ReadonlyArray<number>, tag: string]> = [
    [[200, 201, 202, 204, 299], "Delivered"],
    [[300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 413, 422, 451], "Retry"],
    [[408, 425, 429], "Wait"],
    [[500, 501, 502, 503, 504, 599], "ServerError"],
    [[410], "Disable"]
  ]
  for (const [statuses, tag] of table) {
    it.effect.each(statuses)(`that answers %d: ${tag}`, (status) =>
      Effect.gen(function* () {
        const { verdict } = yield* attempt(target, payload, [answer(status, "their secret", "60")])
        assert.strictEqual(verdict._tag, tag)
        if ("error" in verdict) assert.match(verdict.error, new RegExp(`^The endpoint answered ${status}\\b`, "u"))
        if ("error" in verdict) assert.notInclude(verdict.error, "secret")
        if ("retry_after" in verdict) assert.strictEqual(verdict.retry_after, "60")
      })
    )
  }

  it("that does not answer makes the integration wait", () => {
    assert.deepInclude(unanswered("The connection was refused"), { _tag: "Wait", error: "The connection was refused" })
  })
})
