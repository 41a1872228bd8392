/**
 * Each operation has the same input and output in process, over HTTP and in the client. No operation can be forgotten.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Client, createClient } from "@mailroom/client"
import { createMailroom, type OrganizationUseCases } from "@mailroom/node"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate } from "node:timers/promises"
import { afterAll, beforeAll, expectTypeOf } from "vitest"
import { operations } from "../packages/client/src/generated/operations.ts"
import { newBody, resources } from "../packages/http/test/Resources.ts"

/** Resources about the server and its key, which do not exist in process. */
const remote = ["session", "system"] as const
type Resource = Exclude<keyof Client, (typeof remote)[number]>

type AnswerOf<Method> = Method extends (...args: any) => infer Result ? Awaited<Result> : never
type ArgumentsOf<Method> = Method extends (...args: infer Arguments) => any ? Arguments : never
type InProcess<R extends Resource, M> = M extends keyof OrganizationUseCases[R] ? OrganizationUseCases[R][M] : never

/**
 * The common type of both: methods take the arguments of the methods in process, and return the results of the client's
 * methods.
 */
type Api = {
  readonly [R in Resource]: {
    readonly [M in keyof Client[R]]: (...args: ArgumentsOf<InProcess<R, M>>) => Promise<AnswerOf<Client[R][M]>>
  }
}
/** The operations whose result in process does not have the type that the client declares. */
type Other = {
  [R in Resource]: {
    [M in keyof Client[R]]: AnswerOf<Client[R][M]> extends AnswerOf<InProcess<R, M>> ? never : `${R}.${M & string}`
  }[keyof Client[R]]
}[Resource]

const boundary = "boundary"
const mail = [
  "From: Ada <ada@example.com>",
  "To: sender@ours.test",
  "Message-ID: <reply@example.com>",
  "In-Reply-To: <sent@ours.test>",
  "Subject: Re: Hello",
  "MIME-Version: 1.0",
  `Content-Type: multipart/mixed; boundary=${boundary}`,
  "",
  `--${boundary}`,
  "Content-Type: text/plain",
  "",
  "Sounds good!",
  `--${boundary}`,
  "Content-Type: text/csv; name=numbers.csv",
  "Content-Disposition: attachment; filename=numbers.csv",
  "",
  "1,2",
  `--${boundary}--`,
  ""
].join("\r\n")

const one = "2026-01-05T09:00:00.000Z"

/** The text of a mail that the server refuses. */
const unwanted = "Nobody wants this"

/** Wait until the worker has delivered all of an integration's deliveries, or has lost or refused a mail. */
interface Waits {
  readonly delivered: (integration_id: number) => Promise<void>
  readonly lost: (send_id: number) => Promise<void>
}

