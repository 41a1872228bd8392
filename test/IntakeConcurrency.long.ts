/** Two processes over one database receive the same mail at the same time. It is stored once and counted once. */
import { assert, it } from "@effect/vitest"
import {
  Accounts,
  Activity,
  Analytics,
  Blacklist,
  Campaigns,
  CurrentOrganization,
  Intake,
  type Lead,
  Leads,
  Mailroom,
  Organizations,
  Timestamp,
  Transactor,
  Unibox
} from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Array, Context, Deferred, Effect, Fiber, Layer, type Redacted, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { date, me } from "../packages/mime/test/Desk.ts"
import { bytes } from "../packages/mime/test/Mail.ts"
import { bounce, complaint, failed, returned } from "../packages/mime/test/Reports.ts"
import { locks } from "../packages/postgres/test/Locks.ts"
import { freshDatabase, layerMigrated } from "../packages/postgres/test/Server.ts"

/** A process, with separate services and connections. */
const newProcess = (url: Redacted.Redacted, storage: typeof PostgresStorage.layer | typeof layerMigrated) =>
  Mailroom.layer.pipe(
    Layer.provide(PostalMime.layer),
    Layer.provideMerge(storage),
    Layer.provideMerge(Connection.layerClient({ url })),
    Layer.fresh,
    Layer.build
  )

const emails = Array.makeBy(4, (i) => `lead${i}@x.test`)
const idOf = (email: string) => `<${email.replace("@", "-")}@sender.test>`

/** Two processes, and their organization, which sent mail to four leads. */
const newOffice = Effect.gen(function* () {
  const url = yield* freshDatabase
  const first = yield* newProcess(url, layerMigrated)
  const processes = [first, yield* newProcess(url, PostgresStorage.layer)]
  const { id } = yield* Context.get(first, Organizations).create({ name: "Organization" })
  const here = Effect.provideService(CurrentOrganization, { id })
  yield* here(Context.get(first, Accounts).create({ email: me, provider: "smtp" }))
  const campaign = yield* here(Context.get(first, Campaigns).create({ name: "Campaign" }))
  const created = yield* here(
    Context.get(first, Leads).create({ campaign_id: campaign.id, leads: emails.map((email) => ({ email })) })
  )
  // Each lead gets a copy of each mail, so that one notice can be about all leads.
  for (const email of emails) {
    const header = [`From: ${me}`, `To: ${email}`, `Cc: ${emails.join(", ")}`, `Message-ID: ${idOf(email)}`]
    yield* here(Context.get(first, Intake).receive(bytes(`${header.join("\n")}\n\nHello`)))
  }
  const processOf = (i: number) => processes[i % processes.length] ?? first
  return {
    ids: created.data.map(({ id }) => id),
    /** Adds a lead to a new campaign, because leads of one campaign wait for its counts. */
    add: Effect.fnUntraced(function* (email: string) {
      const { id: campaign_id } = yield* here(Context.get(first, Campaigns).create({ name: "Another" }))
      const { data } = yield* here(Context.get(first, Leads).create({ campaign_id, leads: [{ email }] }))
      return data[0]?.id
    }),
    lead: (id: Lead.LeadId | null | undefined) =>
      here(Context.get(first, Leads).find(id ?? assert.fail("the lead was not created"))),
    remove: (id: Lead.LeadId | null | undefined) =>
      here(Context.get(first, Leads).remove({ ids: Array.fromNullishOr(id) })),
    /** The two processes receive mails alternately. */
    receive: (raw: Uint8Array, i: number) => here(Context.get(processOf(i), Intake).receive(raw)),
    record: (events: ReadonlyArray<unknown>, i: number) => here(Context.get(processOf(i), Activity).record(events)),
    /**
     * The second effect begins when the first has run in an open transaction. The transaction commits when the second
     * waits for it.
     */
    overlapping: Effect.fnUntraced(function* <A, E, B, F>(one: Effect.Effect<A, E>, other: Effect.Effect<B, F>) {
      const done = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      const held = Context.get(first, Transactor).transaction(
        Effect.tap(one, () => Effect.andThen(Deferred.succeed(done, undefined), Deferred.await(commit)))
      )
      const fiber = yield* Effect.forkChild(held)
      yield* Deferred.await(done)
      const second = yield* Effect.forkChild(other)
      const { blocking } = yield* Effect.provideContext(locks, first)
      while ((yield* blocking).size === 0) yield* Effect.sleep("5 millis")
      yield* Deferred.succeed(commit, undefined)
      return [yield* Fiber.join(fiber), yield* Fiber.join(second)] as const
    }),
    emptyThreads: Effect.gen(function* () {
      const sql = Context.get(first, SqlClient.SqlClient).withoutTransforms()
      return yield* sql`SELECT id FROM mailroom.threads WHERE last_message_id IS NULL`
    }),
    deadlocks: Effect.gen(function* () {
      const sql = Context.get(first, SqlClient.SqlClient).withoutTransforms()
      const [row] = yield* sql<{ readonly deadlocks: number }>`
        SELECT pg_stat_get_db_deadlocks(oid)::integer AS deadlocks FROM pg_database WHERE datname = current_database()`
      return row?.deadlocks
    }),
    state: here(
      Effect.gen(function* () {
        const { data: events } = yield* Context.get(first, Activity).log(campaign.id, { limit: 100 })
        const { metrics } = yield* Context.get(first, Analytics).summary(campaign.id, {})
        const { data: entries } = yield* Context.get(first, Blacklist).page("email", { offset: 0, limit: 100 })
        const { data: leads } = yield* Context.get(first, Leads).page(campaign.id, { offset: 0, limit: 100 })
        const tabs = yield* Effect.forEach(["other", "replies"] as const, (tab) =>
          Context.get(first, Unibox).threads({ tab, limit: 100 })
        )
        const threads = yield* Effect.forEach(
          tabs.flatMap(({ data }) => data),
          ({ id }) => Context.get(first, Unibox).thread(id, { limit: 100 })
        )
        return {
          events: events.map(({ lead_id, type }) => `${type} ${lead_id}`).sort(),
          counts: [metrics.bounced, metrics.soft_bounced, metrics.complained, metrics.auto_replied, metrics.replied],
          blacklist: entries.map(({ value }) => value).sort(),
          stops: leads.map(({ stop_sending_type }) => stop_sending_type),
          /** The number of received mails in each thread. */
          received: threads.map(({ data }) => data.filter(({ is_our_email }) => !is_our_email).length)
        }
      })
    )
  }
})

