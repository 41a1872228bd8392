/** Generated requests over the whole API, and their answers without values that may differ between two servers. */
import { Timestamp } from "@mailroom/core"
import { Effect, Random } from "effect"
import { send } from "./Client.ts"
import type { TestServer } from "./TestServer.ts"

/** A request. `{lead 3}` in its texts means the id of the fourth lead that the current server has named. */
export interface Request {
  readonly method: string
  readonly target: string
  readonly body?: string
  readonly type?: string
}

const below = (count: number) => Random.nextIntBetween(0, count - 1)
const pick = <A>(...values: ReadonlyArray<A>) => Effect.map(below(values.length), (index) => values[index]!)

const name = Effect.map(below(6), (n) => ["Autumn", "Zoë", "ÅNGSTRÖM", "a_b%", "x".repeat(60), "Ада"][n]!)
const email = pick(
  "ada@example.com",
  "Bob@x.test",
  "zoë@MÜNCHEN.example",
  "eve@mail.x.test",
  "no address",
  "dan@y.test"
)
const domain = pick("x.test", "https://www.example.com/path", "münchen.example", "com", "not a domain", "*.y.test")
/** Instants in the past, so that the counts do not depend on the clock. */
const instant = Effect.map(below(200), (hours) => Timestamp.fromMillis(Date.UTC(2026, 2, 25) + hours * 1_500_000))
const settings = pick<object>(
  { daily_limit: 7, ramp_up: { enabled: true, started_at: "2026-03-01T00:00:00.000Z" } },
  { sending_enabled: false, signature: "Grüße\n\u2028Zoë" },
  { timezone: "Asia/Kathmandu", reply_to: null, ramp_up: {} },
  { daily_limit: null }
)
const id = (kind: string) => Effect.map(below(12), (n) => (n === 11 ? "999999" : `{${kind} ${n % 6}}`))
const campaignId = Effect.map(below(8), (n) =>
  n === 7 ? "00000000-0000-4000-8000-000000000000" : `{campaign ${n % 3}}`
)

/** Custom fields whose names are ordered differently by different engines: by length, by bytes, by insertion. */
const customFields = Effect.gen(function* () {
  const names = yield* Random.shuffle(["zz", "a", "long_name", "b2", "b10", "Not_Allowed"])
  const values = yield* Random.shuffle(["text", 1.5, true, 1e21, 0, ""])
  const count = yield* below(5)
  return Object.fromEntries([...names].slice(0, count).map((name, i) => [name, values[i]]))
})

const json = (method: string, target: string, body: unknown): Request => ({
  method,
  target,
  // Quoted ids become numbers: their quotes are removed.
  body: JSON.stringify(body).replaceAll(/"(\{(?!campaign)\w+ \d+\}|999999)"/gu, "$1"),
  type: "application/json"
})
const get = (target: string): Request => ({ method: "GET", target })

const event = Effect.gen(function* () {
  const common = {
    type: yield* pick(
      "sent",
      "sent",
      "opened",
      "clicked",
      "replied",
      "bounced",
      "unsubscribed",
      "complained",
      "nonsense"
    ),
    occurred_at: yield* instant,
    idempotency_key: `key ${yield* below(60)}`,
    ...((yield* below(3)) === 0 ? { data: { z: 1, a: [true, null, { b: "ü" }], "10": 1 } } : {}),
    ...((yield* below(3)) === 0 ? { sequence_id: yield* id("sequence") } : {}),
    ...((yield* below(3)) === 0 ? { account_id: yield* id("account") } : {})
  }
  return (yield* below(2)) === 0
    ? { ...common, lead_id: yield* id("lead") }
    : { ...common, campaign_id: yield* campaignId, email: yield* email }
})

