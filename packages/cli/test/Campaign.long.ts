/** Two processes of `mailroom work` send a campaign over Postgres and SMTP, are killed meanwhile, and people stop leads. */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Campaigns, Encryption, Inbound, Leads, Mailboxes, Sequences } from "@mailroom/core"
import { MemoryMailer } from "@mailroom/memory"
import { Connection } from "@mailroom/postgres"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { inProcess } from "../../host/test/InProcess.ts"
import { mailServer } from "../../host/test/MailServer.ts"
import { type Env, folder, tenancy } from "./Harness.ts"
import { work } from "./Process.ts"

const counts = { accounts: 10, leads: 300, kills: 12, stops: 40 }

interface Row {
  readonly lead_id: number
  readonly outcome: string
  readonly begun_at: string
}

const given = Effect.gen(function* () {
  const encryptionKey = Redacted.value(Encryption.generateKey())
  const tenant = yield* tenancy
  const env: Env = { ...tenant, MAILROOM_ENCRYPTION_KEY: encryptionKey, MAILROOM_INBOUND: "host" }
  const cwd = yield* folder
  const { mails, port } = yield* mailServer()
  const database = env["DATABASE_URL"] ?? ""
  const { run } = yield* inProcess(
    { database, encryptionKey },
    Layer.merge(MemoryMailer.layer(), Layer.succeed(Inbound, "host"))
  )
  const auth = { type: "password", password: "hunter2-secret" } as const
  const lead_ids = yield* run(
    Effect.gen(function* () {
      const [accounts, campaigns, leads, mailboxes, sequences] = yield* Effect.all([
        Accounts,
        Campaigns,
        Leads,
        Mailboxes,
        Sequences
      ])
      const settings = { min_delay_minutes: 0, daily_limit: 1_000 }
      const account_ids = yield* Effect.forEach(Array.from({ length: counts.accounts }), (_, i) =>
        Effect.gen(function* () {
          const { id } = yield* accounts.create({ email: `s${i}@ours.example`, provider: "smtp", settings })
          yield* mailboxes.connect(id, { smtp: { host: "127.0.0.1", port, security: "tls", auth } })
          return id
        })
      )
      const campaign = yield* campaigns.create({
        name: "Spring",
        account_ids,
        daily_limit: 10_000,
        send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
      })
      yield* sequences.create(campaign.id, { subject: "Hello", body: "Step 1" })
      yield* sequences.create(campaign.id, { body: "Step 2", delay_days: 0 })
      const emails = Array.from({ length: counts.leads }, (_, i) => ({ email: `l${i}@lead.example` }))
      const { data } = yield* leads.create({ campaign_id: campaign.id, leads: emails })
      yield* campaigns.start(campaign.id)
      return data.flatMap(({ id }) => id ?? [])
    })
  )
  const sql = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    SqlClient.SqlClient.pipe(
      Effect.flatMap(statement),
      Effect.provide(Connection.layerClient({ url: Redacted.make(database), maxConnections: 1 }), { local: true })
    )
  /** The result of a statement that selects a number as `count`. */
  const count = (statement: Parameters<typeof sql<ReadonlyArray<{ readonly count: number }>>>[0]) =>
    Effect.map(sql(statement), ([row]) => row?.count ?? 0)
  return {
    mails,
    lead_ids,
    work: work(["--allow-private-targets"], { cwd, env }),
    stop: (id: (typeof lead_ids)[number]) => run(Leads.use((leads) => leads.update(id, { stop_sending: true }))),
    /** Ends all leases, also of the process that lives: two processes may then work for one account. */
    endLeases: sql((sql) => sql`UPDATE mailroom.work SET lease_until = '-infinity', due_at = now()`),
    /**
     * Looks at each account now, as workers do after ten minutes: when two processes work for one account, the one that
     * finds nothing to send may settle last.
     */
    look: sql(
      (sql) => sql`
        WITH woken AS (
          UPDATE mailroom.work SET due_at = now()
          WHERE lease_until < now() AND due_at > now() + interval '1 minute' RETURNING kind
        )
        SELECT pg_notify('mailroom_work', kind) FROM woken`
    ),
    sends: sql((sql) => sql<Row>`SELECT lead_id, outcome, begun_at FROM mailroom.sends`),
    open: count((sql) => sql`SELECT count(*)::integer FROM mailroom.agenda WHERE state IN ('waiting', 'begun')`),
    taken: count((sql) => sql`SELECT count(*)::integer FROM mailroom.agenda`),
    events: count((sql) => sql`SELECT count(*)::integer FROM mailroom.events WHERE type = 'sent'`)
  }
})

describe("A campaign that two processes send", () => {
  it.live(
    "sends nobody a step twice, and nothing after a stop, although processes are killed",
    () =>
      Effect.gen(function* () {
        const { endLeases, events, lead_ids, look, mails, open, sends, stop, taken, work } = yield* given
        const workers = [yield* work, yield* work]
        yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced("2 seconds")))
        const stopped = new Map<number, number>()
        const arrived = (count: number) =>
          Effect.repeat(
            Effect.delay(
              Effect.sync(() => mails.length),
              "20 millis"
            ),
            { until: (all) => all >= count }
          )
        for (let kill = 0; kill < counts.kills; kill++) {
          yield* arrived((kill + 1) * 20)
          for (let i = 0; i < counts.stops / counts.kills; i++) {
            const id = lead_ids[(stopped.size * 7) % lead_ids.length]
            if (id === undefined) continue
            yield* stop(id)
            stopped.set(id, Date.now())
          }
          yield* workers[kill % 2]?.stop("SIGKILL") ?? Effect.void
          yield* endLeases
          workers[kill % 2] = yield* work
        }
        // Leads whose last mail is unknown wait for a day. The others get everything.
        yield* Effect.repeat(Effect.delay(Effect.all([open, taken]), "200 millis"), {
          until: ([open, taken]) => open === 0 && taken >= lead_ids.length - stopped.size
        })
        const rows = yield* sends
        const copies = new Map<string, number>()
        for (const { raw, to } of mails) {
          const step = /Step (\d)/u.exec(raw.toString())?.[1] ?? assert.fail("It is no step")
          const key = `${to.join()} ${step}`
          copies.set(key, (copies.get(key) ?? 0) + 1)
        }
        assert.deepStrictEqual(
          [...copies].filter(([, count]) => count > 1),
          []
        )
        const late = rows.filter(({ begun_at, lead_id }) => Date.parse(begun_at) > (stopped.get(lead_id) ?? Infinity))
        assert.deepStrictEqual(late, [])
        const outcomes = Map.groupBy(rows, ({ outcome }) => outcome)
        assert.sameMembers(
          [...outcomes.keys()].filter((outcome) => outcome !== "unknown"),
          ["sent"]
        )
        assert.isAtMost(outcomes.get("unknown")?.length ?? 0, counts.kills * counts.accounts)
        assert.strictEqual(yield* events, outcomes.get("sent")?.length)
        console.log(
          `${mails.length} mails, ${rows.length} sends, ${outcomes.get("unknown")?.length ?? 0} unknown, ${stopped.size} stopped`
        )
        for (const worker of workers) yield* worker.stop("SIGTERM")
      }).pipe(Effect.scoped),
    300_000
  )
})
