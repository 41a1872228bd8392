/**
 * Two processes of `mailroom work` send a campaign over Postgres and SMTP. Meanwhile processes are killed or ended, Postgres
 * closes all connections, people stop leads, and a step is deleted. Whatever happens when (by the seed): no step goes out
 * twice, nothing begins after a stop that was answered, and at the end each lead has what it should have.
 */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Campaigns, Encryption, Inbound, Leads, Mailboxes, Sends, Sequences } from "@mailroom/core"
import { MemoryMailer } from "@mailroom/memory"
import { Connection } from "@mailroom/postgres"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { inProcess } from "../../host/test/InProcess.ts"
import { mailServer } from "../../host/test/MailServer.ts"
import { type Env, folder, tenancy } from "./Harness.ts"
import { work } from "./Process.ts"

const counts = { accounts: 6, leads: 40, steps: 3, stops: 3 }
const seeds = [1, 2, 3, 4, 5]
/** The disturbances of a run, in an order that the seed chooses. */
const disturbancesOf = (seed: number) => [seed % 2 === 0 ? "SIGTERM" : "SIGKILL", "connections", "deletion"] as const

interface Row {
  readonly id: number
  readonly lead_id: number
  readonly step_id: number
  readonly message_id: string
  readonly outcome: string
  readonly begun_at: string
}

/** Numbers as if drawn by chance, the same at every run (Park and Miller). */
const seeded = (seed: number) => {
  let state = seed * 7_919
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
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
  const { campaign_id, lead_ids, step_ids } = yield* run(
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
      const steps = yield* Effect.forEach(Array.from({ length: counts.steps }), (_, i) =>
        sequences.create(campaign.id, { subject: "Hello", body: `Step ${i + 1}`, delay_days: 0 })
      )
      const emails = Array.from({ length: counts.leads }, (_, i) => ({ email: `l${i}@lead.example` }))
      const { data } = yield* leads.create({ campaign_id: campaign.id, leads: emails })
      yield* campaigns.start(campaign.id)
      return {
        campaign_id: campaign.id,
        lead_ids: data.flatMap(({ id }) => id ?? []),
        step_ids: steps.map(({ id }) => id)
      }
    })
  )
  const sql = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    SqlClient.SqlClient.pipe(
      Effect.flatMap(statement),
      Effect.provide(Connection.layerClient({ url: Redacted.make(database), maxConnections: 1 }), { local: true })
    )
  /** Calls a use case, again if its connection was closed: each of them has the same result when it is repeated. */
  const call: typeof run = (effect) => Effect.retry(run(effect), { times: 5 })
  const rows = sql((sql) => sql<Row>`SELECT id, lead_id, step_id, message_id, outcome, begun_at FROM mailroom.sends`)
  return {
    mails,
    lead_ids,
    step_ids,
    rows,
    work: work(["--allow-private-targets"], { cwd, env }),
    stop: (id: (typeof lead_ids)[number]) => call(Leads.use((leads) => leads.update(id, { stop_sending: true }))),
    deleteStep: (id: (typeof step_ids)[number]) =>
      call(Effect.ignore(Sequences.use((sequences) => sequences.remove(campaign_id, id)))),
    /** Says of each unknown mail whether the server has it, as a person does who looks there. */
    resolve: Effect.gen(function* () {
      const received = mails.map(({ raw }) => raw.toString())
      for (const { id, message_id, outcome } of yield* rows) {
        if (outcome !== "unknown") continue
        const wasSent = received.some((text) => text.includes(message_id))
        yield* call(Sends.use((sends) => sends.resolve(id as never, { outcome: wasSent ? "sent" : "unsent" })))
      }
    }),
    status: Effect.map(call(Campaigns.use((campaigns) => campaigns.find(campaign_id))), ({ status }) => status),
    /** Closes all connections to the database, as a restart of Postgres does. */
    cut: sql(
      (sql) => sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
    ),
    /** Ends all leases, also of the process that lives: two processes may then work for one account. */
    endLeases: sql(
      (sql) => sql`
        WITH ended AS (UPDATE mailroom.work SET lease_until = '-infinity', due_at = now() RETURNING kind)
        SELECT pg_notify('mailroom_work', kind) FROM ended`
    ),
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
    /** The Message-IDs of the events `sent`. */
    events: Effect.map(
      sql((sql) => sql<{ readonly message_id: string }>`SELECT message_id FROM mailroom.events WHERE type = 'sent'`),
      (events) => events.map(({ message_id }) => message_id)
    )
  }
})

