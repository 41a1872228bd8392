/** Mailroom inside a Fastify app. Mailroom gets requests before Fastify parses their bodies. */
import { createMailroom } from "@mailroom/node"
import fastify from "fastify"
import pg from "pg"

// #region embed
const mailroom = await createMailroom({
  database: new pg.Pool({ connectionString: process.env["DATABASE_URL"] }),
  migrate: true,
  publicUrl: "http://localhost:3000/mailroom",
  authenticate: async (request) => sessionOf(request.headers.get("cookie"))
})

const app = fastify()
app.addHook("onRequest", (request, reply, done) => {
  if (!request.url.startsWith("/mailroom/")) return done()
  reply.hijack()
  mailroom.handler(request.raw, reply.raw)
})
// #endregion embed

/** Represents the sessions of the app. */
const { id } = await mailroom.organizations.create({ name: "Acme" })
function sessionOf(cookie: string | null) {
  return cookie === "session=ada" ? ({ organization_id: id, access: "full" } as const) : null
}

const origin = await app.listen({ port: 0, host: "127.0.0.1" })

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