/** Calls each operation at least once on existing data. */
const scenario = async (api: Api, target: string, { delivered, lost }: Waits) => {
  const { accounts, activity, analytics, billing, blacklist, campaigns } = api
  const { intake, integrations, keys, leads, mailboxes, organization, overview, replies } = api
  const { replyTemplates, sending, sends, sequences, tags, testMails, unibox, uploads, verification } = api

  const account = await accounts.create({ email: "sender@ours.test", provider: "smtp" })
  await accounts.create({ email: "other@ours.test", provider: "google", settings: { daily_limit: 3 } })
  await accounts.find(account.id)
  await accounts.update({
    ids: [account.id, 99],
    settings: { first_name: "Grace", sending_enabled: false, ramp_up: { enabled: true } }
  })
  await accounts.list({ limit: 1, search: "ours" })
  await accounts.dns(account.id)

  await organization.find()
  await organization.update({ tracking_domain: null })
  await organization.trackingDomain()

  const { id } = await campaigns.create({ name: "Autumn", account_ids: [account.id] })
  await campaigns.update(id, { name: "Winter", track_opens: true })
  const step = await sequences.create(id, { subject: "Hello", body: "Hello {{first_name}}" })
  const integration = await integrations.create({ type: "webhook", name: "Mine", config: { url: target } })
  await integrations.update(integration.id, { name: "Ours", rotate_secret: true })
  await integrations.find(integration.id)
  await integrations.list({ limit: 1 })
  await integrations.test(integration.id)

  await leads.create({
    campaign_id: id,
    leads: [
      { email: "ada@example.com", first_name: "Ada", custom_fields: { plan: "pro" } },
      { email: "bob@blocked.test" },
      { email: "ada@example.com" },
      { email: "nobody" }
    ]
  })
  const [ada] = (await leads.list({ campaign_id: id, limit: 1 })).data
  assert(ada)
  await leads.update(ada.id, { company: "Engines", custom_fields: { plan: null, seats: 3 } })
  await leads.pause(ada.id, { until: null })
  await leads.pauseMany({ ids: [ada.id, 99], until: null })
  await leads.all({ search: "engines" })
  await leads.all({ email: "ADA@example.com", updated_since: one, first_event: "sent", include: ["custom_fields"] })
  await leads.updateMany({ ids: [ada.id, 99], stop_sending: false })
  await leads.changeMatching({ filter: { search: "nobody here" }, action: "stop" })
  await campaigns.start(id)
  const second = await sequences.create(id, { body: "Again", delay_days: 3 })
  const copy = await campaigns.duplicate(id, { name: "Another winter" })
  await campaigns.remove(copy.id)
  await sequences.update(id, second.id, { body: "Once more" })
  const variant = await sequences.create(id, { body: "Or again", variant_of: second.id, weight: 2 })
  await sequences.remove(id, variant.id)
  await sequences.find(id, second.id)
  await sequences.list(id)
  const message = {
    message_id: "<sent@ours.test>",
    subject: "Hello",
    body_text: "Hello Ada",
    from_email: "sender@ours.test",
    to_email: "ada@example.com"
  }
  const event = { lead_id: ada.id, account_id: account.id, sequence_id: step.id, occurred_at: one }
  await activity.record({
    events: [
      { ...event, type: "sent", message },
      { ...event, type: "opened", idempotency_key: "opened" },
      { ...event, type: "opened", idempotency_key: "opened" },
      { ...event, type: "sent", lead_id: 99 }
    ]
  })
  await activity.log(id, { types: ["opened"] })
  await activity.ofLead(ada.id)
  await activity.list({ lead_id: ada.id, types: ["opened"] })

  await intake.receive(mail, { vouched: true })
  await intake.receive(mail)
  const [thread] = (await unibox.threads({ tab: "replies" })).data
  assert(thread)
  await unibox.thread(thread.id, { order: "desc" })
  await unibox.ofLead(ada.id, { limit: 1 })
  await unibox.changes()
  await unibox.unread()
  await unibox.updateMany({ ids: [thread.id, 99], is_new: false })
  await unibox.update(thread.id, { tab: "other", state: "snoozed", snoozed_until: "2099-01-01T00:00:00Z" })

  await unibox.beginAnswering(thread.id)
  await unibox.endAnswering(thread.id)
  const note = await api.notes.create(thread.id, { body: "She called" })
  await api.notes.update(note.id, { body: "She called again" })
  await api.notes.list({ thread_id: thread.id })
  await api.notes.remove(note.id)
  const person = await api.people.create({ name: "Ada", email: "ada@ours.test", role: "member" })
  await api.people.invite(person.id)
  await api.log.list({ subject: `people/${person.id}` })

  const template = await replyTemplates.create({ name: "Thanks", body: "Thank you, {{first_name}} {{last_name}}" })
  await replyTemplates.fill(thread.id, template.id)

  const smtp = { host: "smtp.invalid", auth: { type: "password", password: "secret" } } as const
  await mailboxes.connect(account.id, { smtp })
  await mailboxes.test(account.id)
  await mailboxes.connect(account.id, { smtp, imap: { host: "imap.invalid" } })
  await mailboxes.sync(account.id, { since: new Date().toISOString() })
  await mailboxes.disconnect(account.id)
  // The mailer of the app sends for accounts without credentials. It loses the outcome of each mail but one.
  const upload = await uploads.create("Our offer", { filename: "Offer.txt", content_type: "text/plain" })
  await uploads.find(upload.id)
  await uploads.remove((await uploads.create("", { filename: "Other.txt" })).id)
  const copies = { cc: ["cc@example.com"], bcc: ["bcc@example.com"], attachments: [upload.id] }
  const answer = await replies.reply(thread.id, { body_text: "Thank you", ...copies })
  await lost(answer.id)
  await sends.resolve(answer.id, { outcome: "sent" })
  await sends.find(answer.id)
  const refused = await replies.reply(thread.id, { body_text: unwanted })
  await lost(refused.id)
  await sends.discard(refused.id)
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = await replies.reply(thread.id, { body_text: "Good morning", send_at })
  await sends.reschedule(scheduled.id, { send_at })
  await sends.cancel(scheduled.id)
  const [received] = (await unibox.thread(thread.id)).data
  assert(received)
  await lost((await replies.forward(thread.id, received.id, { to: ["charles@example.com"] })).id)
  const test = await testMails.send(id, { lead_id: ada.id, sequence_id: step.id, account_id: account.id })
  await lost(test.id)
  await organization.update({ seed_addresses: ["seed@example.com"] })
  for (const { id: seed } of (
    await testMails.sendToSeeds(id, { lead_id: ada.id, sequence_id: step.id, account_id: account.id })
  ).data) {
    await lost(seed)
  }
  await Promise.all([sending.upcoming(id), sending.comparisons(id)])
  await sending.outlook({ timezone: "Europe/Berlin" })
  await sending.preview(id, { lead_id: ada.id })
  await sending.rehearse(id, { weeks: 1, check_links: false })

  // Without leads, and begun last: the worker changes nothing that an answer shows.
  const { id: empty } = await campaigns.create({ name: "Empty" })
  await verification.find(empty)
  await verification.stop(empty)
  await verification.verify(empty, { statuses: ["unknown"] })
  await sends.list({ account_id: account.id, limit: 1 })

  const tag = await tags.create({ name: "Keen", sentiment: "positive" })
  await tags.assign(ada.id, { tag_id: tag.id })
  await leads.find(ada.id)
  await leads.list({ campaign_id: id, stop_sending: true, limit: 1 })

  await blacklist.addEmails({ emails: ["Grace@Example.com", "nobody"], reason: "They asked" })
  await blacklist.emails({ search: "grace" })
  await blacklist.removeEmails({ emails: ["grace@example.com", "eve@example.com"] })
  await blacklist.addDomains({ domains: ["https://blocked.test/x", "com"] })
  const [domain] = (await blacklist.domains()).data
  assert(domain)
  await blacklist.removeDomains({ ids: [domain.id, 99] })

  const period = { start_date: "2026-01-05", end_date: "2026-01-06" }
  await analytics.summary(id, period)
  await analytics.events(id, { ...period, types: ["sent", "opened"] })
  await analytics.byAccount(id)
  await analytics.bySequence(id)
  await analytics.byLink(id, period)
  await overview.summary({ ...period, campaign_ids: [id] })
  await overview.events({ ...period, interval: "week" })
  await overview.byAccount()
  await overview.byCampaign()
  await campaigns.list({ status: "active" })
  await campaigns.find(id)
  await campaigns.pause(id)

  const payment = { type: "payment", status: "pending", amount: 1900, currency: "EUR", reference: "1" } as const
  const { id: transaction } = await billing.record(payment)
  await billing.record({ ...payment, status: "succeeded" })
  await billing.find(transaction)
  await billing.list({ min_amount: 1, type: "payment" })

  const key = await keys.create({ name: "ci", access: "read" })
  const rotated = await keys.rotate(key.id)
  await keys.find(rotated.id)
  await keys.list({ limit: 1 })
  await keys.revoke(key.id)

  await delivered(integration.id)
  const [delivery] = (await integrations.deliveries(integration.id, { limit: 2 })).data
  assert(delivery)
  await integrations.delivery(integration.id, delivery.id)
  await integrations.redeliver(integration.id, delivery.id)
  await integrations.remove(integration.id)

  await sequences.remove(id, second.id)
  await accounts.remove({ ids: [account.id, 99] })
  await leads.remove({ ids: [ada.id, 99], erase: true })
  await campaigns.remove(id)
  await lives(api)
}

