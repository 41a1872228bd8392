/** The verification services, over servers on loopback that answer as theirs do. */
import { assert, describe, it } from "@effect/vitest"
import { AddressVerifier, layerService, type ServiceName } from "@mailroom/core"
import { NodeDns, UndiciTransport } from "@mailroom/host"
import { Effect, Layer, Redacted } from "effect"
import { byZone, mxOf, nameServer } from "./NameServer.ts"
import { answering, receiver } from "./Receivers.ts"

const key = "k3y-of-the-test"
const toLoopback = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])

/** Asks a service about an address. `status`: of the answer. */
const ask = Effect.fnUntraced(function* (
  service: ServiceName,
  answer: object | string,
  { email = "ada@good.test", head = "HTTP/1.1 200 OK", allowPrivateTargets = true } = {}
) {
  let request = ""
  const body = typeof answer === "string" ? answer : JSON.stringify(answer)
  const server = yield* receiver((socket, text) => {
    request += text
    answering([head, "content-type: application/json"], body)(socket, "")
  })
  const { asked, resolver } = yield* nameServer(
    byZone({ "good.test MX": [mxOf(10, "mail.good.test")], "mail.good.test A": [Buffer.of(8, 8, 8, 8)] })
  )
  const url = `http://service.test:${server.port}/`
  const layer = layerService({ service, key: Redacted.make(key), url }).pipe(
    Layer.provide([
      UndiciTransport.layer({ allowPrivateTargets, resolve: toLoopback }),
      NodeDns.layer(NodeDns.resolveBy(resolver))
    ])
  )
  const result = yield* AddressVerifier.use(({ verify }) => Effect.result(verify(email))).pipe(Effect.provide(layer))
  return { result, request, asked, connections: server.connections() }
}, Effect.scoped)

/** The verdict, or the reason of the failure. */
const resultOf = Effect.fnUntraced(function* (...args: Parameters<typeof ask>) {
  const { result } = yield* ask(...args)
  if (result._tag === "Success") {
    const { cost, decided_by, reasons, status } = result.success
    return [status, cost, decided_by, ...reasons].join(" ")
  }
  assert.notInclude(JSON.stringify(result.failure) + result.failure.message, key)
  assert.notInclude(result.failure.message, "ada@")
  return result.failure.reason
})

const zero = (status: string, sub_status = "") => ({ address: "ada@good.test", status, sub_status, free_email: false })

describe("ZeroBounce", () => {
  const cases: ReadonlyArray<readonly [object | string, string]> = [
    [zero("valid"), "valid 1 zerobounce"],
    [zero("valid", "alias_address"), "valid 1 zerobounce"],
    [zero("Valid"), "valid 1 zerobounce"],
    [zero("invalid", "mailbox_not_found"), "invalid 1 zerobounce mailbox_missing"],
    [zero("invalid", "mailbox_quota_exceeded"), "invalid 1 zerobounce mailbox_full"],
    [zero("invalid", "no_dns_entries"), "invalid 1 zerobounce no_mail_server"],
    [zero("invalid", "possible_typo"), "invalid 1 zerobounce typo"],
    [zero("invalid", "a_new_one"), "invalid 1 zerobounce mailbox_missing"],
    [zero("catch-all"), "accept_all 1 zerobounce accepts_all"],
    [zero("catch-all", "role_based_catch_all"), "accept_all 1 zerobounce accepts_all role"],
    [zero("unknown", "greylisted"), "unknown 0 zerobounce server_unanswered"],
    [zero("unknown", "timeout_exceeded"), "unknown 0 zerobounce server_unanswered"],
    [zero("spamtrap"), "invalid 1 zerobounce spam_trap"],
    [zero("abuse"), "invalid 1 zerobounce complainer"],
    [zero("do_not_mail", "disposable"), "disposable 1 zerobounce disposable"],
    [zero("do_not_mail", "role_based"), "valid 1 zerobounce role"],
    [zero("do_not_mail", "role_based_catch_all"), "accept_all 1 zerobounce accepts_all role"],
    [zero("do_not_mail", "toxic"), "invalid 1 zerobounce do_not_mail"],
    [zero("do_not_mail", "global_suppression"), "invalid 1 zerobounce do_not_mail"],
    [{ error: "Invalid API key or your account ran out of credits" }, "key"],
    [zero("something new"), "invalid_answer"],
    ["<html>", "invalid_answer"],
    ["[]", "invalid_answer"]
  ]
  it.live("gives each of its answers a status", () =>
    Effect.gen(function* () {
      const results = yield* Effect.forEach(cases, ([answer]) => resultOf("zerobounce", answer))
      assert.deepStrictEqual(
        results,
        cases.map(([, wanted]) => wanted)
      )
    })
  )

  it.live("is asked by a GET, after Mailroom's own check", () =>
    Effect.gen(function* () {
      const { asked, request } = yield* ask("zerobounce", zero("valid"))
      assert.match(
        request,
        /^GET \/v2\/validate\?api_key=k3y-of-the-test&email=ada%40good\.test&ip_address= HTTP\/1\.1\r\n/u
      )
      assert.include(asked, "udp MX good.test")
    })
  )
})

