/** Headers that name the URL of a created resource (contract, section 1). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { newBody, resources } from "../Resources.ts"
import { onMemory, TestServer } from "./TestServer.ts"

onMemory("what is created", (it) => {
  it.effect("says its URL, absolute, where it can be read", () =>
    Effect.gen(function* () {
      const { b, call, origin } = yield* TestServer
      const steps = `/campaigns/${yield* Fixtures.campaign()}/sequences`
      const creations: ReadonlyArray<readonly [path: string, body: object]> = [
        [steps, { body: "Hello" }],
        ...resources.map((resource) => [resource.path, newBody(resource, Fixtures.unique(""))] as const)
      ]
      assert.isAbove(creations.length, 7)
      for (const [path, body] of creations) {
        const { headers, json, status } = yield* call("POST", path, { body })
        assert.strictEqual(status, 201, path)
        assert.strictEqual(headers["location"], `${origin}${path}/${json.id}`)
        const read = yield* call("GET", `${path}/${json.id}`)
        const { secret: _, ...shown } = json
        assert.deepStrictEqual([read.status, read.json], [200, shown], path)
        const foreign = yield* call("GET", `${path}/${json.id}`, { key: b.key })
        assert.deepStrictEqual([foreign.status, foreign.json.code], [404, "not_found"], path)
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