describe("A campaign that two processes send", () => {
  it.live.each(seeds)(
    "loses nothing and sends nothing twice, whatever is killed (seed %i)",
    (seed) =>
      Effect.gen(function* () {
        const {
          cut,
          deleteStep,
          endLeases,
          events,
          lead_ids,
          look,
          mails,
          resolve,
          rows,
          status,
          step_ids,
          stop,
          work
        } = yield* given
        const random = seeded(seed)
        const workers = [yield* work, yield* work]
        yield* Effect.forkScoped(Effect.repeat(Effect.ignore(look), Schedule.spaced("1 second")))
        const arrived = (count: number) =>
          Effect.repeat(
            Effect.delay(
              Effect.sync(() => mails.length),
              "10 millis"
            ),
            { until: (all) => all >= count }
          )
        const stopped = new Map<number, number>()
        const deleted = step_ids[random(step_ids.length)] ?? assert.fail()
        const order = disturbancesOf(seed)
          .map((what) => ({ what, at: random(1_000) }))
          .toSorted((a, b) => a.at - b.at)
        for (const [i, { what }] of order.entries()) {
          yield* arrived((i + 1) * 18)
          for (let n = 0; n < counts.stops; n++) {
            const id = lead_ids[random(lead_ids.length)]
            if (id === undefined || stopped.has(id)) continue
            yield* stop(id)
            stopped.set(id, Date.now())
          }
          if (what === "deletion") yield* deleteStep(deleted)
          else if (what === "connections") yield* cut
          else {
            const place = random(2)
            yield* workers[place]?.stop(what) ?? Effect.void
            workers[place] = yield* work
          }
          yield* Effect.retry(endLeases, { times: 5 })
        }
        // A person looks after the mails whose outcome nobody knows, once no process sends them any more.
        for (const worker of workers) yield* worker.stop("SIGTERM")
        yield* endLeases
        const last = yield* work
        yield* Effect.repeat(Effect.delay(Effect.andThen(resolve, status), "100 millis"), {
          until: (status) => status === "completed"
        })
        yield* last.stop("SIGTERM")
        const sends = yield* rows
        const sent = sends.filter(({ outcome }) => outcome === "sent").map(({ message_id }) => message_id)
        const received = mails.map(({ raw }) => /^Message-ID: (.*)\r$/imu.exec(raw.toString())?.[1] ?? assert.fail())
        assert.deepStrictEqual(received.toSorted(), sent.toSorted())
        assert.deepStrictEqual((yield* events).toSorted(), sent.toSorted())
        const steps = new Set(sends.map(({ lead_id, step_id }) => `${lead_id} ${step_id}`))
        assert.strictEqual(steps.size, sends.length)
        assert.deepStrictEqual(
          sends.filter(({ begun_at, lead_id }) => Date.parse(begun_at) > (stopped.get(lead_id) ?? Infinity)),
          []
        )
        const final = new Set(
          sends.flatMap(({ lead_id, outcome, step_id }) =>
            outcome === "sent" || outcome === "refused" ? [`${lead_id} ${step_id}`] : []
          )
        )
        const living = step_ids.filter((id) => id !== deleted)
        const missing = lead_ids
          .filter((id) => !stopped.has(id))
          .flatMap((id) => living.flatMap((step) => (final.has(`${id} ${step}`) ? [] : [`${id} ${step}`])))
        assert.deepStrictEqual(missing, [])
        console.log(`${order.map(({ what }) => what).join(", ")}: ${mails.length} mails, ${stopped.size} stopped`)
      }).pipe(Effect.scoped),
    300_000
  )
})
