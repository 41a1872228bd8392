/** The server accepts and returns the examples of the OpenAPI document. */
import { assert, describe, it } from "@effect/vitest"
import { Event, Lead } from "@mailroom/core"
import { Api, openApi } from "@mailroom/http"
import { Effect, Redacted, Schema, SchemaAST } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const document: any = JSON.parse(JSON.stringify(openApi()))

const resolved = (schema: any) =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]

interface Example {
  readonly method: string
  readonly path: string
  readonly operation: any
  readonly mediaType: string
  readonly body: any
}

const examples = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
  Object.entries<any>(operations).flatMap(([method, operation]) =>
    Object.entries<any>(operation.requestBody?.content ?? {}).map(([mediaType, { example }]): Example => ({
      method: method.toUpperCase(),
      path,
      operation,
      mediaType,
      body: example
    }))
  )
)

const strict = { errors: "all", onExcessProperty: "error" } as const

describe("the examples of parameters and answers", () => {
  // The type allows schemas that need services; the schemas of this API need none.
  const decode = (schema: unknown, value: unknown) =>
    Schema.decodeUnknownEffect(schema as Schema.Codec<unknown>, strict)(value)

  it.effect("decode, each parameter beside those that are required", () =>
    Effect.gen(function* () {
      const decoded = new Set<string>()
      const checks: Array<Effect.Effect<unknown, unknown>> = []
      HttpApi.reflect(Api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint: { headers, method, params, path, query } }) => {
          const { parameters } = document.paths[path.replaceAll(/:(\w+)/gu, "{$1}")][method.toLowerCase()]
          const schemas = { path: params, query, header: headers }
          for (const parameter of parameters) {
            const { example, in: place, name, schema } = parameter
            const { default: preset, enum: values, type } = resolved(schema)
            assert.isDefined(example ?? preset ?? values ?? (type === "boolean" || undefined), `${path} ${name}`)
            const codec = schemas[place as keyof typeof schemas]
            // Headers that middlewares read are not part of the endpoint.
            if (example === undefined || codec === undefined || (place === "header" && name !== "If-Match")) continue
            const required = parameters.filter((one: any) => one.in === place && one.required)
            const texts = [...required, parameter].map((one: any) => [
              place === "header" ? one.name.toLowerCase() : one.name,
              String(one.example ?? resolved(one.schema).enum?.[0])
            ])
            checks.push(decode(codec, Object.fromEntries(texts)))
            decoded.add(name)
          }
        }
      })
      yield* Effect.all(checks)
      assert.isAbove(decoded.size, 25)
    })
  )

  it.effect("decode, one for each schema that a success has", () =>
    Effect.gen(function* () {
      const bodies = new Map<string, Schema.Top>()
      HttpApi.reflect(Api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint: { success } }) => {
          for (const schema of success) {
            const body = HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema
            const name = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(body.ast))
            if (name !== undefined) bodies.set(name, body)
          }
        }
      })
      const answered = Object.values<any>(document.paths)
        .flatMap((path) => Object.values<any>(path))
        .flatMap(({ responses }) => Object.entries<any>(responses))
        .flatMap(([status, { content = {} }]) => (status.startsWith("2") ? Object.values<any>(content) : []))
        .flatMap(({ schema: { $ref } }) => ($ref === undefined ? [] : [$ref.split("/").at(-1)]))
      const withExample = Object.entries<any>(document.components.schemas).filter(([, { examples }]) => examples)
      assert.sameMembers(
        withExample.map(([name]) => name),
        [...new Set(answered)]
      )
      for (const [name, { examples }] of withExample) {
        assert.isDefined(bodies.get(name), name)
        for (const example of examples) yield* decode(bodies.get(name), example)
      }
    })
  )
})

describe("the examples of request bodies", () => {
  it.effect("decode, all of their parts", () =>
    Effect.gen(function* () {
      const schemas = new Map<string, Schema.Codec<unknown>>()
      HttpApi.reflect(Api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint, group }) => {
          const json = endpoint.payload.get("application/json")
          if (json !== undefined)
            // Schemas of bodies need no services.
            schemas.set(
              `${group.identifier}.${endpoint.identifier}`,
              Schema.Union(json.schemas) as unknown as Schema.Codec<unknown>
            )
        }
      })
      for (const { body, mediaType, operation } of examples.filter(
        ({ mediaType }) => mediaType === "application/json"
      )) {
        const schema = schemas.get(operation.operationId)
        assert.isDefined(schema, operation.operationId)
        assert.isDefined(body, `${operation.operationId} ${mediaType}`)
        yield* Schema.decodeUnknownEffect(schema, strict)(body)
      }
      const bodyOf = (id: string) => examples.find(({ operation }) => operation.operationId === id)?.body
      yield* Schema.decodeUnknownEffect(Schema.Array(Lead.NewLead), strict)(bodyOf("leads.create").leads)
      yield* Schema.decodeUnknownEffect(Schema.Array(Event.NewEvent), strict)(bodyOf("activity.record").events)
    })
  )
})

