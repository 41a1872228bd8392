/** Checks that all servers lock an organization's guard in the same way: a peer without these locks would do less. */
import { deepStrictEqual } from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import type { Request } from "./cases.ts"
import { ask } from "./compare.ts"
import { campaignId, keyOf } from "./data.ts"
import { withConnection } from "./postgres.ts"
import type { Server } from "./servers.ts"

const occurred_at = "2025-06-01T09:00:00.000Z"
const event = (type: string, name: string) => ({ type, lead_id: 1, occurred_at, idempotency_key: `${type} ${name}` })

/** For each lock of the guard and each request: whether the request must wait for the lock. */
const requestsOf = (name: string) =>
  [
    ["share", false, { method: "POST", path: "/leads", body: importOf(`shared-${name}`) }],
    ["share", true, { method: "POST", path: "/events", body: { events: [event("complained", name)] } }],
    ["update", true, { method: "POST", path: "/leads", body: importOf(`exclusive-${name}`) }],
    ["update", true, { method: "PATCH", path: "/leads/1", body: { email: `moved-${name}@company.example` } }],
    ["update", false, { method: "PATCH", path: "/leads/1", body: { stop_sending: true } }],
    ["update", false, { method: "PATCH", path: "/leads/1", body: { first_name: name } }],
    ["update", false, { method: "POST", path: "/events", body: { events: [event("sent", name)] } }]
  ] as const satisfies ReadonlyArray<readonly ["share" | "update", boolean, Request]>
const importOf = (local: string) => ({ campaign_id: campaignId(1), leads: [{ email: `${local}@company.example` }] })

/** Sends a request while the guard is locked. Returns whether it waited for the lock. */
const waits = (server: Server, url: string, lock: "share" | "update", request: Request) =>
  withConnection(url, async (client) => {
    await client.query("BEGIN")
    await client.query(`SELECT FROM mailroom.organization_guards WHERE organization_id = 1 FOR ${lock}`)
    const state = { isAnswered: false }
    const answer = ask(server, keyOf(1), request).finally(() => (state.isAnswered = true))
    let isBlocked = false
    while (!state.isAnswered && !isBlocked) {
      const { rowCount } = await client.query(
        "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
      )
      isBlocked = rowCount !== 0
      await setTimeout(5)
    }
    await client.query("COMMIT")
    deepStrictEqual((await answer).status, 200)
    return isBlocked
  })

/** Fails when a server does not wait for the guard, or waits although it need not. */
export const compareLocks = async (servers: ReadonlyArray<Server>, url: string): Promise<void> => {
  for (const server of servers.filter(({ name }) => name !== "limit")) {
    for (const [lock, expected, request] of requestsOf(server.name)) {
      const message = `${server.name}: ${JSON.stringify(request)} with the guard locked for ${lock}`
      deepStrictEqual(await waits(server, url, lock, request), expected, message)
    }
  }
}
