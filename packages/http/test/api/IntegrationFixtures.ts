/** Fixtures: integrations, and changes that create deliveries, for tests over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

export const create = Effect.fnUntraced(function* (body: object, call: Call = {}) {
  const server = yield* TestServer
  return yield* server.call("POST", "/integrations", { body, ...call })
})
/** A webhook for the leads of a new campaign, so that tests do not affect each other. */
export const webhook = Effect.fnUntraced(function* (url: string, fields: object = {}) {
  const campaign_id = yield* Fixtures.campaign()
  const { json, status } = yield* create({
    type: "webhook",
    name: Fixtures.unique("Webhook "),
    config: { url },
    campaign_ids: [campaign_id],
    ...fields
  })
  assert.strictEqual(status, 201, JSON.stringify(json))
  const lead_id = yield* Fixtures.lead(campaign_id)
  return {
    id: json.id as number,
    secret: json.secret as string,
    lead_id,
    campaign_id,
    path: `/integrations/${json.id}`
  }
})
/** Stops or resumes sending to a lead: a change that creates a notification. */
export const stop = Effect.fnUntraced(function* (lead_id: number, stop_sending = true) {
  const server = yield* TestServer
  const { status } = yield* server.call("PATCH", `/leads/${lead_id}`, { body: { stop_sending } })
  assert.strictEqual(status, 200)
})
/** The log, the oldest first, once every delivery in it was attempted. */
export const log = (path: string, size: number, done = (delivery: any) => delivery.attempts > 0) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", `${path}/deliveries?limit=100`)),
    Effect.map(({ json }) => json.data.toReversed() as ReadonlyArray<any>),
    until((deliveries) => deliveries.length === size && deliveries.every(done))
  )
