/** Conformance cases: the promises of `IntegrationStore`. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { type IntegrationRecord, table } from "../../integrations/Integration.ts"
import { IntegrationStore } from "../../integrations/IntegrationStore.ts"
import { Transactor } from "../../Transactor.ts"
import { ascends, at, idsOf, same } from "../fixtures/Fixtures.ts"
import { newIntegrations } from "../fixtures/IntegrationFixtures.ts"
import { listedSuite } from "../fixtures/ListedSuite.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn } from "../fixtures/Waiting.ts"
import { CampaignId } from "../../ids.ts"

const all = casesOf("IntegrationStore", {
  "gives back what was inserted, field by field": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
    const least = yield* add()
    const full = yield* add({
      type: "telegram",
      name: "Zoë 😀",
      events: ["replied", "bounced"],
      campaign_ids: [CampaignId.make(crypto.randomUUID()), CampaignId.make(crypto.randomUUID())],
      config: { bot_token: "123:…abcd", chat_id: "-100" },
      sealed: "text",
      status: "failing",
      consecutive_failures: 3,
      first_failures: 2,
      failing_since: at(1),
      retry_at: at(2),
      last_error: "The endpoint answered 500",
      last_delivery_at: at(3),
      created_at: at(4),
      updated_at: at(5)
    })
    for (const row of [least, full]) {
      same(Option.getOrThrow(yield* store.find(organization_id, row.id)), row)
      same(Option.getOrThrow(yield* store.lock(organization_id, row.id)), row)
    }
    same(yield* store.page(organization_id, { offset: 0, limit: 10 }), { total: 2, data: [least, full] })
  }),
  "keeps the order of the keys of a config": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
    const headers = { "x-zebra": "…", a: "…", "x-b": "…" }
    const { id } = yield* add({ config: { url: "https://a.test/", headers } })
    const { config } = Option.getOrThrow(yield* store.find(organization_id, id))
    same(JSON.stringify(config), JSON.stringify({ url: "https://a.test/", headers }))
  }),
  "gives ascending ids, each once": Effect.gen(function* () {
    const { organization_id, store } = yield* newIntegrations
    const ids = yield* Effect.replicateEffect(store.newId(organization_id), 5)
    ok(ascends(ids))
  }),
  "returns integrations as subscribers unless they are disabled": Effect.gen(function* () {
    const { add, foreign, organization_id, store } = yield* newIntegrations
    const campaign_ids = [CampaignId.make(crypto.randomUUID())]
    const active = yield* add({ type: "slack", events: ["sent"], campaign_ids })
    yield* add({ status: "disabled" })
    const failing = yield* add({ status: "failing", retry_at: at(9) })
    const url = "https://x.test/"
    const none = yield* add({ config: { url, include: [] } })
    const more = yield* add({ config: { url, include: ["custom_fields"] } })
    const others = { type: "webhook" as const, events: [], campaign_ids: null, retry_at: null }
    same(yield* store.subscribers(organization_id), [
      { id: active.id, type: "slack", events: ["sent"], campaign_ids, retry_at: null, includes_custom_fields: false },
      {
        id: failing.id,
        type: "webhook",
        events: [],
        campaign_ids: null,
        retry_at: at(9),
        includes_custom_fields: false
      },
      { id: none.id, ...others, includes_custom_fields: false },
      { id: more.id, ...others, includes_custom_fields: true }
    ])
    same(yield* store.subscribers((yield* foreign).organization_id), [])
  })
})

const overlapping = casesOf(
  "IntegrationStore, two transactions",
  {
    "subscribers and deliveries do not wait for a lock, nor for a removal": Effect.gen(function* () {
      const { add, all, organization_id, send, store } = yield* newIntegrations
      const { transaction } = yield* Transactor
      const [locked, removed] = [yield* add(), yield* add()]
      const holding = Effect.andThen(store.lock(organization_id, locked.id), store.remove(organization_id, removed.id))
      const writing = transaction(
        Effect.tap(store.subscribers(organization_id), () => Effect.andThen(send(locked.id, 1), send(removed.id, 1)))
      )
      same(idsOf(yield* goesOn(holding, writing)), [locked.id, removed.id])
      same((yield* all(removed.id)).length, 1)
    })
  },
  { secondTransaction: true }
)

const types = ["webhook", "slack"] as const

const listed = listedSuite({
  port: "IntegrationStore",
  table,
  store: IntegrationStore,
  insert: Effect.fnUntraced(function* (organization_id, row) {
    const store = yield* IntegrationStore
    const integration = { ...row, id: yield* store.newId(organization_id) }
    yield* store.insert(organization_id, integration)
    return integration
  }),
  draft: (name, n): Omit<IntegrationRecord, "id"> => ({
    type: types[n % 2] ?? "webhook",
    name,
    events: n === 0 ? [] : ["clicked"],
    campaign_ids: n === 0 ? null : [CampaignId.make(`00000000-0000-0000-0000-00000000000${n}`)],
    config: { url: `https://x${n}.test/` },
    status: n === 0 ? "active" : "failing",
    last_error: n === 0 ? null : `error ${n}`,
    last_delivery_at: n === 0 ? null : at(n),
    consecutive_failures: n,
    created_at: at(n),
    updated_at: at(n),
    first_failures: n,
    failing_since: n === 0 ? null : at(n),
    retry_at: n === 0 ? null : at(n),
    sealed: `sealed ${n}`
  })
})

export const cases: ReadonlyArray<StorageCase> = [...all, ...overlapping, ...listed]