const together = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

/** Each mail system gives its notice a different Message-ID. */
const named = (id: string) => [`Message-ID: <${id}@mx.test>`, date(2)]
const dead = (email: string) => failed(email, "5.1.1", "550 5.1.1 User unknown")

it.live("a bounce that comes eight times at once", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const [email = ""] = emails
    const raw = bounce([dead(email)], returned(idOf(email), email))
    const results = yield* together(Array.makeBy(8, (i) => office.receive(raw, i)))
    assert.deepStrictEqual(results.map(({ kind }) => kind).sort(), ["bounce", ...Array.replicate("duplicate", 7)])
    assert.deepStrictEqual(
      results.flatMap(({ events }) => events),
      ["bounced"]
    )
    assert.deepStrictEqual(yield* office.state, {
      events: [`bounced ${office.ids[0]}`],
      counts: [1, 0, 0, 0, 0],
      blacklist: [email],
      stops: ["bounce", null, null, null],
      received: [1]
    })
    assert.strictEqual(yield* office.deadlocks, 0)
  }).pipe(Effect.scoped)
)

it.live("a request to stop that comes eight times at once, and answers to mail that only an event recorded", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const [email = ""] = emails
    const second = yield* office.add(email)
    const theirs = (from: string, text: string) =>
      bytes(`From: ${from}\nTo: ${me}\nMessage-ID: <${text.length}@x.test>\n${date(2)}\n\n${text}`)
    const results = yield* together(Array.makeBy(8, (i) => office.receive(theirs(email, "Please remove me."), i)))
    assert.deepStrictEqual(
      results.flatMap(({ events }) => events),
      ["replied", "unsubscribed"]
    )
    const { blacklist, stops } = yield* office.state
    assert.deepStrictEqual(blacklist, [email])
    assert.deepStrictEqual(stops, ["reply", null, null, null])
    assert.strictEqual((yield* office.lead(second)).stop_sending_type, "blacklist")

    const other = yield* office.add("event@x.test")
    const sent = { type: "sent", lead_id: other, message_id: "<event@sender.test>", occurred_at: yield* Timestamp.now }
    yield* office.record([sent], 0)
    const first = yield* office.receive(theirs("event@x.test", "Thursday suits me."), 0)
    assert.deepInclude(first, { kind: "reply", events: ["replied"] })
    assert.strictEqual(first.lead_id, other)
    const next = yield* office.receive(theirs("event@x.test", "Or Friday."), 1)
    assert.strictEqual(next.thread_id, first.thread_id)
    assert.strictEqual(yield* office.deadlocks, 0)
  }).pipe(Effect.scoped)
)

