/** The use cases as promises, over in-memory storage. */
import { assert, describe, it } from "@effect/vitest"
import type * as core from "@mailroom/core"
import {
  createMailroom,
  type Lead,
  type Mailroom,
  MailroomError,
  type NewEvent,
  type Organization,
  type OrganizationUseCases
} from "@mailroom/node"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expectTypeOf } from "vitest"

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
  /** Methods with another name here, and methods only for the server or its background work. */
  type Other =
    | "accept"
    | "answerChallenge"
    | "answering"
    | "authenticate"
    | "changePassword"
    | "effectiveState"
    | "effectiveStates"
    | "finishRemovals"
    | "ofHost"
    | "page"
    | "read"
    | "record"
    | "recordNotice"
    | "removeExpired"
    | "signedIn"
    | "wakeSnoozed"
  type Missing<Service, Methods> = Exclude<keyof Service, Other | keyof Methods>

  /** The use cases, under the names of their resources. */
  interface UseCases {
    readonly accounts: core.Accounts
    readonly activity: core.Activity
    readonly analytics: core.Analytics
    readonly attachments: core.Attachments
    readonly billing: core.Billing
    readonly blacklist: core.Blacklist
    readonly campaigns: core.Campaigns
    readonly intake: core.Intake
    readonly integrations: core.Integrations
    readonly keys: core.ApiKeys
    readonly leads: core.Leads
    readonly log: core.Log
    readonly mailboxes: core.Mailboxes
    readonly notes: core.Notes
    readonly organization: core.Settings
    readonly overview: core.Overview
    readonly people: core.People
    readonly replies: core.Replies
    readonly replyTemplates: core.ReplyTemplates
    readonly sending: core.Sending
    readonly sends: core.Sends
    readonly sequences: core.Sequences
    readonly tags: core.Tags
    readonly testMails: core.TestMails
    readonly unibox: core.Unibox
    readonly uploads: core.Uploads
    readonly verification: core.Verifications
  }

  it("have every use case and every method", () => {
    // A new use case does not compile here until it has methods. Idempotency keys, sessions, tracking and unsubscribe
    // links are for the server only.
    type ForServer = core.Idempotency | core.Sessions | core.Tracking | core.Unsubscribes
    expectTypeOf<
      Exclude<core.Mailroom.UseCases, UseCases[keyof UseCases] | ForServer | core.Organizations>
    >().toBeNever()
    expectTypeOf<keyof OrganizationUseCases>().toEqualTypeOf<keyof UseCases>()
    type MissingOf = { [K in keyof UseCases]: Missing<UseCases[K]["Service"], OrganizationUseCases[K]> }
    // The methods of a blacklist take its kind in core; here the kind is part of their names.
    expectTypeOf<MissingOf[Exclude<keyof UseCases, "blacklist">]>().toBeNever()
    expectTypeOf<MissingOf["blacklist"]>().toEqualTypeOf<"add" | "remove">()
    expectTypeOf<Missing<core.Organizations["Service"], Mailroom["organizations"]>>().toBeNever()
  })

  it("have names, and are plain", () => {
    type Its = OrganizationUseCases
    expectTypeOf<Parameters<Its["leads"]["update"]>[0]>().toEqualTypeOf<number>()
    expectTypeOf<Awaited<ReturnType<Its["leads"]["update"]>>>().toEqualTypeOf<Lead>()
    expectTypeOf<Parameters<Its["activity"]["record"]>[0]["events"]>().toEqualTypeOf<ReadonlyArray<NewEvent>>()
    expectTypeOf<Lead["status"]>().toEqualTypeOf<"Bounce" | "Not contacted" | "Opened" | "Replied" | "Sent">()
    expectTypeOf<Awaited<ReturnType<Its["keys"]["create"]>>["secret"]>().toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<Mailroom["organizations"]["find"]>>>().toEqualTypeOf<Organization | null>()
    expectTypeOf<Its["keys"]["list"]>().toBeCallableWith()
    expectTypeOf<Its["campaigns"]["list"]>().toBeCallableWith({ search: "a" })
    expectTypeOf<Its["analytics"]["summary"]>().toBeCallableWith("")
    expectTypeOf<Its["analytics"]["rebuild"]>().toEqualTypeOf<() => Promise<number>>()
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

  it("say how to allow private targets", () =>
    withMailroom(async (_, { integrations }) => {
      const config = { url: "http://127.0.0.1:9/" }
      const { message } = await failure(integrations.create({ type: "webhook", name: "Mine", config }))
      assert.include(message, "allowPrivateTargets")
    }))
})

