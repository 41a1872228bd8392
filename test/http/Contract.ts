/** Whether an answer is what the contract says: also where the server writes it as it is, without its schema. */
import { Api } from "@mailroom/http"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import type { Answer } from "./Client.ts"

const routes: Array<{
  readonly method: string
  readonly pattern: RegExp
  readonly decode: (body: unknown) => Effect.Effect<unknown, Schema.SchemaError>
}> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path, success } }) => {
    const bodies = Array.from(success, (schema) => (HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema))
    // A schema of any endpoint might need services; those of bodies need none.
    const codec = Schema.Union(bodies) as unknown as Schema.Codec<unknown>
    routes.push({
      method,
      pattern: new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
      decode: Schema.decodeUnknownEffect(codec, { errors: "all", onExcessProperty: "error" })
    })
  }
})

/** Dies when a success in JSON has not exactly the shape that its endpoint declares. */
export const conforms = (method: string, target: string, answer: Answer): Effect.Effect<void> => {
  const path = target.split("?")[0] ?? ""
  const route = routes.find((known) => known.method === method && known.pattern.test(path))
  const isJson = answer.headers["content-type"] === "application/json" && answer.text !== ""
  if (route === undefined || answer.status >= 300 || !isJson) return Effect.void
  return Effect.orDie(Effect.asVoid(route.decode(answer.json)))
}
