/** Programs of apps that install the packed packages. `packaging.long.ts` runs them. */

export const consumer = `
import { version } from "@mailroom/http"
import { FakeServer } from "@mailroom/node/testing"

const mailroom = await FakeServer.start()
const authorization = "Bearer " + mailroom.apiKey
const answer = await fetch(mailroom.baseUrl + "/campaigns", { headers: { authorization } })
let threads = 0
process.on("worker", () => threads++)
const body = "From: ada@lead.test\\r\\n\\r\\n" + "x".repeat(20_000)
const headers = { authorization, "content-type": "message/rfc822" }
const mail = await fetch(mailroom.baseUrl + "/inbound/messages", { method: "POST", headers, body })
const { campaigns, leads } = mailroom.useCases
await campaigns.create({ name: "Autumn" })
const { code } = await leads.find(1).catch((error) => error)
console.log(version, answer.status, mail.status, threads, (await campaigns.list()).total, code)
await mailroom.stop()
`

/** Imports everything that must load without the optional packages; runs after `hidden`. */
export const withoutOptional = `
await Promise.all(["core", "folder", "http", "http/client", "mail", "memory", "mime", "postgres"].map((name) => import("@mailroom/" + name)))
hide("@electric-sql/pglite")
const { createMailroom } = await import("@mailroom/node")
await (await createMailroom({ database: "memory" })).close()
await createMailroom({ database: "./nowhere" }).catch(({ code, message }) => console.log(code, message))
`
/** Makes packages look as if they were not installed. */
export const hidden = `
import { registerHooks } from "node:module"
const names = new Set(["@effect/platform-node", "@electric-sql/pglite"])
globalThis.hide = (...only) => (names.clear(), only.forEach((name) => names.add(name)))
registerHooks({
  resolve: (specifier, context, next) => {
    if ([...names].every((name) => !specifier.startsWith(name))) return next(specifier, context)
    throw Object.assign(new Error("Cannot find package " + specifier), { code: "ERR_MODULE_NOT_FOUND" })
  }
})
`

export const required = `
const { createMailroom } = require("@mailroom/node")
createMailroom({ database: "memory" }).then(async (mailroom) => {
  const { id } = await mailroom.organizations.create({ name: "Acme" })
  console.log((await mailroom.organization(id).campaigns.list()).total)
  await mailroom.close()
})
`

export const kitRequired = `
const { FakeServer } = require("@mailroom/node/testing")
FakeServer.start({ now: "2026-03-02T09:00:00Z" }).then(async (mailroom) => {
  await mailroom.advance("3 days")
  console.log(mailroom.now)
  await mailroom.stop()
})
`

/** Code of an app without Effect; the last line must not compile. */
export const typed = `
import { createClient } from "@mailroom/client"
import { createMailroom } from "@mailroom/node"

const mailroom = await createMailroom({
  database: "memory",
  migrate: true,
  authenticate: async (request) => (request.headers.has("cookie") ? { organization_id: 1, access: "full" } : null)
})
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { activity, campaigns, keys, leads } = mailroom.organization(id)
const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
for await (const lead of leads.list({ campaign_id })) await leads.update(lead.id, { stop_sending: true })
const [lead] = (await leads.list({ campaign_id })).data
await Promise.all([activity.log(campaign_id), keys.create({ name: "ci" })])
const answer = await mailroom.fetch(new Request("http://localhost/campaigns", { headers: { cookie: "a=b" } }))
const fetch = (url: string, init: RequestInit) => {
  const request = new Request(url, init)
  request.headers.set("cookie", "a=b")
  return mailroom.fetch(request)
}
const client = createClient({ baseUrl: "http://localhost", fetch })
const total: number = (await client.leads.list({ campaign_id })).total
console.log(lead?.stop_sending_type, answer.status, total)
await mailroom.close()
const wrong: string = lead!.id
`
/** Code of an app that has another release of Effect and, of Mailroom, only `@mailroom/node`. */
export const alone = `
import { createMailroom, type Lead, MailroomError, type NewEvent } from "@mailroom/node"
import { FakeServer } from "@mailroom/node/testing"

const { stop, useCases } = await FakeServer.start()
const error: unknown = await useCases.leads.find(1).catch((error: unknown) => error)
let threads = 0
process.on("worker", () => threads++)
const { kind } = await useCases.intake.receive("From: ada@lead.test\\r\\n\\r\\n" + "x".repeat(20_000))
await stop()

const mailroom = await createMailroom({ database: "memory", logger: console })
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { activity, campaigns, leads } = mailroom.organization(id)
const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
const event: NewEvent = { type: "sent", lead_id: 1, occurred_at: "2026-01-01T00:00:00Z", idempotency_key: "1" }
const { recorded } = await activity.record({ events: [event] })
const lead: Lead = await leads.find(1)
await mailroom.close()
console.log(error instanceof MailroomError && error.code, kind, threads, recorded, lead.status)
`

/** An app for a bundle: on memory it answers, in a folder it says why it cannot. */
export const bundledApp = `
import { createMailroom } from "@mailroom/node"

const start = async () => {
  const mailroom = await createMailroom({ database: "memory" })
  console.log((await mailroom.fetch(new Request("http://localhost/readyz"))).status)
  await mailroom.close()
  await createMailroom({ database: "./data" }).catch(({ code, message }) => console.log(code, message))
}
void start()
`
