/** The HTTP API in this process, over a client of a database that has the schema. */
import { ApiKeys, CurrentOrganization, Mailroom, Organizations } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { PostalMime } from "@mailroom/mime"
import { PostgresStorage } from "@mailroom/postgres"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Call } from "./Scenario.ts"

/** Calls with a new key of the first organization, which is created if it does not exist. */
export const serving = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const context = yield* Layer.build(
    ApiKeys.layerAuthenticator.pipe(
      Layer.provideMerge(Mailroom.layer),
      Layer.provide([PostgresStorage.layer, PostalMime.layer]),
      Layer.provide(Layer.succeed(SqlClient.SqlClient, client))
    )
  )
  const organizations = Context.get(context, Organizations)
  const keys = Context.get(context, ApiKeys)
  const [organization = yield* organizations.create({ name: "Organization" })] = yield* organizations.list
  const asOrganization = Effect.provideService(CurrentOrganization, organization)
  const { secret } = yield* asOrganization(keys.create({ name: "Key" }))
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => Server.toWebHandler(Layer.succeedContext(context), { publicUrl: "http://mailroom.test" })),
    ({ dispose }) => Effect.promise(dispose)
  )
  const call: Call = async (method, target, body) => {
    const headers: Record<string, string> = { authorization: `Bearer ${Redacted.value(secret)}` }
    const init: RequestInit = { method, headers }
    if (body !== undefined) {
      headers["content-type"] = typeof body === "string" ? "message/rfc822" : "application/json"
      init.body = typeof body === "string" ? body : JSON.stringify(body)
      headers["content-length"] = String(Buffer.byteLength(init.body))
    }
    const response = await handler(new Request(`http://mailroom.test${target}`, init))
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return { status: response.status, json: isJson ? JSON.parse(text) : text }
  }
  return { call, context, organization }
})
