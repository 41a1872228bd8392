/** The mailer and the access tokens of an app. */
import { assert, describe, it } from "@effect/vitest"
import {
  AccessTokens,
  type AccountId,
  Encryption,
  Mailer as CoreMailer,
  type MailOutcome as CoreOutcome,
  type OrganizationId,
  type OutgoingMail as CoreMail,
  TokenFailed
} from "@mailroom/core"
import {
  type AccessTokenSource,
  createMailroom,
  type Mailer,
  type MailOutcome,
  type Options,
  type OutgoingMail
} from "@mailroom/node"
import { Deferred, Effect, Fiber, Logger, Redacted, References } from "effect"
import { TestClock } from "effect/testing"
import PostalMime from "postal-mime"
import { expectTypeOf } from "vitest"
import { mailServer } from "../../host/test/MailServer.ts"
import { mail } from "../../host/test/Mails.ts"
import { queueMail } from "../../host/test/QueuedMail.ts"
import { migratedDatabase } from "../../postgres/test/Server.ts"
import * as HostMail from "../src/HostMail.ts"

/** Runs an effect with the functions of an app. Returns its result and the lines of the log. */
const withApp = <A, E>(options: Partial<Options>, effect: Effect.Effect<A, E, AccessTokens | CoreMailer>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push([message].flat().map(String).join(" ")))
    const result = yield* effect.pipe(
      Effect.provide(HostMail.layer({ database: "memory", ...options }), { local: true }),
      Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
    return { lines, result }
  })

const send = (mailer: unknown) =>
  withApp(
    { mailer: mailer as Mailer },
    CoreMailer.use(({ send }) => send(mail, null))
  )

describe("the option mailer", () => {
  it("has plain types, which are those of the port", () => {
    expectTypeOf<CoreMail>().toExtend<Omit<OutgoingMail, "raw">>()
    expectTypeOf<keyof Omit<OutgoingMail, "raw">>().toEqualTypeOf<keyof CoreMail>()
    expectTypeOf<CoreOutcome>().toExtend<MailOutcome>()
    expectTypeOf<MailOutcome["outcome"]>().toEqualTypeOf<CoreOutcome["outcome"]>()
  })

  it.effect("gets the mail in parts and as a whole", () =>
    Effect.gen(function* () {
      let given: OutgoingMail | undefined
      const { result } = yield* send(async (mail: OutgoingMail) => {
        given = mail
        return { outcome: "sent", reply: "re_1", provider_message_id: "re_1" }
      })
      assert.deepStrictEqual(result, { outcome: "sent", reply: "re_1", provider_message_id: "re_1" })
      const { raw, ...parts } = given ?? assert.fail("It was not called")
      assert.deepStrictEqual(parts, { ...mail })
      const read = yield* Effect.promise(async () => PostalMime.parse(await raw()))
      assert.deepStrictEqual(
        [read.subject, read.messageId, read.to?.[0]?.address, read.text?.trim()],
        [mail.subject, mail.message_id, mail.to.email, "Good day"]
      )
    })
  )

  const outcomes: ReadonlyArray<readonly [given: unknown, expected: CoreOutcome]> = [
    [{ outcome: "sent" }, { outcome: "sent", reply: "" }],
    [
      { outcome: "unsent", reason: "Busy" },
      { outcome: "unsent", reason: "Busy" }
    ],
    [
      { outcome: "unknown", reason: "Lost" },
      { outcome: "unknown", reason: "Lost" }
    ],
    [
      { outcome: "refused", at: "recipient", code: 550, reply: "No such user" },
      { outcome: "refused", at: "recipient", code: 550, reply: "No such user" }
    ]
  ]
  for (const [given, expected] of outcomes) {
    it.effect(`may return ${JSON.stringify(given)}`, () =>
      Effect.map(
        send(async () => given),
        ({ lines, result }) => {
          assert.deepStrictEqual(result, expected)
          assert.deepStrictEqual(lines, [])
        }
      )
    )
  }

  const wrong: ReadonlyArray<unknown> = [
    undefined,
    "sent",
    { outcome: "delivered" },
    { outcome: "refused", at: "recipient", code: 250, reply: "" },
    { outcome: "unsent" }
  ]
  for (const given of wrong) {
    it.effect(`counts as unknown when it returns ${JSON.stringify(given)}`, () =>
      Effect.map(
        send(async () => given),
        ({ lines, result }) => {
          assert.deepStrictEqual(result, { outcome: "unknown", reason: "The app gave no outcome" })
          assert.match(lines.join("\n"), /^The option mailer returned no outcome such as \{ outcome: "sent" \}/u)
        }
      )
    )
  }

  it.effect("counts as unknown when it fails, and the error is in the log only", () =>
    Effect.gen(function* () {
      const failures = [
        () => Promise.reject(new Error("secret of the app")),
        () => {
          throw new Error("secret of the app")
        }
      ]
      for (const mailer of failures) {
        const { lines, result } = yield* send(mailer)
        assert.deepStrictEqual(result, { outcome: "unknown", reason: "The app failed to send the mail" })
        assert.match(lines.join("\n"), /^The option mailer failed: .*secret of the app/u)
      }
    })
  )

  it.effect("counts as unknown after two minutes", () =>
    Effect.gen(function* () {
      const called = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        send(() => {
          Deferred.doneUnsafe(called, Effect.void)
          return new Promise(() => {})
        })
      )
      yield* Deferred.await(called)
      yield* TestClock.adjust("2 minutes")
      const { result } = yield* Fiber.join(waiting)
      assert.deepStrictEqual(result, { outcome: "unknown", reason: "No outcome within 120 seconds" })
    })
  )

  it.effect("is not needed: then accounts without credentials send nothing", () =>
    Effect.gen(function* () {
      const { result } = yield* withApp(
        {},
        CoreMailer.use((mailer) =>
          Effect.map(mailer.send(mail, null), (outcome) => [mailer.sendsWithoutCredentials, outcome])
        )
      )
      assert.deepStrictEqual(result, [false, { outcome: "unsent", reason: "The account has no credentials" }])
    })
  )

  it.live("sends what the workers of Mailroom find, and its outcome is stored", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const encryptionKey = Encryption.generateKey()
      const queued = yield* queueMail({ url, encryptionKey })
      const called = Promise.withResolvers<OutgoingMail>()
      const mailroom = yield* Effect.promise(() =>
        createMailroom({
          database: Redacted.value(url),
          encryptionKey: Redacted.value(encryptionKey),
          mailer: async (mail) => {
            called.resolve(mail)
            return { outcome: "sent", reply: "Accepted as 5" }
          }
        })
      )
      const { account, from, message_id, organization_id, to } = yield* Effect.promise(() => called.promise)
      yield* Effect.promise(() => mailroom.close())
      assert.deepStrictEqual(
        [account.email, from.name, message_id, organization_id, to.email],
        ["grace@ours.example", "Grace", queued.message_id, queued.organization.id, "ada@lead.example"]
      )
      const { outcome, reply } = yield* queued.send
      assert.deepStrictEqual([outcome, reply], ["sent", "Accepted as 5"])
    }).pipe(Effect.scoped)
  )
})

