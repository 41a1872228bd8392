/** The client against an in-memory server. */
import { assert, describe, it } from "@effect/vitest"
import { type Campaign, type Client, createClient, MailroomError } from "@mailroom/client"
import { createMailroom } from "@mailroom/node"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expectTypeOf } from "vitest"
import { gzipSync } from "node:zlib"
import { files } from "../generate.ts"
import { operations } from "../src/generated/operations.ts"

const root = join(import.meta.dirname, "..")
const missingCampaign = "00000000-0000-7000-8000-000000000000"

const allOf = async <A>(rows: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const row of rows) all.push(row)
  return all
}
const errorOf = async (call: Promise<unknown>): Promise<MailroomError> => {
  const error: unknown = await call.then(
    () => assert.fail("it succeeded"),
    (error: unknown) => error
  )
  assert(error instanceof MailroomError)
  return error
}

describe("@mailroom/client", () => {
  const started = createMailroom({ database: "memory" })
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    const { fetch, organization, organizations } = await started
    const { id } = await organizations.create({ name: "Acme" })
    const { secret } = await organization(id).keys.create({ name: "client" })
    const direct = (url: string, init: RequestInit) => fetch(new Request(url, init))
    client = createClient({ baseUrl: "https://mailroom.test/", key: secret, fetch: direct })
  })
  afterAll(async () => (await started).close())

  it("reads all rows of both kinds of lists, or one page", async () => {
    const { id: campaign_id } = await client.campaigns.create({ name: "Pages" })
    const emails = ["a", "b", "c", "d", "e"].map((name) => `${name}@pages.test`)
    const created = await client.leads.create({ campaign_id, leads: emails.map((email) => ({ email })) })
    assert.strictEqual(created.created, 5)

    const page = await client.leads.list({ campaign_id, limit: 2, offset: 1 })
    assert.deepStrictEqual(
      page.data.map(({ email }) => email),
      emails.slice(1, 3)
    )
    const fromTheSecond = await allOf(client.leads.list({ campaign_id, limit: 2, offset: 1 }))
    assert.deepStrictEqual(
      fromTheSecond.map(({ email }) => email),
      emails.slice(1)
    )
    const newestFirst = await allOf(client.leads.all({ campaign_id, limit: 2 }))
    assert.deepStrictEqual(
      newestFirst.map(({ email }) => email),
      emails.toReversed()
    )
    assert.deepStrictEqual(await allOf(client.tags.list()), [])
  })

  it("sends numbers, booleans and lists in queries, and ids in paths", async () => {
    const { id: campaign_id } = await client.campaigns.create({ name: "Queries" })
    const { data } = await client.leads.create({ campaign_id, leads: [{ email: "ada@queries.test" }] })
    const id = data[0]?.id ?? 0
    const { id: tag_id } = await client.tags.create({ name: "Keen", sentiment: "positive" })
    await client.tags.assign(id, { tag_id })
    const tagged = await client.leads.all({ tag_id, stop_sending: false, search: undefined })
    assert.deepStrictEqual(
      tagged.data.map(({ reply_status }) => reply_status),
      ["Keen"]
    )
    const log = await client.activity.log(campaign_id, { types: ["sent", "replied"] })
    assert.deepStrictEqual(log.data, [])
    assert.isUndefined(await client.tags.remove(tag_id))
  })

  it("fills a reply template: two ids in a path", async () => {
    const { thread_id = 0 } = await client.intake.receive(
      "From: ada@templates.test\r\nTo: us@ours.test\r\nMessage-ID: <1@templates.test>\r\n\r\nHello"
    )
    const { id } = await client.replyTemplates.create({ name: "Thanks", body: "Hello {{first_name}}" })
    assert.deepStrictEqual(await client.replyTemplates.fill(thread_id, id), {
      body: "Hello ",
      missing: ["first_name"],
      lead_id: null
    })
  })

  it("changes many leads, and has what they were before", async () => {
    const { id: campaign_id } = await client.campaigns.create({ name: "Many" })
    const { data } = await client.leads.create({ campaign_id, leads: [{ email: "ada@many.test" }] })
    const id = data[0]?.id ?? 0
    const changed = await client.leads.updateMany({ ids: [id, 999_999], stop_sending: true })
    assert.deepStrictEqual(changed.data, [
      { id, status: "updated", stop_sending: false, stop_sending_type: null },
      { id: 999_999, status: "not_found" }
    ])
  })

  it("takes in raw mail", async () => {
    const mail = "From: ada@lead.test\r\nTo: me@example.com\r\nSubject: Hello\r\n\r\nHi"
    const results = [await client.intake.receive(mail, { vouched: true })]
    results.push(
      await client.intake.receive(new TextEncoder().encode(mail)),
      await client.intake.receive(new Blob([mail]))
    )
    assert.deepStrictEqual(
      results.map(({ kind }) => kind),
      ["other", "duplicate", "duplicate"]
    )
  })

  it("has the answer beside the result, whose ETag guards a change", async () => {
    const { id } = await client.campaigns.create({ name: "Before" })
    const { data, response } = await client.campaigns.find(id).withResponse()
    assert.strictEqual(data.name, "Before")
    const ifMatch = response.headers.get("etag") ?? ""
    await client.campaigns.update(id, { name: "After" }, { ifMatch })
    assert.strictEqual((await errorOf(client.campaigns.remove(id, { ifMatch }))).code, "precondition_failed")
    assert.strictEqual((await errorOf(client.campaigns.find(missingCampaign).withResponse())).status, 404)
  })

  it("reads nothing of what has not changed", async () => {
    const { id } = await client.campaigns.create({ name: "Before" })
    const ifNoneMatch = (await client.campaigns.find(id).withResponse()).response.headers.get("etag") ?? ""
    const same = await client.campaigns.find(id, { ifNoneMatch }).withResponse()
    assert.deepStrictEqual([same.data, same.response.status], [undefined, 304])
    assert.isUndefined(await client.campaigns.find(id, { ifNoneMatch }))
    await client.campaigns.update(id, { name: "After" })
    assert.strictEqual((await client.campaigns.find(id, { ifNoneMatch }))?.name, "After")
    assert.strictEqual((await client.campaigns.find(id, { ifNoneMatch: undefined }))?.name, "After")
    const { response } = await client.unibox.changes().withResponse()
    assert.isUndefined(await client.unibox.changes({ ifNoneMatch: response.headers.get("etag") ?? "" }))
    const plain = client.campaigns.find(id)
    const cached = client.campaigns.find(id, { ifNoneMatch })
    expectTypeOf<Awaited<typeof plain>>().toEqualTypeOf<Campaign>()
    expectTypeOf<Awaited<typeof cached>>().toEqualTypeOf<Campaign | undefined>()
    // @ts-expect-error: pages have no ETag
    await client.campaigns.list({}, { ifNoneMatch })
  })

  it("takes only the options that it sends", () => {
    type OptionsOf<Name extends "remove" | "start"> = keyof NonNullable<Parameters<Client["campaigns"][Name]>[1]>
    expectTypeOf<OptionsOf<"remove">>().toEqualTypeOf<"ifMatch" | "signal" | "timeout">()
    expectTypeOf<OptionsOf<"start">>().toEqualTypeOf<"idempotencyKey" | "ifMatch" | "signal" | "timeout">()
  })

  it("fails with errors that the code narrows", async () => {
    const invalid = await errorOf(client.campaigns.create({ name: "" }))
    assert(invalid.code === "invalid_request")
    const faults: ReadonlyArray<string> = invalid.errors.map(({ pointer }) => pointer)
    assert.deepStrictEqual(faults, ["/body/name"])
    assert.strictEqual(invalid.status, 400)
    assert.match(invalid.request_id ?? "", /./u)

    const { id } = await client.campaigns.create({ name: "Empty" })
    const conflict = await errorOf(client.campaigns.start(id))
    assert(conflict.code === "conflict" && conflict.reason === "campaign_not_ready")
    assert.deepStrictEqual(conflict.issues, ["no_account", "no_sequence", "no_lead"])
    // @ts-expect-error: no such code
    assert(conflict.code !== "conflicts")

    const missing = await errorOf(client.campaigns.find(missingCampaign))
    assert.deepStrictEqual([missing.name, missing.code, missing instanceof Error], ["MailroomError", "not_found", true])
  })

  it("sends each POST with a key, or knows that it changes nothing the second time", () => {
    const posts = Object.entries(operations).flatMap(([resource, methods]) =>
      Object.entries<string>(methods).flatMap(([name, line]) =>
        line.startsWith("POST ") ? [[line, resource, name]] : []
      )
    )
    const others = posts.flatMap(([line = "", ...names]) => (/ (?:keyed|once)/u.test(line) ? [] : [names.join(".")]))
    // They store nothing, or a session that nobody knows without the answer, or the second one answers that nothing is scheduled.
    assert.sameMembers(others, [
      "integrations.test",
      "mailboxes.test",
      "sending.preview",
      "sending.rehearse",
      "sends.cancel",
      "session.begin"
    ])
  })

  it("has the names that use cases have in process", async () => {
    const inProcess: Partial<Record<string, object>> = { ...(await started).organization(1) }
    const onlyHere = Object.entries(operations).flatMap(([resource, methods]) =>
      Object.keys(methods)
        .filter((name) => !(name in (inProcess[resource] ?? {})))
        .map((name) => `${resource}.${name}`)
    )
    // `session` and `system` are about the API key and the server process, which do not exist in process.
    assert.deepStrictEqual([...new Set(onlyHere.map((name) => name.split(".")[0]))], ["session", "system"])
  })
})

describe("its files", () => {
  it("are up to date: `npm run openapi` writes them", () => {
    for (const [name, text] of Object.entries(files)) {
      assert.strictEqual(readFileSync(join(root, "..", name), "utf8"), text, name)
    }
  })

  it("weigh at most 4 kB, bundled and compressed", async () => {
    const bundle = await rolldown({ input: join(root, "src/index.ts"), platform: "browser" })
    const { output } = await bundle.generate({ format: "esm", minify: true })
    await bundle.close()
    assert.deepStrictEqual(output[0].imports, [])
    assert.isAtMost(gzipSync(output[0].code).byteLength, 4_000)
  })
})
