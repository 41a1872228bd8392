/** A server over HTTP with conversations, and agents that reach it over MCP. */
import { getRequestListener } from "@hono/node-server"
import { FakeServer } from "@mailroom/node/testing"
import { createMcpHandler, type McpHandlerOptions } from "@mailroom/mcp"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

export const bin = join(import.meta.dirname, "../src/bin.ts")

const people = [
  { email: "ada@lead.test", tag: "Interested", day: "03", text: "Yes, please call me." },
  { email: "grace@lead.test", tag: "Meeting booked", day: "05", text: "Tuesday at ten suits me." },
  { email: "joan@lead.test", tag: "Not interested", day: "07", text: "No, thank you." }
] as const

/** Three conversations: the newest is negative; the newest positive one is Grace's. */
export const makeWorld = async () => {
  const server = await FakeServer.start()
  const { accounts, activity, blacklist, campaigns, intake, keys, leads, mailboxes, sends, tags, unibox } =
    server.useCases
  const account = await accounts.create({ email: "sales@ours.test", provider: "smtp" })
  const smtp = { host: "smtp.invalid", auth: { type: "password", password: "secret" } } as const
  await mailboxes.connect(account.id, { smtp })
  const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
  const named = new Map<string, number>()
  for (const name of ["Interested", "Meeting booked", "Not interested"]) {
    const sentiment = name.startsWith("Not") ? "negative" : "positive"
    named.set(name, (await tags.create({ name, sentiment })).id)
  }
  for (const { day, email, tag, text } of people) {
    const { data } = await leads.create({ campaign_id, leads: [{ email }] })
    const lead_id = data[0]?.id ?? 0
    const message = {
      message_id: `<sent-${day}@ours.test>`,
      subject: "A question",
      body_text: "May I call you?",
      from_email: "sales@ours.test",
      to_email: email
    }
    const occurred_at = "2026-03-01T10:00:00.000Z"
    await activity.record({ events: [{ type: "sent", lead_id, account_id: account.id, occurred_at, message }] })
    const lines = [
      `From: ${email}`,
      "To: sales@ours.test",
      `Date: ${day} Mar 2026 10:00:00 +0000`,
      `Message-ID: <${day}@lead.test>`,
      `In-Reply-To: <sent-${day}@ours.test>`,
      "Subject: Re: A question",
      "",
      text
    ]
    await intake.receive(lines.join("\r\n"), { vouched: true })
    await tags.assign(lead_id, { tag_id: named.get(tag) ?? 0 })
  }
  const { secret: readKey } = await keys.create({ name: "Agent", access: "read" })

  /** Everything that a tool could have changed. */
  const state = async () => ({
    threads: await unibox.threads({ tab: "replies" }),
    messages: await Promise.all([1, 2, 3].map((id) => unibox.thread(id))),
    leads: await leads.all(),
    sends: await sends.list(),
    tags: await tags.list(),
    campaigns: await campaigns.list(),
    accounts: await accounts.list(),
    blacklist: await blacklist.emails()
  })
  return { ...server, readKey, state }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

const connected = async (transport: Transport) => {
  const client = new Client({ name: "test", version: "1" })
  await client.connect(transport)
  return client
}

/** An agent that starts the command. */
export const overStdio = ({ baseUrl }: World, key: string, ...flags: ReadonlyArray<string>) =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--conditions=mailroom-source", bin, "--url", baseUrl, ...flags],
      env: { MAILROOM_API_KEY: key }
    })
  )

/** An MCP server on a free port. */
export const serve = async (options: McpHandlerOptions) => {
  const server = createServer(getRequestListener(createMcpHandler(options)))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const connect = (key: string) =>
    connected(
      // The types of the SDK do not allow for `exactOptionalPropertyTypes`.
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${key}` } }
      }) as Transport
    )
  return { url, connect, stop: () => server.close() }
}

/** Calls a tool. Returns the words of the MCP server, and the data. */
export const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { content, isError = false } = (await client.callTool({ name, arguments: args })) as CallToolResult
  const texts = content.map((block) => (block.type === "text" ? block.text : ""))
  return { isError, words: texts.slice(0, -1).join("\n"), data: JSON.parse(texts.at(-1) ?? "") }
}
