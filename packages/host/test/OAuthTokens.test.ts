/** Refresh tokens, exchanged at token endpoints on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokens, type AccountId, type MailboxAuth, type OrganizationId, TokenFailed } from "@mailroom/core"
import { OAuthTokens } from "@mailroom/host"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { endpoints, make } from "../src/internal/oauth.ts"
import { lazyAgent } from "../src/internal/lazyAgent.ts"
import { resolveLocally } from "../src/internal/resolve.ts"
import { answering, endlessly, far, receiver } from "./Receivers.ts"

type OAuth2 = Extract<MailboxAuth, { readonly type: "oauth2" }>

const auth = {
  type: "oauth2",
  client_id: "our client & more",
  client_secret: "client-secret+1/",
  refresh_token: "refresh-secret/0+1=",
  tenant: null
} as const satisfies OAuth2

const json = (status: string, body: unknown) =>
  answering([`HTTP/1.1 ${status}`, "Content-Type: application/json"], JSON.stringify(body))
const issued = { access_token: "ya29.access", expires_in: 3599, token_type: "Bearer", scope: "mail" }

const tokensAt = (port: number) =>
  Effect.map(lazyAgent({ allowPrivateTargets: true, resolve: resolveLocally }), (agent) => {
    const endpoint = (tenant: string | null) => `http://127.0.0.1:${port}/${tenant ?? "common"}/token`
    return make({ agent, endpoints: { google: endpoint, microsoft: endpoint }, host: undefined })
  })

/** Asks an endpoint that answers in this way. */
const refresh = (answer: Parameters<typeof receiver>[0], given: Partial<OAuth2> = {}) =>
  Effect.gen(function* () {
    const requests: Array<string> = []
    const { port } = yield* receiver(
      (socket, request) => {
        requests.push(request)
        answer(socket, request)
      },
      { until: "refresh_token=" }
    )
    const tokens = yield* tokensAt(port)
    return { result: yield* Effect.result(tokens.refresh("microsoft", { ...auth, ...given })), requests }
  }).pipe(Effect.scoped)

const failureOf = (answer: Parameters<typeof receiver>[0], given: Partial<OAuth2> = {}) =>
  Effect.map(refresh(answer, given), ({ result }) => {
    if (result._tag === "Success") return assert.fail("It did not fail")
    assert.instanceOf(result.failure, TokenFailed)
    return [result.failure.isRejected, result.failure.reason] as const
  })

