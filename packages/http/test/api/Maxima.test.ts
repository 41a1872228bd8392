/**
 * Every maximum of the contract's lists: a list of this size is accepted with the longest ids, and one more item is a
 * fault that names the list.
 */
import { assert } from "@effect/vitest"
import { openApi } from "@mailroom/http"
import { Effect, Struct } from "effect"
import type { Answer } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

const document: any = JSON.parse(JSON.stringify(openApi()))
const resolved = (schema: any): any =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]
/** The schema, or its alternatives. */
const branchesOf = (schema: any): ReadonlyArray<any> => {
  const { anyOf, ...rest } = resolved(schema)
  return anyOf === undefined ? [rest] : anyOf.flatMap(branchesOf)
}

/** A list or a map in a body: its pointer, its maximum size, and a body in which it has this size. */
interface Bounded {
  readonly pointer: string
  readonly maximum: number
  readonly body: (count: number) => unknown
}

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** The `n`th of many valid values of the maximum length; for an object, the example. */
const valueOf = (schema: any, n: number, example: any, name: string): unknown => {
  const [branch] = branchesOf(schema)
  if (branch.enum !== undefined) return branch.enum[n % branch.enum.length]
  if (branch.type === "integer") return branch.maximum - n
  if (branch.format === "uuid") return uuid(n)
  if (name === "moves") return { when: "finished", campaign_id: uuid(n), after_days: 0 }
  if (name === "left_out") return { filename: `file${n}.pdf`, content_type: "application/pdf", size: 1 }
  if (branch.type === "object") return "email" in example ? { ...example, email: `lead${n}@x.example` } : example
  if (name === "skip_days") return new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10)
  return ["bcc", "cc", "emails", "seed_addresses", "to"].includes(name) ? `person${n}@x.example` : `name${n}.example`
}

/** Whether the example may belong to this branch: the branches of integrations differ in `type`. */
const isOf = ({ properties = {} }: any, { type }: any) =>
  properties.type === undefined || (resolved(properties.type).enum ?? [type]).includes(type)

/** The fields that cannot be combined with another field. */
const excludedBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  ids: ["emails", "domains"],
  new_message_ids: ["is_new"]
}

/** The bounded parts of the bodies of this schema, below `pointer`. */
const boundedIn = (schema: any, example: any, pointer: string): ReadonlyArray<Bounded> =>
  branchesOf(schema).flatMap((branch) => {
    if (!isOf(branch, example)) return []
    const { properties = {} } = branch
    return Object.entries<any>(properties).flatMap(([name, property]) => {
      const place = `${pointer}/${name}`
      const base: any = Struct.omit(example, excludedBy[name] ?? [])
      const around = (value: unknown) => ({ ...base, [name]: value })
      const within = (parts: ReadonlyArray<Bounded>, wrap: (value: unknown) => unknown) =>
        parts.map((part) => ({ ...part, body: (count: number) => around(wrap(part.body(count))) }))
      return branchesOf(property).flatMap(({ items, maxItems, maxProperties, ...part }): ReadonlyArray<Bounded> => {
        if (maxItems !== undefined) {
          const first = base[name]?.[0] ?? {}
          const list = (count: number) => Array.from({ length: count }, (_, n) => valueOf(items, n, first, name))
          return [
            { pointer: place, maximum: maxItems, body: (count) => around(list(count)) },
            ...within(boundedIn(items, first, `${place}/0`), (value) => [value])
          ]
        }
        if (maxProperties !== undefined) {
          const map = (count: number) =>
            Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, `value ${n}`]))
          return [{ pointer: place, maximum: maxProperties, body: (count) => around(map(count)) }]
        }
        return within(boundedIn(part, base[name] ?? {}, place), (value) => value)
      })
    })
  })

const cases = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
  Object.entries<any>(operations).flatMap(([method, operation]) => {
    const { example, schema } = operation.requestBody?.content["application/json"] ?? {}
    if (schema === undefined) return []
    return boundedIn(schema, example, "/body").map((bounded) => ({ method: method.toUpperCase(), path, ...bounded }))
  })
)

/** The pointers of faults about the size of a body. Faults of single values are ignored. */
const sizeFaults = ({ json, status }: Answer, pointer: string): ReadonlyArray<string> =>
  status === 413
    ? ["/body"]
    : (json?.errors ?? [])
        .map((fault: any) => fault.pointer)
        .filter((place: string) => place === pointer || place === "/body")

onMemory("the maxima of the contract", (it) => {
  it.effect("can be sent, and no more", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [lead_id] = yield* Fixtures.leads(campaign_id, [`${Fixtures.unique("a")}@x.example`])
      const pointers = new Set<string>()
      for (const { body, maximum, method, path, pointer } of cases) {
        const name = `${method} ${path} ${pointer}`
        const target = path
          .replace("{campaignId}", campaign_id)
          .replace("{threadId}", "1")
          .replace("{id}", path.startsWith("/leads") ? String(lead_id) : "1")
        const send = (count: number) =>
          call(method, target, {
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body(count)).replaceAll(/"campaign_id":"[^"]*"/gu, `"campaign_id":"${campaign_id}"`)
          })
        const most = yield* send(maximum)
        // A body of valid size may still be rejected later: not found, or in conflict.
        assert.oneOf(most.status, [200, 201, 400, 404, 409], name)
        assert.deepStrictEqual(sizeFaults(most, pointer), [], `${name}: ${most.text.slice(0, 500)}`)
        if (pointers.has(name)) continue
        pointers.add(name)
        const more = yield* send(maximum + 1)
        const faults = sizeFaults(more, pointer)
        // Items that are decoded one by one have their faults in the answer's data.
        const nested = (more.json.data ?? []).flatMap(({ errors = [] }: any) =>
          errors.map((fault: any) => fault.pointer)
        )
        assert.isTrue(
          faults.includes(pointer) || nested.some((own: string) => pointer.endsWith(own)),
          `${name}: ${more.status} ${more.text.slice(0, 500)}`
        )
      }
      assert.isAbove(pointers.size, 20)
    })
  )
})
