/** Which requests the client repeats, and when it stops. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type AnsweredRequest, type ClientOptions, createClient, MailroomError } from "@mailroom/client"
import { createServer } from "node:net"
import { type MockInstance, vi } from "vitest"
import { type Answer, answerOf } from "./Scripted.ts"

/** The random time before each try is 0. */
let random: MockInstance
beforeAll(() => {
  random = vi.spyOn(Math, "random").mockReturnValue(0)
})
afterAll(() => random.mockRestore())

interface Sent {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}
/** A client that gets these answers, and the requests that it sent. */
const scripted = (answers: ReadonlyArray<Answer>, options: Partial<ClientOptions> = {}) => {
  const sent: Array<Sent> = []
  const fetch = async (url: string, { body, headers, signal }: RequestInit) => {
    signal?.throwIfAborted()
    const answer = answers[sent.length]
    sent.push({ url, headers: new Headers(headers), body })
    if (answer === undefined) return await hanging(signal)
    if (answer === "broken") throw new TypeError("fetch failed")
    return answerOf(answer)
  }
  return { sent, ...createClient({ baseUrl: "https://mailroom.test/api", key: "mr_secret", fetch, ...options }) }
}
const hanging = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: MailroomError) => error.code
  )

const id = "0198f2a0-0000-7000-8000-000000000000"
type Client = ReturnType<typeof createClient>
const find = ({ campaigns }: Client) => campaigns.find(id)
const create = ({ campaigns }: Client) => campaigns.create({ name: "Autumn" })
const test = ({ integrations }: Client) => integrations.test(1)
const record = ({ activity }: Client) => activity.record({ events: [] })
const receive = ({ intake }: Client) => intake.receive("From: ada@a.test")
const payment = { type: "payment", status: "succeeded", amount: 1, currency: "EUR" } as const
const named = ({ billing }: Client) => billing.record({ ...payment, reference: "in_1" })
const unnamed = ({ billing }: Client) => billing.record({ ...payment, reference: null })
const guarded = ({ campaigns }: Client) => campaigns.update(id, { name: "Autumn" }, { ifMatch: `"1"` })

const unavailable: Answer = [503, "unavailable"]
const limited: Answer = [429, "rate_limited"]
const proxy: Answer = [502]
const ok: Answer = [200]

/** Calls, the answers that they get, how often they are sent, and their result. */
const cases: ReadonlyArray<
  readonly [what: string, call: (client: Client) => Promise<unknown>, ReadonlyArray<Answer>, number, string]
> = [
  ["a read", find, [unavailable, limited, ok], 3, "done"],
  ["a read after a broken connection", find, ["broken", ok], 2, "done"],
  ["a read that a proxy answers", find, [proxy, ok], 2, "done"],
  ["a POST with a key", create, [unavailable, "broken", [409, "idempotency_in_progress"], [201]], 4, "done"],
  ["a POST without a key that was not carried out", test, [unavailable, ok], 2, "done"],
  ["a POST without a key that may have been carried out", test, ["broken", ok], 1, "unknown"],
  ["a POST without a key that a proxy answers", test, [proxy, ok], 1, "unexpected_answer"],
  ["events, without a key", record, ["broken", proxy, ok], 3, "done"],
  ["raw mail, without a key", receive, ["broken", proxy, ok], 3, "done"],
  ["a row with a reference, without a key", named, ["broken", ok], 2, "done"],
  ["a row without a reference, with a key", unnamed, ["broken", ok], 2, "done"],
  ["a guarded change that was not carried out", guarded, [limited, ok], 2, "done"],
  ["a guarded change that may have been carried out", guarded, ["broken", ok], 1, "unknown"],
  ["what is refused", find, [[404, "not_found"], ok], 1, "not_found"],
  ["a fault of the server", find, [[500, "internal"], ok], 1, "internal"],
  ["what fails too often", find, [unavailable, unavailable, unavailable, unavailable, ok], 4, "unavailable"],
  ["what would be too late", find, [[429, "rate_limited", 3600], ok], 1, "rate_limited"]
]

