import { assert, describe, it } from "@effect/vitest"
import { ApiKey } from "@mailroom/core"
import { Effect, Option, Redacted } from "effect"
import { mailroom, tenancy } from "./Harness.ts"

const isKey = (text: string) => Option.isSome(ApiKey.parse(Redacted.make(text)))
const keyOf = (stdout: string) => /^API key: (mr_\w+)$/u.exec(stdout)?.[1] ?? ""

describe("keys", () => {
  it.live("shows a key once, and lists it without its secret", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const created = yield* mailroom(
        env,
        "keys",
        "create",
        "--name",
        "reports",
        "--access",
        "read",
        "--expires",
        "2100-01-31T01:00:00+01:00"
      )
      assert.strictEqual(created.code, 0)
      const key = keyOf(created.stdout)
      assert.isTrue(isKey(key))
      const { stdout } = yield* mailroom(env, "keys", "list")
      assert.match(stdout, /^1 +reports +mr_\w{6}… +read +\S+ +never +live until 2100-01-31T00:00:00.000Z$/mu)
      assert.notInclude(stdout, key)
      assert.include(stdout, key.slice(0, 9))
      assert.notInclude(created.stderr, key)
    })
  )

  it.live("rotates, revokes, and knows which keys there are", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      yield* mailroom(env, "keys", "create", "--name", "a")
      const rotated = yield* mailroom(env, "keys", "rotate", "1", "--grace", "24h")
      assert.isTrue(isKey(keyOf(rotated.stdout)))
      yield* mailroom(env, "keys", "rotate", "2", "--grace", "0s")
      assert.strictEqual((yield* mailroom(env, "keys", "revoke", "3")).code, 0)
      const { stdout } = yield* mailroom(env, "keys", "list")
      assert.match(stdout, /^1 +a .* live until/mu)
      assert.match(stdout, /^2 +a .* expired/mu)
      assert.match(stdout, /^3 +a .* revoked/mu)
      for (const command of ["revoke", "rotate"]) {
        const ran = yield* mailroom(env, "keys", command, "4")
        assert.deepStrictEqual(ran, { code: 1, stdout: "", stderr: "mailroom: There is no key 4" })
      }
    })
  )

  it.live("refuses an expiry that has passed, and a name that is none", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const past = yield* mailroom(env, "keys", "create", "--name", "a", "--expires", "2020-01-01")
      assert.strictEqual(past.code, 2)
      assert.match(past.stderr, /expires_at: must be in the future/u)
      for (const none of ["1", "2100-02-30", "2100-01-31T12:00:00"]) {
        assert.strictEqual((yield* mailroom(env, "keys", "create", "--name", "a", "--expires", none)).code, 2, none)
      }
      const long = yield* mailroom(env, "keys", "rotate", "1", "--grace", "8d")
      assert.match(long.stderr, /grace_seconds: /u)
      const nameless = yield* mailroom(env, "keys", "create", "--name", " ")
      assert.strictEqual(nameless.code, 2)
      assert.match(nameless.stderr, /name: must not be empty/u)
      assert.strictEqual((yield* mailroom(env, "keys", "list")).stdout.split("\n").length, 1)
      yield* mailroom(env, "keys", "create", "--name", "a", "--expires", "2100-01-31")
      assert.match((yield* mailroom(env, "keys", "list")).stdout, /live until 2100-01-31T00:00:00.000Z$/mu)
    })
  )

  it.live("acts for the organization named where there are several", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      assert.strictEqual((yield* mailroom(env, "organizations", "create", "Beta")).stdout, "Organization 2")
      assert.match((yield* mailroom(env, "organizations", "list")).stdout, /^1 +Acme .*\n2 +Beta /mu)
      const unnamed = yield* mailroom(env, "keys", "create", "--name", "b")
      assert.strictEqual(unnamed.code, 2)
      assert.match(unnamed.stderr, /--organization \(1: Acme, 2: Beta\)/u)
      yield* mailroom(env, "keys", "create", "--name", "b", "--organization", "2")
      assert.notMatch((yield* mailroom(env, "keys", "list", "--organization", "1")).stdout, / b /u)
      assert.match((yield* mailroom(env, "keys", "list", "--organization", "2")).stdout, /^1 +b /mu)
      assert.strictEqual((yield* mailroom(env, "keys", "list", "--organization", "3")).code, 2)
    })
  )

  it.live("prints JSON, and nothing else, for scripts", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const json = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, stdout } = yield* mailroom(env, ...args, "--json")
        assert.strictEqual(code, 0)
        return JSON.parse(stdout)
      })
      const { secret, ...key } = yield* json("keys", "create", "--name", "a")
      assert.isTrue(isKey(secret))
      assert.include(key, { id: 1, name: "a", access: "full", expires_at: null, revoked_at: null })
      const rotated = yield* json("keys", "rotate", "1", "--grace", "0s")
      assert.isTrue(isKey(rotated.secret))
      const listed: ReadonlyArray<{ readonly id: number }> = yield* json("keys", "list")
      assert.deepStrictEqual(
        listed.map(({ id }) => id),
        [1, rotated.id]
      )
      assert.notInclude(JSON.stringify(listed), secret)
      const beta = yield* json("organizations", "create", "Beta")
      assert.deepInclude(yield* json("organizations", "list"), beta)
      assert.deepStrictEqual(yield* json("migrate"), { migrations: [] })
    })
  )

  it.live("generates a key without a database", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* mailroom({}, "keys", "generate")
      assert.strictEqual(code, 0)
      assert.isTrue(isKey(stdout))
    })
  )

  it.live("generates a key that encrypts", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* mailroom({}, "keys", "generate", "--encryption")
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.strictEqual(Buffer.from(stdout, "base64").length, 32)
      const env = { ...(yield* tenancy), MAILROOM_ENCRYPTION_KEY: stdout }
      assert.strictEqual((yield* mailroom(env, "keys", "list")).code, 0)
      const wrong = { ...env, MAILROOM_ENCRYPTION_KEY: `${stdout},hunter2` }
      assert.deepStrictEqual(yield* mailroom(wrong, "keys", "list"), {
        code: 2,
        stdout: "",
        stderr:
          "mailroom: MAILROOM_ENCRYPTION_KEY: Encryption key 2 of 2 is not base64 of 32 bytes; " +
          "`mailroom keys generate --encryption` prints one"
      })
    })
  )
})
