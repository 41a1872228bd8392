/**
 * The limit: Node's own server passes on JSON that Postgres creates. It checks only the key. It signs nothing, divides
 * nothing, and only reads.
 */
import { createServer } from "node:http"
import { statementOf } from "./limit-statements.ts"
import { makeAuthenticate, makePool, type Query } from "./shared.ts"

const pool = makePool()
const query: Query = async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows
const authenticate = makeAuthenticate(query)

const server = createServer((request, response) => {
  const answer = async () => {
    const principal = await authenticate(request.headers.authorization)
    if (principal === undefined) return void response.writeHead(401).end()
    const statement = statementOf(new URL(request.url ?? "/", "http://limit"), principal.organization_id)
    const [row] = (await pool.query<{ body: string }>(statement)).rows
    if (row === undefined) return void response.writeHead(404).end()
    const { body } = row
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
  }
  answer().catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) console.log(`Listening on http://127.0.0.1:${address.port}`)
})
process.once("SIGTERM", () => process.exit())
