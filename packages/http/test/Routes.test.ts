import { assert, describe, it } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import { Api } from "../src/index.ts"
import { methodsOf } from "../src/Routes.ts"

describe("methodsOf", () => {
  const of = methodsOf([{ path: "/docs", methods: ["GET"] }])

  it("answers the methods of every route, and OPTIONS", () => {
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { method, path } }) => {
        for (const value of ["1", "x-y", "é"]) {
          const methods = of(path.replaceAll(/:\w+/gu, value))
          assert.includeMembers([...methods], [method, "OPTIONS", ...(method === "GET" ? ["HEAD"] : [])], path)
          assert.deepStrictEqual(methods, [...methods].sort())
        }
      }
    })
    assert.deepStrictEqual(of("/docs"), ["GET", "HEAD", "OPTIONS"])
    assert.deepStrictEqual(of("/leads/1"), ["GET", "HEAD", "OPTIONS", "PATCH"])
    assert.deepStrictEqual(of("/"), ["GET", "HEAD", "OPTIONS"])
  })

  it("answers none for a path that is not a route", () => {
    for (const path of [
      "",
      "*",
      "/nowhere",
      "/leads/",
      "/leads//",
      "/Leads/1",
      "/leads/1/tags",
      "/leads/1/tag/x",
      "//"
    ]) {
      assert.deepStrictEqual(of(path), [], path)
    }
  })
})