const never = (
  result: string,
  flags: ReadonlyArray<string> = [],
  used = { paid_credits_used: 1, free_credits_used: 0 }
) => ({
  status: "success",
  result,
  flags,
  suggested_correction: "",
  credits_info: used,
  execution_time: 300
})

describe("NeverBounce", () => {
  const cases: ReadonlyArray<readonly [object | string, string]> = [
    [never("valid", ["has_dns", "has_dns_mx", "smtp_connectable"]), "valid 1 neverbounce"],
    [never("valid", ["role_account"]), "valid 1 neverbounce role"],
    [never("invalid", ["has_dns"]), "invalid 1 neverbounce mailbox_missing"],
    [never("invalid", ["bad_syntax"]), "invalid 1 neverbounce syntax"],
    [never("invalid", ["bad_dns"]), "invalid 1 neverbounce no_mail_server"],
    [never("invalid", ["spamtrap_network"]), "invalid 1 neverbounce spam_trap"],
    [never("invalid", ["spelling_mistake"]), "invalid 1 neverbounce typo"],
    [never("invalid", ["role_account"]), "invalid 1 neverbounce mailbox_missing role"],
    [never("disposable", ["disposable_email"]), "disposable 1 neverbounce disposable"],
    [never("catchall", ["accepts_all"]), "accept_all 1 neverbounce accepts_all"],
    [never("unknown", [], { paid_credits_used: 0, free_credits_used: 0 }), "unknown 0 neverbounce server_unanswered"],
    [never("valid", [], { paid_credits_used: 0, free_credits_used: 1 }), "valid 1 neverbounce"],
    [{ status: "success", result: "valid", flags: [] }, "valid 1 neverbounce"],
    [{ status: "auth_failure", message: "Invalid API key k3y-of-the-test" }, "key"],
    [{ status: "temp_unavail", message: "Try again" }, "unreachable"],
    [{ status: "throttle_triggered", message: "Too many" }, "throttled"],
    [{ status: "general_failure", message: "Insufficient credit balance" }, "credits"],
    [{ status: "general_failure", message: "No email" }, "invalid_answer"],
    [{ status: "success" }, "invalid_answer"],
    ["", "invalid_answer"]
  ]
  it.live("gives each of its answers a status", () =>
    Effect.gen(function* () {
      const results = yield* Effect.forEach(cases, ([answer]) => resultOf("neverbounce", answer))
      assert.deepStrictEqual(
        results,
        cases.map(([, wanted]) => wanted)
      )
    })
  )

  it.live("is asked by a POST, whose body has the key", () =>
    Effect.gen(function* () {
      const { request } = yield* ask("neverbounce", never("valid"))
      assert.match(request, /^POST \/v4\.2\/single\/check HTTP\/1\.1\r\n/u)
    })
  )
})

describe("Both services", () => {
  const statuses = [
    ["HTTP/1.1 401 Unauthorized", "key"],
    ["HTTP/1.1 402 Payment Required", "credits"],
    ["HTTP/1.1 403 Forbidden", "key"],
    ["HTTP/1.1 429 Too Many Requests", "throttled"],
    ["HTTP/1.1 400 Bad Request", "invalid_answer"],
    ["HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/", "invalid_answer"],
    ["HTTP/1.1 503 Service Unavailable", "unreachable"]
  ] as const
  for (const service of ["zerobounce", "neverbounce"] as const) {
    it.live(`say by the status what a person has to do: ${service}`, () =>
      Effect.gen(function* () {
        for (const [head, reason] of statuses) {
          assert.strictEqual(yield* resultOf(service, "no", { head }), reason, head)
        }
      })
    )

    it.live(`are not asked about an address that Mailroom's own check rejects: ${service}`, () =>
      Effect.gen(function* () {
        for (const email of ["ada@nowhere.test", "ada@mailinator.com", "ada@localhost"]) {
          const { connections, result } = yield* ask(service, "", { email })
          assert.strictEqual(connections, 0)
          assert.deepInclude(result, { _tag: "Success" })
        }
      })
    )

    it.live(`are not reached at a private address: ${service}`, () =>
      Effect.gen(function* () {
        const { connections, result } = yield* ask(service, "", { allowPrivateTargets: false })
        assert.strictEqual(connections, 0)
        assert.strictEqual(result._tag === "Failure" ? result.failure.reason : "", "unreachable")
        assert.include(result._tag === "Failure" ? result.failure.message : "", "public address")
      })
    )

    it.effect(`need a URL that may be used: ${service}`, () =>
      Effect.gen(function* () {
        for (const url of ["ftp://x.test", "http://user:word@x.test", "http://127.0.0.1/", "nonsense"]) {
          const layer = layerService({ service, key: Redacted.make(key), url })
          const error = yield* Effect.flip(Effect.scoped(Layer.build(Layer.provide(layer, UndiciTransport.layer()))))
          assert.notInclude(error.message, key)
        }
      })
    )
  }
})