const mail = Effect.gen(function* () {
  const number = yield* below(20)
  const headers = [
    `From: ${yield* pick("Ada <ada@example.com>", "bob@x.test", "sender@ours.example", "mailer-daemon@x.test")}`,
    `To: ${yield* pick("sender@ours.example", "ada@example.com", "stranger@y.test")}`,
    `Date: ${new Date(yield* instant).toUTCString()}`,
    `Subject: ${yield* pick("Hello", "Re: Hello", "=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Out of office")}`,
    `Message-ID: <m${number}@example.com>`,
    ...((yield* below(2)) === 0 ? [`In-Reply-To: <m${yield* below(20)}@example.com>`] : []),
    ...((yield* below(4)) === 0 ? ["Auto-Submitted: auto-replied"] : [])
  ]
  const attachment = [
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b\r\nContent-Type: text/plain\r\n\r\nSee the file.",
    '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nbytes\r\n--b--'
  ]
  const text = ["", `Text ${number}\r\n\r\nOn Monday, Ada wrote:\r\n> Hello`]
  return [...headers, ...((yield* below(3)) === 0 ? attachment : text)].join("\r\n")
})

/** Transactions with few different references, so that most rows have the reference of another row. */
const transaction = Effect.gen(function* () {
  return {
    type: yield* pick("payment", "usage", "usage", "refund", "gift"),
    status: yield* pick("pending", "pending", "succeeded", "failed"),
    amount: yield* pick(4_900, 4_900, -500, 0),
    currency: yield* pick("EUR", "EUR", "USD"),
    reference: yield* pick("in_1", "in_2", "IN_2", "in_3", null),
    description: yield* name,
    created_at: yield* instant,
    ...((yield* below(3)) === 0 ? { paid_at: yield* instant, credits: -1 } : {})
  }
})

const period = pick(
  "",
  "?period=all_time",
  "?start_date=2026-03-20&end_date=2026-04-10&timezone=Europe/Berlin",
  "?period=x"
)
const page = Effect.map(
  Effect.all([below(4), pick("1", "3", "100", "0", "x")]),
  ([offset, limit]) => `offset=${offset}&limit=${limit}`
)

const transactionQuery = Effect.map(
  Effect.all([
    page,
    pick(
      "",
      "&sort=created_at",
      "&status=pending",
      "&type=usage&currency=EUR",
      "&max_amount=-1",
      "&search=IN_",
      "&to=x"
    ),
    Effect.flatMap(id("transaction"), (id) => pick("", `&before_id=${id}`))
  ]),
  (parts) => parts.join("")
)

