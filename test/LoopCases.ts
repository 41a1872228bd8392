/** Loops over lists that remove or change the rows they read, by list. */
import { assert } from "@effect/vitest"
import type { Client } from "@mailroom/client"
import { operations } from "../packages/client/src/generated/operations.ts"
import { newBody, resources } from "../packages/http/test/Resources.ts"

export type Id = number | string
interface Row {
  readonly id: Id
}
interface Loop {
  /** The rows of the list before the loop, in order. */
  readonly expected: ReadonlyArray<Id>
  readonly rows: AsyncIterable<Row>
  /** Runs for each row of the loop. */
  readonly change: (row: any) => Promise<unknown>
}
/** Creates rows with `made`; reads and changes them with `here`, which is in process or over HTTP. */
type Case = (made: Client, here: Client) => Promise<Loop>

/** More rows than two pages hold; the last page is full. */
const size = 6
const limit = 2
const indices = Array.from({ length: size }, (_, index) => index)

const each = async <A>(make: (index: number) => Promise<A>) => {
  const all: Array<A> = []
  for (const index of indices) all.push(await make(index))
  return all
}
const idsOf = <A extends { readonly id: number | string | null }>(rows: ReadonlyArray<A>) =>
  rows.map(({ id }) => id as Id)

const newLeads = async ({ campaigns, leads }: Client) => {
  const { id: campaign_id } = await campaigns.create({ name: "Loop" })
  const { data } = await leads.create({
    campaign_id,
    leads: indices.map((index) => ({ email: `lead${index}@loop.test` }))
  })
  return { campaign_id, expected: idsOf(data) as ReadonlyArray<number> }
}

const mail = (index: number, fields = "") =>
  [
    `From: writer${index}@stray.test`,
    "To: us@ours.test",
    `Subject: Letter ${index}`,
    `Message-ID: <${crypto.randomUUID()}@stray.test>`,
    `Date: Mon, 05 Jan 2026 10:${String(index).padStart(2, "0")}:00 +0000`,
    `${fields}`,
    "Hello"
  ].join("\r\n")

/** Threads from strangers, the newest last, each with the Message-ID of its mail. */
const newThreads = ({ intake, unibox }: Client) =>
  each(async (index) => {
    const { thread_id = 0 } = await intake.receive(mail(index))
    const { data } = await unibox.thread(thread_id)
    return { id: thread_id, message_id: data[0]?.message_id ?? "" }
  })

const newEvents = async (made: Client) => {
  const { campaign_id, expected } = await newLeads(made)
  const [lead_id = 0] = expected
  const record = (index: number) =>
    made.activity.record({
      events: [
        {
          type: "opened",
          lead_id,
          occurred_at: `2026-01-01T00:00:0${index}.000Z`,
          idempotency_key: crypto.randomUUID()
        }
      ]
    })
  for (const index of indices) await record(index)
  const { data } = await made.activity.log(campaign_id)
  // The new event is newer than all events that the loop reads.
  return { campaign_id, lead_id, expected: idsOf(data), change: () => record(9) }
}

const newTransactions = ({ billing }: Client, status: "pending" | "succeeded") =>
  each((index) =>
    billing.record({ type: "payment", status, amount: index, currency: "EUR", reference: `${status} ${index}` })
  )

const blacklist =
  (kind: "domains" | "emails"): Case =>
  async ({ blacklist }, here) => {
    const names = indices.map((index) => `b${index}.test`)
    const { data }: { readonly data: ReadonlyArray<{ readonly id: number | null }> } =
      kind === "emails"
        ? await blacklist.addEmails({ emails: names.map((name) => `ada@${name}`) })
        : await blacklist.addDomains({ domains: names })
    const remove = kind === "emails" ? here.blacklist.removeEmails : here.blacklist.removeDomains
    return {
      expected: idsOf(data),
      rows: here.blacklist[kind]({ limit }),
      change: ({ id }) => remove({ ids: [id] })
    }
  }