/** One object of each resource, which the examples use. */
const world = Effect.gen(function* () {
  const { call, outgoing } = yield* TestServer
  const created = (path: string, body: object) =>
    Effect.map(call("POST", path, { body }), ({ json }) => json.id as number)
  const { account_id, campaign_id, lead_id, thread_id } = yield* Fixtures.conversation()
  const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
  yield* call("PUT", `/accounts/${account_id}/credentials`, { body: { smtp, imap: { host: "imap.ours.example" } } })
  outgoing.next({ outcome: "unknown", reason: "The connection was lost" })
  const send_id = yield* created(`/unibox/threads/${thread_id}/reply`, { body_text: "Hello" })
  yield* call("GET", `/sends/${send_id}`).pipe(until(({ json }) => json.outcome === "unknown"))
  yield* Fixtures.leads(campaign_id, ["ada@example.com"])
  const sequence_id = yield* created(`/campaigns/${campaign_id}/sequences`, { body: "Hello" })
  yield* call("PATCH", `/campaigns/${campaign_id}`, { body: { account_ids: [account_id] } })
  const each = yield* Fixtures.each()
  /** The objects that the operations of a group, or one operation, use, by the name of the group or operation. */
  const subjects: Record<string, number> = {
    ...each,
    leads: lead_id,
    unibox: thread_id,
    mailboxes: account_id,
    sends: send_id,
    "sends.reply": thread_id,
    sequences: sequence_id,
    accounts: account_id,
    notes: yield* created(`/unibox/threads/${thread_id}/notes`, { body: "Hello" })
  }
  const { a } = yield* TestServer
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  subjects["sends.reschedule"] = yield* created(`/unibox/threads/${thread_id}/reply`, { body_text: "Later", send_at })
  const { json: thread } = yield* call("GET", `/unibox/threads/${thread_id}`)
  subjects["sends.forward"] = thread.data.find((message: any) => !message.is_our_email).id
  return {
    fields: { send_at, key: Redacted.value(a.key), account_id, campaign_id, lead_id, sequence_id, tag_id: each.tags },
    subjects
  }
})

/** The operations that need a person who is signed in: `Teams.test.ts` calls them. */
const ofPersons: ReadonlySet<string> = new Set(["auth.changePassword"])

/** The operation that must come before this one can succeed. */
const before: Readonly<Record<string, string>> = { "campaigns.pause": "start" }

/** The settings of the organization without which an operation cannot succeed. */
const settings: Readonly<Record<string, object>> = { "sends.testSeeds": { seed_addresses: ["seed@one.example"] } }

onMemory("the examples of request bodies", (it) => {
  it.effect("succeed, about things that exist", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      for (const { body, mediaType, method, operation, path } of examples) {
        const { operationId, responses } = operation
        if (ofPersons.has(operationId)) continue
        // Each example runs in a new world, because some delete objects.
        const { fields, subjects } = yield* world
        const [group = ""] = operationId.split(".")
        const real = JSON.stringify(body, (name, value) =>
          name === "ids" ? [subjects[group]] : (fields[name as keyof typeof fields] ?? value)
        )
        const target = path
          .replace("{campaignId}", String(fields.campaign_id))
          .replace("{threadId}", String(subjects["unibox"]))
          .replace("{id}", String(subjects[operationId] ?? subjects[group]))
        if (before[operationId] !== undefined) {
          yield* call("POST", `/campaigns/${fields.campaign_id}/${before[operationId]}`)
        }
        if (settings[operationId] !== undefined) yield* call("PATCH", "/organization", { body: settings[operationId] })
        const query = (operation.parameters ?? []).flatMap((one: any) =>
          one.in === "query" && one.required ? [[one.name, one.example]] : []
        )
        const answer = yield* call(method, query.length === 0 ? target : `${target}?${new URLSearchParams(query)}`, {
          body: mediaType === "application/json" ? real : body,
          headers: { "content-type": mediaType }
        })
        assert.property(responses, String(answer.status), operationId)
        assert.isBelow(answer.status, 300, `${operationId}: ${answer.text}`)
        if (answer.status === 204) continue
        // In the answer to a bulk request, each part is checked.
        for (const { status } of answer.json?.data ?? [])
          assert.notMatch(status, /invalid|rejected|not_found/u, operationId)
      }
      assert.isAbove(examples.length, 25)
    })
  )
})
