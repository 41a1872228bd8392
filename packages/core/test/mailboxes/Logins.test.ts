/** Logins with OAuth2: when tokens are fetched, kept and replaced, and what a rejection does to the account. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { type Change, Changes } from "../../src/Changes.ts"
import { type AccessToken, AccessTokens, TokenFailed, type TokenOwner } from "../../src/mailboxes/AccessTokens.ts"
import { makeLogins } from "../../src/mailboxes/Logins.ts"
import { AccountFailing } from "../../src/mailboxes/MailboxChange.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { layerDigest } from "../../src/secrets/HostCrypto.ts"
import { Replies } from "../../src/sends/Replies.ts"
import { sender } from "../../src/sending/Sender.ts"
import { create } from "../../src/accounts/Account.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { newUnibox } from "../../src/testing/fixtures/ThreadFixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { layerOver } from "../Tenant.ts"

type Answer = Effect.Effect<AccessToken, TokenFailed>

/** A token endpoint: it records the refresh tokens, and answers with the next answer, or else with a token for an hour. */
const newEndpoint = () => {
  const refreshed: Array<string> = []
  const owners: Array<TokenOwner> = []
  const answers: Array<Answer> = []
  const issue = Effect.map(Timestamp.now, (now): AccessToken => ({
    token: Redacted.make(`token ${refreshed.length + owners.length}`),
    expires_at: Timestamp.plus(now, 60 * 60_000)
  }))
  const tokens = AccessTokens.of({
    refresh: (_, auth) =>
      Effect.suspend(() => {
        refreshed.push(auth.refresh_token)
        // Other logins run before the answer.
        return Effect.andThen(Effect.yieldNow, answers.shift() ?? issue)
      }),
    fromHost: (owner) =>
      Effect.suspend(() => {
        owners.push(owner)
        return answers.shift() ?? issue
      })
  })
  const rotating = (refresh_token: string): Answer =>
    Effect.map(issue, (token) => ({ ...token, refresh_token: Redacted.make(refresh_token) }))
  return { answers, owners, refreshed, rotating, tokens }
}

const oauth2 = (refresh_token: string) =>
  ({ smtp: { auth: { type: "oauth2", client_id: "ours", refresh_token } }, imap: {} }) as const

const mailbox = Effect.gen(function* () {
  yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
  const { open, organization_id, receive } = yield* newUnibox
  const endpoint = newEndpoint()
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const draft = create({ email: "grace@ours.example", provider: "microsoft" }, at(0))
  const account = yield* (yield* AccountStore).insert(organization_id, draft)
  const stored = Effect.flatMap(MailboxStore, (store) =>
    Effect.map(store.findMany(organization_id, [account.id]), ([found = assert.fail()]) => found)
  )
  const changes: Array<Change> = []
  const consumer = {
    kinds: new Set([AccountFailing]),
    consume: (_: unknown, all: ReadonlyArray<Change>) => Effect.sync(() => void changes.push(...all))
  }
  const provided = Layer.mergeAll(
    Layer.succeed(AccessTokens, endpoint.tokens),
    Changes.layer(Effect.succeed([consumer])),
    layerDigest,
    SecureRandom.layerWebCrypto
  )
  const connect = (refresh_token: string) =>
    asTenant(Mailboxes.use((mailboxes) => mailboxes.connect(account.id, oauth2(refresh_token))))
  yield* connect("first")
  const loginTo = Effect.fnUntraced(function* (
    loginOf: Effect.Success<typeof makeLogins>["loginOf"],
    protocol: "imap" | "smtp"
  ) {
    const { connection, sealed } = yield* stored
    if (connection === null || sealed === null) return assert.fail("It has no credentials")
    const login = yield* asTenant(loginOf(account, { connection, sealed }, protocol))
    return login.type === "token" ? Redacted.value(login.token) : login.type
  })
  return {
    account,
    asTenant,
    changes,
    endpoint,
    connect,
    connectToHost: asTenant(
      Mailboxes.use((mailboxes) => mailboxes.connect(account.id, { smtp: { auth: { type: "host" } } }))
    ),
    stored,
    /** The logins of a process. */
    process: Effect.map(Effect.provide(makeLogins, provided), ({ loginOf }) => loginTo(loginOf, "smtp")),
    /** The logins of a process to both servers, one after the other. */
    bothServers: Effect.map(Effect.provide(makeLogins, provided), ({ loginOf }) =>
      Effect.all([loginTo(loginOf, "smtp"), loginTo(loginOf, "imap")])
    ),
    /** A turn of the account. */
    turn: Effect.gen(function* () {
      const handler = yield* Effect.provide(sender, provided)
      const item = { lane: "", key: String(account.id), due_at: at(0), attempts: 1, organization_id }
      yield* asTenant(handler.handle({ ...item, isStopping: () => false }))
    }),
    reply: Effect.gen(function* () {
      const thread_id = yield* open({ tab: "replies" })
      const message_id = `<${thread_id}@lead.example>`
      yield* receive(thread_id, 1, { account_id: account.id, from_email: "ada@lead.example", message_id })
      return yield* asTenant(Replies.use((replies) => replies.reply(thread_id, { body_text: "Good day" })))
    })
  }
})

