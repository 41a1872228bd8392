/** The use cases as promises, over memory. */
import { assert, describe, it } from "@effect/vitest"
import type { Idempotency, Leads, Mailroom as Core, Organizations } from "@mailroom/core"
import { createMailroom, type Mailroom, MailroomError, type OrganizationUseCases } from "@mailroom/node"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expectTypeOf } from "vitest"
import type { useCases } from "../src/UseCases.ts"

const withMailroom = async (use: (mailroom: Mailroom, its: OrganizationUseCases) => Promise<void>) => {
  const mailroom = await createMailroom({ database: "memory" })
  try {
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    await use(mailroom, mailroom.organization(id))
  } finally {
    await mailroom.close()
  }
}

const failure = async (promise: Promise<unknown>): Promise<MailroomError> => {
  try {
    await promise
  } catch (error) {
    assert.instanceOf(error, MailroomError)
    return error
  }
  return assert.fail("It did not fail")
}

describe("types", () => {
  it("have every use case and every method", () => {
    type Named = (typeof useCases)[keyof typeof useCases]["Identifier"]
    // A new use case is missing here until it has a name in UseCases.ts. Keys of requests are for the server alone.
    expectTypeOf<Exclude<Core.UseCases, Named | Idempotency | Organizations>>().toBeNever()
    expectTypeOf<keyof OrganizationUseCases>().toEqualTypeOf<keyof typeof useCases>()
    expectTypeOf<keyof OrganizationUseCases["leads"]>().toEqualTypeOf<
      Exclude<keyof Leads["Service"], "page"> | "list"
    >()
    expectTypeOf<keyof Mailroom["organizations"]>().toEqualTypeOf<
      Exclude<keyof Organizations["Service"], "finishRemovals">
    >()
  })

  it("are plain", () => {
    type Its = OrganizationUseCases
    expectTypeOf<Parameters<Its["leads"]["update"]>[0]>().toEqualTypeOf<number>()
    expectTypeOf<Awaited<ReturnType<Its["leads"]["find"]>>["id"]>().toEqualTypeOf<number>()
    expectTypeOf<Awaited<ReturnType<Its["leads"]["find"]>>["status"]>().toEqualTypeOf<
      "Bounce" | "Not contacted" | "Opened" | "Replied" | "Sent"
    >()
    expectTypeOf<Awaited<ReturnType<Its["keys"]["create"]>>["secret"]>().toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<Mailroom["organizations"]["find"]>>>().toEqualTypeOf<{
      readonly id: number
      readonly name: string
      readonly created_at: string
    } | null>()
    expectTypeOf<Its["keys"]["list"]>().toBeCallableWith()
    expectTypeOf<Its["campaigns"]["list"]>().toBeCallableWith({ search: "a" })
    expectTypeOf<Its["analytics"]["summary"]>().toBeCallableWith("")
    expectTypeOf<Its["analytics"]["rebuild"]>().toEqualTypeOf<() => Promise<number>>()
    expectTypeOf<keyof Its["blacklist"]>().toEqualTypeOf<"add" | "list" | "remove">()
  })
})

describe("integrations", () => {
  it("are sent what happens, while Mailroom is open", async () => {
    const mailroom = await createMailroom({ database: "memory", allowPrivateTargets: true })
    const { promise: delivered, resolve } = Promise.withResolvers<string>()
    const receiver = createServer((request, response) => {
      void text(request).then(resolve)
      response.end()
    })
    await once(receiver.listen(0, "127.0.0.1"), "listening")
    const { port } = receiver.address() as AddressInfo
    const { campaigns, integrations, leads } = mailroom.organization(
      (await mailroom.organizations.create({ name: "A" })).id
    )
    await integrations.create({ type: "webhook", name: "Mine", config: { url: `http://127.0.0.1:${port}/` } })
    const { id } = await campaigns.create({ name: "Autumn" })
    const { data } = await leads.create({ campaign_id: id, leads: [{ email: "ada@example.com" }] })
    await leads.update(data[0]?.id ?? 0, { stop_sending: true })
    assert.deepInclude(JSON.parse(await delivered), { type: "lead_stopped" })
    receiver.close()
    await mailroom.close()
  })
})

