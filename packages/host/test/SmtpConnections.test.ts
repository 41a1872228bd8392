/** The connection of an account stays open between mails that follow soon, and no mail is lost or sent twice because of it. */
import { assert, describe, it } from "@effect/vitest"
import { type AccountId, Mailer, type MailOutcome, type MailServer, Revoked, Stopping } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Deferred, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { smtp } from "../src/internal/budgets.ts"
import { makeConnections, type Owner } from "../src/internal/smtpConnections.ts"
import type { Session } from "../src/internal/smtpSession.ts"
import { mail } from "./Mails.ts"
import { type Answer, smtpServer, type Step } from "./SmtpServers.ts"

const serverAt = (port: number, password = "hunter2-secret"): MailServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user: "grace@ours.example", password: Redacted.make(password) }
})

const local = Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true }))

/** A reply for each time; the last one stays. */
const inTurn = (...replies: ReadonlyArray<string>) => {
  let times = 0
  return () => replies[Math.min(times++, replies.length - 1)] ?? ""
}

const summary = (outcome: MailOutcome) =>
  outcome.outcome === "refused" ? `refused ${outcome.at} ${outcome.code}` : outcome.outcome

const world = Effect.fnUntraced(function* (script: Partial<Record<Step, Answer>> = {}, pipelining = false) {
  const server = yield* smtpServer(script, { pipelining })
  const mailer = yield* Mailer
  const to = serverAt(server.port)
  const ofConnections = () => [...Map.groupBy(server.sessions, ({ connection }) => connection).values()]
  /** For each connection, the mails that the client offered. */
  const offered = () =>
    ofConnections().map(
      (sessions) => sessions.flatMap(({ commands }) => commands).filter((line) => line.startsWith("MAIL")).length
    )
  const quits = () => ofConnections().map((sessions) => sessions.some(({ commands }) => commands.includes("QUIT")))
  return { ...server, offered, quits, send: (server = to, message = mail) => mailer.send(message, server) }
})

type Sessions = Effect.Success<ReturnType<typeof smtpServer>>["sessions"]

/** Waits until the server has seen the end of a connection. */
const closed = ({ sessions }: { readonly sessions: Sessions }, connection: number) =>
  Effect.promise(() => sessions.find((session) => session.connection === connection)?.closed ?? assert.fail())

describe("Mails of an account that follow soon", () => {
  it.live("share a connection and a login", () =>
    Effect.gen(function* () {
      const { offered, send, sessions } = yield* world()
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* send()).outcome, "sent")
      assert.deepStrictEqual(offered(), [3])
      assert.lengthOf(
        sessions.flatMap(({ commands }) => commands).filter((line) => line.startsWith("AUTH")),
        1
      )
    }).pipe(local, Effect.scoped)
  )

  it.live("have no connection in common with those of another account on the server", () =>
    Effect.gen(function* () {
      const { offered, send } = yield* world()
      const other = { ...mail, account: { ...mail.account, id: 2 as AccountId } }
      for (let n = 0; n < 2; n++) {
        yield* send()
        yield* send(undefined, other)
      }
      assert.deepStrictEqual(offered(), [2, 2])
    }).pipe(local, Effect.scoped)
  )

  it.live("use a new connection with a new password, and the old one is closed", () =>
    Effect.gen(function* () {
      const { offered, port, quits, send, sessions } = yield* world()
      yield* send()
      yield* send(serverAt(port, "another-secret"))
      yield* closed({ sessions }, 0)
      assert.deepStrictEqual(
        [offered(), quits()],
        [
          [1, 1],
          [true, false]
        ]
      )
    }).pipe(local, Effect.scoped)
  )

  it.live("use a new connection after a hundred", () =>
    Effect.gen(function* () {
      const { offered, quits, send } = yield* world()
      for (let n = 0; n <= smtp.mails; n++) assert.strictEqual((yield* send()).outcome, "sent")
      assert.deepStrictEqual(
        [offered(), quits()],
        [
          [smtp.mails, 1],
          [true, false]
        ]
      )
    }).pipe(local, Effect.scoped)
  )

  it.live("have an allowance each of what the server may send", () =>
    Effect.gen(function* () {
      const long = `${"250-x\r\n".repeat(smtp.lines / 2 - 50)}250 Ok`
      const { offered, send } = yield* world({ rcpt: long })
      for (let n = 0; n < 4; n++) assert.strictEqual((yield* send()).outcome, "sent")
      assert.deepStrictEqual(offered(), [4])
    }).pipe(local, Effect.scoped)
  )
})

