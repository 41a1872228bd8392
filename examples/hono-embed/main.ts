/** Mailroom inside a Hono app. */
import { createMailroom } from "@mailroom/node"
import { Hono } from "hono"
import pg from "pg"

// #region embed
const mailroom = await createMailroom({
  database: new pg.Pool({ connectionString: process.env["DATABASE_URL"] }),
  migrate: true,
  publicUrl: "http://localhost:3000/mailroom",
  authenticate: async (request) => sessionOf(request.headers.get("cookie"))
})

const app = new Hono()
app.mount("/mailroom", mailroom.fetch)
// #endregion embed

/** Represents the sessions of the app. */
const { id } = await mailroom.organizations.create({ name: "Acme" })
function sessionOf(cookie: string | null) {
  return cookie === "session=ada" ? ({ organization_id: id, access: "full" } as const) : null
}

const ask = async (cookie: string) => {
  const headers = { cookie, "content-type": "application/json" }
  const body = JSON.stringify({ name: "Autumn" })
  const created = await app.request("/mailroom/campaigns", { method: "POST", headers, body })
  const listed = await app.request("/mailroom/campaigns", { headers })
  return [created.status, listed.status]
}
console.log(await ask("session=ada"), await ask(""))
await mailroom.close()
process.exit()
