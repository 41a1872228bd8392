/** Requests with an idempotency key. */
import { IdempotencyStore, KeyedRequest } from "@mailroom/core"
import { Array, Exit, Order } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { expiringStore } from "./internal/expiring.ts"
import type { Tenant } from "./internal/State.ts"

export const idempotencyStore = (database: Database): IdempotencyStore["Service"] => {
  const { write } = database
  return IdempotencyStore.of({
    ...expiringStore(database, { port: "IdempotencyStore", table: KeyedRequest.table, part: "keyedRequests" }),
    // No other transaction runs until this one ends.
    lockOrInsert: (organization_id, request) =>
      write(organization_id, "IdempotencyStore.lockOrInsert", (tenant) => {
        const stored = tenant.keyedRequests.get(request.key)
        if (stored !== undefined) return Exit.succeed(stored)
        put(tenant, request)
        return Exit.succeed(request)
      }),
    replace: (organization_id, request) =>
      write(organization_id, "IdempotencyStore.replace", (tenant) => {
        const stored = tenant.keyedRequests.get(request.key)
        if (stored !== undefined) put(tenant, request)
        return Exit.void
      }),
    forgetAnswers: (organization_id, asked) =>
      write(organization_id, "IdempotencyStore.forgetAnswers", (tenant) => {
        const erased = new Set(asked)
        const found = [...tenant.keyedRequests.values()].filter(({ mentions }) =>
          mentions.some((one) => erased.has(one))
        )
        for (const request of found) put(tenant, { ...request, answer: null, mentions: [] })
        return Exit.succeed(found.length)
      }),
    trim: (organization_id, { bytes, keys, limit }) =>
      write(organization_id, "IdempotencyStore.trim", (tenant) => {
        let place = 0
        let size = 0
        const surplus = byExpiry(tenant)
          .toReversed()
          .flatMap((request) => {
            if (request.status !== "done") return []
            place++
            size += new TextEncoder().encode(request.answer ?? "").length
            if (place > keys) return [{ request, isRemoved: true }]
            return request.answer !== null && size > bytes ? [{ request, isRemoved: false }] : []
          })
        const changed = surplus.toReversed().slice(0, limit)
        for (const { isRemoved, request } of changed) {
          if (isRemoved) tenant.keyedRequests = tenant.keyedRequests.remove(request.key)
          else put(tenant, { ...request, answer: null, mentions: [] })
        }
        return Exit.succeed(changed.length)
      })
  })
}

const put = (tenant: Mutable<Tenant>, request: KeyedRequest.KeyedRequest) => {
  tenant.keyedRequests = tenant.keyedRequests.set(request.key, request)
}

/** The requests by expiry, then by key. */
const byExpiry = ({ keyedRequests }: Tenant) =>
  Array.sortWith(keyedRequests.values(), ({ expires_at }) => expires_at, Order.String)