describe("use cases", () => {
  it("take and answer plain values", () =>
    withMailroom(async (mailroom, { analytics, campaigns, keys, leads, unibox }) => {
      const campaign = await campaigns.create({ name: "Autumn" })
      await leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
      const [lead] = (await leads.list({ campaign_id: campaign.id })).data
      assert(lead)
      const stopped = await leads.update(lead.id, { stop_sending: true })
      assert.strictEqual(stopped.stop_sending_type, "manual")
      assert.strictEqual((await analytics.summary(campaign.id)).leads.total, 1)
      assert.deepStrictEqual(await unibox.unread(), { replies: 0, other: 0 })
      assert.strictEqual(await mailroom.organizations.find(99), null)
      const { id, secret } = await keys.create({ name: "app" })
      assert.match(secret, /^mr_/u)
      assert.strictEqual((await keys.authenticate(secret))?.key?.id, id)
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
      await activity.record({
        events: data.map(({ id }, i) => ({
          type: "sent",
          lead_id: id,
          occurred_at: "2026-01-01T00:00:00.000Z",
          idempotency_key: `${i}`
        }))
      })
      let events = 0
      for await (const event of activity.log(campaign_id, { limit: 2 })) if (event.type === "sent") events++
      assert.strictEqual(events, 7)
      for await (const _ of keys.list()) assert.fail("There is no key")
    }))

  it("take mail as text, bytes or a Blob, of any size", () =>
    withMailroom(async (_, { intake }) => {
      const text = (id: number, length: number) =>
        `From: ada@example.com\r\nMessage-ID: <${id}@example.com>\r\n\r\n${"Grüße ".repeat(length)}`
      const encode = (text: string) => new TextEncoder().encode(text)
      const forms = [(text: string) => text, encode, (text: string) => new Blob([text])]
      let id = 0
      for (const form of forms) {
        for (const length of [1, 1_000, 200_000]) {
          const { kind, message_id } = await intake.receive(form(text(++id, length)))
          assert.deepStrictEqual([kind, message_id], ["other", `<${id}@example.com>`])
          assert.strictEqual((await intake.receive(encode(text(id, length)))).kind, "duplicate")
        }
      }
      for (const mail of [undefined, 5, {}]) {
        assert.strictEqual((await failure(intake.receive(mail as never))).code, "invalid_request")
      }
    }))

  it("change a resource only if it has the entity tag that was read", () =>
    withMailroom(async (_, { accounts, campaigns, leads, tags, unibox }) => {
      const campaign = await campaigns.create({ name: "Autumn" }).withEtag()
      const { id: campaign_id } = campaign.data
      const renamed = await campaigns.update(campaign_id, { name: "Winter" }, { ifMatch: campaign.etag }).withEtag()
      assert.strictEqual(renamed.data.name, "Winter")
      const stale = { ifMatch: campaign.etag }
      assert.strictEqual((await failure(campaigns.update(campaign_id, {}, stale))).code, "campaign_changed")
      assert.strictEqual((await failure(campaigns.remove(campaign_id, stale))).code, "campaign_changed")
      await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
      const lead = await leads.find(1).withEtag()
      await leads.update(1, { first_name: "Ada" }, { ifMatch: lead.etag })
      assert.strictEqual((await failure(tags.assign(1, { tag_id: null }, { ifMatch: lead.etag }))).code, "lead_changed")
      assert.strictEqual((await failure(leads.find(2).withEtag())).code, "lead_not_found")
      const { etag } = await accounts.create({ email: "ada@ours.test", provider: "smtp" }).withEtag()
      await accounts.update({ ids: [1], settings: { first_name: "Ada" } }, { ifMatch: etag })
      assert.strictEqual((await failure(accounts.remove({ ids: [1] }, { ifMatch: etag }))).code, "account_changed")
      assert.match((await unibox.changes().withEtag()).etag, /^"/u)
      for (const options of [{ ifMatch: "nonsense" }, { ifmatch: etag }, { idempotencyKey: "1" }]) {
        const { code, errors } = await failure(leads.update(1, {}, options as never))
        assert.deepStrictEqual([code, errors?.[0]?.pointer], ["invalid_request", `/${Object.keys(options)[0]}`])
      }
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

  it("name what is not an input, which only a caller without types can pass", () =>
    withMailroom(async (_, { campaigns, leads, overview, unibox }) => {
      const calls = {
        create: (wrong: never) => campaigns.create(wrong),
        remove: (wrong: never) => leads.remove(wrong),
        summary: (wrong: never) => overview.summary(wrong),
        unread: (wrong: never) => unibox.unread(wrong)
      }
      for (const [name, call] of Object.entries(calls)) {
        for (const wrong of [null, "x", 5, ["x"]]) {
          const { code } = await failure(call(wrong as never))
          assert.strictEqual(code, "invalid_request", `${name} ${JSON.stringify(wrong)}`)
        }
      }
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
      assert.deepInclude(await answer.json(), { code: "unavailable", detail: "The service was stopped" })
    }
    const server = createServer(mailroom.handler)
    await once(server.listen(0, "127.0.0.1"), "listening")
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/campaigns`)
    assert.strictEqual(answer.status, 503)
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