describe("the option accessToken", () => {
  const owner = {
    organization_id: 1 as OrganizationId,
    account_id: 2 as AccountId,
    email: "grace@ours.example",
    provider: "microsoft"
  } as const
  const ask = (accessToken: unknown) =>
    withApp(
      { accessToken: accessToken as AccessTokenSource },
      Effect.result(AccessTokens.use(({ fromHost }) => fromHost(owner)))
    )

  it.effect("is called with the account, and returns a token with its end", () =>
    Effect.gen(function* () {
      let asked: unknown
      const { result } = yield* ask(async (given: unknown) => {
        asked = given
        return { token: "ya29.token", expires_at: "2026-03-02T10:00:00+01:00" }
      })
      assert.deepStrictEqual(asked, { ...owner })
      if (result._tag === "Failure") return assert.fail("It failed")
      assert.deepStrictEqual(
        [Redacted.value(result.success.token), result.success.expires_at],
        ["ya29.token", "2026-03-02T09:00:00.000Z"]
      )
    })
  )

  const cases: ReadonlyArray<readonly [unknown, TokenFailed, RegExp]> = [
    [async () => null, new TokenFailed({ isRejected: true, reason: "The app has no login for this account" }), /^$/u],
    [
      async () => ({ token: "a b\r\n", expires_at: "2026-03-02T10:00:00Z" }),
      new TokenFailed({ isRejected: false, reason: "The app gave no access token" }),
      /^The option accessToken returned neither \{ token, expires_at \} nor null$/u
    ],
    [
      async () => ({ token: "a", expires_at: 5 }),
      new TokenFailed({ isRejected: false, reason: "The app gave no access token" }),
      /^The option accessToken returned neither/u
    ],
    [
      () => Promise.reject(new Error("no session store")),
      new TokenFailed({ isRejected: false, reason: "The app gave no access token" }),
      /^The option accessToken failed .*no session store/u
    ]
  ]
  for (const [accessToken, expected, log] of cases) {
    it.effect(`fails with "${expected.reason}", log: ${log.source}`, () =>
      Effect.map(ask(accessToken), ({ lines, result }) => {
        assert.deepStrictEqual(result._tag === "Failure" ? result.failure : undefined, expected)
        assert.match(lines.join("\n"), log)
      })
    )
  }

  it.live("logs an account in to its own server", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const encryptionKey = Encryption.generateKey()
      const { arrived, logins, port } = yield* mailServer()
      const auth = { type: "host" } as const
      const smtp = { host: "127.0.0.1", port, security: "tls", auth } as const
      const queued = yield* queueMail({ url, encryptionKey, provider: "google", credentials: { smtp } })
      const asked: Array<unknown> = []
      const mailroom = yield* Effect.promise(() =>
        createMailroom({
          database: Redacted.value(url),
          encryptionKey: Redacted.value(encryptionKey),
          allowPrivateTargets: true,
          mailer: () => Promise.reject(new Error("The account has credentials")),
          accessToken: async (owner) => {
            asked.push(owner)
            return { token: "ya29.app", expires_at: new Date(Date.now() + 3_600_000).toISOString() }
          }
        })
      )
      yield* arrived(1)
      yield* Effect.promise(() => mailroom.close())
      assert.deepStrictEqual(
        logins.map(({ accessToken, method }) => [method, accessToken]),
        [["XOAUTH2", "ya29.app"]]
      )
      const { account, organization } = queued
      assert.deepStrictEqual(asked, [
        { organization_id: organization.id, account_id: account.id, email: account.email, provider: "google" }
      ])
      assert.strictEqual((yield* queued.send).outcome, "sent")
    }).pipe(Effect.scoped)
  )
})
