/** Mails that retention took off the lists: 28 situations, each with the right answer, after retention and without it. */
import { assert, describe } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { LeadId } from "../../src/ids.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { Replies } from "../../src/sends/Replies.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Unsubscribes } from "../../src/unsubscribes/Unsubscribes.ts"
import { type layer, type Mailing, test } from "../sending/Mailing.ts"
import { keep, known, logOf, retireAll, setting, story } from "./Story.ts"

const sends = { keep_sends_days: 30 }
type Story = Effect.Success<ReturnType<typeof story>>
type Services = Layer.Success<typeof layer>

/** The lead at a place: the first opened and clicked, the next ones answered, bounced, unsubscribed, and did nothing. */
const idOf = ({ lead_ids }: Mailing, place: number): LeadId => lead_ids[place] ?? assert.fail()

/** The mails that went out since the first ones: the place of the lead, the subject, and whether each continues the thread of the first. */
const later = ({ outgoing }: Mailing, { mails }: Story) =>
  outgoing.submitted.slice(mails.length).map(({ mail }) => {
    const place = mails.findIndex(({ to }) => to.email === mail.to.email)
    return [place, mail.subject, mail.in_reply_to === mails[place]?.message_id]
  })

const run = Effect.fnUntraced(function* ({ turn }: Mailing) {
  for (let round = 0; round < 8; round++) {
    yield* turn()
    yield* TestClock.adjust("5 minutes")
  }
})

const goOn = Effect.fnUntraced(function* (given: Mailing, told: Story) {
  yield* TestClock.adjust("30 days")
  yield* run(given)
  return later(given, told)
})

const report = Effect.fnUntraced(function* (
  { asTenant }: Mailing,
  lead_id: LeadId,
  event: { readonly type: string; readonly message_id?: string | undefined; readonly data?: object }
) {
  const occurred_at = yield* Timestamp.now
  const { data } = yield* asTenant(
    Activity.use((activity) => activity.record([{ lead_id, occurred_at, ...event } as never]))
  )
  return data.map(({ status }) => status)
})

const stopOf = Effect.fnUntraced(function* ({ organization_id }: Mailing, id: LeadId) {
  const [lead] = yield* (yield* LeadStore).findMany(organization_id, [id])
  return lead?.stop_sending_type
})
const metrics = (given: Mailing) => Effect.map(known(given), ({ summary }) => summary.metrics)
const listed = ({ asTenant }: Mailing) =>
  Effect.map(asTenant(Blacklist.use((blacklist) => blacklist.page("email", { limit: 100, offset: 0 }))), ({ data }) =>
    data.map(({ value }) => value)
  )
const unsubscribe = Effect.fnUntraced(function* ({ mails, tokens }: Story, place: number) {
  yield* (yield* Unsubscribes).unsubscribe(tokens(mails[place], "u")[0] ?? assert.fail())
})
const answerFrom = ({ answer, mails, receive }: Story, place: number, changes: object = {}) =>
  receive({
    ...answer,
    message_id: "<late@lead.example>",
    from: { name: "", email: mails[place]?.to.email ?? "" },
    in_reply_to: mails[place]?.message_id,
    ...changes
  })
const threadOf = Effect.fnUntraced(function* ({ asTenant }: Mailing, place = 0) {
  const { data } = yield* asTenant(Unibox.use((unibox) => unibox.threads({ tab: "replies", limit: 100 })))
  return data[place] ?? assert.fail()
})

/** Whether the mail that came last is in the thread of one of ours. */
const isBesideOurs = Effect.fnUntraced(function* ({ asTenant }: Mailing, { mails }: Story, place: number) {
  const unibox = yield* Unibox
  for (const tab of ["replies", "other"] as const) {
    for (const { id } of (yield* asTenant(unibox.threads({ tab, limit: 100 }))).data) {
      const { data } = yield* asTenant(unibox.thread(id, { limit: 100 }))
      const ids = new Set(data.map(({ message_id }) => message_id))
      if (ids.has("<late@lead.example>")) return ids.has(mails[place]?.message_id)
    }
  }
  return undefined
})

