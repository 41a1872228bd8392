/**
 * Checks that all servers write the same data. Each server gets a separate organization with the same names, and the
 * same requests. Then the answers are compared, and every row of the organizations, with ids replaced by their rank.
 */
import { deepStrictEqual } from "node:assert/strict"
import type { Request } from "./cases.ts"
import { type Answer, ask } from "./compare.ts"
import { addOrganization, keyOf } from "./data.ts"
import { differenceOf } from "./differences.ts"
import { withConnection } from "./postgres.ts"
import type { Server } from "./servers.ts"

type Json = { readonly [name: string]: any }

/** The organization of a server. Our server prepares data for which the peers have no endpoint. */
interface Twin {
  readonly server: Server
  readonly organization: number
  readonly campaigns: readonly [string, string]
  readonly account: number
  readonly steps: readonly [number, number]
  readonly tag: number
}

const post = (path: string, body: unknown): Request => ({ method: "POST", path, body })
const patch = (id: number, body: unknown): Request => ({ method: "PATCH", path: `/leads/${id}`, body })
const get = (path: string): Request => ({ method: "GET", path })

const prepare = async (server: Server, ours: Server, url: string): Promise<Twin> => {
  const organization = await addOrganization(url)
  const make = async (path: string, body: unknown) => {
    const { body: made, status } = await ask(ours, keyOf(organization), post(path, body))
    if (status >= 300) throw new Error(`${path} was not prepared: ${status}`)
    return made as Json
  }
  const first = await make("/campaigns", { name: "First" })
  const second = await make("/campaigns", { name: "Second", stop_on_reply: false, stop_on_auto_reply: true })
  const account = await make("/accounts", { email: "sender@example.net", provider: "google" })
  const one = await make(`/campaigns/${first["id"]}/sequences`, { body: "Hello" })
  const two = await make(`/campaigns/${first["id"]}/sequences`, { body: "And again" })
  const tag = await make("/tags", { name: "Interested", sentiment: "positive" })
  await make("/blacklist/emails", { emails: ["no@refused.example"], reason: "asked" })
  await make("/blacklist/domains", { domains: ["closed.example"] })
  return {
    server,
    organization,
    campaigns: [first["id"], second["id"]],
    account: account["id"],
    steps: [one["id"], two["id"]],
    tag: tag["id"]
  }
}

const addresses = `ada@example.com Grace@Example.com zoë@münchen.example ken@example.com radia@example.com
  dennis@example.com barbara@example.com edsger@example.com leslie@example.com tony@example.com`.split(/\s+/u)

const createLeads = ({ campaigns: [first, second] }: Twin): ReadonlyArray<Request> => [
  post("/leads", {
    campaign_id: first,
    leads: [
      ...addresses.map((email, i) => ({ email, first_name: `Name ${i}`, custom_fields: { size: i, city: "Bern" } })),
      { email: "GRACE@example.com" },
      { email: "no@refused.example" },
      { email: "who@mail.closed.example", company: "Closed" },
      { email: "not an address" },
      { email: "two@dots..example" },
      { email: "x@example.com", first_name: 5 },
      { email: "x@example.com", surname: "Unknown" },
      { first_name: "Nobody" },
      "nothing"
    ]
  }),
  post("/leads", {
    campaign_id: first.toUpperCase(),
    leads: [{ email: "ADA@example.com" }, { email: "new@example.com" }]
  }),
  post("/leads", { campaign_id: second, leads: addresses.map((email) => ({ email })) }),
  post("/leads", { campaign_id: "01900000-0000-7000-8000-000000000001", leads: [{ email: "ada@example.com" }] }),
  post("/leads", { campaign_id: first, leads: [] }),
  post("/leads", { campaign_id: first }),
  post("/leads", { campaign_id: "first", leads: [{ email: "ada@example.com" }] })
]