describe("onAnswer", () => {
  it("gets each request with its answer, also without one, and cannot disturb the call", async () => {
    const noted: Array<AnsweredRequest> = []
    const onAnswer = (request: AnsweredRequest) => void noted.push(request)
    const { sent, ...client } = scripted(["broken", unavailable, ok], { onAnswer })
    const before = Date.now()
    await create(client)
    assert.deepStrictEqual(
      noted.map(({ duration: _, requestId: __, sentAt: ___, ...request }) => request),
      [undefined, 503, 200].map((status) => ({
        method: "POST",
        path: "/campaigns",
        contentType: "application/json",
        body: `{"name":"Autumn"}`,
        status
      }))
    )
    assert.isTrue(noted.every(({ duration, sentAt }) => sentAt >= before && duration >= 0))
    assert.strictEqual(sent.length, 3)
    assert.notInclude(JSON.stringify(noted), "mr_secret")
  })

  it("has the id of the request in the log of the server, and the query", async () => {
    const noted: Array<AnsweredRequest> = []
    const fetch = async () => new Response("{}", { headers: { "X-Request-Id": "r1" } })
    const client = createClient({
      baseUrl: "https://mailroom.test/api",
      fetch,
      onAnswer: (one) => void noted.push(one)
    })
    await client.leads.all({ search: "ada" })
    assert.deepInclude(noted[0], { method: "GET", path: "/leads?search=ada", status: 200, requestId: "r1" })
    assert.isUndefined(noted[0]?.body)
  })
})

describe("the client", () => {
  for (const [what, call, answers, times, outcome] of cases) {
    it(`sends ${what} ${times} times`, async () => {
      const { sent, ...client } = scripted(answers)
      assert.strictEqual(await outcomeOf(call(client)), outcome)
      assert.strictEqual(sent.length, times)
    })
  }

  it("repeats the same request, with a generated key or the caller's", async () => {
    const { campaigns, sent } = scripted([unavailable, [201], [201], [201]])
    await campaigns.create({ name: "Autumn" })
    await campaigns.create({ name: "Autumn" })
    await campaigns.create({ name: "Autumn" }, { idempotencyKey: "job-1" })
    const [first, again, next, chosen] = sent.map(({ headers }) => headers.get("idempotency-key") ?? "")
    assert.match(first ?? "", /^[!-~]{20,255}$/u)
    assert.strictEqual(again, first)
    assert.notStrictEqual(next, first)
    assert.strictEqual(chosen, "job-1")
    for (const { body, headers, url } of sent) {
      assert.strictEqual(url, "https://mailroom.test/api/campaigns")
      assert.strictEqual(headers.get("authorization"), "Bearer mr_secret")
      assert.deepStrictEqual([headers.get("content-type"), body], ["application/json", `{"name":"Autumn"}`])
    }
  })

  it("sends no key where a repetition changes nothing", async () => {
    const keysOf = async (call: (client: Client) => Promise<unknown>) => {
      const { sent, ...client } = scripted([ok])
      await call(client)
      return sent.map(({ headers }) => headers.has("idempotency-key"))
    }
    for (const call of [record, receive, named, test, find]) assert.deepStrictEqual(await keysOf(call), [false])
    for (const call of [create, unnamed]) assert.deepStrictEqual(await keysOf(call), [true])
  })

  it("sends nothing again with `retries: 0`, and no key without one", async () => {
    const { sent, ...client } = scripted([unavailable], { retries: 0, key: undefined })
    assert.strictEqual(await outcomeOf(find(client)), "unavailable")
    assert.deepStrictEqual([...(sent[0]?.headers.keys() ?? [])], [])
  })

  it("ends in time, and says so", async () => {
    assert.strictEqual(await outcomeOf(find(scripted([], { timeout: 1 }))), "timeout")
    const { campaigns } = scripted([])
    assert.strictEqual(await outcomeOf(campaigns.find(id, { timeout: 1 })), "timeout")
  })

  it("ends with the reason of the caller's signal, also while it waits to try again", async () => {
    const reason = new Error("gone")
    const aborted = async (answers: ReadonlyArray<Answer>) => {
      const controller = new AbortController()
      const { campaigns, sent } = scripted(answers)
      const call = campaigns.find(id, { signal: controller.signal }).catch((error: unknown) => error)
      // Waits until the request is sent and answered.
      await new Promise(setImmediate)
      controller.abort(reason)
      assert.strictEqual(await call, reason)
      return sent.length
    }
    assert.strictEqual(await aborted([]), 1)
    assert.strictEqual(await aborted([[503, "unavailable", 30], ok]), 1)
  })

  it("names neither the key nor what was sent in its errors", async () => {
    for (const call of [create, ({ leads }: Client) => leads.all({ search: "secret" })]) {
      const error: unknown = await call(scripted(["broken"], { retries: 0 })).catch((error: unknown) => error)
      assert(error instanceof MailroomError)
      assert.match(
        error.message,
        /^No answer from https:\/\/mailroom\.test\/api to (?:POST \/campaigns|GET \/leads): /u
      )
      assert.notMatch(`${error.message}${JSON.stringify(error)}`, /secret/u)
    }
  })
})

