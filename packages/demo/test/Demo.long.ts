import { assert, describe } from "@effect/vitest"
import {
  Accounts,
  Activity,
  Analytics,
  Billing,
  Blacklist,
  BlacklistEntry,
  Campaigns,
  CurrentOrganization,
  deliverer,
  Encryption,
  Event,
  Integrations,
  Lead,
  Leads,
  Organizations,
  ReplyTemplates,
  Sequences,
  StopSending,
  Tags,
  Timestamp,
  type Transaction,
  Unibox,
  WorkStore
} from "@mailroom/core"
import { DateTime, Effect } from "effect"
import { conversations } from "../src/Conversations.ts"
import { replies, tags } from "../src/Data.ts"
import { fill } from "../src/Demo.ts"
import { campaigns } from "../src/Mailings.ts"
import { demo, layerUnused, now, threads } from "./DemoHarness.ts"

const page = { offset: 0, limit: 200 }
const campaignIds = Effect.map(
  Campaigns.use((campaigns) => campaigns.page(page)),
  ({ data }) => data.map(({ id }) => id)
)
const allLeads = Effect.gen(function* () {
  const leads = yield* Leads
  const all: Array<Lead.Lead> = []
  for (const id of yield* campaignIds) {
    for (let offset = 0, total = 1; offset < total; offset += page.limit) {
      const found = yield* leads.page(id, { ...page, offset })
      all.push(...found.data)
      total = found.total
    }
  }
  return all
})

/** All analytics of a campaign, without ids. */
const numbers = Effect.gen(function* () {
  const { byAccount, bySequence, events, summary } = yield* Analytics
  const year = { start_date: "2029-06-15", end_date: "2030-06-15" }
  return yield* Effect.forEach(yield* campaignIds, (id) =>
    Effect.gen(function* () {
      const { leads, metrics, rates } = yield* summary(id, {})
      const { data, totals } = yield* events(id, year)
      return {
        leads,
        metrics,
        rates,
        totals,
        days: data,
        accounts: (yield* byAccount(id, {})).data.map(({ account_id: _, ...row }) => row),
        sequences: (yield* bySequence(id, {})).data.map(({ sequence_id: _, ...row }) => row)
      }
    })
  )
})