describe("A server that takes no further mail over a connection", () => {
  for (const pipelining of [false, true]) {
    const name = pipelining ? ", pipelined" : ""
    for (const reply of ["drop", "421 4.7.0 Too many mails", "451 4.5.0 Too many mails", "503 5.5.1 Log in first"]) {
      it.live(`gets it over a new one: ${reply}${name}`, () =>
        Effect.gen(function* () {
          const { offered, send, sessions } = yield* world({ mail: inTurn("250 Ok", reply, "250 Ok") }, pipelining)
          assert.deepStrictEqual([yield* send(), yield* send()].map(summary), ["sent", "sent"])
          assert.deepStrictEqual(offered(), [2, 1])
          assert.deepStrictEqual(
            sessions.map(({ isAccepted }) => isAccepted),
            [true, false, true]
          )
        }).pipe(local, Effect.scoped)
      )
    }

    it.live(`is asked once more only${name}`, () =>
      Effect.gen(function* () {
        const { offered, send } = yield* world({ mail: inTurn("250 Ok", "451 4.5.0 Too many mails") }, pipelining)
        assert.deepStrictEqual([yield* send(), yield* send()].map(summary), ["sent", "refused sender 451"])
        assert.deepStrictEqual(offered(), [2, 1])
      }).pipe(local, Effect.scoped)
    )

    it.live(`is not asked again for the first mail of a connection${name}`, () =>
      Effect.gen(function* () {
        const { offered, send } = yield* world({ mail: "421 4.7.0 Too many mails" }, pipelining)
        assert.strictEqual(summary(yield* send()), "refused sender 421")
        assert.deepStrictEqual(offered(), [1])
      }).pipe(local, Effect.scoped)
    )

    for (const [step, outcome] of [
      ["rcpt", "unsent"],
      ["data", "unsent"],
      ["body", "unknown"]
    ] as const) {
      it.live(`gets no mail again whose transaction has begun: ${step}${name}`, () =>
        Effect.gen(function* () {
          const usual = { rcpt: "250 Ok", data: "354 Go ahead", body: "250 Ok" }[step]
          const { offered, send } = yield* world({ [step]: inTurn(usual, "drop", usual) }, pipelining)
          assert.deepStrictEqual([yield* send(), yield* send()].map(summary), ["sent", outcome])
          assert.deepStrictEqual(offered(), [2])
        }).pipe(local, Effect.scoped)
      )
    }
  }

  it.live("may end an idle connection, with or without a word", () =>
    Effect.gen(function* () {
      const { hangUp, offered, say, send, sessions } = yield* world()
      yield* send()
      hangUp()
      assert.strictEqual((yield* send()).outcome, "sent")
      say("421 4.4.2 Timeout")
      yield* closed({ sessions }, 1)
      assert.strictEqual((yield* send()).outcome, "sent")
      assert.deepStrictEqual(offered(), [1, 1, 1])
    }).pipe(local, Effect.scoped)
  )

  it.live("may close each connection after its reply", () =>
    Effect.gen(function* () {
      const server = yield* world({ body: "250 Ok\r\n421 4.7.0 One mail only" })
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* server.send()).outcome, "sent")
      assert.deepStrictEqual(server.offered(), [1, 1, 1])
    }).pipe(local, Effect.scoped)
  )
})

describe("An idle connection", () => {
  it.effect("is closed after five seconds", () =>
    Effect.gen(function* () {
      const { offered, quits, send, sessions } = yield* world()
      yield* send()
      yield* TestClock.adjust(smtp.idle - 1_000)
      yield* send()
      assert.deepStrictEqual([offered(), quits()], [[2], [false]])
      yield* TestClock.adjust(smtp.idle)
      yield* closed({ sessions }, 0)
      assert.deepStrictEqual(quits(), [true])
      yield* send()
      assert.deepStrictEqual(offered(), [2, 1])
    }).pipe(local, Effect.scoped)
  )

  it.live("is closed when the credentials of its account are revoked", () =>
    Effect.gen(function* () {
      const { quits, send, sessions } = yield* world()
      const revoked = yield* Deferred.make<void>()
      yield* Effect.provideService(send(), Revoked, Deferred.await(revoked))
      yield* Deferred.succeed(revoked, undefined)
      yield* closed({ sessions }, 0)
      assert.deepStrictEqual(quits(), [true])
    }).pipe(local, Effect.scoped)
  )

  it.effect("is closed when the process stops: after its mail, or within a second", () =>
    Effect.gen(function* () {
      const { quits, send, sessions } = yield* world()
      let isStopping = false
      const stoppable = Effect.provideService(send(), Stopping, () => isStopping)
      yield* stoppable
      isStopping = true
      yield* TestClock.adjust("1 second")
      yield* closed({ sessions }, 0)
      yield* stoppable
      yield* closed({ sessions }, 1)
      assert.deepStrictEqual(quits(), [true, true])
    }).pipe(local, Effect.scoped)
  )

  it.live("is closed with its mailer, whose end waits for no server", () =>
    Effect.gen(function* () {
      const { port, sessions } = yield* smtpServer({ quit: "silence" })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(SmtpMailer.layer({ allowPrivateTargets: true }), scope)
      yield* Effect.provideContext(
        Mailer.use((mailer) => mailer.send(mail, serverAt(port))),
        context
      )
      yield* Scope.close(scope, Exit.void)
      yield* closed({ sessions }, 0)
      assert.isTrue(sessions[0]?.commands.includes("QUIT"))
    }).pipe(Effect.scoped)
  )

  it.effect("gives way to newer ones of other accounts", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* makeConnections
      const ownerOf = (n: number): Owner => ({
        organization_id: mail.organization_id,
        account_id: n as AccountId,
        server: serverAt(25),
        ehlo: "ours.example"
      })
      const ended: Array<number> = []
      const sessionOf = (n: number) =>
        ({
          connection: { destroyed: false },
          mails: 1,
          begin: () => () => false,
          quit: () => void ended.push(n)
        }) as unknown as Session
      for (let n = 1; n <= smtp.kept; n++) yield* keep(ownerOf(n), sessionOf(n))
      // The oldest one is used again, and so it is the newest.
      const first = (yield* take(ownerOf(1))) ?? assert.fail()
      yield* keep(ownerOf(1), first)
      assert.deepStrictEqual(ended, [])
      yield* keep(ownerOf(0), sessionOf(0))
      assert.deepStrictEqual(ended, [2])
      assert.isUndefined(yield* take(ownerOf(2)))
    }).pipe(Effect.scoped)
  )
})
