import { assert, describe, it } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { Api, openApi } from "../src/index.ts"

const committed = () => JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"))

describe("the OpenAPI document", () => {
  it("is the committed one: after a change of the contract run `npm run openapi`", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(openApi())), committed())
  })

  it("is 3.1, has every route, and gives each its problems", () => {
    const { openapi, paths } = committed()
    assert.match(openapi, /^3\.1\./u)
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const operation = paths[endpoint.path.replaceAll(/:(\w+)/gu, "{$1}")]?.[endpoint.method.toLowerCase()]
        assert.isDefined(operation, `${endpoint.method} ${endpoint.path}`)
        assert.isString(operation.summary)
        const statuses = Object.keys(operation.responses)
        if (!["attachments", "system"].includes(group.identifier))
          assert.includeMembers(statuses, ["400", "401", "403", "503"])
        if (endpoint.path.includes(":")) assert.include(statuses, "404")
        if (statuses.includes("201")) assert.property(operation.responses["201"].headers, "location", endpoint.path)
      }
    })
  })

  it("shows integers as integers, and no name of the implementation", () => {
    const text = JSON.stringify(committed())
    assert.notInclude(text, "x-integer")
    assert.notInclude(text, "Encoded")
    assert.notInclude(text, "Infinity")
    const [id] = committed().paths["/leads/{id}"].get.parameters
    assert.deepInclude(id.schema, { type: "integer", minimum: 1 })
  })
})