/** The life of one of each resource with these five operations: its examples are created, changed, read and deleted. */
const lives = async (api: Api) => {
  for (const { example, operations: methods, path } of resources) {
    const [name = ""] =
      Object.entries<Readonly<Record<string, string>>>(operations).find(
        ([, { create, list, find, update, remove }]) =>
          create?.startsWith(`POST ${path} `) &&
          list === `GET ${path} query` &&
          find === `GET ${path}/:id` &&
          update?.startsWith(`PATCH ${path}/:id body`) &&
          remove === `DELETE ${path}/:id`
      ) ?? []
    if (name === "") continue
    const resource = (api as any)[name]
    const { id } = await resource.create(newBody({ example }, "of the examples"))
    await resource.update(id, methods.find(([method]) => method === "PATCH")?.[1])
    await resource.find(id)
    await resource.list()
    await resource.remove(id)
  }
}

/** Waits until there are deliveries, and all of them are delivered. */
const delivered = async (api: Api, id: number): Promise<void> => {
  const { data } = await api.integrations.deliveries(id)
  if (data.length > 0 && data.every(({ status }) => status === "delivered")) return
  await setImmediate()
  return await delivered(api, id)
}

/** Waits until the outcome of a mail is unknown, or the mail was refused. */
const lost = async (api: Api, id: number): Promise<void> => {
  const { outcome } = await api.sends.find(id)
  if (outcome === "unknown" || outcome === "refused") return
  await setImmediate()
  return await lost(api, id)
}