/** The cases by list, except for the lists of `deleting`. */
const others: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  "accounts.list": {
    "deletes accounts": async ({ accounts }, here) => ({
      expected: idsOf(await each((index) => accounts.create({ email: `a${index}@loop.test`, provider: "smtp" }))),
      rows: here.accounts.list({ limit }),
      change: ({ id }) => here.accounts.remove({ ids: [id] })
    }),
    "pauses accounts that are active": async ({ accounts }, here) => ({
      expected: idsOf(await each((index) => accounts.create({ email: `a${index}@loop.test`, provider: "smtp" }))),
      rows: here.accounts.list({ limit, status: "active" }),
      change: ({ id }) => here.accounts.update({ ids: [id], settings: { sending_enabled: false } })
    })
  },
  "activity.list": {
    "records further events": async (made, here) => {
      const { change, expected, lead_id } = await newEvents(made)
      return { expected, rows: here.activity.list({ lead_id, limit }), change }
    }
  },
  "activity.log": {
    "records further events": async (made, here) => {
      const { campaign_id, change, expected } = await newEvents(made)
      return { expected, rows: here.activity.log(campaign_id, { limit }), change }
    }
  },
  "activity.ofLead": {
    "records further events": async (made, here) => {
      const { change, expected, lead_id } = await newEvents(made)
      return { expected, rows: here.activity.ofLead(lead_id, { limit }), change }
    }
  },
  "billing.list": {
    "records further rows, newest first": async (made, here) => ({
      expected: idsOf(await newTransactions(made, "succeeded")).toReversed(),
      rows: here.billing.list({ limit }),
      change: () => here.billing.record({ type: "refund", status: "succeeded", amount: -1, currency: "EUR" })
    }),
    "ends pending rows, newest first": async (made, here) => ({
      expected: idsOf(await newTransactions(made, "pending")).toReversed(),
      rows: here.billing.list({ limit, status: "pending" }),
      change: ({ amount, reference }) =>
        here.billing.record({ type: "payment", status: "succeeded", amount, currency: "EUR", reference })
    }),
    "ends pending rows, oldest first": async (made, here) => ({
      expected: idsOf(await newTransactions(made, "pending")),
      rows: here.billing.list({ limit, status: "pending", sort: "created_at" }),
      change: ({ amount, reference }) =>
        here.billing.record({ type: "payment", status: "void", amount, currency: "EUR", reference })
    })
  },
  "blacklist.domains": { "removes entries": blacklist("domains") },
  "blacklist.emails": { "removes entries": blacklist("emails") },
  "campaigns.list": {
    "deletes campaigns": async ({ campaigns }, here) => ({
      expected: idsOf(await each((index) => campaigns.create({ name: `Campaign ${index}` }))),
      rows: here.campaigns.list({ limit, status: "draft" }),
      change: ({ id }) => here.campaigns.remove(id)
    }),
    "renames what it searched for": async ({ campaigns }, here) => ({
      expected: idsOf(await each((index) => campaigns.create({ name: `Campaign ${index}` }))),
      rows: here.campaigns.list({ limit, search: "campaign" }),
      change: ({ id }) => here.campaigns.update(id, { name: "Renamed" })
    })
  },
  "integrations.deliveries": {
    "sends deliveries again": async ({ campaigns, integrations, leads }, here) => {
      const { id } = await integrations.create({
        type: "webhook",
        name: "Loop",
        config: { url: "http://127.0.0.1:9/" },
        events: ["lead_stopped"]
      })
      const { expected } = await newLeads({ campaigns, leads } as Client)
      for (const lead of expected) await leads.update(lead, { stop_sending: true })
      const { data } = await integrations.deliveries(id)
      return {
        expected: idsOf(data),
        rows: here.integrations.deliveries(id, { limit }),
        change: (delivery) => here.integrations.redeliver(id, delivery.id)
      }
    }
  },
  "keys.list": {
    "revokes all keys but the first": async ({ keys }, here) => {
      const { data: before } = await keys.list()
      const made = await each((index) => keys.create({ name: `Key ${index}` }))
      const own = before[0]?.id
      return {
        expected: [...idsOf(before), ...idsOf(made)],
        rows: here.keys.list({ limit }),
        change: async ({ id }) => void (id === own || (await here.keys.revoke(id)))
      }
    }
  },
  "leads.all": {
    "stops leads of a campaign": async (made, here) => {
      const { campaign_id, expected } = await newLeads(made)
      return {
        expected: expected.toReversed(),
        rows: here.leads.all({ campaign_id, stop_sending: false, limit }),
        change: ({ id }) => here.leads.update(id, { stop_sending: true })
      }
    },
    "removes leads of all campaigns": async (made, here) => {
      const all = [...(await newLeads(made)).expected, ...(await newLeads(made)).expected]
      return {
        expected: all.toReversed(),
        rows: here.leads.all({ limit }),
        change: ({ id }) => here.leads.remove({ ids: [id] })
      }
    }
  },
  "leads.list": {
    "stops leads": async (made, here) => {
      const { campaign_id, expected } = await newLeads(made)
      return {
        expected,
        rows: here.leads.list({ campaign_id, stop_sending: false, limit }),
        change: ({ id }) => here.leads.update(id, { stop_sending: true })
      }
    },
    "removes leads": async (made, here) => {
      const { campaign_id, expected } = await newLeads(made)
      return {
        expected,
        rows: here.leads.list({ campaign_id, limit }),
        change: ({ id }) => here.leads.remove({ ids: [id] })
      }
    },
    "removes leads from an offset on": async (made, here) => {
      const { campaign_id, expected } = await newLeads(made)
      return {
        expected: expected.slice(1),
        rows: here.leads.list({ campaign_id, limit, offset: 1 }),
        change: ({ id }) => here.leads.remove({ ids: [id] })
      }
    },
    "changes the addresses that it searched for": async (made, here) => {
      const { campaign_id, expected } = await newLeads(made)
      return {
        expected,
        rows: here.leads.list({ campaign_id, search: "loop.test", limit }),
        change: ({ id }) => here.leads.update(id, { email: `${id}@elsewhere.test` })
      }
    }
  },
  "log.list": {
    "adds an entry for each change, newest first": async (made, here) => {
      for (const index of indices) await made.tags.create({ name: `Tag ${index}`, sentiment: "neutral" })
      const { data } = await made.log.list({ limit: 100 })
      return {
        expected: idsOf(data),
        rows: here.log.list({ limit }),
        change: ({ id }) => here.tags.create({ name: `Tag of ${id}`, sentiment: "neutral" })
      }
    }
  },
  "notes.list": {
    "removes notes": async ({ intake, notes }, here) => {
      const { thread_id = 0 } = await intake.receive(mail(0))
      return {
        expected: idsOf(await each((index) => notes.create(thread_id, { body: `${index}` }))),
        rows: here.notes.list({ thread_id, limit }),
        // Only the author may, and in process that is another one.
        change: ({ id }) => notes.remove(id)
      }
    }
  },
  "sends.list": {
    "answers a conversation again": async ({ accounts, intake, mailboxes, replies }, here) => {
      const { id: account_id } = await accounts.create({ email: "us@ours.test", provider: "smtp" })
      const { thread_id = 0 } = await intake.receive(mail(0))
      // Nothing listens on this port, so the mails wait.
      const smtp = { host: "127.0.0.1", port: 9, auth: { type: "password", password: "secret" } } as const
      await mailboxes.connect(account_id, { smtp })
      const sends = await each((index) => replies.reply(thread_id, { body_text: `${index}`, account_id }))
      return {
        expected: idsOf(sends).toReversed(),
        rows: here.sends.list({ account_id, limit }),
        change: () => here.replies.reply(thread_id, { body_text: "Again", account_id })
      }
    }
  },
  "unibox.ofLead": {
    "marks threads as read": async (made, here) => {
      const { expected } = await newLeads(made)
      const [lead_id = 0] = expected
      const events = [{ type: "sent", lead_id, occurred_at: "2026-01-01T00:00:00Z", idempotency_key: "sent" }] as const
      await made.activity.record({ events })
      await made.accounts.create({ email: "us@ours.test", provider: "smtp" })
      // Each mail of ours begins a thread, in which the lead replies.
      const threads = await each(async (index) => {
        const ours = mail(index).replace(/From.*\r\nTo.*\r\n/u, "From: us@ours.test\r\nTo: lead0@loop.test\r\n")
        await made.intake.receive(ours, { vouched: true })
        const answer = mail(index, `In-Reply-To: ${/<.*>/u.exec(ours)?.[0]}\r\n`)
        return made.intake.receive(answer.replace(`writer${index}@stray.test`, "lead0@loop.test"))
      })
      return {
        expected: threads.map(({ thread_id = 0 }) => thread_id).toReversed(),
        rows: here.unibox.ofLead(lead_id, { limit }),
        change: ({ id }) => here.unibox.update(id, { is_new: false })
      }
    }
  },
  "unibox.thread": {
    "marks the thread as read": async (made, here) => {
      const { thread_id = 0 } = await made.intake.receive(mail(0))
      const { data } = await made.unibox.thread(thread_id)
      const answer = `In-Reply-To: <${data[0]?.message_id}>\r\n`
      for (const index of indices.slice(1)) {
        await made.intake.receive(mail(index, answer).replace(/writer\d/u, "writer0"))
      }
      const { data: messages } = await made.unibox.thread(thread_id)
      return {
        expected: idsOf(messages),
        rows: here.unibox.thread(thread_id, { limit }),
        change: () => here.unibox.update(thread_id, { is_new: false })
      }
    }
  },
  "unibox.threads": {
    "marks new threads as read": async (made, here) => ({
      expected: idsOf(await newThreads(made)).toReversed(),
      rows: here.unibox.threads({ tab: "other", is_new: true, limit }),
      change: ({ id }) => here.unibox.update(id, { is_new: false })
    }),
    "moves threads to the other tab": async (made, here) => ({
      expected: idsOf(await newThreads(made)).toReversed(),
      rows: here.unibox.threads({ tab: "other", limit }),
      change: ({ id }) => here.unibox.update(id, { tab: "replies" })
    }),
    "adds newer mail to the threads that it reads": async (made, here) => {
      const threads = await newThreads(made)
      return {
        expected: idsOf(threads).toReversed(),
        rows: here.unibox.threads({ tab: "other", limit }),
        change: async ({ id }) => {
          const index = threads.findIndex((thread) => thread.id === id)
          const answer = mail(index, `In-Reply-To: <${threads[index]?.message_id}>\r\n`)
          const { thread_id } = await made.intake.receive(answer.replace("Date: Mon, 05", "Date: Tue, 06"))
          assert.strictEqual(thread_id, id)
        }
      }
    }
  }
}

/** A case for each resource with a list, a creation and a deletion of one, unless `others` has its list. */
const deleting = resources.flatMap(({ example, path }) =>
  Object.entries<Readonly<Record<string, string>>>(operations).flatMap(([name, lines]) => {
    const isWhole =
      lines["list"] === `GET ${path} query` &&
      lines["create"]?.startsWith(`POST ${path} body`) &&
      lines["remove"] === `DELETE ${path}/:id`
    const loop: Case = async (made, here) => {
      const [all, methods] = [made, here].map((client: any) => client[name])
      return {
        expected: idsOf(await each((index) => all.create(newBody({ example }, index)) as Promise<Row>)),
        rows: methods.list({ limit }),
        change: ({ id }) => methods.remove(id)
      }
    }
    return isWhole && !(`${name}.list` in others) ? [[`${name}.list`, { "deletes all": loop }] as const] : []
  })
)

/** The cases by list, then by the action of the loop. */
export const cases: typeof others = Object.fromEntries(
  [...Object.entries(others), ...deleting].toSorted(([a], [b]) => (a < b ? -1 : 1))
)
