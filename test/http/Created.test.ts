/** Where to find what was created (contract, section 1). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

onMemory("what is created", (it) => {
  it.effect("says its URL, absolute and on a path that is known", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const steps = `/campaigns/${yield* Fixtures.campaign()}/sequences`
      const creations: ReadonlyArray<readonly [path: string, body: object]> = [
        ["/campaigns", { name: "Autumn" }],
        ["/accounts", { email: `${Fixtures.unique("sender")}@example.com`, provider: "smtp" }],
        ["/tags", { name: Fixtures.unique("Tag "), sentiment: "neutral" }],
        [steps, { body: "Hello" }]
      ]
      for (const [path, body] of creations) {
        const { headers, json, status } = yield* call("POST", path, { body })
        assert.strictEqual(status, 201, path)
        assert.strictEqual(headers["location"], `${origin}${path}/${json.id}`)
        assert.strictEqual((yield* call("OPTIONS", `${path}/${json.id}`)).status, 204)
      }
    })
  )

  it.effect("has no URL when nothing is created", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { headers, status } = yield* call("POST", "/campaigns", { body: {} })
      assert.strictEqual(status, 400)
      assert.notProperty(headers, "location")
    })
  )
})