/** Each kind of request; frequent kinds are listed several times. */
const kinds: ReadonlyArray<Effect.Effect<Request>> = [
  Effect.map(name, (name) => json("POST", "/campaigns", { name, timezone: "Europe/Berlin" })),
  Effect.map(Effect.all([name, id("account")]), ([name, id]) =>
    json("POST", "/campaigns", { name, account_ids: [id] })
  ),
  Effect.map(page, (page) => get(`/campaigns?${page}`)),
  Effect.map(campaignId, (id) => get(`/campaigns/${id}`)),
  Effect.map(Effect.all([campaignId, name, id("account")]), ([id, name, account]) =>
    json("PATCH", `/campaigns/${id}`, { name, account_ids: [account] })
  ),
  Effect.map(Effect.all([campaignId, pick("start", "start", "pause")]), ([id, order]) => ({
    method: "POST",
    target: `/campaigns/${id}/${order}`
  })),
  // The first campaign is not deleted, because other requests use it.
  Effect.map(pick(1, 2), (campaign) => ({ method: "DELETE", target: `/campaigns/{campaign ${campaign}}` })),
  ...Array.from({ length: 3 }, () =>
    Effect.gen(function* () {
      const leads = yield* Effect.forEach(Array.from({ length: 1 + (yield* below(4)) }), () =>
        Effect.all({ email, first_name: name, custom_fields: customFields })
      )
      const on_duplicate = yield* pick("skip", "update", "other")
      return json("POST", "/leads", { campaign_id: yield* campaignId, leads, on_duplicate })
    })
  ),
  Effect.map(Effect.all([campaignId, page]), ([id, page]) => get(`/leads/campaign/${id}?${page}`)),
  Effect.map(campaignId, (id) => get(`/leads/campaign/${id}?search=%25`)),
  ...Array.from({ length: 3 }, () => Effect.map(id("lead"), (id) => get(`/leads/${id}`))),
  ...Array.from({ length: 3 }, () =>
    Effect.gen(function* () {
      const stop_sending = yield* pick(true, false)
      const patch = yield* pick(
        { stop_sending },
        { email: yield* email },
        { custom_fields: yield* customFields },
        { x: 1 }
      )
      return json("PATCH", `/leads/${yield* id("lead")}`, patch)
    })
  ),
  Effect.map(id("lead"), (id) => json("DELETE", "/leads", { ids: [id, "999999", id] })),
  Effect.map(Effect.all([id("lead"), id("tag")]), ([lead, tag]) => json("PUT", `/leads/${lead}/tag`, { tag_id: tag })),
  Effect.map(Effect.all([name, pick("positive", "neutral")]), ([name, sentiment]) =>
    json("POST", "/tags", { name, sentiment })
  ),
  Effect.map(page, (page) => get(`/tags?${page}`)),
  Effect.map(Effect.all([name, pick("full", "read", "write")]), ([name, access]) =>
    json("POST", "/keys", { name, access, expires_at: "2126-11-20T10:00:00+02:00" })
  ),
  // The first two keys belong to the callers, so they are left out.
  Effect.map(pick("1", "3", "100"), (limit) => get(`/keys?offset=2&limit=${limit}`)),
  Effect.map(Effect.all([id("key"), pick(0, 60, -1)]), ([id, grace_seconds]) =>
    json("POST", `/keys/${id}/rotate`, { grace_seconds })
  ),
  Effect.map(id("key"), (id) => ({ method: "DELETE", target: `/keys/${id}` })),
  Effect.map(Effect.all([id("tag"), name]), ([id, name]) => json("PATCH", `/tags/${id}`, { name })),
  Effect.map(id("tag"), (id) => ({ method: "DELETE", target: `/tags/${id}` })),
  Effect.map(Effect.all([campaignId, name, below(9)]), ([id, subject, delay_days]) =>
    json("POST", `/campaigns/${id}/sequences`, { subject, body: "Hi", delay_days })
  ),
  Effect.map(campaignId, (id) => get(`/campaigns/${id}/sequences`)),
  Effect.map(Effect.all([campaignId, id("sequence"), below(4)]), ([campaign, id, position]) =>
    json("PATCH", `/campaigns/${campaign}/sequences/${id}`, { position })
  ),
  Effect.map(Effect.all([campaignId, id("sequence")]), ([campaign, id]) => ({
    method: "DELETE",
    target: `/campaigns/${campaign}/sequences/${id}`
  })),
  Effect.map(Effect.all([pick("sender@ours.example", "Second@ours.example", "none"), settings]), ([email, settings]) =>
    json("POST", "/accounts", { email, provider: "smtp", settings })
  ),
  Effect.map(Effect.all([id("account"), settings]), ([id, settings]) =>
    json("PATCH", "/accounts", { ids: [id, "999999", id], settings })
  ),
  Effect.map(id("account"), (id) => json("DELETE", "/accounts", { ids: [id, "999999"] })),
  Effect.map(Effect.all([page, pick("", "&status=paused", "&status=active", "&search=OURS")]), ([page, filter]) =>
    get(`/accounts?${page}${filter}`)
  ),
  Effect.map(id("account"), (id) => get(`/accounts/${id}`)),
  // No credentials are set, because the workers would send at another time on each server.
  Effect.map(Effect.all([id("account"), pick("smtp.ours.example", "10.0.0.1", "")]), ([id, host]) =>
    json("PUT", `/accounts/${id}/credentials`, { smtp: { host, auth: { type: "none" } } })
  ),
  Effect.map(id("account"), (id) => get(`/accounts/${id}/credentials`)),
  Effect.map(id("account"), (id) => ({ method: "DELETE", target: `/accounts/${id}/credentials` })),
  Effect.map(pick("", "?limit=2", "?outcome=sent", "?outcome=x", "?cursor=x"), (query) => get(`/sends${query}`)),
  Effect.map(id("send"), (id) => get(`/sends/${id}`)),
  Effect.map(Effect.all([id("send"), pick("sent", "unsent", "x")]), ([id, outcome]) =>
    json("POST", `/sends/${id}/resolve`, { outcome })
  ),
  Effect.map(Effect.all([id("thread"), pick({}, { body_text: "Hi" })]), ([id, body]) =>
    json("POST", `/unibox/threads/${id}/reply`, body)
  ),
  Effect.map(
    Effect.all([campaignId, id("lead"), id("sequence"), id("account")]),
    ([id, lead_id, sequence_id, account_id]) =>
      json("POST", `/campaigns/${id}/test`, { lead_id, sequence_id, account_id })
  ),
  Effect.map(Effect.all([email, email]), (emails) => json("POST", "/blacklist/emails", { emails, reason: "asked" })),
  Effect.map(domain, (domain) => json("POST", "/blacklist/domains", { domains: [domain] })),
  ...Array.from({ length: 3 }, () => Effect.map(transaction, (body) => json("POST", "/billing/transactions", body))),
  ...Array.from({ length: 2 }, () => Effect.map(transactionQuery, (query) => get(`/billing/transactions?${query}`))),
  Effect.map(id("transaction"), (id) => get(`/billing/transactions/${id}`)),
  Effect.map(page, (page) => get(`/blacklist/emails?${page}`)),
  Effect.map(page, (page) => get(`/blacklist/domains?${page}`)),
  Effect.map(email, (email) => json("DELETE", "/blacklist/emails", { emails: [email, email] })),
  Effect.map(domain, (domain) => json("DELETE", "/blacklist/domains", { domains: [domain] })),
  ...Array.from({ length: 4 }, () =>
    Effect.map(Effect.all([event, event, event, event]), (events) => json("POST", "/events", { events }))
  ),
  ...Array.from({ length: 4 }, () =>
    Effect.map(mail, (body) => ({ method: "POST", target: "/inbound/messages", type: "message/rfc822", body }))
  ),
  ...Array.from({ length: 3 }, () =>
    Effect.map(Effect.all([pick("replies", "other", "none"), pick("1", "2", "50")]), ([tab, limit]) =>
      get(`/unibox/threads?tab=${tab}&limit=${limit}`)
    )
  ),
  Effect.map(id("cursor"), (cursor) => get(`/unibox/threads?tab=replies&cursor=${cursor}`)),
  Effect.succeed(get("/unibox/unread")),
  ...Array.from({ length: 2 }, () => Effect.map(id("thread"), (id) => get(`/unibox/threads/${id}?limit=3`))),
  Effect.map(Effect.all([id("thread"), pick(true, false), pick("replies", "other")]), ([id, is_new, tab]) =>
    json("PATCH", `/unibox/threads/${id}`, { is_new, tab })
  ),
  ...["summary", "events", "by-account", "by-sequence", "by-link"].map((report) =>
    Effect.map(Effect.all([campaignId, period]), ([id, period]) => get(`/analytics/campaigns/${id}/${report}${period}`))
  ),
  Effect.map(Effect.all([campaignId, pick("2", "100")]), ([id, limit]) =>
    get(`/analytics/campaigns/${id}/activity?limit=${limit}`)
  ),
  pick(
    get("/nowhere"),
    get("/leads/01"),
    { method: "DELETE", target: "/campaigns" },
    { method: "POST", target: "/tags", body: "{", type: "application/json" },
    { method: "POST", target: "/tags", body: "name", type: "text/plain" },
    json("POST", "/tags", { name: "", sentiment: "sad", more: 1 })
  )
]