describe("OAuthTokens", () => {
  it("asks the endpoints of the providers, in the directory of a tenant", () => {
    assert.strictEqual(endpoints.google(null), "https://oauth2.googleapis.com/token")
    assert.strictEqual(endpoints.microsoft(null), "https://login.microsoftonline.com/common/oauth2/v2.0/token")
    assert.strictEqual(
      endpoints.microsoft("ours.example"),
      "https://login.microsoftonline.com/ours.example/oauth2/v2.0/token"
    )
  })

  it.effect("exchanges a refresh token for an access token", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
      const { requests, result } = yield* refresh(json("200 OK", issued), { tenant: "ours.example" })
      assert.strictEqual(result._tag, "Success")
      if (result._tag !== "Success") return
      assert.deepStrictEqual(Object.keys(result.success), ["token", "expires_at"])
      assert.strictEqual(Redacted.value(result.success.token), "ya29.access")
      assert.strictEqual(result.success.expires_at, "2026-03-02T09:59:59.000Z")
      const [head = "", body = ""] = requests[0]?.split("\r\n\r\n") ?? []
      assert.match(head, /^POST \/ours\.example\/token HTTP\/1\.1\r\n/u)
      assert.include(head, "content-type: application/x-www-form-urlencoded")
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), {
        grant_type: "refresh_token",
        client_id: auth.client_id,
        client_secret: auth.client_secret,
        refresh_token: auth.refresh_token
      })
    })
  )

  it.live("sends no secret of a client that has none, and passes on a new refresh token", () =>
    Effect.gen(function* () {
      const { requests, result } = yield* refresh(json("200 OK", { ...issued, refresh_token: "second" }), {
        client_secret: null
      })
      assert.notInclude(requests.join(), "client_secret")
      const replaced = result._tag === "Success" ? result.success.refresh_token : undefined
      assert.strictEqual(replaced && Redacted.value(replaced), "second")
      const same = yield* refresh(json("200 OK", { ...issued, refresh_token: auth.refresh_token }))
      assert.notProperty(same.result._tag === "Success" && same.result.success, "refresh_token")
    })
  )

  it.live("takes answers of up to 64 KiB", () =>
    Effect.gen(function* () {
      const answer = (extra: number) =>
        json("200 OK", { ...issued, access_token: "a".repeat(65_536 - JSON.stringify(issued).length + 11 + extra) })
      assert.strictEqual((yield* refresh(answer(0))).result._tag, "Success")
      assert.deepStrictEqual(yield* failureOf(answer(1)), [
        false,
        "The token endpoint of Microsoft answered more than 64 KiB"
      ])
    })
  )

  for (const error of ["invalid_grant", "invalid_client", "unauthorized_client", "interaction_required"]) {
    it.live(`rejects the login at ${error}, with the description in one line`, () =>
      Effect.gen(function* () {
        const description = "AADSTS70000: The grant has expired.\r\nTrace ID: 1\u0000\u2028 "
        assert.deepStrictEqual(yield* failureOf(json("400 Bad Request", { error, error_description: description })), [
          true,
          `Microsoft rejected the OAuth2 login: ${error} AADSTS70000: The grant has expired. Trace ID: 1`
        ])
        assert.deepStrictEqual(yield* failureOf(json("401 Unauthorized", { error })), [
          true,
          `Microsoft rejected the OAuth2 login: ${error}`
        ])
      })
    )
  }

  it.live("does not reject the login for faults of the endpoint, or other errors", () =>
    Effect.gen(function* () {
      const answers: ReadonlyArray<readonly [Parameters<typeof receiver>[0], string]> = [
        [json("400 Bad Request", { error: "invalid_scope" }), "Microsoft issued no access token: invalid_scope"],
        [json("429 Too Many Requests", {}), "The token endpoint of Microsoft answered 429 without a token"],
        [
          json("503 Service Unavailable", { error: "invalid_grant" }),
          "The token endpoint of Microsoft answered 503 without a token"
        ],
        [json("400 Bad Request", { error: 5 }), "The token endpoint of Microsoft answered 400 without a token"],
        [json("200 OK", {}), "The token endpoint of Microsoft answered 200 without a token"],
        [
          json("200 OK", { ...issued, access_token: "a\r\nb" }),
          "The token endpoint of Microsoft answered 200 without a token"
        ],
        [
          json("200 OK", { ...issued, expires_in: "soon" }),
          "The token endpoint of Microsoft answered 200 without a token"
        ],
        [answering(["HTTP/1.1 200 OK"], "<html>"), "The token endpoint of Microsoft answered 200 without a token"],
        [
          answering(["HTTP/1.1 302 Found", "Location: http://127.0.0.1:1/"], "{}"),
          "The token endpoint of Microsoft answered 302 without a token"
        ],
        [(socket) => socket.destroy(), "The token endpoint of Microsoft cannot be reached"],
        [(socket) => void socket.write("nonsense\r\n\r\n"), "The token endpoint of Microsoft cannot be reached"],
        [
          (socket) => endlessly(socket, `HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n${" ".repeat(10_000)}`),
          "The token endpoint of Microsoft answered more than 64 KiB"
        ]
      ]
      for (const [answer, reason] of answers) assert.deepStrictEqual(yield* failureOf(answer), [false, reason])
    })
  )

  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  const unreached = "The token endpoint of Microsoft cannot be reached"
  const floods: ReadonlyArray<readonly [what: string, start: string, more: string, reason: string]> = [
    ["header", "HTTP/1.1 200 OK\r\n", `X-A: ${"a".repeat(1000)}\r\n`, unreached],
    ["interim answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", unreached],
    ["status line", "HTTP/1.1 200 ", "a".repeat(100), unreached],
    ["empty lines", "", "\r\n".repeat(100), unreached],
    ["chunk extension", `${chunked}2;a=`, "b".repeat(100), unreached],
    [
      "body in chunks",
      chunked,
      `400\r\n${"b".repeat(1024)}\r\n`,
      "The token endpoint of Microsoft answered more than 64 KiB"
    ]
  ]
  it.live.each(floods)("reads no endless %s", ([, start, more, reason]) =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<number>()
      const failure = yield* failureOf((socket) => {
        socket.once("close", () => Deferred.doneUnsafe(written, Effect.succeed(socket.bytesWritten)))
        socket.write(start)
        endlessly(socket, more)
      })
      assert.deepStrictEqual(failure, [false, reason])
      assert.isBelow(yield* Deferred.await(written), far)
    })
  )

  it.live("repeats no secret in an error", () =>
    Effect.gen(function* () {
      const echo = `Bad token ${auth.refresh_token} or ${encodeURIComponent(auth.client_secret)}`
      const echoed = yield* failureOf(json("400 Bad Request", { error: "invalid_grant", error_description: echo }))
      assert.deepStrictEqual(echoed, [true, "Microsoft rejected the OAuth2 login: invalid_grant Bad token … or …"])
    })
  )

  it.effect("waits ten seconds for an answer", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const silent = yield* Effect.forkChild(failureOf(() => Deferred.doneUnsafe(asked, Effect.void)))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(silent.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(silent), [
        false,
        "The token endpoint of Microsoft did not answer within 10 seconds"
      ])
    })
  )

  it.effect("waits no longer for an answer that comes byte by byte", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const dripping = yield* Effect.forkChild(
        failureOf((socket) => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{", () =>
            Deferred.doneUnsafe(begun, Effect.void)
          )
        })
      )
      yield* Deferred.await(begun)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(dripping), [
        false,
        "The token endpoint of Microsoft did not answer within 10 seconds"
      ])
    })
  )

  it.effect("connects to public addresses only", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const layer = OAuthTokens.layer({
        resolve: (name) => {
          asked.push(name)
          return Promise.resolve([{ address: "127.0.0.1", family: 4 }])
        }
      })
      const failure = yield* Effect.flip(AccessTokens.use(({ refresh }) => refresh("google", auth))).pipe(
        Effect.provide(layer)
      )
      assert.deepStrictEqual(
        [failure.isRejected, failure.reason, asked],
        [false, "The token endpoint of Google cannot be reached", ["oauth2.googleapis.com"]]
      )
    })
  )
})

describe("OAuthTokens of the app", () => {
  const owner = {
    organization_id: 1 as OrganizationId,
    account_id: 2 as AccountId,
    email: "grace@ours.example",
    provider: "smtp"
  } as const

  it.effect("are asked for with the account, and waited for half a minute", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const waiting = yield* Effect.forkChild(Effect.flip(tokens.fromHost(owner)))
      yield* TestClock.adjust("30 seconds")
      const { isRejected, reason } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([isRejected, reason], [false, "The app gave no access token within 30 seconds"])
    }).pipe(Effect.provide(OAuthTokens.layer({ host: (given) => (given === owner ? Effect.never : Effect.die("?")) })))
  )

  it.effect("are missing where the app gives none", () =>
    Effect.gen(function* () {
      const { isRejected, reason } = yield* Effect.flip(AccessTokens.use(({ fromHost }) => fromHost(owner)))
      assert.deepStrictEqual([isRejected, reason], [false, "This service gets no access tokens from its app"])
    }).pipe(Effect.provide(OAuthTokens.layer()))
  )
})
