/** Fixtures: objects created over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { newBody, resources } from "../Resources.ts"
import type { Call } from "./Client.ts"
import { TestServer } from "./TestServer.ts"

/** Unique names: the server's data outlives a test. */
let count = 0
export const unique = (name: string) => `${name}${++count}`

export const campaign = Effect.fnUntraced(function* (call: Call = {}) {
  const server = yield* TestServer
  const { json } = yield* server.call("POST", "/campaigns", { body: { name: unique("Campaign ") }, ...call })
  return json.id as string
})

/** Creates leads in one campaign. Returns their ids, ascending. */
export const leads = Effect.fnUntraced(function* (campaign_id: string, emails: ReadonlyArray<string>, call: Call = {}) {
  const server = yield* TestServer
  const body = { campaign_id, leads: emails.map((email) => ({ email })) }
  const { json } = yield* server.call("POST", "/leads", { body, ...call })
  return (json.data as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)
})

export const lead = (campaign_id: string, call: Call = {}) =>
  Effect.map(leads(campaign_id, [`${unique("lead")}@example.com`], call), ([id = 0]) => id)

/** Creates one of each resource that needs no other. Returns their ids, by group. */
export const each = Effect.fnUntraced(function* (call: Call = {}) {
  const server = yield* TestServer
  const ids = yield* Effect.forEach(resources, ({ example, group, path }) =>
    Effect.map(
      server.call("POST", path, { ...call, body: newBody({ example }, unique("")) }),
      ({ json, status, text }) => {
        assert.strictEqual(status, 201, `${path}: ${text}`)
        return [group, json.id] as const
      }
    )
  )
  return Object.fromEntries(ids) as any
})

export interface Mail {
  readonly from: string
  readonly to: string
  readonly subject?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const mail = ({ body = "Hello", from, headers = {}, subject = "Hello", to }: Mail) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...Object.entries({ "Message-ID": `<${unique("m")}@example.com>`, ...headers }).map(([k, v]) => `${k}: ${v}`),
    "",
    body
  ].join("\r\n")

/** Sends a raw mail to the intake. */
export const receive = Effect.fnUntraced(function* (message: Mail | string, call: Call = {}) {
  const server = yield* TestServer
  const body = typeof message === "string" ? message : mail(message)
  return yield* server.call("POST", "/inbound/messages", {
    ...call,
    body,
    headers: { "content-type": "message/rfc822" }
  })
})

/** A conversation: our mail to a lead, and the reply of the lead. */
export const conversation = Effect.fnUntraced(function* (call: Call = {}, reply: Partial<Mail> = {}) {
  const server = yield* TestServer
  const ours = `${unique("sender")}@ours.example`
  const theirs = `${unique("lead")}@theirs.example`
  const { json: account } = yield* server.call("POST", "/accounts", {
    body: { email: ours, provider: "smtp" },
    ...call
  })
  const campaign_id = yield* campaign(call)
  const [lead_id = 0] = yield* leads(campaign_id, [theirs], call)
  const message_id = `<${unique("first")}@ours.example>`
  const first = {
    from: ours,
    to: theirs,
    headers: { "Message-ID": message_id, Date: "Thu, 06 Aug 2026 09:30:00 +0000" }
  }
  const { json: sent } = yield* receive(first, call)
  const { json: received } = yield* receive(
    { from: `Lee <${theirs}>`, to: ours, ...reply, headers: { "In-Reply-To": message_id, ...reply.headers } },
    call
  )
  return {
    account_id: account.id as number,
    campaign_id,
    lead_id,
    ours,
    theirs,
    sent,
    received,
    thread_id: sent.thread_id as number
  }
})

/** The fields of a lead. Each answer contains all of them. `null` stands for a value that may be missing. */
export const leadTypes: Readonly<Record<string, ReadonlyArray<string>>> = {
  id: ["number"],
  email: ["string"],
  first_name: ["string"],
  last_name: ["string"],
  company: ["string"],
  website: ["string"],
  personalization: ["string"],
  sender: ["string", "null"],
  verification_status: ["string"],
  status: ["string"],
  campaign_id: ["string"],
  id_previous_sending_sequence: ["number", "null"],
  amount_sequences_sent: ["number"],
  date_last_sequence_send: ["string", "null"],
  reply_text: ["string", "null"],
  reply_status: ["string", "null"],
  reply_status_tag_id: ["number", "null"],
  stop_sending: ["boolean"],
  stop_sending_type: ["string", "null"],
  chosen_sender: ["number", "null"],
  provider: ["string", "null"]
}