describe("use cases", () => {
  it("take and answer plain values", () =>
    withMailroom(async (mailroom, { analytics, campaigns, keys, leads, unibox }) => {
      const campaign = await campaigns.create({ name: "Autumn" })
      await leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
      const [lead] = (await leads.list({ campaign_id: campaign.id })).data
      assert(lead)
      const { version: _, ...stopped } = await leads.update(lead.id, { stop_sending: true })
      assert.strictEqual(stopped.stop_sending_type, "manual")
      assert.strictEqual((await analytics.summary(campaign.id)).leads.total, 1)
      assert.deepStrictEqual(await unibox.unread(), { replies: 0, other: 0 })
      assert.strictEqual(await mailroom.organizations.find(99), null)
      const { key, secret } = await keys.create({ name: "app" })
      assert.match(secret, /^mr_/u)
      assert.strictEqual((await keys.authenticate(secret))?.key?.id, key.id)
      assert.strictEqual(await keys.authenticate("mr_x"), null)
    }))

  it("lists all pages in a loop, or one page when awaited", () =>
    withMailroom(async (_, { activity, campaigns, keys, leads }) => {
      const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
      const emails = Array.from({ length: 7 }, (_, i) => `lead${i}@example.com`)
      await leads.create({ campaign_id, leads: emails.map((email) => ({ email })) })
      const found: Array<string> = []
      for await (const lead of leads.list({ campaign_id, limit: 3 })) found.push(lead.email)
      assert.deepStrictEqual(found, emails)
      const page = await leads.list({ campaign_id, limit: 3, offset: 6 })
      assert.deepStrictEqual([page.total, page.data.length], [7, 1])

      const { data } = await leads.list({ campaign_id })
      await activity.record(
        data.map(({ id }, i) => ({
          type: "sent",
          lead_id: id,
          occurred_at: "2026-01-01T00:00:00.000Z",
          idempotency_key: `${i}`
        }))
      )
      let events = 0
      for await (const event of activity.log(campaign_id, { limit: 2 })) if (event.type === "sent") events++
      assert.strictEqual(events, 7)
      for await (const _ of keys.list()) assert.fail("There is no key")
    }))

  it("are those of one organization", () =>
    withMailroom(async (mailroom, { campaigns }) => {
      const { id } = await campaigns.create({ name: "Autumn" })
      const other = await mailroom.organizations.create({ name: "Other" })
      assert.strictEqual((await failure(mailroom.organization(other.id).campaigns.find(id))).code, "campaign_not_found")
    }))
})

