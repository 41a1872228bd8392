/**
 * A process that sends is stopped, frozen for longer than its lease, or has a clock that jumps. No mail goes out twice, a mail
 * that a server has accepted does not wait as if it were unsent, and nothing is forgotten.
 */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Campaigns, Encryption, Leads, Sends, Sequences } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Effect, Fiber, Redacted, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { queueMail } from "../../host/test/QueuedMail.ts"
import { smtpServer, type Step } from "../../host/test/SmtpServers.ts"
import { folder, mailroom, tenancy } from "./Harness.ts"
import { type Running, serve, work } from "./Process.ts"

const minute = 60_000
const day = 24 * 60 * minute

const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>) =>
  it.live(name, () => Effect.scoped(Effect.gen(body)))

const until = <A, E>(effect: Effect.Effect<A, E>, predicate: (value: A) => boolean) =>
  Effect.repeat(effect, { until: predicate, schedule: Schedule.spaced("20 millis") })

const usual = "250 2.0.0 Ok: queued as 12345"

/** A server that is silent at a step, an answer that waits for it, and processes that send. */
const world = Effect.fnUntraced(function* (script: Partial<Record<Step, "silence">>) {
  const encryptionKey = Encryption.generateKey()
  const tenant = yield* tenancy
  const env = { ...tenant, MAILROOM_ENCRYPTION_KEY: Redacted.value(encryptionKey), MAILROOM_INBOUND: "host" }
  const cwd = yield* folder
  const url = Redacted.make(tenant["DATABASE_URL"] ?? "")
  const server = yield* smtpServer(script)
  const auth = { type: "password", password: "hunter2-secret" } as const
  const queued = yield* queueMail({
    url,
    encryptionKey,
    inbound: "host",
    credentials: { smtp: { host: "127.0.0.1", port: server.port, security: "tls", auth } }
  })
  const log = join(cwd, "clock.log")
  const jumps = () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0)
  return {
    ...server,
    queued,
    /** Starts a process. `jump` and `gap`: how far its clocks move at each jump, in milliseconds. */
    start: ({ gap = 0, jump = 0 } = {}) =>
      work(["--allow-private-targets"], {
        cwd,
        env: { ...env, CLOCK_JUMP: String(jump), CLOCK_GAP: String(gap), CLOCK_LOG: log },
        node: ["--import", join(import.meta.dirname, "clock.mjs")]
      }),
    /** A server that works, and drains nothing. */
    serving: Effect.gen(function* () {
      const server = yield* serve(["--allow-private-targets", "--drain", "0s"], { cwd, env })
      const { stdout } = yield* mailroom(
        env,
        "keys",
        "create",
        "--name",
        "test",
        "--organization",
        String(queued.organization.id)
      )
      const headers = { authorization: `Bearer ${stdout.slice("API key: ".length)}` }
      const call = (method: string, path: string) =>
        Effect.promise((signal) => fetch(server.url + path, { method, headers, signal }))
      return { ...server, call }
    }),
    jump: ({ pid }: Running) =>
      Effect.suspend(() => {
        const before = jumps()
        process.kill(pid, "SIGUSR2")
        return until(Effect.sync(jumps), (now) => now > before)
      }),
    /** Ends all leases, as time does. */
    endLeases: SqlClient.SqlClient.pipe(
      Effect.flatMap((sql) => sql`UPDATE mailroom.work SET lease_until = '-infinity'`),
      Effect.provide(Connection.layerClient({ url, maxConnections: 1 }), { local: true })
    ),
    outcome: Effect.map(queued.send, ({ outcome }) => outcome),
    /** The Message-IDs of the mails that have arrived whole. */
    arrived: () => server.sessions.flatMap(({ body }) => /^Message-ID: (.*)$/imu.exec(body)?.[1]?.trim() ?? [])
  }
})

const signal = ({ pid }: Running, name: NodeJS.Signals) => Effect.sync(() => process.kill(pid, name))

// Each of these waits for seconds until a process has ended.
describe.concurrent("A process that is stopped while it sends", () => {
  test("stores that the server has accepted the mail", function* () {
    const { arrived, outcome, queued, say, silent, start } = yield* world({ body: "silence" })
    const process = yield* start()
    yield* silent
    const stopped = yield* Effect.forkChild(process.stop("SIGTERM"), { startImmediately: true })
    say(usual)
    assert.strictEqual((yield* Fiber.join(stopped)).code, 0)
    assert.deepStrictEqual([yield* outcome, arrived()], ["sent", [queued.message_id]])
  })

  test("does not know of a mail whose reply does not come, and it is not sent again", function* () {
    const { arrived, change, endLeases, outcome, queued, silent, start } = yield* world({ body: "silence" })
    const first = yield* start()
    yield* silent
    assert.strictEqual((yield* first.stop("SIGTERM")).code, 0)
    change({ body: usual })
    yield* endLeases
    yield* start()
    yield* until(outcome, (is) => is !== "begun")
    assert.deepStrictEqual([yield* outcome, arrived()], ["unknown", [queued.message_id]])
  })

  for (const step of ["greeting", "hello", "auth", "rcpt", "data"] as const) {
    test(`leaves a mail to the next process that its server was not ready for: ${step}`, function* () {
      const { arrived, change, outcome, queued, silent, start } = yield* world({ [step]: "silence" })
      const first = yield* start()
      yield* silent
      assert.strictEqual((yield* first.stop("SIGTERM")).code, 0)
      assert.deepStrictEqual([yield* outcome, arrived()], ["queued", []])
      const answers = {
        greeting: "220 mx.example ESMTP",
        hello: "250-mx.example\r\n250 AUTH PLAIN",
        auth: "235 Ok",
        rcpt: "250 Ok",
        data: "354 Go"
      }
      change({ [step]: answers[step] })
      yield* start()
      yield* until(outcome, (is) => is === "sent")
      assert.deepStrictEqual(arrived(), [queued.message_id])
    })
  }
})