describe("demo", () => {
  demo(
    "has something to show in every list",
    Effect.gen(function* () {
      const counts = yield* fill
      const accounts = yield* Accounts.use((accounts) => accounts.page(page))
      const made = yield* Campaigns.use((campaigns) => campaigns.page(page))
      assert.strictEqual(accounts.total, counts.accounts)
      assert.deepStrictEqual(
        made.data.map(({ lead_count }) => lead_count),
        campaigns.map(({ leads }) => leads)
      )
      assert.strictEqual(
        made.data.reduce((sum, { lead_count }) => sum + lead_count, 0),
        counts.leads
      )
      assert.isAbove((yield* ReplyTemplates.use((templates) => templates.page(page))).total, 0)
      const replies = (yield* threads("replies")).data
      assert.lengthOf(replies, conversations.length)
      for (const thread of replies)
        assert.containsAllKeys(thread, ["thread_id", "lead_id", "campaign_id", "account_id", "lead", "campaign_name"])
      const other = (yield* threads("other")).data
      assert.isTrue(other.some((thread) => thread.lead_id === undefined))
      assert.isTrue(other.some((thread) => thread.lead_id !== undefined))
      const unread = yield* Unibox.use(({ unread }) => unread({}))
      assert.isTrue(unread.replies > 0 && unread.replies < replies.length && unread.other > 0)
      const types = yield* Effect.forEach(replies, ({ id }) =>
        Effect.map(
          Unibox.use((unibox) => unibox.thread(id, { limit: 100 })),
          ({ data }) => data.flatMap(({ attachments }) => attachments.map(({ type }) => type))
        )
      )
      assert.sameMembers([...new Set(types.flat())], [1, 2, 4])
    })
  )

  demo(
    "has accounts in different states, and one that was deleted and keeps its history",
    Effect.gen(function* () {
      yield* fill
      const { data } = yield* Accounts.use((accounts) => accounts.page(page))
      assert.includeMembers(
        data.map(({ state }) => state.status),
        ["active", "paused"]
      )
      const ramping = data.find(({ settings }) => settings.ramp_up.enabled)
      assert.strictEqual(ramping?.state.remaining_today, 20)
      assert.isTrue(data.some(({ state }) => state.bounce_rate_7d !== null && state.last_sent_at !== null))
      const [first] = yield* campaignIds
      const report = yield* Analytics.use((analytics) => analytics.byAccount(first!, {}))
      const gone = report.data.filter(({ email }) => !data.some((account) => account.email === email))
      assert.lengthOf(gone, 1)
      assert.isAbove(gone[0]?.metrics.sent ?? 0, 200)
    })
  )

  demo(
    "moves the leads who wrote back, and quotes what they wrote themselves",
    Effect.gen(function* () {
      yield* fill
      const replied = (yield* allLeads).filter(({ status }) => status === "Replied")
      assert.isAbove(replied.length, conversations.length)
      const written = [
        ...conversations.map(({ answers }) => answers[0]?.text ?? ""),
        ...replies.map(({ text }) => text)
      ]
      // The closing, such as "Best regards", begins the signature, which `reply_text` leaves out.
      for (const { reply_text } of replied)
        assert.isTrue(
          written.some((text) => text.startsWith(reply_text || "?")),
          String(reply_text)
        )
      for (const { answers } of conversations) {
        const [answer] = answers
        assert.isTrue(
          replied.some(({ reply_text }) => answer?.text.startsWith(reply_text || "?")),
          answer?.text
        )
      }
    })
  )

  demo(
    "has leads in every state, with every tag, and stopped by every rule but a person's and a move's",
    Effect.gen(function* () {
      yield* fill
      const leads = yield* allLeads
      const among = <A>(values: ReadonlyArray<A | null>) => [...new Set(values)].filter((value) => value !== null)
      assert.sameMembers(among(leads.map(({ status }) => status)), [...Lead.LeadStatus.literals])
      assert.sameMembers(
        among(leads.map(({ stop_sending_type }) => stop_sending_type)),
        StopSending.StopSendingType.literals.filter((type) => type !== "manual" && type !== "moved")
      )
      assert.sameMembers(
        among(leads.map(({ reply_status }) => reply_status)),
        tags.map(({ name }) => name)
      )
      // The rules that label answers make the tags that they lack.
      const { data } = yield* Tags.use((tags) => tags.page(page))
      const given: ReadonlyArray<string> = tags.map(({ name }) => name)
      assert.includeMembers(
        data.map(({ name }) => name),
        [...given]
      )
      for (const { label, name } of data) assert.isTrue(given.includes(name) || label !== undefined, name)
    })
  )

  demo(
    "has campaigns in every status, as their mail suggests",
    Effect.gen(function* () {
      yield* fill
      const { data } = yield* Campaigns.use((campaigns) => campaigns.page(page))
      assert.deepStrictEqual(
        data.map(({ status }) => status),
        campaigns.map(({ status }) => status)
      )
      for (const { counts, lead_count, status } of data) {
        assert.strictEqual(counts.leads.total, lead_count)
        if (status === "draft") assert.deepStrictEqual([lead_count, counts.sent], [0, 0])
        else assert.isTrue(counts.sent > counts.replied && counts.replied > 0 && counts.bounced > 0)
        if (status === "completed") assert.strictEqual(counts.leads.not_contacted, 0)
      }
    })
  )

  demo(
    "has a blacklist of every source, and steps of every campaign",
    Effect.gen(function* () {
      yield* fill
      const { page: entries } = yield* Blacklist
      for (const source of BlacklistEntry.Source.literals) {
        assert.isAbove((yield* entries("email", { ...page, source })).total, 0, source)
      }
      assert.isAbove((yield* entries("domain", page)).total, 0)
      const { list } = yield* Sequences
      const steps = yield* Effect.forEach(yield* campaignIds, list)
      assert.deepStrictEqual(
        steps.map((sequences) => new Set(sequences.map(({ position }) => position)).size),
        campaigns.map(({ steps }) => steps.length)
      )
    })
  )

  demo(
    "has integrations and deliveries in every state, and nothing to send",
    Effect.gen(function* () {
      const { integrations: count } = yield* fill
      const integrations = yield* Integrations
      const { data, total } = yield* integrations.page(page)
      assert.strictEqual(total, count)
      assert.deepStrictEqual(new Set(data.map(({ status }) => status)), new Set(["active", "failing", "disabled"]))
      const logs = yield* Effect.forEach(data, ({ id }) => integrations.deliveries(id, { limit: 100 }))
      const deliveries = logs.flatMap(({ data }) => data)
      assert.deepStrictEqual(
        new Set(deliveries.map(({ status }) => status)),
        new Set(["pending", "delivered", "failed"])
      )
      assert.isTrue(deliveries.some(({ attempts, status }) => status === "pending" && attempts > 0))
      const { kind } = yield* deliverer.pipe(Effect.provide([Encryption.layerEphemeral, layerUnused]))
      assert.isNull(yield* WorkStore.use(({ next }) => next(kind)))
    })
  )
  demo(
    "has a year of billing, with credits that add up",
    Effect.gen(function* () {
      const { transactions } = yield* fill
      const { data, total } = yield* Billing.use((billing) => billing.page({ ...page, sort: "created_at" }))
      assert.strictEqual(total, transactions)
      const number = (matches: (row: Transaction.Transaction) => boolean) => data.filter(matches).length
      assert.strictEqual(
        number(({ status, type }) => type === "payment" && status === "succeeded"),
        12
      )
      assert.strictEqual(
        number(({ type }) => type === "usage"),
        12
      )
      assert.strictEqual(
        number(({ type }) => type === "credit"),
        12
      )
      for (const status of ["failed", "pending"])
        assert.strictEqual(
          number((row) => row.status === status),
          1
        )
      assert.strictEqual(
        number(({ amount, type }) => type === "refund" && amount < 0),
        1
      )
      let balance = 0
      for (const { balance_after, credits } of data) {
        balance += credits ?? 0
        if (balance_after !== null) assert.strictEqual(balance_after, balance)
        assert.isAtLeast(balance, 0)
      }
      const [first] = data
      assert.isTrue((first?.created_at ?? "") >= "2029-06-01" && (data.at(-1)?.created_at ?? "") < "2030-06-15T12")
    })
  )

  demo(
    "has a year of believable activity",
    Effect.gen(function* () {
      const { events } = yield* fill
      assert.isTrue(events > 2000 && events < 10_000)
      const all = (yield* numbers).filter(({ metrics }) => metrics.sent > 0)
      assert.lengthOf(all, campaigns.filter(({ status }) => status !== "draft").length)
      assert.isAbove(Math.max(...all.map(({ days }) => days.findIndex(({ sent = 0 }) => sent > 0))), 300)
      assert.isBelow(Math.min(...all.map(({ days }) => days.findIndex(({ sent = 0 }) => sent > 0))), 5)
      for (const { accounts, metrics, rates, sequences, totals, ...rest } of all) {
        assert.deepStrictEqual(totals, metrics)
        assert.closeTo(rates.open_rate ?? 0, 0.45, 0.06)
        assert.closeTo(rates.reply_rate ?? 0, 0.06, 0.02)
        assert.closeTo(rates.bounce_rate ?? 0, 0.02, 0.01)
        for (const step of sequences.filter(({ position }) => position !== null)) assert.isAbove(step.metrics.sent, 50)
        for (const account of accounts.filter(({ email }) => email !== null)) assert.isAbove(account.metrics.sent, 200)
        const sentOn = (weekdays: ReadonlyArray<number>) =>
          rest.days
            .filter(({ date }) => weekdays.includes(new Date(date).getUTCDay()))
            .reduce((sum, { sent = 0 }) => sum + sent, 0)
        assert.isBelow(sentOn([0, 6]), metrics.sent / 50)
        for (const weekday of [1, 2, 3, 4, 5]) assert.isAbove(sentOn([weekday]), metrics.sent / 20)
      }
    })
  )

  demo(
    "has events of every type in the log but those that no one asked about, none of them ahead",
    Effect.gen(function* () {
      yield* fill
      const { log } = yield* Activity
      const seen = new Set<string>()
      for (const id of yield* campaignIds) {
        let cursor: string | undefined
        do {
          const found = yield* log(id, { limit: 100, cursor })
          for (const { occurred_at, type } of found.data) {
            seen.add(type)
            assert.isTrue(occurred_at <= DateTime.formatIso(now))
          }
          cursor = found.next_cursor
        } while (cursor !== undefined)
      }
      assert.sameMembers(
        [...seen],
        Event.EventType.literals.filter((type) => type !== "delivered")
      )
    })
  )

  demo(
    "is the same each time",
    Effect.gen(function* () {
      yield* fill
      const other = yield* Organizations.use((organizations) => organizations.create({ name: "Other" }))
      const again = yield* Effect.andThen(fill, numbers).pipe(Effect.provideService(CurrentOrganization, other))
      assert.deepStrictEqual(again, yield* numbers)
    })
  )

  demo(
    "is of the last weeks, and nothing of it lies ahead",
    Effect.gen(function* () {
      yield* fill
      const { data } = yield* threads("replies")
      for (const { last_message } of [...data, ...(yield* threads("other")).data]) {
        const age = DateTime.toEpochMillis(now) - Timestamp.toMillis(last_message.date_sent)
        assert.isTrue(age > 0 && age < 14 * 86_400_000)
      }
    })
  )

  demo(
    "is only for an organization that has nothing, and leaves another as it is",
    Effect.gen(function* () {
      yield* Accounts.use((accounts) => accounts.create({ email: "us@y.example", provider: "smtp" }))
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
      assert.strictEqual((yield* Campaigns.use((campaigns) => campaigns.page(page))).total, 0)
    })
  )

  demo(
    "is not for an organization that has tags or a blacklist of its own",
    Effect.gen(function* () {
      const { id } = yield* Tags.use((tags) => tags.create({ name: "interested", sentiment: "neutral" }))
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
      yield* Tags.use((tags) => tags.remove(id))
      yield* Blacklist.use((blacklist) => blacklist.add("domain", ["x.example"]))
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
    })
  )

  demo(
    "is not filled twice",
    Effect.gen(function* () {
      yield* fill
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
    })
  )
})
