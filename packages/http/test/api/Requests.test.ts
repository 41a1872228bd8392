/** Rules for every request (contract, section 1), against the defaults of the libraries that we use. */
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { raw, send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { defectId, onEveryStorage, secret, TestServer, unavailableId } from "./TestServer.ts"

const problemKeys = ["code", "detail", "request_id", "status", "title", "type"]

onEveryStorage("requests", (it) => {
  const problem = Effect.fnUntraced(function* (
    method: string,
    target: string,
    status: number,
    code: string,
    call: Parameters<TestServer["Service"]["call"]>[2] = {}
  ) {
    const server = yield* TestServer
    const answer = yield* server.call(method, target, call)
    assert.strictEqual(answer.status, status, `${method} ${target}: ${answer.text}`)
    assert.strictEqual(answer.headers["content-type"], "application/problem+json")
    assert.strictEqual(answer.headers["cache-control"], "no-store")
    if (method !== "HEAD") {
      const body = answer.json
      assert.includeMembers(Object.keys(body), problemKeys)
      assert.strictEqual(body.code, code)
      assert.strictEqual(body.status, status)
      assert.strictEqual(body.type, `urn:mailroom:problem:${code.replaceAll("_", "-")}`)
      assert.strictEqual(body.request_id, answer.headers["x-request-id"])
    }
    return answer
  })
  const invalid = Effect.fnUntraced(function* (
    target: string,
    pointer: string,
    method = "GET",
    body?: object | string
  ) {
    const call = body === undefined ? {} : { body, headers: { "content-type": "application/json" } }
    const answer = yield* problem(method, target, 400, "invalid_request", call)
    const pointers = answer.json.errors.map((error: { pointer: string }) => error.pointer)
    assert.include(pointers, pointer, answer.text)
    return answer
  })

  it.effect("answers a wrong method on a known path with 405 and Allow", () =>
    Effect.gen(function* () {
      const answer = yield* problem("PUT", "/leads/1", 405, "method_not_allowed")
      assert.strictEqual(answer.headers["allow"], "GET, HEAD, OPTIONS, PATCH")
      for (const path of ["/livez", "/docs", "/openapi.json", "/metrics"]) {
        const { headers } = yield* problem("DELETE", path, 405, "method_not_allowed")
        assert.strictEqual(headers["allow"], "GET, HEAD, OPTIONS")
      }
    })
  )

  it.effect("answers OPTIONS with 204 and Allow, on known paths only", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const answer = yield* send(server.origin, "OPTIONS", "/leads")
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers["allow"], "DELETE, GET, HEAD, OPTIONS, PATCH, POST")
      for (const target of ["/nowhere", "*"]) {
        const { headers } = yield* problem("OPTIONS", target, 404, "no_such_route")
        assert.notProperty(headers, "allow")
      }
    })
  )

  it.effect("answers HEAD wherever GET is, without a body", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const answer = yield* server.call("HEAD", "/campaigns")
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.bytes.length, 0)
      yield* problem("HEAD", "/nowhere", 404, "no_such_route")
    })
  )

  it.effect("takes paths exactly as written", () =>
    Effect.gen(function* () {
      for (const target of ["/nowhere", "/LEADS/1", "/leads/", "//leads", "/leads//1", "/leads/1/", "/%6Ceads/1"]) {
        yield* problem("GET", target, 404, "no_such_route")
      }
      yield* problem("GET", "*", 404, "no_such_route")
      yield* problem("GET", "/campaigns;x", 404, "no_such_route")
      yield* problem("GET", "/leads/%31", 404, "no_such_route")
    })
  )

  it.effect("names the method and the path that no route has, in bounded text", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      const { json } = yield* problem("DELETE", "/nowhere/1?limit=2", 404, "no_such_route")
      assert.strictEqual(json.detail, "There is no DELETE /nowhere/1")
      assert.strictEqual(
        (yield* problem("GET", "//leads", 404, "no_such_route")).json.detail,
        "There is no GET //leads"
      )
      const long = yield* problem("GET", `/${"x".repeat(8000)}`, 404, "no_such_route")
      assert.isBelow(long.json.detail.length, 300)
      const text = yield* raw(
        origin,
        `GET /\u0085\u00ad HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${Redacted.value(a.key)}\r\n\r\n`
      )
      assert.notMatch(JSON.parse(text.split("\r\n\r\n")[1] ?? "").detail ?? "", /\p{C}/u)
      // Resources that exist, but not for this organization or this method, have other problems.
      yield* problem("GET", "/leads/999999999", 404, "not_found")
      yield* problem("DELETE", "/leads/1", 405, "method_not_allowed")
    })
  )

  it.effect("takes ids in decimal digits only", () =>
    Effect.gen(function* () {
      const ids = ["1e3", "0x10", "+1", "-1", "01", "1.0", "9007199254740993", "99999999999999999", "0", "NaN", "x"]
      for (const id of ids) yield* invalid(`/leads/${id}`, "/path/id")
      yield* problem("GET", "/leads/%201", 404, "no_such_route")
      for (const id of ["x", "{0190a0b0-0000-7000-8000-000000000000}", "0190a0b0-0000-7000-8000-00000000000"]) {
        yield* invalid(`/campaigns/${id}`, "/path/campaignId")
      }
      yield* invalid(`/leads/${"1".repeat(8000)}`, "/path/id")
      yield* invalid(`/leads/campaign/${"a".repeat(8000)}`, "/path/campaignId")
    })
  )

  it.effect("takes numbers in a query in decimal digits, within bounds, once", () =>
    Effect.gen(function* () {
      const id = yield* Fixtures.campaign()
      const page = `/leads/campaign/${id}`
      for (const limit of ["", "0", "201", "1e1", "+1", "%201", "-1", "1.5", "x"]) {
        yield* invalid(`${page}?limit=${limit}`, "/query/limit")
      }
      for (const offset of ["", "-1", "1e1"]) yield* invalid(`${page}?offset=${offset}`, "/query/offset")
      for (const after of ["", "0", "-1"]) yield* invalid(`${page}?after_id=${after}`, "/query/after_id")
      const repeated = yield* invalid(`${page}?limit=1&search=x&limit=2`, "/query/limit")
      assert.strictEqual(repeated.json.detail, "limit: is given more than once")
      const unknown = yield* invalid(`${page}?limt=1&limt=2`, "/query/limt")
      assert.strictEqual(unknown.json.detail, "limt: is an unknown field: did you mean limit?")
      assert.deepInclude(unknown.json.errors, { pointer: "/query/limt", message: "is given more than once" })
      yield* invalid("/livez?x=1", "/query/x")
      yield* invalid("/livez?a/b~c=1", "/query/a~1b~0c")
      assert.strictEqual((yield* (yield* TestServer).call("GET", "/livez?&")).status, 200)
      const many = yield* invalid(`${page}?limit=201`, "/query/limit")
      assert.strictEqual(many.json.detail, "limit: must be at most 200")
    })
  )

  it.effect("refuses a query that is not UTF-8", () =>
    Effect.gen(function* () {
      const id = yield* Fixtures.campaign()
      yield* invalid(`/leads/campaign/${id}?search=%E0%A4%A`, "/query")
      yield* invalid(`/leads/campaign/${id}?search=%FF`, "/query")
      yield* invalid(`/leads/campaign/${id}?search=%00`, "/query/search")
    })
  )

  it.effect("asks for the key before anything but the route", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      const missing = yield* send(origin, "PATCH", "/leads/x", { body: "{" })
      assert.strictEqual(missing.status, 401)
      assert.strictEqual(missing.headers["www-authenticate"], 'Bearer realm="mailroom"')
      const headers = { "x-request-id": "same" }
      const unknown = yield* send(origin, "GET", "/leads/1", { headers: { ...headers, authorization: "Bearer mr_x" } })
      assert.strictEqual(unknown.status, 401)
      assert.strictEqual(unknown.headers["www-authenticate"], 'Bearer realm="mailroom", error="invalid_token"')
      const without = yield* send(origin, "GET", "/leads/1", { headers })
      assert.strictEqual(unknown.text, without.text)
      assert.strictEqual((yield* send(origin, "GET", "/nowhere")).status, 404)
      assert.strictEqual((yield* send(origin, "PUT", "/leads/1")).status, 405)
      const { json } = yield* send(origin, "PATCH", "/leads/x", { key: a.readOnlyKey, body: "{" })
      assert.strictEqual(json.code, "forbidden")
      assert.strictEqual((yield* send(origin, "GET", "/campaigns", { key: a.readOnlyKey })).status, 200)
    })
  )

  it.effect("requires JSON, and its content type", () =>
    Effect.gen(function* () {
      const call = (type?: string) => ({
        body: "{}",
        ...(type === undefined ? {} : { headers: { "content-type": type } })
      })
      for (const type of [undefined, "text/plain", "application/json; charset=latin1", "application/jsonx", ""]) {
        yield* problem("PATCH", "/leads/1", 415, "unsupported_media_type", call(type))
      }
      yield* problem("PATCH", "/leads/1", 404, "not_found", call("application/json"))
      yield* problem("PATCH", "/leads/1", 404, "not_found", call('Application/JSON; charset="UTF-8"'))
      yield* problem("POST", "/inbound/messages", 415, "unsupported_media_type", call("application/json"))
      yield* problem("PATCH", "/leads/1?limt=1", 415, "unsupported_media_type", call("text/plain"))
      const coded = (coding: string) => ({
        body: "{}",
        headers: { "content-type": "application/json", "content-encoding": coding }
      })
      yield* problem("PATCH", "/leads/1", 415, "unsupported_media_type", coded("gzip"))
      yield* problem("PATCH", "/leads/1", 404, "not_found", coded("identity"))
    })
  )

  it.effect("refuses bodies that not every reader understands alike", () =>
    Effect.gen(function* () {
      const bodies = [
        "",
        "{",
        "nonsense",
        '{"first_name":"a","first_name":"b"}',
        '{"first_name":"a","first\\u005fname":"b"}',
        `${"[".repeat(33)}${"]".repeat(33)}`
      ]
      for (const body of bodies) yield* invalid("/leads/1", "/body", "PATCH", body)
      const bytes = Buffer.from([...Buffer.from('{"first_name":"'), 0xff, ...Buffer.from('"}')])
      const headers = { "content-type": "application/json" }
      yield* problem("PATCH", "/leads/1", 400, "invalid_request", { body: bytes, headers })
      for (const text of ["\\u0000", "\\ud800", "\\udc00x"]) {
        yield* invalid("/leads/1", "/body/first_name", "PATCH", `{"first_name":"${text}"}`)
        yield* invalid("/leads/1", "/body/custom_fields/note", "PATCH", `{"custom_fields":{"note":"${text}"}}`)
      }
    })
  )

  it.effect("tells a hundred faults at most, and reads no body of more values than anyone needs", () =>
    Effect.gen(function* () {
      const { json } = yield* invalid("/leads", "/body/ids/0", "DELETE", { ids: Array.from({ length: 2000 }, () => 0) })
      assert.strictEqual(json.errors.length, 100)
      const body = { ids: Array.from({ length: 500_000 }, () => 0) }
      const { bytes } = yield* invalid("/leads", "/body", "DELETE", body)
      assert.isBelow(bytes.length, 1000)
      const leads = Array.from({ length: 1000 }, () => Object.fromEntries(body.ids.slice(0, 200).map((_, i) => [i, 0])))
      yield* invalid("/leads", "/body", "POST", { campaign_id: yield* Fixtures.campaign(), leads })
    })
  )

  it.effect("names unknown keys, nulls and wrong types of a body", () =>
    Effect.gen(function* () {
      const body = { emial: "a@example.com", last_name: null, company: 1, stop_sending: "yes", status: "Replied" }
      const { json } = yield* invalid("/leads/1", "/body/emial", "PATCH", body)
      const pointers = json.errors.map((error: { pointer: string }) => error.pointer)
      assert.sameMembers(
        pointers,
        Object.keys(body).map((key) => `/body/${key}`)
      )
      yield* invalid("/leads/1", "/body", "PATCH", "[]")
      yield* invalid("/leads/1", "/body", "PATCH", "null")
    })
  )

  it.effect("refuses bodies over the limit, told or untold", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "application/json" }
      const body = JSON.stringify({ first_name: "x".repeat(2 ** 20) })
      yield* problem("PATCH", "/leads/1", 413, "payload_too_large", { body, headers })
      yield* problem("PATCH", "/leads/1", 413, "payload_too_large", { body, headers, chunked: true })
      const huge = "x".repeat(26 * 2 ** 20)
      yield* problem("POST", "/inbound/messages", 413, "payload_too_large", {
        body: huge,
        headers: { "content-type": "message/rfc822" }
      })
      yield* problem("POST", "/leads", 413, "payload_too_large", { body: huge, headers, chunked: true })
    })
  )

  it.effect("repeats the caller's request id, if it is one", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const withId = (id: string) => server.call("GET", "/leads/1", { headers: { "x-request-id": id } })
      assert.strictEqual((yield* withId("abc.DEF_1-2")).headers["x-request-id"], "abc.DEF_1-2")
      assert.strictEqual((yield* withId("abc.DEF_1-2")).json.request_id, "abc.DEF_1-2")
      for (const id of ["with space", "x".repeat(129), "ä"]) {
        assert.match(String((yield* withId(id)).headers["x-request-id"]), /^[0-9a-f-]{36}$/u)
      }
    })
  )

  it.effect("explains neither defects nor outages", () =>
    Effect.gen(function* () {
      const defect = yield* problem("GET", `/accounts/${defectId}`, 500, "internal")
      const outage = yield* problem("GET", `/accounts/${unavailableId}`, 503, "unavailable")
      assert.strictEqual(outage.headers["retry-after"], "1")
      for (const { text } of [defect, outage]) {
        assert.notInclude(text, secret)
        assert.notInclude(text, "Error")
        assert.notInclude(text, ".ts")
      }
    })
  )

  it.effect("answers bytes that are not HTTP with a problem, too", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const answer = Effect.fnUntraced(function* (bytes: string, status: number) {
        const text = yield* raw(origin, bytes)
        assert.match(text, new RegExp(`^HTTP/1.1 ${status} `, "u"))
        const [head = "", body = ""] = text.split("\r\n\r\n")
        assert.match(head, /^content-type: application\/problem\+json$/imu)
        assert.strictEqual(JSON.parse(body).status, status)
        return JSON.parse(body)
      })
      yield* answer("nonsense\r\n\r\n", 400)
      yield* answer(`GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431)
      yield* answer("GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400)
      yield* answer("GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n", 400)
      const key = "Authorization: Bearer x\r\n"
      const twice = yield* answer(`GET /campaigns HTTP/1.1\r\nHost: a\r\n${key}${key}Connection: close\r\n\r\n`, 400)
      assert.deepStrictEqual(twice.errors, [{ pointer: "/header/authorization", message: "is given more than once" }])
      const type = "Content-Type: application/json\r\n"
      yield* answer(`GET /campaigns HTTP/1.1\r\nHost: a\r\n${type}${type}Connection: close\r\n\r\n`, 400)
    })
  )

  it.effect("answers what it need not understand: an old version, an expectation, an offer to upgrade", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      assert.match(yield* raw(origin, "GET /livez HTTP/1.0\r\n\r\n"), /^HTTP\/1.1 200 /u)
      const body = "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
      for (const header of ["Expect: a miracle\r\nConnection: close", "Upgrade: h2c\r\nConnection: close, Upgrade"]) {
        const text = yield* raw(origin, `PATCH /leads/1 HTTP/1.1\r\nHost: a\r\n${header}\r\n${body}`)
        assert.match(text, /^HTTP\/1.1 401 [\s\S]*"code":"unauthorized"/u)
      }
    })
  )

  it.effect("keeps stating the problem's type in a HEAD", () => problem("HEAD", "/nowhere", 404, "no_such_route"))
})