const patchLeads = (leads: ReadonlyArray<number>): ReadonlyArray<Request> => {
  const [ada = 0, grace = 0, zoe = 0] = leads
  const [refused = 0, closed = 0] = leads.slice(addresses.length)
  const change = { first_name: "Augusta", personalization: "I read your notes", custom_fields: { city: null, age: 36 } }
  return [
    patch(ada, change),
    patch(ada, change),
    patch(ada, {}),
    patch(ada, { stop_sending: true }),
    patch(ada, { stop_sending: false }),
    patch(grace, { email: "grace.hopper@example.com" }),
    patch(grace, { email: "Grace.Hopper@example.com", company: "Navy" }),
    patch(grace, { email: "ADA@example.com" }),
    patch(zoe, { email: "zoë@closed.example", last_name: "Ångström" }),
    patch(refused, { email: "yes@open.example" }),
    patch(closed, { stop_sending: false }),
    patch(closed, { email: "else@closed.example" }),
    patch(ada, { first_name: null }),
    patch(ada, { surname: "Lovelace" }),
    patch(ada, { email: "not an address" }),
    patch(ada, { stop_sending: "yes" }),
    patch(ada, { custom_fields: { "No Name": 1 } }),
    // This lead belongs to another organization.
    patch(1, { first_name: "Mallory" }),
    patch(Number.MAX_SAFE_INTEGER, { first_name: "Nobody" })
  ]
}

const at = (day: number, minute = 0) => new Date(Date.UTC(2025, 2, day, 9, minute)).toISOString()

const recordEvents = ({ account, campaigns: [first, second], steps }: Twin, leads: ReadonlyArray<number>) => {
  const event = (type: string, lead: number, occurred_at: string, more: object = {}) => ({
    type,
    lead_id: leads[lead],
    occurred_at,
    account_id: account,
    sequence_id: steps[0],
    idempotency_key: `${type} ${lead} ${occurred_at}`,
    ...more
  })
  const bare = { account_id: undefined, sequence_id: undefined }
  return [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((lead) => event("sent", lead, at(3, lead * 7))),
    [
      event("sent", 0, at(5), { sequence_id: steps[1] }),
      event("sent", 0, at(3, 0)),
      event("sent", 1, at(1), bare),
      event("delivered", 0, at(3, 1), { idempotency_key: undefined, message_id: "<1@mail.example>" }),
      event("delivered", 0, at(3, 2), { idempotency_key: undefined, message_id: "<1@mail.example>" }),
      event("opened", 0, at(4), { data: {} }),
      event("opened", 0, at(3, 30)),
      event("machine_opened", 1, at(3, 20)),
      event("clicked", 2, at(4), { data: { url: "https://example.com" } }),
      event("replied", 3, at(6), { data: { reply_text: "Later" } }),
      event("replied", 3, at(5), { data: { reply_text: "Yes, please" } }),
      event("replied", 4, at(6), { type: "auto_replied" }),
      event("bounced", 5, at(3, 36), { data: { status: "5.1.1", reason: "no such user" } }),
      event("bounced", 6, at(3, 43), { data: { status: "5.7.1" } }),
      event("soft_bounced", 7, at(3, 50), { data: { status: "4.2.2" } }),
      event("unsubscribed", 8, at(4), bare),
      event("complained", 8, at(3, 57)),
      event("complained", 9, at(7)),
      // Several rules at the same instant, and a rule with an earlier instant that arrives later.
      event("replied", 4, at(5)),
      event("replied", 6, at(3, 1)),
      event("bounced", 7, at(8), { data: { hard: false } })
    ],
    // In a separate request: a lead with an event that puts it on the blacklist, and with another event, may be written
    // twice.
    [event("replied", 9, at(8)), event("bounced", 4, at(5), { data: { status: "5.7.1", hard: true } })],
    [
      {
        type: "sent",
        campaign_id: second,
        email: "ADA@example.com",
        occurred_at: at(2),
        idempotency_key: "by address"
      },
      {
        type: "replied",
        campaign_id: second.toUpperCase(),
        email: "tony@example.com",
        occurred_at: at(9),
        idempotency_key: "r"
      },
      { type: "auto_replied", campaign_id: second, email: "ken@example.com", occurred_at: at(9), idempotency_key: "a" },
      { type: "sent", campaign_id: second, email: "nobody@example.com", occurred_at: at(2), idempotency_key: "none" },
      event("sent", 0, at(5), { lead_id: 1, idempotency_key: "another's" }),
      event("sent", 0, at(5), { account_id: 999_999_999, idempotency_key: "no account" }),
      event("sent", 0, at(5), { sequence_id: 999_999_999, idempotency_key: "no step" }),
      event("sent", 0, new Date(Date.now() + 9e7).toISOString(), { idempotency_key: "future" }),
      event("sent", 0, "2025-02-30T09:00:00.000Z", { idempotency_key: "no day" }),
      event("sent", 0, at(5), { idempotency_key: undefined }),
      event("sent", 0, at(5), { campaign_id: first, idempotency_key: "two ways" }),
      event("seen", 0, at(5)),
      event("replied", 3, at(4), { idempotency_key: "twice", data: { reply_text: "First of all" } }),
      event("replied", 3, at(4), { idempotency_key: "twice", data: { reply_text: "First of all" } }),
      "nothing"
    ]
  ]
    .map((events) => post("/events", { events }))
    .concat(post("/events", { events: [] }), post("/events", { event: {} }))
}

