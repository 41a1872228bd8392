import { assert, describe, it } from "@effect/vitest"
import { described, Lead, Subscription, Timestamp } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { Api, openApi } from "../src/index.ts"
import { answerExamples } from "../src/openapi/AnswerExamples.ts"
import { composed } from "../src/openapi/composed.ts"

const committed = () => JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"))

/** All objects of the document with their paths, except those inside examples. */
const objectsIn = function* (value: unknown, path = ""): Generator<readonly [path: string, node: any]> {
  if (typeof value !== "object" || value === null) return
  if (!Array.isArray(value)) yield [path, value]
  for (const [key, child] of Object.entries(value)) {
    if (!/^examples?$/u.test(key)) yield* objectsIn(child, `${path}/${key}`)
  }
}

/** The schema that a reference names. */
const resolve = (components: any, { $ref }: { readonly $ref: string }) =>
  components.schemas[$ref.replace("#/components/schemas/", "")]

/** The names of the schemas that a part of the document refers to, directly or through other schemas. */
const namesIn = (part: unknown, components: any): ReadonlySet<string> => {
  const refs = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, name = ""]) => name)
  const names = new Set(refs(part))
  for (const name of names) for (const other of refs(components.schemas[name])) names.add(other)
  return names
}

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
        const isSession = endpoint.path === "/session" && endpoint.method !== "GET"
        const isOpen = isSession || ["attachments", "system"].includes(group.identifier)
        assert.deepStrictEqual(operation.security, isOpen ? [] : undefined)
        if (!isOpen) assert.includeMembers(statuses, ["400", "401", "429", "500", "503"])
        assert.strictEqual(statuses.includes("403"), !isOpen || isSession, endpoint.path)
        for (const status of ["413", "415"])
          assert.strictEqual(statuses.includes(status), operation.requestBody !== undefined, endpoint.path)
        if (endpoint.path.includes(":")) assert.include(statuses, "404")
        if (statuses.includes("201")) assert.property(operation.responses["201"].headers, "Location", endpoint.path)
      }
    })
  })

  it("declares what answers with an entity tag do with conditions", () => {
    let reads = 0
    for (const [path, operations] of Object.entries<Record<string, any>>(committed().paths)) {
      for (const [method, { parameters = [], responses }] of Object.entries<any>(operations)) {
        const headers = new Set(parameters.flatMap((one: any) => (one.in === "header" ? [one.name] : [])))
        const hasTag = Object.hasOwn(responses["200"]?.headers ?? {}, "ETag")
        const [condition, status] = method === "get" ? ["If-None-Match", "304"] : ["If-Match", "412"]
        // A bulk write also has a condition, but its answer has no tag.
        if (hasTag || method === "get") assert.strictEqual(headers.has(condition), hasTag, `${method} ${path}`)
        assert.strictEqual(Object.hasOwn(responses, status), headers.has(condition), `${method} ${path}`)
        if (hasTag && method === "get") reads++
      }
    }
    assert.isAbove(reads, 0)
  })

  it("takes an idempotency key on every POST that writes to the database and is not idempotent by what it contains", () => {
    const withoutKey = new Set([
      "/events",
      "/inbound/messages",
      "/integrations/{id}/test",
      "/session",
      "/accounts/{id}/test",
      "/accounts/{id}/sync",
      "/campaigns/{campaignId}/preview",
      "/campaigns/{campaignId}/rehearse",
      "/sends/{id}/cancel",
      "/sends/{id}/discard"
    ])
    for (const [path, operations] of Object.entries<Record<string, any>>(committed().paths)) {
      for (const [method, { parameters = [], responses }] of Object.entries<any>(operations)) {
        const isKeyed = method === "post" && !withoutKey.has(path)
        const takesKey = parameters.some((one: any) => one.in === "header" && one.name === "Idempotency-Key")
        assert.deepStrictEqual([takesKey, Object.hasOwn(responses, "422")], [isKeyed, isKeyed], `${method} ${path}`)
        const success = Object.keys(responses).find((status) => status.startsWith("2"))
        const { headers = {} } = responses[success ?? ""]
        assert.strictEqual(Object.hasOwn(headers, "Idempotency-Replayed"), isKeyed, `${method} ${path}`)
      }
    }
  })

  it("has a webhook for each type, with its example, and lets payloads grow", () => {
    const { components, webhooks } = committed()
    assert.sameMembers(Object.keys(webhooks), [...Subscription.NotificationType.literals])
    for (const [type, { post }] of Object.entries<any>(webhooks)) {
      assert.sameMembers(
        post.parameters.map((parameter: { readonly name: string }) => parameter.name),
        ["webhook-id", "webhook-timestamp", "webhook-signature"]
      )
      const { example, schema } = post.requestBody.content["application/json"]
      assert.strictEqual(example.type, type)
      const payload = resolve(components, schema)
      assert.deepStrictEqual(payload.properties.type.enum, [type])
      assert.notProperty(payload, "additionalProperties")
      assert.notProperty(resolve(components, payload.properties.data), "additionalProperties")
    }
  })

  it("shows integers as integers, and no name of the implementation", () => {
    const text = JSON.stringify(committed())
    assert.notInclude(text, "x-parameter")
    assert.notInclude(text, "x-effect")
    assert.notInclude(text, "Encoded")
    assert.notInclude(text, "Infinity")
    const [id] = committed().paths["/leads/{id}"].get.parameters
    assert.deepInclude(id.schema, { type: "integer", minimum: 1 })
  })

  it("composes examples of answers, and names a field that has none", () => {
    const row = {
      id: Lead.LeadId,
      kind: Schema.Literals(["reply", "test"]),
      note: described(Schema.NullOr(Schema.String), "A note.", null),
      at: described(Timestamp.Timestamp, "An instant.", "2026-03-02T08:00:00.000Z"),
      cursor: Schema.optionalKey(Schema.String)
    }
    const page = (fields: Schema.Struct.Fields) => Schema.Struct({ data: Schema.Array(Schema.Struct(fields)) })
    assert.deepStrictEqual(composed(page(row), "Page"), {
      data: [{ id: 42, kind: "reply", note: null, at: "2026-03-02T08:00:00.000Z" }]
    })
    const found = page({ ...row, at: described(Timestamp.Timestamp, "An instant.") })
    assert.throws(() => composed(found, "Page"), "Page.data.at has no example: described(schema, text, example)")
    for (const [name, example] of Object.entries(answerExamples))
      assert.deepStrictEqual(
        committed().components.schemas[name]?.examples,
        [JSON.parse(JSON.stringify(example))],
        name
      )
  })

  it("closes request bodies: an unknown field is rejected", () => {
    const { components, paths } = committed()
    let bodies = 0
    for (const { requestBody } of Object.values<object>(paths).flatMap((path) => Object.values<any>(path))) {
      const schema = requestBody?.content["application/json"]?.schema
      if (schema === undefined) continue
      const body = resolve(components, schema)
      const variants = body.anyOf?.map((variant: { readonly $ref: string }) => resolve(components, variant)) ?? [body]
      for (const variant of variants) assert.strictEqual(variant.additionalProperties, false, schema.$ref)
      bodies++
    }
    assert.isAbove(bodies, 20)
    for (const name of ["NewLead", "NewEvent"]) {
      assert.strictEqual(components.schemas[name].additionalProperties, false, name)
    }
  })

  it("lets answers and payloads grow: it closes only what requests contain", () => {
    const { components, paths, webhooks } = committed()
    const closed = Object.entries<any>(components.schemas).filter(([, schema]) => schema.additionalProperties === false)
    assert.isAbove(closed.length, 20)
    const bodies = Object.values<object>(paths).flatMap((path) =>
      Object.values<any>(path).map(({ requestBody }) => requestBody)
    )
    const requests = namesIn(bodies, components)
    for (const [name] of closed) assert.include(requests, name)
    for (const name of namesIn(Object.values(webhooks), components)) {
      assert.notProperty(components.schemas[name], "additionalProperties", name)
    }
    assert.notProperty(components.schemas.Lead, "additionalProperties")
  })

  it("gives ids of campaigns their format, and allows null only where a request may have it", () => {
    const { components, paths } = committed()
    const ids = [...objectsIn({ components, paths })].flatMap(([path, node]) => {
      const [, name = ""] = /\/(campaign_ids?)$/u.exec(path) ?? []
      return name === "" ? (/^campaign_?ids?$/iu.test(node.name) ? [node.schema] : []) : [node]
    })
    assert.isAbove(ids.length, 20)
    for (const schema of ids) {
      const { anyOf: [id] = [schema] } = schema
      assert.strictEqual((id.items ?? id).format, "uuid", JSON.stringify(schema))
    }
    assert.deepInclude(components.schemas.CreateLeads.properties.on_duplicate, {
      $ref: "#/components/schemas/OnDuplicate"
    })
  })

  it("describes every operation, parameter, schema, field, response, header and tag", () => {
    const { components, paths, tags, webhooks } = committed()
    const operations = [...Object.values<object>(paths), ...Object.values<object>(webhooks)].flatMap((path) =>
      Object.values<any>(path)
    )
    const described = [
      ...operations,
      ...operations.flatMap(({ parameters, responses }) => [...parameters, ...Object.values<any>(responses)]),
      ...Object.values(components).flatMap((kind: any) => Object.values<any>(kind)),
      ...Object.values<any>(components.schemas).flatMap(({ properties = {} }) => Object.values<any>(properties)),
      ...tags
    ]
    assert.isAbove(described.length, 1000)
    const lacking = described.filter(({ $ref, description }) => $ref === undefined && !/\S/u.test(description ?? ""))
    assert.deepStrictEqual(lacking, [])
    // A summary is a title: plain text.
    for (const { summary } of operations) assert.match(summary, /^[^`]+$/u)
    for (const { description } of operations.flatMap(({ responses }) => Object.values<any>(responses))) {
      assert.notMatch(description ?? "", /^(?:Success|A page of a list\.)$/u)
    }
  })

  it("names every object and every enum that is used twice", () => {
    const enums = new Map<string, string>()
    for (const [path, node] of objectsIn(committed())) {
      const isComponent = /^\/components\/schemas\/\w+$/u.test(path)
      if (node.type === "object" && node.properties !== undefined) assert.isTrue(isComponent, path)
      if (!Array.isArray(node.enum) || node.enum.length < 2) continue
      const values = node.enum.join()
      assert.notProperty(Object.fromEntries(enums), values, path)
      enums.set(values, path)
    }
  })

  it("has no form that client generators do not read", () => {
    for (const [path, node] of objectsIn(committed())) {
      assert.notProperty(node, "allOf", path)
      if (typeof node.pattern === "string") assert.notInclude(node.pattern, "\\p", path)
    }
    const { components, paths } = committed()
    assert.deepStrictEqual(paths["/accounts"].delete.parameters[1], {
      name: "ids",
      in: "query",
      required: false,
      description: "The accounts to delete, if the body has no `ids`.",
      style: "form",
      explode: false,
      example: [3, 4],
      schema: {
        type: "array",
        items: {
          type: "integer",
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: "The id of a sender account."
        }
      }
    })
    assert.includeMembers(components.schemas.Problem.required, ["type", "title", "status", "code", "request_id"])
    assert.deepInclude(components.schemas.NewLead.properties.email, { type: "string", format: "email" })
    assert.deepInclude(components.schemas.Campaign.properties.id, { type: "string", format: "uuid" })
    assert.deepInclude(components.schemas.Tag.properties.id, { type: "integer", minimum: 1 })
  })
})
