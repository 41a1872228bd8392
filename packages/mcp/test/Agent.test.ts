/** An agent's session, with the SDK's client, over both transports. */
import { assert, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll } from "vitest"
import { changes } from "../src/choice.ts"
import { bin, call, makeWorld, overStdio, serve, type World } from "./World.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.stop())

/** Finds the newest positive answer, as the instructions of the server say. */
const newestPositive = async (client: Client) => {
  const { data: tags } = await call(client, "tags_page")
  const positive = tags.data.filter((tag: { sentiment: string }) => tag.sentiment === "positive")
  assert.lengthOf(positive, 2)
  const found = []
  for (const { id } of positive) {
    const { data } = await call(client, "unibox_threads", { tab: "replies", tag_id: id, limit: 1 })
    found.push(...data.data)
  }
  const [newest] = found.sort((a, b) => b.last_message.date_sent.localeCompare(a.last_message.date_sent))
  return newest
}

/** The session of the task: it ends with a draft, and nothing has changed. */
const draftsOnly = async (client: Client) => {
  const before = await world.state()
  const thread = await newestPositive(client)
  assert.strictEqual(thread.lead.email, "grace@lead.test")
  const { contents } = await client.readResource({ uri: `mailroom://threads/${thread.id}` })
  const [content] = contents
  assert(content !== undefined && "text" in content)
  assert.include(content.text, "Tuesday at ten suits me.")
  assert.strictEqual(content._meta?.["mailroom/untrusted"], true)
  const { contents: leads } = await client.readResource({ uri: `mailroom://leads/${thread.lead_id}` })
  assert.include(JSON.stringify(leads), "grace@lead.test")

  const body_text = `See you on Tuesday.${" Ten is fine.".repeat(1000)}`
  const { data, isError } = await call(client, "draft_reply", { id: thread.id, body_text })
  assert.isFalse(isError)
  assert.deepInclude(data, {
    sent: false,
    thread_id: thread.id,
    allowed: true,
    reason: null,
    from_email: "sales@ours.test",
    to_email: "grace@lead.test",
    subject: "Re: A question",
    body_text
  })
  assert.deepStrictEqual(data.quoted, {
    message_id: "<05@lead.test>",
    date_sent: "2026-03-05T10:00:00.000Z",
    from_email: "grace@lead.test",
    text: "> Tuesday at ten suits me."
  })
  assert.deepStrictEqual(await world.state(), before)
  await client.close()
}

const writes = Object.keys(changes).map((id) =>
  id.replaceAll(/[A-Z]/gu, (a) => `_${a.toLowerCase()}`).replace(".", "_")
)
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

/** A client without the right to write: write tools are hidden, and their calls are rejected. */
const cannotWrite = async (client: Client) => {
  const before = await world.state()
  const names = await namesOf(client)
  assert.include(names, "draft_reply")
  for (const name of writes) assert.notInclude(names, name)
  const calls = {
    leads_tag: { id: 1, tag_id: null },
    sends_reply: { id: 1, body_text: "Hello" },
    blacklist_add_emails: { emails: ["ada@lead.test"] }
  }
  for (const [name, args] of Object.entries(calls)) {
    const { data, isError } = await call(client, name, args)
    assert.isTrue(isError)
    assert.strictEqual(data.code, "write_not_allowed")
  }
  assert.deepStrictEqual(await world.state(), before)
  await client.close()
}

describe("an agent", () => {
  it("finds the newest positive answer and drafts a reply over stdio; nothing is written", async () => {
    await draftsOnly(await overStdio(world, world.readKey ?? ""))
    await draftsOnly(await overStdio(world, world.apiKey, "--allow-writes"))
  })

  it("does so over HTTP, with the key of each request", async () => {
    const mcp = await serve({ url: world.baseUrl })
    await draftsOnly(await mcp.connect(world.readKey ?? ""))
    mcp.stop()
  })

  it("cannot write with a read-only key, or without --allow-writes", async () => {
    const mcp = await serve({ url: world.baseUrl, allowWrites: true })
    await cannotWrite(await mcp.connect(world.readKey ?? ""))
    mcp.stop()
    await cannotWrite(await overStdio(world, world.readKey ?? "", "--allow-writes"))
    await cannotWrite(await overStdio(world, world.apiKey))
  })

  it("writes with a full key and --allow-writes, and sends the same reply once", async () => {
    const mcp = await serve({ url: world.baseUrl, allowWrites: true })
    const client = await mcp.connect(world.apiKey)
    assert.includeMembers(await namesOf(client), writes)
    const { data: thread } = await call(client, "unibox_update", { id: 1, state: "done" })
    assert.strictEqual(thread.state, "done")
    const reply = { id: 1, body_text: "Thank you" }
    const first = await call(client, "sends_reply", reply)
    const second = await call(client, "sends_reply", reply)
    assert.isFalse(first.isError)
    assert.strictEqual(second.data.id, first.data.id)
    assert.lengthOf((await world.useCases.sends.list()).data, 1)
    await client.close()
    mcp.stop()
  })

  it("is told whether a draft can be sent from the account that it names", async () => {
    const { accounts } = world.useCases
    const mcp = await serve({ url: world.baseUrl })
    const client = await mcp.connect(world.readKey ?? "")
    const drafted = async (account_id?: number) => {
      const { data } = await call(client, "draft_reply", { id: 1, body_text: "Hello", account_id })
      return [data.allowed, data.reason, data.account_id, data.from_email]
    }
    const own = (await call(client, "unibox_thread", { id: 1 })).data.reply.account_id
    const other = await accounts.create({ email: "other@ours.test", provider: "smtp" })
    const refused = [false, "account_not_connected", null, null]
    assert.deepStrictEqual(await drafted(), [true, null, own, "sales@ours.test"])
    assert.deepStrictEqual(await drafted(other.id), [true, null, other.id, "other@ours.test"])
    await accounts.remove({ ids: [other.id] })
    assert.deepStrictEqual(await drafted(other.id), refused)
    await client.close()
    mcp.stop()
  })

  it("reaches the command on the port that it names", async () => {
    const args = ["--conditions=mailroom-source", bin, "--url", world.baseUrl, "--port", "0"]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] })
    const [line] = await once(child.stderr.setEncoding("utf8"), "data")
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/u.exec(line) ?? []
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    const headers = {
      authorization: `Bearer ${world.readKey}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json"
    }
    const answer = await fetch(url, { method: "POST", headers, body })
    assert.include(await answer.text(), "draft_reply")
    child.kill("SIGTERM")
    const [code] = await once(child, "exit")
    assert.strictEqual(code, 0)
  })

  it("is told why the command does not start, without the key", async () => {
    const args = ["--conditions=mailroom-source", bin, "--url", world.baseUrl]
    for (const key of ["mr_wrong_key", "mr_with a\nbreak"]) {
      const child = spawn(process.execPath, args, { env: { MAILROOM_API_KEY: key }, stdio: ["ignore", "pipe", "pipe"] })
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      assert.strictEqual(stdout, "")
      assert.match(stderr, /^mailroom-mcp: /u)
      assert.notInclude(stderr, "mr_w")
    }
  })
})