const layer = layerOver(MemoryStorage.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryMailer.layer(), Encryption.layerEphemeral))
)

const test = (
  name: string,
  body: (
    given: Effect.Success<typeof mailbox>
  ) => Generator<Effect.Effect<unknown, unknown, Layer.Success<typeof layer>>, void, never>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const given = yield* mailbox
      yield* Effect.gen(() => body(given))
    }).pipe(Effect.provide(layer, { local: true }))
  )

/** Lets seconds pass until an effect ends. */
const elapsing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => fiber.pollUnsafe() !== undefined })
    return yield* Fiber.join(fiber)
  })

const rejection = Effect.fail(new TokenFailed({ isRejected: true, reason: "Microsoft: invalid_grant" }))

describe("A login with OAuth2", () => {
  test("fetches one token for fifty logins at the same time", function* ({ endpoint, process }) {
    const login = yield* process
    const tokens = yield* Effect.all(
      Array.from({ length: 50 }, () => login),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual([new Set(tokens), endpoint.refreshed], [new Set(["token 1"]), ["first"]])
  })

  test("fetches one token for both servers with the same credentials", function* ({ bothServers, endpoint }) {
    endpoint.answers.push(endpoint.rotating("second"))
    assert.deepStrictEqual([yield* yield* bothServers, endpoint.refreshed], [["token 1", "token 1"], ["first"]])
  })

  test("keeps a token until five minutes before its end", function* ({ endpoint, process }) {
    const login = yield* process
    const found = [yield* login]
    for (const wait of ["3299 seconds", "1 seconds", "3299 seconds"] as const) {
      yield* TestClock.adjust(wait)
      found.push(yield* login)
    }
    assert.deepStrictEqual(found, ["token 1", "token 1", "token 2", "token 2"])
    assert.deepStrictEqual(endpoint.refreshed, ["first", "first"])
  })

  test("keeps no token that ends within five minutes, and no failure", function* ({ endpoint, process }) {
    const login = yield* process
    const short = Effect.map(Timestamp.now, (now) => ({
      token: Redacted.make("short"),
      expires_at: Timestamp.plus(now, 60_000)
    }))
    endpoint.answers.push(short, rejection)
    assert.strictEqual(yield* login, "short")
    assert.strictEqual((yield* elapsing(Effect.flip(login)))._tag, "LoginFailed")
    assert.strictEqual(yield* login, "token 3")
  })

  test("stores a new refresh token, which the next process uses", function* ({ endpoint, process, stored }) {
    endpoint.answers.push(endpoint.rotating("second"))
    const first = yield* process
    const before = yield* stored
    yield* first
    const after = yield* stored
    assert.notStrictEqual(after.sealed, before.sealed)
    assert.deepStrictEqual({ ...after, sealed: "" }, { ...before, sealed: "" })
    // The token is known under the new credentials, too.
    yield* first
    assert.deepStrictEqual(endpoint.refreshed, ["first"])
    yield* yield* process
    assert.deepStrictEqual(endpoint.refreshed, ["first", "second"])
  })

  test("uses the refresh token that another process has just got, when its own is used up", function* ({
    changes,
    endpoint,
    process,
    stored
  }) {
    const stores = yield* Deferred.make<void>()
    endpoint.answers.push(
      Effect.andThen(Deferred.await(stores), endpoint.rotating("second")),
      rejection,
      Effect.succeed({ token: Redacted.make("other"), expires_at: at(7_200_000_000) })
    )
    const [one, other] = [yield* process, yield* process]
    const first = yield* Effect.forkChild(one)
    yield* Effect.repeat(Effect.yieldNow, { until: () => endpoint.refreshed.length === 1 })
    const second = yield* Effect.forkChild(elapsing(other))
    yield* Effect.repeat(Effect.yieldNow, { until: () => endpoint.refreshed.length === 2 })
    yield* Deferred.succeed(stores, undefined)
    yield* Fiber.join(first)
    assert.strictEqual(yield* Fiber.join(second), "other")
    assert.deepStrictEqual(endpoint.refreshed, ["first", "first", "second"])
    assert.deepStrictEqual([(yield* stored).failing_since, changes], [null, []])
  })

  test("leaves credentials alone that were replaced during the request", function* ({ connect, endpoint, process }) {
    endpoint.answers.push(Effect.andThen(Effect.orDie(connect("theirs")), endpoint.rotating("second")) as Answer)
    const login = yield* process
    yield* login
    yield* login
    assert.deepStrictEqual(endpoint.refreshed, ["first", "theirs"])
  })

  test("asks the app for tokens of its own, with the account", function* ({
    account,
    connectToHost,
    endpoint,
    process
  }) {
    yield* connectToHost
    const login = yield* process
    assert.deepStrictEqual([yield* login, yield* login], ["token 1", "token 1"])
    const { email, id: account_id, provider } = account
    assert.deepStrictEqual(
      endpoint.owners.map(({ organization_id: _, ...owner }) => owner),
      [{ account_id, email, provider }]
    )
  })
})

describe("A rejected refresh token", () => {
  test("is a fault of the credentials, reported once, which new credentials mend", function* ({
    account,
    changes,
    connect,
    endpoint,
    reply,
    stored,
    turn
  }) {
    yield* reply
    endpoint.answers.push(rejection, rejection)
    yield* elapsing(turn)
    const { error, failing_since, fault, retry_at } = yield* stored
    assert.deepStrictEqual(
      [fault, error, retry_at],
      ["credentials", "Microsoft: invalid_grant", Timestamp.plus(failing_since ?? assert.fail(), 86_400_000)]
    )
    const expected = new AccountFailing({
      account_id: account.id,
      email: account.email,
      fault: "credentials",
      error: "Microsoft: invalid_grant"
    })
    assert.deepStrictEqual(changes, [expected])
    yield* elapsing(turn)
    assert.lengthOf(endpoint.refreshed, 1)
    yield* TestClock.adjust("1 day")
    yield* elapsing(turn)
    assert.lengthOf(endpoint.refreshed, 2)
    assert.deepStrictEqual(changes, [expected])
    const { submitted } = yield* MemoryMailer.Outgoing
    assert.lengthOf(submitted, 0)
    yield* connect("renewed")
    yield* elapsing(turn)
    assert.deepStrictEqual([submitted.length, endpoint.refreshed.at(-1)], [1, "renewed"])
    const mended = yield* stored
    assert.deepStrictEqual([mended.fault, mended.failing_since], [null, null])
  })

  test("differs from an endpoint that does not answer: that is tried again after a minute", function* ({
    changes,
    endpoint,
    reply,
    stored,
    turn
  }) {
    yield* reply
    endpoint.answers.push(Effect.fail(new TokenFailed({ isRejected: false, reason: "503" })))
    yield* turn
    const { failing_since, fault, retry_at } = yield* stored
    assert.deepStrictEqual([fault, failing_since, retry_at], ["connection", null, "2026-03-02T09:01:00.000Z"])
    assert.deepStrictEqual(changes, [])
  })
})