describe.concurrent("A server that is stopped", () => {
  test("ends although a request and a mail wait for a mail server", function* () {
    const { outcome, queued, serving, sessions } = yield* world({ greeting: "silence" })
    const server = yield* serving
    const testing = yield* Effect.forkChild(server.call("POST", `/accounts/${queued.account.id}/test`))
    yield* until(
      Effect.sync(() => sessions.length),
      (connections) => connections >= 2
    )
    assert.strictEqual((yield* server.stop("SIGTERM")).code, 0)
    assert.strictEqual(yield* outcome, "queued")
    yield* Fiber.interrupt(testing)
  })
})

describe("A process that is frozen for longer than its lease", () => {
  for (const step of ["body", "rcpt", "greeting"] as const) {
    test(`sends nothing twice when it goes on: at ${step}`, function* () {
      const { arrived, change, endLeases, jump, outcome, queued, say, silent, start } = yield* world({
        [step]: "silence"
      })
      const frozen = yield* start({ gap: 10 * minute, jump: 10 * minute })
      yield* silent
      yield* jump(frozen)
      yield* signal(frozen, "SIGSTOP")
      change({ greeting: "220 mx.example ESMTP", rcpt: "250 Ok", body: usual })
      yield* endLeases
      const next = yield* start()
      yield* until(outcome, (is) => is !== "begun")
      assert.strictEqual(yield* outcome, "unknown")
      const isKnown = step === "body"
      // A person who sees that the mail has not arrived has it sent again.
      if (!isKnown) {
        yield* queued.run(
          Sends.use((sends) => Effect.flatMap(queued.send, ({ id }) => sends.resolve(id, { outcome: "unsent" })))
        )
        yield* until(outcome, (is) => is === "sent")
      }
      assert.deepStrictEqual(arrived(), [queued.message_id])
      yield* signal(frozen, "SIGCONT")
      say({ greeting: "220 mx.example ESMTP", rcpt: "250 Ok", body: usual }[step])
      assert.strictEqual((yield* frozen.stop("SIGTERM")).code, 0)
      yield* next.stop("SIGTERM")
      assert.deepStrictEqual(arrived(), [queued.message_id])
      assert.include(isKnown ? ["unknown", "sent"] : ["sent"], yield* outcome)
    })
  }
})

describe("A process whose clock jumps while it sends", () => {
  const steps = 2
  const leads = 5

  for (const [direction, jump] of [
    ["forwards", day],
    ["backwards", -day]
  ] as const) {
    test(`sends each mail once, and forgets none: a day ${direction}`, function* () {
      const { arrived, jump: jumpOnce, outcome, queued, say, change, silent, start } = yield* world({ body: "silence" })
      yield* queued.run(
        Effect.gen(function* () {
          const settings = { min_delay_minutes: 0, daily_limit: 1_000 }
          yield* Accounts.use((accounts) => accounts.update({ ids: [queued.account.id], settings }))
          const campaign = yield* Campaigns.use((campaigns) =>
            campaigns.create({
              name: "Spring",
              account_ids: [queued.account.id],
              daily_limit: 10_000,
              send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
            })
          )
          for (let i = 0; i < steps; i++) {
            yield* Sequences.use((sequences) =>
              sequences.create(campaign.id, { subject: "Hello", body: `Step ${i}`, delay_days: 0 })
            )
          }
          const emails = Array.from({ length: leads }, (_, i) => ({ email: `l${i}@lead.example` }))
          yield* Leads.use((leads) => leads.create({ campaign_id: campaign.id, leads: emails }))
          yield* Campaigns.use((campaigns) => campaigns.start(campaign.id))
        })
      )
      const process = yield* start({ jump })
      yield* silent
      yield* jumpOnce(process)
      change({ body: usual })
      say(usual)
      yield* until(outcome, (is) => is === "sent")
      const all = Effect.map(queued.run(Sends.use((sends) => sends.page({ limit: 100 }))), ({ data }) => data)
      // The clock is set right again, so that what was due by it goes out, too.
      if (jump < 0) {
        yield* process.stop("SIGTERM")
        yield* start()
      }
      yield* until(Effect.sync(arrived), (mails) => mails.length >= 1 + steps * leads)
      yield* until(all, (sends) => sends.every(({ outcome }) => outcome === "sent"))
      const ids = arrived()
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.strictEqual(ids.length, 1 + steps * leads)
    })
  }

  test("of two, one a day ahead, sends no mail of the other", function* () {
    const { arrived, change, jump: jumpOnce, outcome, queued, say, silent, start } = yield* world({ body: "silence" })
    const first = yield* start()
    yield* silent
    const ahead = yield* start({ jump: day })
    yield* jumpOnce(ahead)
    yield* queued.reply
    change({ body: usual })
    yield* until(outcome, (is) => is !== "begun")
    say(usual)
    yield* first.stop("SIGTERM")
    yield* until(Effect.sync(arrived), (mails) => mails.length >= 2)
    const ids = arrived()
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.include(["unknown", "sent"], yield* outcome)
  })
})