/** Records the results of the methods, by operation. */
const recording = (api: Api, answers: Array<readonly [operation: string, answer: unknown]>): Api =>
  new Proxy(api, {
    get: (_, resource: Resource) =>
      new Proxy(api[resource], {
        get:
          (methods: any, name: string) =>
          async (...args: ReadonlyArray<unknown>) => {
            const answer = await methods[name](...args)
            answers.push([`${resource}.${name}`, answer])
            return answer
          }
      })
  })

/** In process the actor is the host, and over HTTP the key. */
const randomFields = new Set("actor author next_cursor prefix secret signature tracking_domain_proof".split(" "))
const measuredFields = new Set(["duration_ms", "response_time_ms"])

/** Answers without random, measured and time-dependent values. */
const normalized = (answers: ReadonlyArray<unknown>) => {
  const uuids: Array<string> = []
  const replace = (key: string, value: unknown): unknown => {
    if (measuredFields.has(key)) return typeof value
    if (typeof value !== "string") return value
    if (randomFields.has(key)) return "random"
    if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/u.test(value)) {
      if (!uuids.includes(value)) uuids.push(value)
      return `uuid ${uuids.indexOf(value)}`
    }
    if (key !== "occurred_at" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(value)) return "instant"
    if (/^<[\w-]{22}@ours\.test>$/u.test(value)) return "random"
    return value.replace(/\?expires=\d+&signature=[\w.-]+$/u, "?signed")
  }
  return JSON.parse(JSON.stringify(answers, (key, value) => (value === undefined ? null : replace(key, value))))
}

describe("each operation", () => {
  const receiver = createServer((request, response) => void request.resume().on("end", () => response.end("Thanks")))
  beforeAll(async () => void (await once(receiver.listen(0, "127.0.0.1"), "listening")))
  afterAll(() => void receiver.close())

  const start = async () => {
    const mailroom = await createMailroom({
      database: "memory",
      publicUrl: "https://app.test/mailroom",
      allowPrivateTargets: true,
      resolveDns: async () => await Promise.resolve([]),
      mailer: async (mail) =>
        await Promise.resolve(
          JSON.stringify(mail).includes(unwanted)
            ? { outcome: "refused", at: "recipient", code: 550, reply: "550 No such user" }
            : { outcome: "unknown", reason: "The connection was lost" }
        ),
      authenticate: () => ({ organization_id: 1, access: "full" })
    })
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    const fetch = (url: string, init: RequestInit) => mailroom.fetch(new Request(url, init))
    const client = createClient({ baseUrl: "https://app.test/mailroom", fetch })
    return { mailroom, inProcess: mailroom.organization(id), client }
  }
  const answersOf = async (api: Api) => {
    const answers: Array<readonly [operation: string, answer: unknown]> = []
    const { port } = receiver.address() as AddressInfo
    await scenario(recording(api, answers), `http://127.0.0.1:${port}/`, {
      delivered: async (id) => await delivered(api, id),
      lost: async (id) => await lost(api, id)
    })
    return answers
  }

  it("answers the same in process and over HTTP", async () => {
    const [first, second] = [await start(), await start()]
    const inProcess = await answersOf(first.inProcess)
    const overHttp = await answersOf(second.client)
    await Promise.all([first.mailroom.close(), second.mailroom.close()])

    const called = new Set(inProcess.map(([operation]) => operation))
    const all = Object.entries(operations).flatMap(([resource, methods]) =>
      remote.some((name) => name === resource) ? [] : Object.keys(methods).map((name) => `${resource}.${name}`)
    )
    assert.sameMembers([...called], all)
    const [found, expected] = [normalized(inProcess), normalized(overHttp)]
    assert.deepStrictEqual(found, expected)
  })

  it("has the same types in process and in the client", () => {
    // Only these operations differ; `Api` checks the others. Over HTTP a secret is `null` in the second answer to a
    // request.
    expectTypeOf<Other>().toEqualTypeOf<"keys.create" | "keys.rotate">()
  })
})
