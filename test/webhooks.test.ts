/** Webhooks as receivers see them: the packages `standardwebhooks` and `svix` verify our signatures. */
import { assert, describe, it } from "@effect/vitest"
import { Exchanges, maximumAnswer, Payload, Retry, sampleOf, Signature, Subscription, Timestamp } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import type { AddressInfo } from "node:net"
import { receiver } from "../examples/webhook-receiver/receiver.ts"
import { verify as verifyStandard } from "../examples/webhook-receiver/standardwebhooks.ts"
import { verify as verifySvix } from "../examples/webhook-receiver/svix.ts"
import { codeOf, read } from "./Documents.ts"

const crypto = Mac.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
const minute = 60_000
const samples = Subscription.NotificationType.literals.map(sampleOf)

/** The request of an attempt at an instant, relative to the receiver's clock in milliseconds. */
const requestOf = Effect.fnUntraced(function* (
  secrets: Signature.SigningSecrets,
  body: string,
  age = 0,
  id = "msg_1",
  url = "https://example.com"
) {
  const now = Timestamp.fromMillis(Date.now() - age)
  const step = yield* Exchanges.begin({ type: "webhook", config: { url }, secrets }, { id, body }, now)
  return "request" in step ? step.request : assert.fail("A webhook is sent")
})

/** A secret and the previous one, which was replaced this many milliseconds ago. */
const rotated = Effect.fnUntraced(function* (age: number) {
  const current = yield* Signature.newSecret
  const previous = yield* Signature.newSecret
  return { current, previous, rotated_at: Timestamp.fromMillis(Date.now() - age) }
})
const fresh = Effect.map(Signature.newSecret, (current) => ({ current, previous: null, rotated_at: null }))

for (const [name, verify] of [
  ["standardwebhooks", verifyStandard],
  ["svix", verifySvix]
] as const) {
  describe(`a receiver with ${name}`, () => {
    it.effect("accepts every payload", () =>
      Effect.gen(function* () {
        const secrets = yield* fresh
        for (const sample of [...samples, "Zoë 😀 \u2028 \u0001"]) {
          const { body, headers } = yield* requestOf(secrets, JSON.stringify(sample))
          assert.deepStrictEqual<unknown>(verify(secrets.current, body, headers), sample)
        }
      }).pipe(Effect.provide(crypto))
    )

    it.effect("accepts both secrets for a day after a rotation", () =>
      Effect.gen(function* () {
        const body = JSON.stringify(sampleOf("replied"))
        const secrets = yield* rotated(Signature.rotationTime - minute)
        const { headers } = yield* requestOf(secrets, body)
        assert.match(headers["webhook-signature"] ?? "", /^v1,\S{44} v1,\S{44}$/u)
        for (const secret of [secrets.current, secrets.previous]) verify(secret, body, headers)

        const older = yield* rotated(Signature.rotationTime)
        const later = yield* requestOf(older, body)
        verify(older.current, body, later.headers)
        assert.throws(() => verify(older.previous, body, later.headers), /signature/iu)
      }).pipe(Effect.provide(crypto))
    )

    it.effect("rejects what was changed, what is old, and what another secret signed", () =>
      Effect.gen(function* () {
        const secrets = yield* fresh
        const sample = JSON.stringify(sampleOf("replied"))
        const { body, headers } = yield* requestOf(secrets, sample)
        const rejects = (given: string, changed: Record<string, string>, message: RegExp) =>
          assert.throws(() => verify(secrets.current, given, { ...headers, ...changed }), message)
        verify(secrets.current, body, headers)
        rejects(body.replace("Ada", "Eve"), {}, /signature/iu)
        rejects(`${body} `, {}, /signature/iu)
        rejects(body, { "webhook-id": "msg_2" }, /signature/iu)
        const other = String(Number(headers["webhook-timestamp"]) + 1)
        rejects(body, { "webhook-timestamp": other }, /signature/iu)
        const stranger = yield* requestOf(yield* fresh, sample)
        rejects(body, stranger.headers, /signature/iu)
        const { headers: old } = yield* requestOf(secrets, sample, 6 * minute)
        rejects(body, old, /too old/iu)
        const { headers: early } = yield* requestOf(secrets, sample, -6 * minute)
        rejects(body, early, /too new/iu)
      }).pipe(Effect.provide(crypto))
    )

    it.live("handles a repeated delivery once, and answers what is not genuine with 401", () =>
      Effect.gen(function* () {
        const secrets = yield* fresh
        const handled: Array<unknown> = []
        const server = receiver(verify, secrets.current, async (payload) => void handled.push(payload))
        yield* Effect.acquireRelease(
          Effect.promise(() => new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening))),
          () => Effect.promise(() => new Promise<void>((closed) => void server.close(() => closed())))
        )
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
        const send = Effect.fnUntraced(function* (id: string, signed: Signature.SigningSecrets) {
          const { body, headers, method } = yield* requestOf(signed, JSON.stringify(sampleOf("replied")), 0, id, url)
          return yield* Effect.promise(() => fetch(url, { method, headers: { ...headers, connection: "close" }, body }))
        })
        const statuses: Array<number> = []
        for (const id of ["msg_1", "msg_1", "msg_2"]) statuses.push((yield* send(id, secrets)).status)
        statuses.push((yield* send("msg_3", yield* fresh)).status)
        assert.deepStrictEqual(statuses, [204, 204, 204, 401])
        assert.deepStrictEqual<unknown>(handled, [sampleOf("replied"), sampleOf("replied")])
      }).pipe(Effect.provide(crypto))
    )
  })
}

describe("docs/notifications.md", () => {
  const page = "docs/notifications.md"

  it("shows a whole payload", () => {
    assert.deepStrictEqual(
      codeOf(page, "json").map((json) => JSON.parse(json)),
      [sampleOf("replied")]
    )
  })

  it("describes every type, with the example of its data", () => {
    const rows = [...read(page).matchAll(/^\| `(\w+)` \| (.*) \| `(\{.*\})` \|$/gmu)].map(([, ...cells]) => cells)
    const expected = Subscription.NotificationType.literals.map((type) => {
      const { organization_id: _, id: __, ...data } = sampleOf(type).data
      const short = Object.entries(data).map(([key, value]) => [key, /^(?:lead|campaign)$/u.test(key) ? "…" : value])
      const json = JSON.stringify(Object.fromEntries(short)).replaceAll('"…"', "{…}")
      return [type, Payload.payloads[type].ast.annotations?.["description"], json]
    })
    assert.deepStrictEqual(rows, expected)
  })
})

describe("docs/webhooks.md", () => {
  it("names the delays and bounds of the rules", () => {
    const page = read("docs/webhooks.md")
    const seconds = Retry.delays.map((delay) => delay / 1000)
    const words = seconds.map((s) => (s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`))
    assert.include(page, words.join(", "))
    assert.include(page, `${Retry.maximumAttempts} tries`)
    assert.include(page, `${Retry.disabledAfter / 86_400_000} days`)
    assert.include(page, `${Retry.maximumRetryAfter / 3_600_000} hours`)
    assert.include(page, `${Signature.rotationTime / 3_600_000} hours`)
    assert.include(page, `After ${maximumAnswer / 1024} KiB`)
  })
})
