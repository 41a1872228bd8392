/**
 * Loops over lists visit each row once, also when the loop removes or changes rows (contract, section 1, "Paging").
 * Through `@mailroom/client` on memory and on Postgres, and in process on memory.
 */
import { assert, layer as itLayer } from "@effect/vitest"
import { type Client, createClient } from "@mailroom/client"
import { openApi } from "@mailroom/http"
import { createMailroom, type Mailroom } from "@mailroom/node"
import { Context, Effect, Layer, Redacted } from "effect"
import { describe, it } from "vitest"
import { operations } from "../packages/client/src/generated/operations.ts"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { cases, type Id } from "./LoopCases.ts"

describe("the contract", () => {
  const document: any = openApi()
  const described = Object.entries(document.paths).flatMap(([path, methods]: [string, any]) => {
    const names: ReadonlyArray<string> = (methods.get?.parameters ?? []).map(({ name }: { name: string }) => name)
    return names.includes("offset") || names.includes("cursor") ? [{ path, names }] : []
  })

  it("gives each offset list an `after_id`", () => {
    const without = described.filter(({ names }) => names.includes("offset") && !names.includes("after_id"))
    assert.deepStrictEqual(
      without.map(({ path }) => path),
      []
    )
  })

  it("has no list without a loop in LoopCases.ts", () => {
    const blank = (path: string) => path.replaceAll(/:\w+|\{\w+\}/gu, "*")
    const paged = new Set(described.map(({ path }) => blank(path)))
    const lists = Object.entries(operations).flatMap(([resource, lines]) =>
      Object.entries<string>(lines).flatMap(([name, line]) => {
        const [method, path = ""] = line.split(" ")
        return method === "GET" && paged.has(blank(path)) ? [`${resource}.${name}`] : []
      })
    )
    assert.strictEqual(lists.length, paged.size)
    assert.deepStrictEqual(Object.keys(cases), lists.toSorted())
  })
})

class Started extends Context.Service<Started, Mailroom>()("test/Started") {}

const layer = (database: Effect.Effect<string, never, any>) =>
  Layer.effect(
    Started,
    Effect.gen(function* () {
      const options = { allowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1).toString("base64") }
      const url = yield* database
      return yield* Effect.acquireRelease(
        Effect.promise(() => createMailroom({ database: url, ...options })),
        ({ close }) => Effect.promise(() => close())
      )
    })
  )

/** The use cases in process: the methods that `@mailroom/client` has. */
const inProcess = (mailroom: Mailroom, id: number): Client => mailroom.organization(id) as unknown as Client

const storages = {
  memory: Effect.succeed("memory"),
  postgres: Effect.map(migratedDatabase, Redacted.value)
}
for (const [storage, database] of Object.entries(storages)) {
  itLayer(layer(database) as Layer.Layer<Started>, { excludeTestServices: true })(`loops (${storage})`, (it) => {
    for (const [list, loops] of Object.entries(cases)) {
      for (const [does, loop] of Object.entries(loops)) {
        // A loop in process reads the same pages as the client, so Postgres needs only one of them.
        const places = storage === "memory" ? (["in process", "in @mailroom/client"] as const) : ["in @mailroom/client"]
        for (const place of places) {
          it.effect(`over ${list} that ${does}, ${place}`, () =>
            Effect.flatMap(Started, (mailroom) =>
              Effect.promise(async () => {
                const { id } = await mailroom.organizations.create({ name: "Loops" })
                const { secret } = await mailroom.organization(id).keys.create({ name: "loops" })
                const fetch = (url: string, init: RequestInit) => mailroom.fetch(new Request(url, init))
                const client = createClient({ baseUrl: "https://mailroom.test", key: secret, fetch })
                const here = place === "in process" ? inProcess(mailroom, id) : client
                const { change, expected, rows } = await loop(client, here)
                const visited: Array<Id> = []
                for await (const row of rows) {
                  visited.push(row.id)
                  assert.isAtMost(visited.length, expected.length)
                  await change(row)
                }
                assert.deepStrictEqual(visited, [...expected])
              })
            )
          )
        }
      }
    }
  })
}
