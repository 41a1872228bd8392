/** Tests of the setting that adds custom fields to the payloads of a webhook. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Leads } from "../../src/leads/Leads.ts"
import { faultsOf } from "../Tenant.ts"
import { test } from "./Deliveries.ts"

const url = "https://other.example/"

describe("custom fields in payloads", () => {
  test("go to the webhooks that include them, with the same id of the change", function* ({
    changes,
    id,
    integrations,
    pass,
    tries
  }) {
    const leads = yield* Leads
    const { data } = yield* leads.all({ limit: 1 })
    const lead_id = data[0]?.id ?? assert.fail("There is a lead")
    yield* leads.update(lead_id, { custom_fields: { title: "CTO", age: 36 } })
    const { integration } = yield* integrations.create({
      type: "webhook",
      name: "Other",
      config: { url, headers: { "x-token": "a very long secret" }, include: ["custom_fields"] }
    })
    assert.deepInclude(integration.config, { url, include: ["custom_fields"] })
    const given = Effect.fnUntraced(function* () {
      tries.length = 0
      yield* changes(1)
      yield* pass(1_000)
      assert.lengthOf(tries, 2)
      const [one, other] = tries.map(({ payload }) => payload)
      assert.deepStrictEqual([one.type, one.timestamp, one.data.id], [other.type, other.timestamp, other.data.id])
      return tries
        .map(({ payload }) => payload.data.lead.custom_fields ?? null)
        .toSorted((a, b) => Number(a !== null) - Number(b !== null))
    })
    assert.deepStrictEqual(yield* given(), [null, { age: 36, title: "CTO" }])
    const { integration: changed } = yield* integrations.update(integration.id, { config: { include: [] } })
    assert.deepInclude(changed.config, { url, include: [], headers: integration.config["headers" as never] })
    assert.deepStrictEqual(yield* given(), [null, null])
    yield* integrations.update(id, { config: { include: ["custom_fields"] } })
    assert.deepStrictEqual(yield* given(), [null, { age: 36, title: "CTO" }])
  })

  test("are a setting of webhooks only, named once", function* ({ integrations }) {
    const create = (type: string, config: object) =>
      faultsOf(integrations.create({ type, name: "Other", config } as never))
    const include = ["custom_fields"]
    assert.deepStrictEqual(
      yield* create("slack", { url: "https://hooks.slack.com/services/T0/B0/abcdefgh", include }),
      ["/config/include"]
    )
    assert.deepStrictEqual(yield* create("webhook", { url, include: ["leads"] }), ["/config/include/0"])
    assert.deepStrictEqual(yield* create("webhook", { url, include: [...include, ...include] }), ["/config/include"])
  })
})
