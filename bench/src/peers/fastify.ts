/**
 * The API as a good TypeScript developer would write it by hand: Fastify with schemas for requests and responses, and
 * prepared statements over `pg`. Writes are in `fastify-writes.ts`.
 */
import addFormats from "ajv-formats"
import { Ajv } from "ajv"
import fastify, { type FastifyReply } from "fastify"
import { writes } from "./fastify-writes.ts"
import * as schemas from "./schemas.ts"
import {
  containing,
  leadColumns,
  makeAuthenticate,
  makeCursors,
  makePool,
  type Principal,
  type Query,
  requestIdOf,
  threadOf,
  type ThreadRow
} from "./shared.ts"
import { type SummaryQuery, summaryOf } from "./summary.ts"

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal
  }
}

const pool = makePool()
const query: Query = async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows
const authenticate = makeAuthenticate(query)
const cursors = await makeCursors(query)

const app = fastify({
  genReqId: ({ headers }) => requestIdOf(headers["x-request-id"]),
  schemaErrorFormatter: ([first]) => new Error(`${first?.instancePath ?? ""} ${first?.message ?? "is not valid"}`)
})
// Paths and queries are text, so their values are converted to numbers. Bodies are not converted.
const strict = addFormats.default(new Ajv({ useDefaults: true, allErrors: true }))
const coercing = addFormats.default(new Ajv({ useDefaults: true, allErrors: true, coerceTypes: true }))
app.setValidatorCompiler(({ httpPart, schema }) => (httpPart === "body" ? strict : coercing).compile(schema))

const problem = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply
    .code(status)
    .type("application/problem+json")
    .serializer(JSON.stringify)
    .send({ type: `urn:mailroom:problem:${code}`, title: code, status, detail, code, request_id: reply.request.id })

const notFound = (reply: FastifyReply) => problem(reply, 404, "not_found", "The resource does not exist")

app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
  const { message, statusCode = 500 } = error
  if (statusCode < 500) return problem(reply, statusCode, "invalid_request", message)
  console.error(error)
  return problem(reply, 500, "internal", "Something went wrong")
})
app.setNotFoundHandler((_request, reply) => notFound(reply))
app.decorateRequest("principal")

app.addHook("onRequest", async (request, reply) => {
  reply.headers({
    "x-request-id": request.id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff"
  })
  const principal = await authenticate(request.headers.authorization)
  if (principal === undefined) return problem(reply, 401, "unauthorized", "Send a valid API key")
  if (principal.access === "read" && request.method !== "GET") return problem(reply, 403, "forbidden", "Read only")
  request.principal = principal
  return undefined
})

const listSql = `
  SELECT campaign.lead_count AS total, page.*
  FROM mailroom.campaigns campaign
  LEFT JOIN LATERAL (
    SELECT ${leadColumns} FROM mailroom.leads
    WHERE organization_id = $1 AND campaign_id = $2 AND id > $3
    ORDER BY id LIMIT $4 OFFSET $5
  ) page ON TRUE
  WHERE campaign.organization_id = $1 AND campaign.id = $2`

// The statement has no name, so that it is planned for each search: some searches match most leads, most match few.
const foundSql = `
  SELECT (
    SELECT count(*) FROM mailroom.leads WHERE organization_id = $1 AND campaign_id = $2
      AND (address LIKE $3 OR email_given LIKE $3)
  ) AS total
  FROM mailroom.campaigns WHERE organization_id = $1 AND id = $2`
const searchSql = `
  SELECT ${leadColumns} FROM mailroom.leads
  WHERE organization_id = $1 AND campaign_id = $2 AND id > $3 AND (address LIKE $6 OR email_given LIKE $6)
  ORDER BY id LIMIT $4 OFFSET $5`

interface LeadRow {
  readonly id: number | null
  readonly total: number
}