/** The same seed gives the same requests. The first requests create the data that most others use. */
export const requests = (seed: string, count: number): Effect.Effect<ReadonlyArray<Request>> =>
  Effect.gen(function* () {
    const first = [
      json("POST", "/campaigns", { name: "First", timezone: "Europe/Berlin" }),
      json("POST", "/accounts", { email: "sender@ours.example", provider: "smtp" }),
      json("POST", "/campaigns/{campaign 0}/sequences", { subject: "Hello", body: "Hi", delay_days: 0 }),
      json("POST", "/leads", {
        campaign_id: "{campaign 0}",
        leads: [{ email: "ada@example.com", custom_fields: { zz: 1, a: "x", b10: true, b2: false } }]
      }),
      get("/leads/{lead 0}")
    ]
    const others = yield* Effect.forEach(Array.from({ length: count }), () => Effect.flatten(pick(...kinds)))
    return [...first, ...others]
  }).pipe(Random.withSeed(seed))

/** The kind of object that an `id` belongs to, by the field of the id and by the path of the request. */
const kindOf = (key: string, parents: ReadonlyArray<string>, path: string): string | undefined => {
  if (key === "next_cursor") return "cursor"
  if (key === "reply_status_tag_id") return "tag"
  if (key === "id_previous_sending_sequence") return "sequence"
  if (key !== "id") return /^(lead|thread|account|sequence|tag|campaign|message)_id$/u.exec(key)?.[1]
  if (parents.includes("last_message")) return parents.includes("attachments") ? "attachment" : "message"
  if (parents.includes("attachments")) return "attachment"
  if (path.startsWith("/accounts") && parents.includes("campaigns")) return "campaign"
  if (path.startsWith("/unibox/threads/")) return parents.includes("data") ? "message" : "thread"
  if (parents.includes("entry")) return "entry"
  if (path.startsWith("/leads")) return "lead"
  if (/^\/campaigns\/[^/]+\/(?:pause|start)$/u.test(path)) return "campaign"
  const words = path
    .replace(/\/rotate$/u, "")
    .split("/")
    .filter((segment) => /^[a-z]+$/u.test(segment))
  return words.at(-1)?.replace(/s$/u, "")
}

