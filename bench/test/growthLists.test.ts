import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { lists } from "../src/growthLists.ts"

interface Operation {
  readonly parameters: ReadonlyArray<{ readonly in: string; readonly name: string }>
}

const document: { readonly paths: Readonly<Record<string, { readonly get?: Operation }>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../packages/http/openapi.json"), "utf8")
)
const paging = new Set(["limit", "cursor", "after_id", "offset", "before_id"])

/** Lists with what they take, the numbers of threads, and reports, which read the same sums whatever they take. */
const listed = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const names = (get?.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name)
  if (names.includes("limit") || path === "/unibox/unread") {
    return [{ path, names: names.filter((name) => !paging.has(name)) }]
  }
  return path.startsWith("/analytics/") ? [{ path, names: [] }] : []
})

const facts = { leads: 100, middle: 50, deep: 90 }
const asked = lists.map(({ path }) => new URL(path(facts), "http://localhost"))
const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u")

describe("The growth of lists", () => {
  it("has every list of the API, with each of its filters", () => {
    const missing = listed.flatMap(({ names, path }) => {
      const own = asked.filter(({ pathname }) => pattern(path).test(pathname))
      if (own.length === 0) return [path]
      return names.filter((name) => !own.some((url) => url.searchParams.has(name))).map((name) => `${path}?${name}=`)
    })
    assert.deepStrictEqual(missing, [])
    assert.isAbove(listed.length, 20)
  })
})
