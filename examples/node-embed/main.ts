/** Mailroom inside a server of `node:http`. Paths that do not begin with /mailroom belong to the app. */
import { createMailroom } from "@mailroom/node"
import { createServer } from "node:http"
import pg from "pg"

// #region embed
const mailroom = await createMailroom({
  database: new pg.Pool({ connectionString: process.env["DATABASE_URL"] }),
  migrate: true,
  publicUrl: "http://localhost:3000/mailroom",
  authenticate: async (request) => sessionOf(request.headers.get("cookie"))
})

const server = createServer((request, response) => {
  if (request.url?.startsWith("/mailroom/")) return mailroom.handler(request, response)
  response.end("The app itself")
})
// #endregion embed

/** Represents the sessions of the app. */
const { id } = await mailroom.organizations.create({ name: "Acme" })
function sessionOf(cookie: string | null) {
  return cookie === "session=ada" ? ({ organization_id: id, access: "full" } as const) : null
}

await new Promise<void>((resolve) => void server.listen(0, resolve))
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

// #region stop
process.once("SIGTERM", async () => {
  await new Promise((closed) => server.close(closed))
  await mailroom.close()
  process.exit()
})
// #endregion stop
process.kill(process.pid, "SIGTERM")