interface Situation {
  readonly name: string
  readonly act: (given: Mailing, told: Story) => Effect.Effect<unknown, unknown, Services>
  readonly right: unknown
}

const both = [
  [0, "Re: Hello", true],
  [4, "Re: Hello", true]
]

const situations: ReadonlyArray<Situation> = [
  {
    name: "the link to unsubscribe: stops the lead, counts for its campaign, and lists the address",
    act: Effect.fnUntraced(function* (given, told) {
      yield* unsubscribe(told, 4)
      const { unsubscribed } = yield* metrics(given)
      return [yield* stopOf(given, idOf(given, 4)), unsubscribed, (yield* listed(given)).includes("lead4@lead.example")]
    }),
    right: ["unsubscribe", 2, true]
  },
  {
    name: "the link to unsubscribe twice: counts once",
    act: Effect.fnUntraced(function* (given, told) {
      yield* unsubscribe(told, 4)
      yield* unsubscribe(told, 4)
      return (yield* metrics(given)).unsubscribed
    }),
    right: 2
  },
  {
    name: "the link to unsubscribe of a deleted lead: lists the address",
    act: Effect.fnUntraced(function* (given, told) {
      yield* given.asTenant(given.leads.remove({ ids: [idOf(given, 4)] }))
      yield* unsubscribe(told, 4)
      return (yield* listed(given)).includes("lead4@lead.example")
    }),
    right: true
  },
  {
    name: "a late click: leads on, and counts by link",
    act: Effect.fnUntraced(function* (given, { click }) {
      const url = yield* click(1)
      return [url, (yield* metrics(given)).clicked]
    }),
    right: ["https://b.test/?a=1&b=2", 2]
  },
  {
    name: "a late open: counts, but not as the first",
    act: Effect.fnUntraced(function* (given, { open }) {
      yield* open
      const { opened, unique_opened } = yield* metrics(given)
      return [opened, unique_opened]
    }),
    right: [2, 1]
  },
  {
    name: "a late bounce: stops the lead of the mail",
    act: Effect.fnUntraced(function* (given, { mails }) {
      const status = yield* report(given, idOf(given, 4), { type: "bounced", message_id: mails[4]?.message_id })
      return [status, yield* stopOf(given, idOf(given, 4)), (yield* metrics(given)).bounced]
    }),
    right: [["recorded"], "bounce", 2]
  },
  {
    name: "the bounce that was reported already: does not count twice",
    act: Effect.fnUntraced(function* (given, { bounce }) {
      const { data } = yield* given.asTenant(Activity.use((activity) => activity.record([bounce])))
      return [data.map(({ status }) => status), (yield* metrics(given)).bounced]
    }),
    right: [["duplicate"], 1]
  },
  {
    name: "a late complaint about a deleted lead: lists the address",
    act: Effect.fnUntraced(function* (given, { mails }) {
      yield* given.asTenant(given.leads.remove({ ids: [idOf(given, 4)] }))
      yield* report(given, idOf(given, 4), { type: "complained", message_id: mails[4]?.message_id })
      return (yield* listed(given)).includes("lead4@lead.example")
    }),
    right: true
  },
  {
    name: "a late answer: stops its lead, in a thread of the campaign",
    act: Effect.fnUntraced(function* (given, told) {
      yield* answerFrom(told, 0)
      const { lead_id } = yield* threadOf(given)
      return [yield* stopOf(given, idOf(given, 0)), lead_id === idOf(given, 0), (yield* metrics(given)).replied]
    }),
    right: ["reply", true, 2]
  },
  {
    name: "a late answer from an address that got no mail: is in another thread",
    act: Effect.fnUntraced(function* (given, told) {
      yield* answerFrom(told, 0, { from: { name: "", email: "assistant@lead.example" } })
      return yield* isBesideOurs(given, told, 0)
    }),
    right: false
  },
  {
    name: "a late answer to the id that the relay gave the mail",
    act: Effect.fnUntraced(function* (given, told) {
      const store = yield* SendStore
      const [send] = yield* store.findOfLeads(given.organization_id, [idOf(given, 0)])
      yield* store.write(given.organization_id, [{ ...(send ?? assert.fail()), provider_message_id: "<relay@x.test>" }])
      yield* answerFrom(told, 0, { in_reply_to: "<relay@x.test>" })
      return yield* isBesideOurs(given, told, 0)
    }),
    right: true
  },
  {
    name: "the same answer again: is a duplicate",
    act: (_, { answer, receive }) => Effect.map(receive(answer), ({ kind }) => kind),
    right: "duplicate"
  },
  { name: "the next step: continues subject and thread, for those whom nothing stopped", act: goOn, right: both },
  {
    name: "a person resumes a lead that answered: it gets the next step, and no step twice",
    act: Effect.fnUntraced(function* (given, told) {
      yield* given.asTenant(given.leads.update(idOf(given, 1), { stop_sending: false }))
      return (yield* goOn(given, told)).toSorted()
    }),
    right: [both[0], [1, "Re: Hello", true], both[1]]
  },
  {
    name: "a person stops a lead and takes it back: it goes on",
    act: Effect.fnUntraced(function* (given, told) {
      yield* given.asTenant(given.leads.update(idOf(given, 0), { stop_sending: true }))
      yield* given.asTenant(given.leads.update(idOf(given, 0), { stop_sending: false }))
      return (yield* goOn(given, told)).toSorted()
    }),
    right: both
  },
  {
    name: "the first step is deleted: the second one goes out once",
    act: Effect.fnUntraced(function* (given, told) {
      const [one] = yield* given.asTenant(given.sequences.list(given.campaign_id))
      yield* given.asTenant(given.sequences.remove(given.campaign_id, one?.id ?? assert.fail()))
      return yield* goOn(given, told)
    }),
    right: both
  },
  {
    name: "a step is added to a campaign that is completed: its leads get that step only",
    act: Effect.fnUntraced(function* (given, told) {
      yield* goOn(given, told)
      yield* TestClock.adjust("31 days")
      yield* retireAll(given)
      yield* run(given)
      const status = yield* given.status
      const third = { subject: null, body: "Three", delay_days: 1 }
      yield* given.asTenant(given.sequences.create(given.campaign_id, third))
      if (status === "completed") yield* given.asTenant(given.campaigns.start(given.campaign_id))
      yield* run(given)
      return [status, later(given, told).map(([place, subject]) => [place, subject])]
    }),
    right: ["completed", [...both, ...both].map(([place, subject]) => [place, subject])]
  },
  {
    name: "the same address imported again: is a duplicate",
    act: Effect.fnUntraced(function* ({ asTenant, campaign_id, leads }) {
      const { data } = yield* asTenant(leads.create({ campaign_id, leads: [{ email: "LEAD0@lead.example" }] }))
      return data.map(({ status }) => status)
    }),
    right: ["duplicate"]
  },
  {
    name: "a deleted lead imported again: is a new lead, and gets the first step",
    act: Effect.fnUntraced(function* (given, told) {
      yield* given.asTenant(given.leads.remove({ ids: [idOf(given, 0)] }))
      yield* given.addLeads(["lead0@lead.example"])
      yield* run(given)
      return later(given, told).map(([place, subject]) => [place, subject])
    }),
    right: [[0, "Hello"]]
  },
  {
    name: "analytics in zones of half hours and quarters of an hour",
    act: Effect.fnUntraced(function* ({ asTenant, campaign_id }) {
      const zones = ["Asia/Kolkata", "Asia/Kathmandu", "America/Los_Angeles"]
      const query = (timezone: string) => ({ start_date: "2026-03-02", end_date: "2026-03-02", timezone })
      const analytics = yield* Analytics
      return yield* Effect.forEach(zones, (zone) =>
        Effect.map(asTenant(analytics.summary(campaign_id, query(zone))), ({ metrics }) => [
          metrics.sent,
          metrics.opened
        ])
      )
    }),
    right: [
      [5, 1],
      [5, 1],
      [5, 1]
    ]
  },
  {
    name: "sums that are made again",
    act: Effect.fnUntraced(function* (given) {
      const before = yield* known(given)
      yield* given.asTenant(Analytics.use(({ rebuild }) => rebuild))
      assert.deepStrictEqual(yield* known(given), before)
      return before.summary.metrics.sent
    }),
    right: 5
  },
  {
    name: "the activity of the campaign",
    act: (given) => Effect.map(logOf(given), (log) => log.filter(({ type }) => type === "sent").length),
    right: 5
  },
  {
    name: "what the campaign sends next",
    act: (given) => given.rows,
    right: Array.from({ length: 5 }, () => "waiting 1")
  },
  {
    name: "a message of an old thread is forwarded, and its answer is written",
    act: Effect.fnUntraced(function* (given) {
      const { id } = yield* threadOf(given)
      const { data } = yield* given.asTenant(Unibox.use((unibox) => unibox.thread(id, { limit: 100 })))
      const ours = data.find(({ is_our_email }) => is_our_email) ?? assert.fail()
      const replies = yield* Replies
      const forwarded = yield* given.asTenant(replies.forward(id, ours.id, { to: ["boss@house.example"] }))
      const answered = yield* given.asTenant(replies.reply(id, { body_text: "Thanks" }))
      return [forwarded.kind, answered.subject]
    }),
    right: ["forward", "Re: Hello"]
  },
  {
    name: "an erasure: leaves no address at the mail",
    act: Effect.fnUntraced(function* (given) {
      const store = yield* SendStore
      const id = idOf(given, 0)
      const [before] = yield* store.findOfLeads(given.organization_id, [id])
      yield* given.asTenant(given.leads.remove({ ids: [id], erase: true } as never))
      const [send] = yield* store.findMany(given.organization_id, before === undefined ? [] : [before.id])
      return [before?.to_email, send?.to_email, send?.subject]
    }),
    right: ["lead0@lead.example", "", ""]
  },
  {
    name: "the campaign is deleted: late links unsubscribe, and lead on",
    act: Effect.fnUntraced(function* (given, told) {
      yield* given.asTenant(given.campaigns.pause(given.campaign_id))
      yield* given.asTenant(given.campaigns.remove(given.campaign_id))
      yield* unsubscribe(told, 4)
      return [(yield* listed(given)).includes("lead4@lead.example"), yield* told.click(0)]
    }),
    right: [true, "https://a.test/x"]
  },
  {
    name: "a mail by its id: is found with its lead, subject and times",
    act: Effect.fnUntraced(function* (given) {
      const [send] = yield* (yield* SendStore).findOfLeads(given.organization_id, [idOf(given, 0)])
      const { lead_id, outcome, subject } = yield* given.asTenant(given.sends.find(send?.id ?? assert.fail()))
      return [lead_id === idOf(given, 0), outcome, subject]
    }),
    right: [true, "sent", "Hello"]
  },
  {
    name: "the limit of mails to a company in a day: counts today's mails only",
    act: Effect.fnUntraced(function* (given, told) {
      yield* keep(given, { domain_daily_limit: 1 })
      return yield* goOn(given, told)
    }),
    right: both.slice(0, 1)
  }
]

describe("After retention of mails, and without it", () => {
  for (const { act, name, right } of situations) {
    for (const [state, patch] of [
      ["without", {}],
      ["after", sends]
    ] as const) {
      test(`${name}, ${state}`, setting, function* (given) {
        const told = yield* story(given)
        yield* TestClock.adjust("31 days")
        yield* keep(given, patch)
        yield* retireAll(given)
        assert.strictEqual((yield* given.sendsOf).length, state === "after" ? 0 : 5)
        assert.deepStrictEqual(yield* act(given, told), right)
      })
    }
  }
})