describe("errors", () => {
  it("have a code, the faults, and a stack that leads to the caller", () =>
    withMailroom(async (_, { campaigns, leads }) => {
      const invalid = await failure(campaigns.create({ name: "" }))
      assert.strictEqual(invalid.code, "invalid_request")
      assert.deepStrictEqual(
        invalid.errors?.map(({ pointer }) => pointer),
        ["/name"]
      )
      assert.include(invalid.message, "/name: ")
      const callTheUseCase = async () => void (await leads.find(1))
      const missing = await failure(callTheUseCase())
      assert.strictEqual(missing.code, "lead_not_found")
      assert.match(missing.stack ?? "", /callTheUseCase[^\n]*createMailroom\.test\.ts/u)
      const looped = await failure(
        (async () => {
          for await (const _ of leads.list({ campaign_id: "nonsense" })) assert.fail()
        })()
      )
      assert.strictEqual(looped.code, "invalid_request")
    }))

  it("say that the organization does not exist, when something is to be stored for it", () =>
    withMailroom(async (mailroom) => {
      const { campaigns } = mailroom.organization(4711)
      for await (const _ of campaigns.list({})) assert.fail()
      assert.strictEqual((await failure(campaigns.create({ name: "Winter" }))).code, "no_organization")
    }))

  it("say that Mailroom was closed", async () => {
    const mailroom = await createMailroom({ database: "memory" })
    await mailroom.close()
    assert.strictEqual((await failure(mailroom.organizations.list())).code, "closed")
  })

  it("say why Mailroom cannot start", async () => {
    const url = "postgres://postgres:hidden@127.0.0.1:1/none"
    const unreachable = await failure(createMailroom({ database: url }))
    assert.strictEqual(unreachable.code, "unavailable")
    assert.notInclude(`${unreachable.message}${unreachable.stack}`, "hidden")
    const wrongKey = await failure(createMailroom({ database: "memory", encryptionKey: "short" }))
    assert.deepStrictEqual(
      [wrongKey.code, wrongKey.message],
      ["invalid_secret", "The encryption key is not base64 of 32 bytes"]
    )
  })

  it("name the options that are wrong, and open nothing", async () => {
    const faultsOf = async (options: object | undefined) => {
      const { code, errors = [] } = await failure(createMailroom(options as never))
      assert.strictEqual(code, "invalid_request")
      return errors.map(({ message, pointer }) => `${pointer} ${message}`)
    }
    assert.deepStrictEqual(await faultsOf(undefined), [" must be an object"])
    assert.deepStrictEqual(await faultsOf({}), ["/database is required"])
    const url = "must be a URL of the form postgres://user:password@host:port/database"
    for (const database of ["mysql://u:pw@x/y", "http://x/y", "postgre://u:pw@x/y"]) {
      assert.deepStrictEqual(await faultsOf({ database }), [`/database ${url}`])
    }
    for (const database of [null, 5, {}, ""]) {
      const [fault = ""] = await faultsOf({ database })
      assert.match(fault, /^\/database must /u)
    }
    assert.isFalse(existsSync("mysql:"))
    const wrong: Record<string, ReadonlyArray<unknown>> = {
      maxInFlight: [0, -1, 1.5, NaN, "x"],
      rateLimit: [-1, NaN, "x"],
      publicUrl: ["abc", "/mailroom", "ftp://x/y", "http://h/m?x=1", "http://h/m#x"],
      authenticate: [5],
      metrics: ["yes"],
      migrate: ["no"],
      allowPrivateTargets: [1],
      encryptionKey: [1],
      foo: [1]
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const faults = await faultsOf({ database: "memory", [name]: value })
        assert.isNotEmpty(faults)
        for (const fault of faults) assert.match(fault, new RegExp(`^/${name} (?:must|is an unknown field)`, "u"))
      }
    }
  })

  it("name the id that can be none of an organization", () =>
    withMailroom(async (mailroom) => {
      for (const id of ["x", undefined, 0, 1.5]) {
        const call = async () => mailroom.organization(id as never)
        assert.strictEqual((await failure(call())).code, "invalid_request")
      }
    }))

  it("let what has begun end, and answer nothing after the end", async () => {
    const mailroom = await createMailroom({
      database: "memory",
      authenticate: () => ({ organization_id: 1, access: "full" })
    })
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    const { campaigns, leads } = mailroom.organization(id)
    const campaign = await campaigns.create({ name: "Autumn" })
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ email: `lead${i}@example.com` }))
    const begun = leads.create({ campaign_id: campaign.id, leads: rows })
    await mailroom.close()
    assert.strictEqual((await begun).data.length, 1_000)
    for (const path of ["/readyz", "/campaigns"]) {
      const answer = await mailroom.fetch(new Request(`http://localhost${path}`))
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.deepInclude(await answer.json(), { code: "unavailable", detail: "The service was stopped" })
    }
    const server = createServer(mailroom.handler)
    await once(server.listen(0, "127.0.0.1"), "listening")
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/campaigns`)
    assert.strictEqual(answer.status, 503)
    assert.strictEqual(answer.headers.get("retry-after"), "1")
    assert.deepInclude(await answer.json(), { code: "unavailable", detail: "The service was stopped" })
    server.close()
  })

  it("have one bound on the requests at the same time, whichever way they come", async () => {
    const mailroom = await createMailroom({
      database: "memory",
      maxInFlight: 1,
      authenticate: () => ({ organization_id: 1, access: "full" })
    })
    await mailroom.organizations.create({ name: "Acme" })
    const server = createServer(mailroom.handler)
    await once(server.listen(0, "127.0.0.1"), "listening")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const begun = Promise.withResolvers<(text: string) => void>()
    const body = new ReadableStream(
      {
        pull: (controller) =>
          begun.resolve((text) => {
            controller.enqueue(new TextEncoder().encode(text))
            controller.close()
          })
      },
      { highWaterMark: 0 }
    )
    const headers = { "content-type": "application/json" }
    const init: RequestInit = { method: "POST", headers, body, duplex: "half" }
    const first = mailroom.fetch(new Request(`${url}/campaigns`, init))
    const finish = await begun.promise
    const order: Array<string> = []
    const waiting = fetch(`${url}/campaigns`).then(({ status }) => order.push(`waiting: ${status}`))
    for (let i = 0; i < 3; i++) await fetch(`${url}/livez`)
    finish('{"name":"Autumn"}')
    const created = await first
    order.push(`first: ${created.status}`)
    await created.text()
    await waiting
    assert.deepStrictEqual(order, ["first: 201", "waiting: 200"])
    server.close()
    await mailroom.close()
  })

  it("answer what waits when Mailroom is closed", async () => {
    const mailroom = await createMailroom({
      database: "memory",
      maxInFlight: 1,
      authenticate: () => ({ organization_id: 1, access: "full" })
    })
    await mailroom.organizations.create({ name: "Acme" })
    const begun = Promise.withResolvers<void>()
    const body = new ReadableStream({ pull: () => begun.resolve() }, { highWaterMark: 0 })
    const headers = { "content-type": "application/json" }
    const init: RequestInit = { method: "POST", headers, body, duplex: "half" }
    void mailroom.fetch(new Request("http://localhost/campaigns", init))
    await begun.promise
    const waiting = mailroom.fetch(new Request("http://localhost/campaigns"))
    await mailroom.close()
    const answer = await waiting
    assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "1"])
  })

  it("say that memory has no transactions of the app", () =>
    withMailroom(async (mailroom) => {
      const { organizations } = mailroom.within({ query: async () => ({ rows: [] }) })
      assert.strictEqual((await failure(organizations.list())).code, "no_database")
    }))
})