/** Requests that change leads which several rules have stopped. */
const changeStopped = ({ account }: Twin, leads: ReadonlyArray<number>): ReadonlyArray<Request> => {
  const [ken = 0, , dennis = 0, barbara = 0, edsger = 0, leslie = 0, tony = 0] = leads.slice(3)
  const event = (type: string, lead_id: number, occurred_at: string) => ({
    type,
    lead_id,
    occurred_at,
    account_id: account,
    idempotency_key: `${type} after the change of ${leads.indexOf(lead_id)}`
  })
  const soon = new Date(Date.now() + hour / 2).toISOString()
  return [
    // The rule `blacklist` ends, and the other rules remain.
    patch(dennis, { email: "dennis@open.example" }),
    patch(leslie, { email: "leslie@closed.example" }),
    patch(tony, { email: "TONY@example.com" }),
    patch(edsger, { email: "edsger@closed.example", stop_sending: false }),
    patch(ken, { stop_sending: true, first_name: "Kenneth" }),
    patch(barbara, { stop_sending: false }),
    post("/events", {
      events: [
        // One event before the person's decision, and one after it.
        event("unsubscribed", barbara, at(4)),
        event("complained", edsger, soon),
        event("unsubscribed", ken, soon)
      ]
    })
  ]
}

/** Sends all requests to a server; returns them with their answers. */
const sendAll = async (twin: Twin, ours: Server): Promise<ReadonlyArray<readonly [Request, Answer]>> => {
  const key = keyOf(twin.organization)
  const answers: Array<readonly [Request, Answer]> = []
  const all = async (requests: ReadonlyArray<Request>) => {
    for (const request of requests) answers.push([request, await ask(twin.server, key, request)])
  }
  await all(createLeads(twin))
  const created = answers[0]?.[1].body as Json
  const leads: ReadonlyArray<number> = created["data"].flatMap(({ id, status }: Json) =>
    status === "duplicate" ? [] : (id ?? [])
  )
  await all(patchLeads(leads))
  await ask(ours, key, { method: "PUT", path: `/leads/${leads[3]}/tag`, body: { tag_id: twin.tag } })
  await all(recordEvents(twin, leads))
  await all(changeStopped(twin, leads))
  for (const campaign of twin.campaigns) {
    await all([
      get(`/leads/campaign/${campaign}?limit=200`),
      get(`/leads/campaign/${campaign}?search=EXAMPLE.com`),
      get(`/analytics/campaigns/${campaign}/summary`),
      get(`/analytics/campaigns/${campaign}/summary?start_date=2025-03-03&end_date=2025-03-04&timezone=Europe/Berlin`)
    ])
  }
  return answers
}

/** The tables to compare, with the order of their rows. */
const tables = {
  organization_guards: "organization_id",
  accounts: "id",
  sequences: "id",
  tags: "id",
  campaigns: "id",
  leads: "id",
  lead_times: "lead_id",
  events: "id",
  blacklist: "kind, value",
  log_entries: "id",
  rollups: "campaign_id, dimension, resolution, bucket, dimension_id"
}

/** The table to which the ids of a field refer. */
const references: Readonly<Record<string, string>> = {
  lead_id: "leads",
  account_id: "accounts",
  chosen_sender: "accounts",
  sequence_id: "sequences",
  id_previous_sending_sequence: "sequences",
  reply_status_tag_id: "tags",
  campaign_id: "campaigns",
  account_ids: "accounts"
}

const hour = 3_600_000

/** The pointers of the faults of an item, sorted. Messages are not compared: each author words them differently. */
const placesOf = (errors: ReadonlyArray<Json>) =>
  [...new Set(errors.map(({ message, pointer }) => (message === "" ? undefined : pointer)))].sort()

/**
 * Replaces values that differ between two organizations: ids by their rank, the present by "now", faults by their
 * pointers.
 */