describe("a wrong baseUrl", () => {
  const faultOf = (options: object) => {
    try {
      createClient(options as ClientOptions)
    } catch (error) {
      assert(error instanceof MailroomError)
      assert.strictEqual(error.code, "invalid_options")
      return error.message
    }
    return undefined
  }

  it("is named when the client is made: missing, without a scheme, or with more than host and path", () => {
    const messageOf = (what: string) => `baseUrl ${what}: give a URL such as https://example.com/mailroom`
    const wrong: Readonly<Record<string, ReadonlyArray<string | null | undefined>>> = {
      "is missing": [undefined, "", null],
      "does not begin with https:// or http://": ["localhost:8080", "example.com/a", "127.0.0.1", "/a", "ftp://a.test"],
      "is not made of scheme, host and path": ["https://", "https:a.test", "https://me:pw@a.test", "https://a.test/?b"]
    }
    for (const [what, values] of Object.entries(wrong)) {
      for (const baseUrl of values) assert.strictEqual(faultOf({ baseUrl }), messageOf(what), String(baseUrl))
    }
    for (const baseUrl of ["https://example.com/mailroom/", "HTTP://127.0.0.1:80"]) {
      assert.isUndefined(faultOf({ baseUrl }))
    }
    // A custom `fetch` may resolve a relative URL.
    assert.isUndefined(faultOf({ baseUrl: "/mailroom", fetch: globalThis.fetch }))
    for (const concurrency of [0, -1, Number.NaN]) {
      assert.strictEqual(faultOf({ baseUrl: "https://a.test", concurrency }), "concurrency must be at least 1")
    }
  })

  it("is named as what may be wrong when nobody answers there", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    const { port } = server.address() as { readonly port: number }
    await new Promise((resolve) => server.close(resolve))
    const { campaigns } = createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 0 })
    const error: unknown = await campaigns.list().catch((error: unknown) => error)
    assert(error instanceof MailroomError)
    assert.deepStrictEqual(
      [error.code, error.message],
      [
        "unknown",
        `No answer from http://127.0.0.1:${port} to GET /campaigns (ECONNREFUSED): is Mailroom running there, and is baseUrl right?`
      ]
    )
  })

  it("is named as what may be wrong when something else answers there", async () => {
    const page = async () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } })
    const { campaigns } = createClient({ baseUrl: "https://a.test", fetch: page })
    const error: unknown = await campaigns.list().catch((error: unknown) => error)
    assert(error instanceof MailroomError)
    assert.deepStrictEqual([error.code, error.status], ["unexpected_answer", 200])
    assert.match(error.message, /Is baseUrl right\?$/u)
  })
})
