/** Compares answers with the contract, also where the server writes an answer without its schema. */
import { Api, openApi } from "@mailroom/http"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import type { Answer } from "./Client.ts"

const routes: Array<{
  readonly method: string
  readonly pattern: RegExp
  readonly decode: (body: unknown) => Effect.Effect<unknown, Schema.SchemaError>
  /** The answers in the OpenAPI document, by status. */
  readonly responses: Readonly<Record<string, any>>
}> = []
const document: any = JSON.parse(JSON.stringify(openApi()))
const { headers, responses: shared } = document.components
const resolved = (components: any, value: any) =>
  value.$ref === undefined ? value : components[value.$ref.split("/").at(-1)]

HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path, success } }) => {
    const bodies = Array.from(success, (schema) => (HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema))
    // The type allows schemas that need services; the schemas of bodies need none.
    const codec = Schema.Union(bodies) as unknown as Schema.Codec<unknown>
    routes.push({
      responses: document.paths[path.replaceAll(/:(\w+)/gu, "{$1}")][method.toLowerCase()].responses,
      method,
      pattern: new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
      decode: Schema.decodeUnknownEffect(codec, { errors: "all", onExcessProperty: "error" })
    })
  }
})

/**
 * The part of an answer that contradicts the OpenAPI document: its status is not in the document, or it lacks a
 * required header. Undefined when the answer conforms.
 */
const unnamed = (responses: Readonly<Record<string, any>>, { headers: sent, status }: Answer): string | undefined => {
  if (responses[status] === undefined) return `the status ${status}`
  const { headers: named = {} } = resolved(shared, responses[status])
  return Object.entries(named).find(
    ([name, header]) => resolved(headers, header).required === true && sent[name.toLowerCase()] === undefined
  )?.[0]
}

/**
 * Dies when the OpenAPI document does not describe an answer, or when a successful JSON answer does not have exactly
 * the shape that its endpoint declares.
 */
export const conforms = (method: string, target: string, answer: Answer): Effect.Effect<void> => {
  const path = target.split("?")[0] ?? ""
  const route = routes.find((known) => known.method === method && known.pattern.test(path))
  const isJson = answer.headers["content-type"] === "application/json" && answer.text !== ""
  if (route === undefined) return Effect.void
  const fault = unnamed(route.responses, answer)
  if (fault !== undefined) return Effect.die(new Error(`${method} ${target}: the document does not name ${fault}`))
  if (answer.status >= 300 || !isJson) return Effect.void
  return Effect.orDie(Effect.asVoid(route.decode(answer.json)))
}