const makeNormalize = (ranks: Readonly<Record<string, ReadonlyArray<number | string>>>) => {
  const rank = (table: string, id: unknown) => (ranks[table] ?? []).indexOf(id as never)
  const walk = (value: unknown, name: string, table: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, name, table))
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]) => {
          if (key === "organization_id" || key === "identity_hash" || (table === "blacklist" && key === "id")) return []
          // Each organization has another key.
          if (key === "actor") return [[key, { ...(inner as Json), id: "key" }]]
          const step = /^(\w+):(\d+)$/u.exec(key)
          const renamed = step === null ? key : `${step[1]}:${rank("sequences", Number(step[2]))}`
          const dimension = (value as Json)["dimension"]
          // Some servers first record the events that put addresses on the blacklist, so the order of event ids
          // differs.
          if (key === "id" && table === "events") return [[key, typeof inner]]
          const of =
            key === "dimension_id"
              ? dimension === "campaign"
                ? ""
                : `${dimension}s`
              : key === "id"
                ? table
                : references[key]
          if (of !== undefined && of !== "" && (typeof inner === "number" || typeof inner === "string")) {
            return [[renamed, rank(of, inner)]]
          }
          return [[renamed, key === "errors" ? placesOf(inner) : walk(inner, key, table)]]
        })
      )
    }
    if (typeof value !== "string") return value
    if (name === "subjects") {
      return value.replaceAll(
        /([a-z]+)\/([\da-f-]{36}|\d+)/giu,
        (_, table, id) => `${table}/${rank(table, /^\d+$/u.test(id) ? Number(id) : id.toLowerCase())}`
      )
    }
    if (name === "identity" && value.startsWith("[")) {
      const [type, lead, message] = JSON.parse(value)
      return `${type} ${rank("leads", lead)} ${message}`
    }
    return /^\d{4}-\d\d-\d\dT/u.test(value) && Math.abs(Date.parse(value) - Date.now()) < hour ? "now" : value
  }
  return (value: unknown, table: string) => walk(value, "", table)
}

/** The table to which the `id` of an answer belongs. */
const tableOf = ({ path }: Request) => (path === "/events" ? "events" : "leads")

const stateOf = async (url: string, twin: Twin, answers: ReadonlyArray<readonly [Request, Answer]>) =>
  withConnection(url, async (client) => {
    const rows: Record<string, ReadonlyArray<Json>> = {}
    for (const [table, order] of Object.entries(tables)) {
      const sql = `SELECT to_jsonb(row) - 'leads_changed' - 'states_changed' AS row FROM mailroom.${table} row WHERE organization_id = $1 ORDER BY ${order}`
      rows[table] = (await client.query(sql, [twin.organization])).rows.map(({ row }) => row)
    }
    const ranks = Object.fromEntries(
      Object.entries(rows).map(([table, found]) => [table, found.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1))])
    )
    const normalize = makeNormalize(ranks)
    const stored = Object.entries(rows).map(
      ([table, found]) =>
        [
          table,
          found
            .map((row) => JSON.stringify(normalize(row, table)))
            .sort()
            .map((row): unknown => JSON.parse(row))
        ] as const
    )
    return {
      answers: answers.map(([request, answer]) => ({ ...answer, body: normalize(answer.body, tableOf(request)) })),
      rows: Object.fromEntries(stored)
    }
  })

/** Compares the servers' answers to writes, and their stored data. */
export const compareWrites = async (servers: ReadonlyArray<Server>, url: string): Promise<void> => {
  const [ours, ...peers] = servers.filter(({ name }) => name !== "limit")
  if (ours === undefined) return
  const lives = await Promise.all(
    [ours, ...peers].map(async (server) => {
      const twin = await prepare(server, ours, url)
      const answers = await sendAll(twin, ours)
      return { server, answers, state: await stateOf(url, twin, answers) }
    })
  )
  const [expected, ...others] = lives
  for (const { answers, server, state } of others) {
    for (const [i, [request]] of answers.entries()) {
      same(
        `${server.name} answers request ${i} (${JSON.stringify(request)}) otherwise`,
        state.answers[i],
        expected?.state.answers[i]
      )
    }
    for (const table of Object.keys(tables)) {
      same(`${server.name} stores other ${table}`, state.rows[table], expected?.state.rows[table])
    }
  }
}

const same = (message: string, actual: unknown, expected: unknown) => {
  try {
    deepStrictEqual(actual, expected)
  } catch (cause) {
    throw new Error(`${message}: ${differenceOf(actual, expected)}`, { cause })
  }
}