it.live("a bounce that a mail and the host's event tell at once", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    yield* together(
      emails.flatMap((email, i) => [
        Effect.asVoid(office.receive(bounce([dead(email)], returned(idOf(email), email), named(email)), i)),
        Effect.asVoid(
          office.record(
            [
              {
                type: "bounced",
                lead_id: office.ids[i],
                message_id: idOf(email),
                occurred_at: "2026-08-06T10:00:00.000Z"
              }
            ],
            i + 1
          )
        )
      ])
    )
    assert.deepStrictEqual(yield* office.state, {
      events: office.ids.map((id) => `bounced ${id}`),
      counts: [4, 0, 0, 0, 0],
      blacklist: emails,
      stops: emails.map(() => "bounce" as const),
      received: [1, 1, 1, 1]
    })
    assert.strictEqual(yield* office.deadlocks, 0)
  }).pipe(Effect.scoped)
)

it.live("mail of every kind about the same leads, each of it twice", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const full = (email: string) => failed(email, "5.2.2", "552 5.2.2 Over quota")
    const [a = "", b = "", c = "", d = ""] = emails
    const theirs = (email: string, header: string) =>
      bytes(
        `From: ${email}\nTo: ${me}\nMessage-ID: <${header}-${email}>\nIn-Reply-To: ${idOf(email)}\n${header}\n\nHello`
      )
    const mails = [
      // Two notices about the same leads, in opposite order.
      bounce(emails.map(full), returned(idOf(a), a), named("1")),
      bounce(emails.toReversed().map(full), returned(idOf(d), d), named("2")),
      bounce([dead(a), full(b)], returned(idOf(b), b), named("3")),
      complaint(["Feedback-Type: abuse", `Original-Rcpt-To: ${c}`], returned(idOf(c), c)),
      ...emails.map((email) => theirs(email, "Auto-Submitted: auto-replied")),
      ...emails.map((email) => theirs(email, "Auto-Submitted: no"))
    ]
    const results = yield* together(
      [...mails, ...mails].map((raw, i) => office.receive(raw, i + Math.floor(i / mails.length)))
    )
    assert.lengthOf(
      results.filter(({ kind }) => kind === "duplicate"),
      mails.length
    )
    const { blacklist, counts, received } = yield* office.state
    assert.strictEqual(
      received.reduce((sum, count) => sum + count),
      mails.length
    )
    assert.deepStrictEqual(blacklist, [a, c])
    assert.deepStrictEqual([counts[0], ...counts.slice(2)], [1, 1, 4, 4])
    assert.strictEqual(yield* office.deadlocks, 0)
  }).pipe(Effect.scoped)
)

/** The `sent` event of a mail to a lead, with the mail. */
const sent = (lead_id: unknown) => ({
  type: "sent",
  lead_id,
  occurred_at: "2026-08-06T09:00:00.000Z",
  message: {
    message_id: "<same@sender.test>",
    subject: "Hello",
    body_text: "Hello",
    from_email: me,
    to_email: "new@x.test"
  }
})

it.live("a mail that the events of two leads carry at once starts one thread", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const ids = [yield* office.add("new@x.test"), yield* office.add("new@x.test")]
    const results = yield* office.overlapping(office.record([sent(ids[0])], 0), office.record([sent(ids[1])], 1))
    for (const { counts } of results) assert.strictEqual(counts.recorded, 1)
    assert.deepStrictEqual(yield* office.emptyThreads, [])
  }).pipe(Effect.scoped)
)

it.live("a mail that comes in while an event of another lead carries it starts one thread", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const id = yield* office.add("new@x.test")
    // The mail is in the thread of the lead that was created last.
    yield* office.add("new@x.test")
    const raw = bytes(`From: ${me}\nTo: new@x.test\nMessage-ID: <same@sender.test>\n\nHello`)
    const [mail, { counts }] = yield* office.overlapping(office.receive(raw, 0), office.record([sent(id)], 1))
    assert.deepStrictEqual([mail.kind, counts.recorded], ["own", 1])
    assert.deepStrictEqual(yield* office.emptyThreads, [])
  }).pipe(Effect.scoped)
)

it.live("a notice of several leads, while the lead is removed whose thread it would start", () =>
  Effect.gen(function* () {
    const office = yield* newOffice
    const emails = ["late@x.test", "dead@x.test"]
    const ids = yield* Effect.forEach(emails, office.add)
    const id = "<both@sender.test>"
    const events = ids.map((lead_id) => ({ ...Struct.omit(sent(lead_id), ["message"]), message_id: id }))
    assert.strictEqual((yield* office.record(events, 0)).counts.recorded, 2)
    // A delay creates no event, so it does not lock the lead.
    const late = failed("late@x.test", "4.4.1", "connect timed out", "delayed")
    const raw = bounce([late, dead("dead@x.test")], returned(id, "late@x.test"))
    const [, mail] = yield* office.overlapping(office.remove(ids[0]), office.receive(raw, 1))
    assert.deepStrictEqual([mail.kind, mail.lead_id, mail.events], ["bounce", ids[1], ["bounced"]])
    assert.deepStrictEqual(yield* office.emptyThreads, [])
  }).pipe(Effect.scoped)
)