app.get<{
  Params: { campaignId: string }
  Querystring: { after_id?: number; limit: number; offset: number; search?: string }
}>("/leads/campaign/:campaignId", { schema: schemas.leadPage }, async (request, reply) => {
  const { after_id = 0, limit, offset, search = "" } = request.query
  const values = [request.principal.organization_id, request.params.campaignId, after_id, limit, offset]
  if (search !== "") {
    const pattern = containing(search)
    const [found, page] = await Promise.all([
      pool.query<{ total: number }>(foundSql, [...values.slice(0, 2), pattern]),
      pool.query(searchSql, [...values, pattern])
    ])
    const [counted] = found.rows
    return counted === undefined ? notFound(reply) : { total: counted.total, offset, limit, data: page.rows }
  }
  const rows = await query<LeadRow>("lead-page", listSql, values)
  const [first] = rows
  if (first === undefined) return notFound(reply)
  return { total: first.total, offset, limit, data: first.id === null ? [] : rows }
})

const threadsSql = (beyond: string) => `
  SELECT thread.*, lead.email, lead.first_name, lead.last_name, lead.company, lead.reply_status, lead.reply_status_by,
    campaign.name AS campaign_name,
    (SELECT count(*) FROM mailroom.messages WHERE organization_id = $1 AND thread_id = thread.id) AS message_count
  FROM (
    SELECT id, tab, state, lead_id, campaign_id, account_id, has_our_email, is_new, last_message_id, last_message, last_date_sent
    FROM mailroom.threads
    WHERE organization_id = $1 AND tab = $2 AND is_listed ${beyond}
    ORDER BY last_date_sent DESC, id DESC LIMIT $3
  ) thread
  LEFT JOIN mailroom.campaigns campaign
    ON campaign.organization_id = $1 AND campaign.id = thread.campaign_id AND campaign.deleted_at IS NULL
  LEFT JOIN mailroom.leads lead
    ON lead.organization_id = $1 AND lead.id = thread.lead_id AND lead.campaign_id NOT IN (
      SELECT id FROM mailroom.campaigns WHERE organization_id = $1 AND deleted_at IS NOT NULL
    )
  ORDER BY last_date_sent DESC, id DESC`
const firstThreadsSql = threadsSql("")
const nextThreadsSql = threadsSql("AND (last_date_sent, id) < ($4::timestamptz, $5::bigint)")

app.get<{ Querystring: { tab: string; cursor?: string; limit: number } }>(
  "/unibox/threads",
  { schema: schemas.threadPage },
  async (request, reply) => {
    const { organization_id } = request.principal
    const { cursor, limit, tab } = request.query
    const scope = `threads\n${organization_id}\n${tab}`
    const place = cursor === undefined ? undefined : cursors.decode(scope, cursor)
    if (cursor !== undefined && place === undefined) return problem(reply, 400, "invalid_cursor", "No such cursor")
    const rows =
      place === undefined
        ? await query<ThreadRow>("threads", firstThreadsSql, [organization_id, tab, limit + 1])
        : await query<ThreadRow>("threads-next", nextThreadsSql, [
            organization_id,
            tab,
            limit + 1,
            place.date,
            place.id
          ])
    const data = rows.slice(0, limit)
    const last = data.at(-1)
    const next = rows.length > limit && last !== undefined ? { date: last.last_date_sent, id: last.id } : undefined
    return {
      data: data.map(threadOf),
      has_more: next !== undefined,
      next_cursor: next && cursors.encode(scope, next)
    }
  }
)

app.get<{ Params: { campaignId: string }; Querystring: SummaryQuery }>(
  "/analytics/campaigns/:campaignId/summary",
  { schema: schemas.summary },
  async (request, reply) => {
    const { campaignId } = request.params
    return (await summaryOf(query, request.principal.organization_id, campaignId, request.query)) ?? notFound(reply)
  }
)

writes(app, pool, strict, { notFound, problem })

console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`)
process.once("SIGTERM", () => process.exit())
