/** Conformance cases: the promises of `DeliveryStore`. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import type { Delivery, DeliveryTry } from "../../integrations/Delivery.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { Transactor } from "../../Transactor.ts"
import { ascends, at, idsOf, missing, newCampaign, newLeads, refuse, same } from "../fixtures/Fixtures.ts"
import { newIntegrations } from "../fixtures/IntegrationFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { DeliveryId, type IntegrationId, type LeadId } from "../../ids.ts"

const begin = Effect.gen(function* () {
  const own = yield* newIntegrations
  const { all, log, organization_id } = own
  const { id } = yield* own.add()
  return {
    ...own,
    id,
    all: all(id),
    send: (...seconds: ReadonlyArray<number>) => own.send(id, ...seconds),
    heads: log.heads(organization_id, id),
    /** Stores a further try of a delivery that had the progress of `before`. */
    tried: (before: Delivery, change: Partial<Delivery>, tries: ReadonlyArray<DeliveryTry> = []) =>
      log.replace(organization_id, id, before, { ...before, attempts: before.attempts + 1, ...change }, tries),
    removeOldest: (until: number, limit = 100) => log.removeOldest(organization_id, id, { until: at(until), limit })
  }
})

const retry = (seconds: number) => ({ next_attempt_at: at(seconds) })
const delivered = { status: "delivered", next_attempt_at: null } as const