/**
 * The part of a conversation that depends on the server: its ids, and its answers with ids replaced by names that all
 * servers share.
 */
export const make = ({ a, origin }: TestServer["Service"]) => {
  const began = Timestamp.fromMillis(Date.now() - 60_000)
  const known = new Map<string, Array<unknown>>()
  const tokenOf = (kind: string, value: unknown) => {
    const values = known.get(kind) ?? []
    known.set(kind, values)
    const index = values.includes(value) ? values.indexOf(value) : values.push(value) - 1
    return `{${kind} ${index}}`
  }
  const resolve = (text: string) =>
    text.replaceAll(/\{(\w+) (\d+)\}/gu, (_, kind: string, index: string) => {
      const value = known.get(kind)?.[Number(index)]
      return value === undefined ? "999998" : encodeURI(String(value))
    })
  const withoutNames = (value: unknown, path: string, key = "", parents: ReadonlyArray<string> = []): unknown => {
    if (Array.isArray(value)) return value.map((item) => withoutNames(item, path, key, parents))
    if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value).map(([name, item]) => [
        name,
        withoutNames(item, path, name, [...parents, key])
      ])
      return Object.fromEntries(entries)
    }
    if (key === "request_id") return "{request}"
    if (key === "secret" || key === "prefix") return "{secret}"
    if (key === "url" && typeof value === "string") return value.replace(/^.*\/attachments\/.*$/u, "{url}")
    // A Message-ID comes from the mail, so it is the same on every server.
    if (typeof value === "string" && value.includes("@")) return value
    if (typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/u.test(value)) return value > began ? "{now}" : value
    const kind = value === null || value === undefined ? undefined : kindOf(key, parents, path)
    return kind === undefined ? value : tokenOf(kind, value)
  }
  const say = ({ body, method, target, type }: Request) =>
    send(origin, method, resolve(target), {
      key: a.key,
      ...(body === undefined ? {} : { body: type === "application/json" ? resolve(body) : body }),
      ...(type === undefined ? {} : { headers: { "content-type": type } })
    }).pipe(
      Effect.map(({ headers, status, text }) => {
        const { allow, "content-type": content, location } = headers
        // The computed part may contain ids.
        const etag = headers.etag?.replace(/-[0-9a-z]+"$/u, '-{computed}"')
        const shared = {
          status,
          content,
          etag,
          allow,
          location: location?.replace(origin, "").replaceAll(/\/[^/]*\d[^/]*/gu, "/{id}")
        }
        if (!/json/u.test(content ?? "")) return { ...shared, body: text }
        const parsed: unknown = JSON.parse(text)
        // Parsing must not lose information: the text has no other spaces, numbers or order.
        if (JSON.stringify(parsed) !== text) throw new Error(`Not as JSON.stringify writes it: ${text}`)
        const path = target.replace(/\?.*$/u, "")
        return { ...shared, body: JSON.stringify(withoutNames(parsed, path)).replaceAll(origin, "{origin}") }
      })
    )
  return { say }
}
