/** Mailroom inside an Express app, with the app's sessions and database. The API is below /mailroom. */
import { createMailroom } from "@mailroom/node"
import express from "express"
import pg from "pg"

// #region embed
const mailroom = await createMailroom({
  database: new pg.Pool({ connectionString: process.env["DATABASE_URL"] }),
  migrate: true,
  publicUrl: "http://localhost:3000/mailroom",
  authenticate: async (request) => sessionOf(request.headers.get("cookie"))
})

const app = express()
app.use("/mailroom", mailroom.handler)
app.use(express.json())
// #endregion embed

/** Represents the sessions of the app. */
const { id } = await mailroom.organizations.create({ name: "Acme" })
function sessionOf(cookie: string | null) {
  return cookie === "session=ada" ? ({ organization_id: id, access: "full" } as const) : null
}

const server = app.listen(0)
const address = server.address()
const origin = `http://localhost:${typeof address === "object" ? address?.port : address}`

const ask = async (cookie: string) => {
  const headers = { cookie, "content-type": "application/json" }
  const body = JSON.stringify({ name: "Autumn" })
  const created = await fetch(`${origin}/mailroom/campaigns`, { method: "POST", headers, body })
  const listed = await fetch(`${origin}/mailroom/campaigns`, { headers })
  return [created.status, listed.status]
}
console.log(await ask("session=ada"), await ask(""))
await mailroom.close()
process.exit()