const all = casesOf("DeliveryStore", {
  "removeOf removes what is about a lead, and what mentions someone": Effect.gen(function* () {
    const { add, all, id, log, organization_id } = yield* begin
    const foreign = yield* begin
    const other = yield* add()
    const leads = yield* newLeads(
      organization_id,
      yield* newCampaign(organization_id),
      "1@x.test",
      "2@x.test",
      "3@x.test"
    )
    const [first = missing.lead, kept = missing.lead, third = missing.lead] = idsOf(leads)
    const row = (integration_id: IntegrationId, lead_id: LeadId | null, ...mentions: ReadonlyArray<string>) => ({
      integration_id,
      event: "sent" as const,
      lead_id,
      payload: '["ada@x.test"]',
      mentions,
      created_at: at(0)
    })
    const rows = (own: IntegrationId) => [
      row(own, first),
      row(own, kept),
      row(own, null, "b@x.test", "ada@x.test"),
      row(own, null, "ADA@x.test", "ada", 'a"d\\a@x.test', "äda@x.test", "lead 70"),
      row(own, third),
      row(own, null, "lead 7"),
      row(own, null)
    ]
    yield* log.insert(organization_id, [...rows(id), ...rows(other.id)])
    yield* foreign.log.insert(foreign.organization_id, rows(foreign.id))
    const both = Effect.gen(function* () {
      return [yield* all, (yield* log.page(organization_id, other.id, { limit: 10 })).toReversed()]
    })
    const before = yield* both
    yield* log.removeOf(organization_id, [first, third], ["ada@x.test", "lead 7", "missing"])
    same(
      yield* both,
      before.map((rows) => [rows[1], rows[3], rows[6]])
    )
    same((yield* foreign.all).length, 7)
    yield* log.removeOf(organization_id, [], [])
    same((yield* all).length, 3)
  }),
  "inserts pending deliveries, due when they are created, in their order": Effect.gen(function* () {
    const { all, id, log, organization_id, send } = yield* begin
    yield* send(3, 1, 2)
    yield* send()
    const rows = yield* all
    ok(ascends(idsOf(rows)))
    same(
      rows,
      [3, 1, 2].map((second, i) => ({
        id: rows[i]?.id,
        event: "replied",
        status: "pending",
        attempts: 0,
        next_attempt_at: at(second),
        response: null,
        created_at: at(second)
      }))
    )
    const [first = { id: DeliveryId.make(1) }] = rows
    same(Option.getOrThrow(yield* log.find(organization_id, id, first.id)), {
      ...first,
      payload: '{"second":3}',
      lead_id: null,
      tries: []
    })
  }),
  "keeps a payload to the byte": Effect.gen(function* () {
    const { heads, id, log, organization_id } = yield* begin
    const payload = JSON.stringify({ b: 1, a: 'Zoë 😀 \u0000 \n " \\ %', n: 1e21, s: " ".repeat(20_000) })
    yield* log.insert(organization_id, [
      { integration_id: id, event: "sent", lead_id: null, payload, mentions: [], created_at: at(0) }
    ])
    same((yield* heads)[0]?.payload, payload)
  }),
  "inserts thousands at once, all or none, in their order": Effect.gen(function* () {
    const { heads, id, log, organization_id, send } = yield* begin
    const { transaction } = yield* Transactor
    const seconds = Array.from({ length: 2_500 }, (_, i) => i)
    yield* Effect.flip(transaction(Effect.andThen(send(...seconds), refuse)))
    same(yield* heads, [])
    yield* send(...seconds)
    const rows = yield* log.page(organization_id, id, { limit: 3_000 })
    same(
      rows.map(({ created_at }) => created_at),
      seconds.map((second) => at(second)).toReversed()
    )
  }),
  "takes deliveries of several integrations, also of such that do not exist": Effect.gen(function* () {
    const { add, all, log, organization_id, store } = yield* newIntegrations
    const [a, b, gone] = [yield* add(), yield* add(), yield* add()]
    yield* store.remove(organization_id, gone.id)
    const of = (integration_id: typeof a.id, second: number) => ({
      integration_id,
      event: "sent" as const,
      lead_id: null,
      payload: "{}",
      mentions: [],
      created_at: at(second)
    })
    yield* log.insert(organization_id, [of(a.id, 1), of(gone.id, 2), of(b.id, 3), of(a.id, 4)])
    const instants = Effect.map((rows: ReadonlyArray<Delivery>) => rows.map(({ created_at }) => created_at))
    same(yield* instants(all(a.id)), [at(1), at(4)])
    same(yield* instants(all(b.id)), [at(3)])
    same(yield* log.removeOldest(organization_id, gone.id, { until: at(2), limit: 9 }), 1)
  }),
  "finds nothing of another integration or organization, and changes nothing there": Effect.gen(function* () {
    const { add, all, foreign, heads, id, log, organization_id, send } = yield* begin
    yield* send(1)
    const [row] = yield* all
    if (row === undefined) throw new Error("nothing was inserted")
    const other = yield* foreign
    for (const [organization, integration] of [
      [other.organization_id, id],
      [organization_id, (yield* add()).id]
    ] as const) {
      same(yield* log.find(organization, integration, row.id), Option.none())
      same(yield* log.heads(organization, integration), [])
      same(yield* log.page(organization, integration, { limit: 9 }), [])
      same(yield* log.oldest(organization, integration), null)
      same(yield* log.replace(organization, integration, row, { ...row, attempts: 1 }, []), false)
      yield* log.makeDue(organization, integration, at(99))
      same(yield* log.removeOldest(organization, integration, { until: at(99), limit: 9 }), 0)
    }
    same(idsOf(yield* heads), [row.id])
    same(yield* all, [row])
  }),
  "has two heads: the earliest of those with tries, and the first of those without": Effect.gen(function* () {
    const { all, heads, send, tried } = yield* begin
    yield* send(9, 8, 7, 6, 5)
    const [a, b, c, d, e] = yield* all
    if (!a || !b || !c || !d || !e) throw new Error("nothing was inserted")
    same(idsOf(yield* heads), [a.id])
    yield* tried(a, retry(500))
    same(idsOf(yield* heads), [a.id, b.id])
    yield* tried(b, retry(400))
    same(idsOf(yield* heads), [b.id, c.id])
    yield* tried(d, retry(400))
    yield* tried(c, delivered)
    same(idsOf(yield* heads), [b.id, e.id])
    yield* tried(e, { status: "failed", next_attempt_at: null })
    same(idsOf(yield* heads), [b.id])
    yield* tried({ ...b, attempts: 1 }, delivered)
    yield* tried({ ...d, attempts: 1 }, delivered)
    same(idsOf(yield* heads), [a.id])
    yield* tried({ ...a, attempts: 1 }, delivered)
    same(yield* heads, [])
  }),
  "replaces the progress and the tries, of the expected state only": Effect.gen(function* () {
    const { all, heads, id, log, organization_id, send, tried } = yield* begin
    yield* send(1, 2)
    const [row, other] = yield* all
    if (row === undefined) throw new Error("nothing was inserted")
    const response = { status_code: 400, body: "no\n😀", duration_ms: 12 }
    const rejected = { ...response, at: at(3), error: "no, 😀" }
    const silent = { at: at(4), status_code: null, error: "no answer", duration_ms: 15_000, body: null }
    const triesOf = Effect.map(log.find(organization_id, id, row.id), (found) => Option.getOrThrow(found).tries)
    same(yield* tried(row, retry(5), [silent, rejected]), true)
    same(yield* triesOf, [silent, rejected])
    const once = { ...row, attempts: 1, next_attempt_at: at(5), response }
    same(yield* all, [once, other])
    same(yield* tried(row, delivered), false)
    same(yield* tried({ ...once, status: "failed" }, delivered), false)
    same(yield* all, [once, other])
    same(yield* heads, [
      { ...once, payload: '{"second":1}', lead_id: null, tries: [silent, rejected] },
      ...(yield* heads).slice(1)
    ])
    same(yield* tried(once, delivered, [rejected, silent]), true)
    same(yield* triesOf, [rejected, silent])
    const twice = { ...once, ...delivered, attempts: 2, response: null }
    same(yield* all, [twice, other])
    same(yield* log.replace(organization_id, id, twice, row, []), true)
    same(yield* all, [row, other])
    const gone = { ...row, id: DeliveryId.make(Number.MAX_SAFE_INTEGER) }
    same(yield* log.replace(organization_id, id, row, gone, []), false)
  }),
  "makes pending deliveries with tries due, and no others": Effect.gen(function* () {
    const { all, heads, id, log, organization_id, send, tried } = yield* begin
    yield* send(1, 2, 3, 4)
    const [a, b, c, d] = yield* all
    if (!a || !b || !c || !d) throw new Error("nothing was inserted")
    yield* tried(a, retry(500))
    yield* tried(b, retry(400))
    yield* tried(c, delivered)
    yield* log.makeDue(organization_id, id, at(50))
    same(
      (yield* all).map(({ next_attempt_at }) => next_attempt_at),
      [at(50), at(50), null, at(4)]
    )
    same(idsOf(yield* heads), [a.id, d.id])
  }),
  "pages by descending id": Effect.gen(function* () {
    const { all, id, log, organization_id, send } = yield* begin
    yield* send(1, 2, 3, 4, 5)
    const ids = idsOf(yield* all).toReversed()
    same(idsOf(yield* log.page(organization_id, id, { limit: 2 })), ids.slice(0, 2))
    const before = ids[1] ?? DeliveryId.make(1)
    same(idsOf(yield* log.page(organization_id, id, { limit: 2, before })), ids.slice(2, 4))
    same(idsOf(yield* log.page(organization_id, id, { limit: 9, before: DeliveryId.make(1) })), [])
  }),
  "pages the deliveries of one state": Effect.gen(function* () {
    const { all, id, log, organization_id, send, tried } = yield* begin
    yield* send(1, 2, 3, 4, 5, 6)
    const [a, b, c, d, e, f] = yield* all
    if (!a || !b || !c || !d || !e || !f) throw new Error("nothing was inserted")
    for (const row of [a, c, d]) yield* tried(row, delivered)
    yield* tried(e, { status: "failed", next_attempt_at: null })
    yield* tried(f, retry(9))
    const of = (status: Delivery["status"], more: { readonly before?: DeliveryId; readonly limit?: number } = {}) =>
      Effect.map(log.page(organization_id, id, { limit: 9, status, ...more }), idsOf)
    same(yield* Effect.forEach(["pending", "delivered", "failed"] as const, (status) => of(status)), [
      [f.id, b.id],
      [d.id, c.id, a.id],
      [e.id]
    ])
    same(yield* of("delivered", { before: d.id, limit: 1 }), [c.id])
    same(yield* of("failed", { before: e.id }), [])
  }),
  "removes the oldest, as far as they are old": Effect.gen(function* () {
    const { all, heads, id, log, organization_id, removeOldest, send, tried } = yield* begin
    same(yield* log.oldest(organization_id, id), null)
    yield* send(1, 2, 9, 3, 4)
    const [a, b, c, d, e] = yield* all
    if (!a || !b || !c || !d || !e) throw new Error("nothing was inserted")
    yield* tried(a, retry(500))
    yield* tried(b, delivered)
    same(yield* log.oldest(organization_id, id), at(1))
    same(yield* removeOldest(0.999), 0)
    same(yield* removeOldest(2, 1), 1)
    same(yield* log.oldest(organization_id, id), at(2))
    same(yield* removeOldest(4, 3), 2)
    same(idsOf(yield* all), [c.id, e.id])
    same(idsOf(yield* heads), [c.id])
    same(yield* removeOldest(100), 2)
    same(yield* removeOldest(100), 0)
    same([yield* log.oldest(organization_id, id), yield* heads], [null, []])
  })
})

const overlapping = casesOf(
  "DeliveryStore, two transactions",
  {
    "ids follow the order of transactions that wait for each other": Effect.gen(function* () {
      const { all, organization_id, send } = yield* begin
      const leads = yield* LeadStore
      const { transaction } = yield* Transactor
      const ids = idsOf(yield* newLeads(organization_id, yield* newCampaign(organization_id), "1@x.test"))
      const changing = (second: number) => Effect.andThen(leads.lock(organization_id, ids), send(second))
      yield* waits(changing(2), transaction(changing(1)))
      const rows = yield* all
      same(
        rows.map(({ created_at }) => created_at),
        [at(2), at(1)]
      )
    }),
    "a delivery that commits late is sent, although others came after it": Effect.gen(function* () {
      const { all, heads, send, tried } = yield* begin
      const later = Effect.gen(function* () {
        yield* send(2)
        const [row] = yield* all
        if (row !== undefined) yield* tried(row, delivered)
      })
      yield* goesOn(send(1), later)
      same(
        (yield* heads).map(({ created_at }) => created_at),
        [at(1)]
      )
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...all, ...overlapping]
