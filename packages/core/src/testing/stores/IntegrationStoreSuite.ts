/** Conformance cases: the promises of `IntegrationStore`. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import type { PageQuery } from "../../Pagination.ts"
import { Transactor } from "../../Transactor.ts"
import { ascends, at, idsOf, same } from "../fixtures/Fixtures.ts"
import { newIntegrations } from "../fixtures/IntegrationFixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { CampaignId, IntegrationId } from "../../ids.ts"

const nothing = IntegrationId.make(Number.MAX_SAFE_INTEGER)

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
  "finds nothing of another organization, and changes nothing there": Effect.gen(function* () {
    const { add, foreign, organization_id, store } = yield* newIntegrations
    const { organization_id: elsewhere } = yield* foreign
    const row = yield* add()
    same(yield* store.find(elsewhere, row.id), Option.none())
    same(yield* store.lock(elsewhere, row.id), Option.none())
    same(yield* store.page(elsewhere, { offset: 0, limit: 10 }), { total: 0, data: [] })
    same(yield* store.subscribers(elsewhere), [])
    yield* store.replace(elsewhere, { ...row, name: "Stolen" })
    same(yield* store.remove(elsewhere, row.id), false)
    same(Option.getOrThrow(yield* store.find(organization_id, row.id)), row)
    same(yield* store.find(organization_id, nothing), Option.none())
  }),
  "pages by ascending id, with the total": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
    const rows = yield* Effect.replicateEffect(add(), 5)
    const page = yield* store.page(organization_id, { offset: 1, limit: 2 })
    same([page.total, idsOf(page.data)], [5, idsOf(rows.slice(1, 3))])
    same(yield* store.page(organization_id, { offset: 5, limit: 2 }), { total: 5, data: [] })
    yield* pagesBeyond(rows, (query: PageQuery<IntegrationId>) => store.page(organization_id, query))
  }),
  "returns integrations as subscribers unless they are disabled": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
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
  }),
  "replaces all but id, type and created_at": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
    const row = yield* add({ campaign_ids: [CampaignId.make(crypto.randomUUID())], last_error: "x", retry_at: at(1) })
    const other = yield* add()
    const changed = {
      ...row,
      name: "Other",
      events: ["clicked"] as const,
      campaign_ids: null,
      config: { url: "https://other.test/" },
      sealed: "other",
      status: "disabled" as const,
      consecutive_failures: 9,
      first_failures: 4,
      failing_since: at(2),
      retry_at: null,
      last_error: null,
      last_delivery_at: at(3),
      updated_at: at(4)
    }
    yield* store.replace(organization_id, { ...changed, type: "slack", created_at: at(99) })
    same(Option.getOrThrow(yield* store.find(organization_id, row.id)), changed)
    same(Option.getOrThrow(yield* store.find(organization_id, other.id)), other)
    yield* store.replace(organization_id, { ...changed, id: nothing })
    same((yield* store.page(organization_id, { offset: 0, limit: 1 })).total, 2)
  }),
  "removes an integration, once": Effect.gen(function* () {
    const { add, organization_id, store } = yield* newIntegrations
    const [gone, stays] = [yield* add(), yield* add()]
    same(yield* store.remove(organization_id, gone.id), true)
    same(yield* store.remove(organization_id, gone.id), false)
    same(yield* store.page(organization_id, { offset: 0, limit: 9 }), { total: 1, data: [stays] })
  })
})

const overlapping = casesOf(
  "IntegrationStore, two transactions",
  {
    "lock waits for a lock, and sees what that transaction changed": Effect.gen(function* () {
      const { add, organization_id, store } = yield* newIntegrations
      const row = yield* add()
      const first = Effect.andThen(
        store.lock(organization_id, row.id),
        store.replace(organization_id, { ...row, name: "Second" })
      )
      const found = yield* waits(first, store.lock(organization_id, row.id))
      same(Option.getOrThrow(found).name, "Second")
    }),
    "lock waits for a removal, and finds nothing": Effect.gen(function* () {
      const { add, organization_id, store } = yield* newIntegrations
      const { id } = yield* add()
      same(yield* waits(store.remove(organization_id, id), store.lock(organization_id, id)), Option.none())
    }),
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

export const cases: ReadonlyArray<StorageCase> = [...all, ...overlapping]
