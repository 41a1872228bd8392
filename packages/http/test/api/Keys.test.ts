/** API keys and their permissions (contract, section 4). */
import { assert } from "@effect/vitest"
import { Authenticator, Mailroom, Organizations } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer, Redacted } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, onMemory, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const fields = ["id", "name", "prefix", "access", "created_at", "last_used_at", "expires_at", "revoked_at"]

/** Creates a key of organization A over HTTP. */
const create = Effect.fnUntraced(function* (body: object = {}) {
  const { call } = yield* TestServer
  const { json, status } = yield* call("POST", "/keys", { body: { name: Fixtures.unique("Key "), ...body } })
  assert.strictEqual(status, 201)
  return { ...json, key: Redacted.make(json.secret as string) }
})
const statusOf = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  const { call } = yield* TestServer
  return (yield* call("GET", "/session", { key })).status
})

onEveryStorage("keys", (it) => {
  it.effect("creates a key, and shows its secret once", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { json, status } = yield* call("POST", "/keys", {
        body: { name: "Reports", access: "read", expires_at: "2126-11-20T10:00:00+02:00" }
      })
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(Object.keys(json), [...fields, "secret"])
      const { created_at: _, id, prefix, secret, ...rest } = json
      assert.isTrue(secret.startsWith(prefix))
      assert.deepStrictEqual(rest, {
        name: "Reports",
        access: "read",
        last_used_at: null,
        expires_at: "2126-11-20T08:00:00.000Z",
        revoked_at: null
      })
      const listed = yield* call("GET", "/keys?limit=200")
      assert.notInclude(listed.text, secret.slice(prefix.length))
      const { secret: __, ...stored } = json
      assert.deepStrictEqual(
        listed.json.data.find((key: { id: number }) => key.id === id),
        stored
      )
      const ids = listed.json.data.map((key: { id: number }) => key.id)
      assert.deepStrictEqual(
        ids,
        ids.toSorted((a: number, b: number) => a - b)
      )
      const second = yield* call("GET", "/keys?offset=1&limit=1")
      assert.deepStrictEqual(second.json, { ...listed.json, offset: 1, limit: 1, data: [listed.json.data[1]] })
    })
  )

  it.effect("tells a key whom it speaks for", () =>
    Effect.gen(function* () {
      const { a, b, call } = yield* TestServer
      const { json: mine } = yield* call("GET", "/session")
      assert.strictEqual(mine.organization.name, "A")
      assert.deepInclude(mine, { access: "full" })
      const { json: reader } = yield* call("GET", "/session", { key: a.readOnlyKey })
      assert.deepStrictEqual(reader, {
        organization: mine.organization,
        access: "read",
        key: { id: mine.key.id + 1, name: "read" },
        person: null,
        role: "viewer"
      })
      const { json: theirs } = yield* call("GET", "/session", { key: b.key })
      assert.strictEqual(theirs.organization.name, "B")
      assert.notStrictEqual(theirs.organization.id, mine.organization.id)
    })
  )

  it.effect("rotates a key: the old one works for the grace", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const old = yield* create({ access: "read" })
      const { headers, json, status } = yield* call("POST", `/keys/${old.id}/rotate`)
      assert.strictEqual(status, 201)
      assert.strictEqual(headers["location"], `${origin}/keys/${json.id}`)
      assert.deepStrictEqual(Object.keys(json), [...fields, "secret"])
      assert.deepInclude(json, { name: old.name, access: "read", expires_at: null })
      assert.deepStrictEqual([yield* statusOf(old.key), yield* statusOf(Redacted.make(json.secret))], [200, 200])
      const { json: listed } = yield* call("GET", "/keys?limit=200")
      const { expires_at } = listed.data.find(({ id }: { id: number }) => id === old.id)
      assert.approximately(Date.parse(expires_at) - Date.parse(json.created_at), 86_400_000, 1000)

      const next = yield* call("POST", `/keys/${json.id}/rotate`, { body: { grace_seconds: 0 } })
      yield* statusOf(Redacted.make(json.secret)).pipe(until((found) => found === 401))
      assert.strictEqual(yield* statusOf(Redacted.make(next.json.secret)), 200)
    })
  )

  it.effect("revokes a key, also the caller's own", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id, key } = yield* create()
      assert.strictEqual(yield* statusOf(key), 200)
      const revoked = yield* call("DELETE", `/keys/${id}`, { key })
      assert.deepStrictEqual([revoked.status, revoked.text], [204, ""])
      yield* statusOf(key).pipe(until((status) => status === 401))
      assert.strictEqual((yield* call("DELETE", `/keys/${id}`)).status, 204)
      assert.strictEqual((yield* call("POST", `/keys/${id}/rotate`)).status, 404)
      assert.strictEqual((yield* call("DELETE", "/keys/999999999")).status, 404)
    })
  )

  it.effect("is managed by full keys; a read key sees the list", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const { id } = yield* create()
      const key = a.readOnlyKey
      for (const [method, target] of [
        ["POST", "/keys"],
        ["POST", `/keys/${id}/rotate`],
        ["DELETE", `/keys/${id}`]
      ] as const) {
        const { json, status } = yield* call(method, target, { key, body: {} })
        assert.deepStrictEqual([status, json.code], [403, "forbidden"], target)
      }
      const { json, status } = yield* call("GET", "/keys?limit=200", { key })
      assert.strictEqual(status, 200)
      for (const row of json.data) assert.deepStrictEqual(Object.keys(row), fields)
    })
  )

  it.effect("names what is wrong with a key", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id } = yield* create()
      const invalid = Effect.fnUntraced(function* (target: string, body: object, ...pointers: Array<string>) {
        const { json, status } = yield* call("POST", target, { body })
        assert.strictEqual(status, 400, target)
        assert.sameMembers(
          json.errors.map(({ pointer }: { pointer: string }) => pointer),
          pointers
        )
      })
      yield* invalid("/keys", {}, "/body/name")
      yield* invalid("/keys", { name: " ", access: "write", secret: "x" }, "/body/name", "/body/access", "/body/secret")
      yield* invalid("/keys", { name: "x", expires_at: "2026-01-01T00:00:00Z" }, "/body/expires_at")
      yield* invalid("/keys", { name: "x", expires_at: "tomorrow" }, "/body/expires_at")
      for (const grace_seconds of [-1, 604_801, 1.5, "60", null]) {
        yield* invalid(`/keys/${id}/rotate`, { grace_seconds }, "/body/grace_seconds")
      }
    })
  )
})

onMemory("a host that authenticates in another way", (it) => {
  it.effect("has sessions without a key", () =>
    Effect.gen(function* () {
      const authenticator = Layer.effect(
        Authenticator,
        Effect.gen(function* () {
          const { id: organization_id } = yield* (yield* Organizations).create({ name: "Host" }).pipe(Effect.orDie)
          return Authenticator.of({
            authenticate: () => Effect.succeedSome({ organization_id, access: "full" as const })
          })
        })
      )
      const requirements = authenticator.pipe(
        Layer.provideMerge(Mailroom.layer),
        Layer.provide([PostalMime.layer, MemoryStorage.layer])
      )
      const { dispose, handler } = Server.toWebHandler(requirements)
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const request = new Request("http://localhost/session", { headers: { authorization: "Bearer token" } })
      const session = yield* Effect.promise(async () => (await handler(request)).json())
      assert.deepStrictEqual(session, {
        organization: { id: 1, name: "Host" },
        access: "full",
        key: null,
        person: null,
        role: "owner"
      })
    }).pipe(Effect.scoped)
  )
})
