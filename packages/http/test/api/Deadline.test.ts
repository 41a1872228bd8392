/** The time that a request has for storage when a use case begins: waiting for others than storage does not use it. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import {
  AccountStore,
  ApiKeys,
  ApiKeyStore,
  CurrentOrganization,
  Deadline,
  Mailroom,
  MailParser,
  type OrganizationId,
  Organizations,
  StorageError,
  Unavailable
} from "@mailroom/core"
import { Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Deferred, Effect, Fiber, Layer, Redacted } from "effect"

afterEach(() => vi.restoreAllMocks())

const unavailable = new StorageError({
  operation: "AccountStore",
  reason: new Unavailable({ cause: new Error("no answer") })
})

/** A server of one organization, whose accounts are not available. `wait` runs before each look for an account. */
const begin = Effect.fnUntraced(function* (
  options: (
    pass: (milliseconds: number) => void,
    organization: { readonly id: OrganizationId }
  ) => Server.Options = () => ({}),
  wait: Effect.Effect<void> = Effect.void
) {
  let now = 0
  vi.spyOn(performance, "now").mockImplementation(() => now)
  const pass = (milliseconds: number) => void (now += milliseconds)
  /** The time that each request has left, in milliseconds. */
  const left: Array<number> = []
  const note = Effect.flatMap(Deadline.Current, (deadline) => {
    left.push(Deadline.left(deadline))
    return Effect.andThen(wait, Effect.fail(unavailable))
  })
  /** The keys that were looked for. */
  const keys: Array<string> = []
  const keyStore = Layer.effect(
    ApiKeyStore,
    Effect.map(ApiKeyStore, (store) =>
      ApiKeyStore.of({
        ...store,
        findByHash: (hash) =>
          Effect.tap(
            store.findByHash(hash),
            Effect.sync(() => keys.push(hash))
          )
      })
    )
  )
  const storage = Layer.effect(
    AccountStore,
    Effect.map(AccountStore, (store) =>
      AccountStore.of({ ...store, findMany: () => note, findByEmails: () => note, insert: () => note })
    )
  ).pipe(Layer.provideMerge(keyStore), Layer.provideMerge(MemoryStorage.layer))
  const parser = Layer.effect(
    MailParser,
    Effect.map(MailParser, ({ parse }) => ({
      parse: (raw) =>
        Effect.tap(
          parse(raw),
          Effect.sync(() => pass(20_000))
        )
    }))
  ).pipe(Layer.provide(PostalMime.layer))
  const context = yield* Layer.build(
    ApiKeys.layerAuthenticator.pipe(Layer.provideMerge(Mailroom.layer), Layer.provide([storage, parser]))
  )
  const organization = yield* Context.get(context, Organizations).create({ name: "A" })
  const newKey = Effect.map(
    Effect.provideService(Context.get(context, ApiKeys).create({ name: "key" }), CurrentOrganization, organization),
    ({ secret }) => Redacted.value(secret)
  )
  const { dispose, handler } = Server.toWebHandler(Layer.succeedContext(context), options(pass, organization))
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const send = (
    key: string,
    path = "/accounts/1",
    type = "application/json",
    init: RequestInit & { readonly duplex?: "half" } = {}
  ) =>
    Effect.promise(() =>
      handler(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { authorization: `Bearer ${key}`, "content-type": type }
        })
      )
    )
  return { keys, left, newKey, pass, send }
})

describe("The time of a request for storage", () => {
  it.effect("is not used while its body arrives", () =>
    Effect.gen(function* () {
      const { left, newKey, pass, send } = yield* begin()
      const body = new ReadableStream(
        {
          pull: (controller) => {
            pass(30_000)
            controller.enqueue(new TextEncoder().encode('{"email":"ada@x.test","provider":"smtp"}'))
            controller.close()
          }
        },
        { highWaterMark: 0 }
      )
      const { status } = yield* send(yield* newKey, "/accounts", "application/json", {
        method: "POST",
        body,
        duplex: "half"
      })
      assert.deepStrictEqual([status, left], [503, [5_000]])
    }).pipe(Effect.scoped)
  )

  it.effect("is not used while the host looks who sent it", () =>
    Effect.gen(function* () {
      const { left, send } = yield* begin((pass, organization) => ({
        authenticate: () => {
          pass(10_000)
          return { organization_id: organization.id, access: "full" }
        }
      }))
      const { status } = yield* send("")
      assert.deepStrictEqual([status, left], [503, [5_000]])
    }).pipe(Effect.scoped)
  )

  it.effect("is not used while a mail is parsed", () =>
    Effect.gen(function* () {
      const { left, newKey, send } = yield* begin()
      const { status } = yield* send(yield* newKey, "/inbound/messages", "message/rfc822", {
        method: "POST",
        body: "From: ada@x.test\r\nTo: bob@y.test\r\nMessage-ID: <1@x.test>\r\n\r\nHello"
      })
      assert.deepStrictEqual([status, left], [503, [5_000]])
    }).pipe(Effect.scoped)
  )

  it.effect("is not used while it waits for a place of its organization", () =>
    Effect.gen(function* () {
      const goOn = yield* Deferred.make<void>()
      const { keys, left, newKey, pass, send } = yield* begin(() => ({ maxInFlight: 3 }), Deferred.await(goOn))
      const key = yield* newKey
      const sent = [yield* Effect.forkChild(send(key), { startImmediately: true })]
      yield* Effect.repeat(Effect.yieldNow, { until: () => left.length === 1 })
      sent.push(yield* Effect.forkChild(send(key), { startImmediately: true }))
      yield* Effect.repeat(Effect.yieldNow, { until: () => left.length === 2 })
      // A new key: the request begins, and waits when its organization is known.
      sent.push(yield* Effect.forkChild(send(yield* newKey), { startImmediately: true }))
      yield* Effect.repeat(Effect.yieldNow, { until: () => keys.length === 2 })
      yield* Effect.replicateEffect(Effect.yieldNow, 100)
      pass(800)
      yield* Deferred.succeed(goOn, undefined)
      const answers = yield* Effect.forEach(sent, Fiber.join)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [503, 503, 503]
      )
      assert.deepStrictEqual(left, [5_000, 5_000, 5_000])
    }).pipe(Effect.scoped)
  )
})
