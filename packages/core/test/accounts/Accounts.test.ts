import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AccountId, type NewAccount } from "../../src/accounts/Account.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { at, idsOf } from "../../src/testing/Fixtures.ts"
import { elsewhere, errorsOf, faultsOf, test } from "../Tenant.ts"

const first = { offset: 0, limit: 50 }

describe("Accounts", () => {
  test("creates accounts that are found", function* () {
    yield* TestClock.setTime(Date.parse(at(5)))
    const accounts = yield* Accounts
    const account = yield* accounts.create({ email: "Me@x.test", provider: "google" })
    const { id } = account
    assert.deepStrictEqual(account, {
      id,
      email: "Me@x.test",
      provider: "google",
      created_at: at(5),
      updated_at: at(5)
    })
    assert.deepStrictEqual(yield* accounts.find(id), account)
  })

  test("refuses an address that is taken, in whatever case, but not that of another organization", function* () {
    const accounts = yield* Accounts
    yield* accounts.create({ email: "me@x.test", provider: "google" })
    const error = yield* Effect.flip(accounts.create({ email: "ME@X.test", provider: "smtp" }))
    assert.strictEqual(error._tag, "DuplicateAccount")
    yield* elsewhere(accounts.create({ email: "me@x.test", provider: "google" }))
  })

  test("refuses what is no account, fault by fault", function* () {
    const accounts = yield* Accounts
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [[""], null],
      [["/email", "/provider"], { email: "me", provider: "aol" }],
      [["/password"], { email: "me@x.test", provider: "smtp", password: "x" }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(accounts.create(input as NewAccount)), pointers)
    }
    assert.strictEqual((yield* accounts.page(first)).total, 0)
  })

  test("does not find what another organization has, or no one", function* () {
    const accounts = yield* Accounts
    const { id } = yield* accounts.create({ email: "me@x.test", provider: "google" })
    const errors = yield* errorsOf(elsewhere(accounts.find(id)), accounts.find(AccountId.make(id + 1)))
    assert.deepStrictEqual(errors, ["AccountNotFound", "AccountNotFound"])
    assert.deepStrictEqual(yield* elsewhere(accounts.page(first)), { total: 0, data: [], ...first })
  })

  test("lists in the order of creation, by what the address holds", function* () {
    const accounts = yield* Accounts
    const emails = ["c@x.test", "A%@x.test", "b_@y.test"]
    const created = yield* Effect.forEach(emails, (email) => accounts.create({ email, provider: "smtp" }))
    const ids = idsOf(created)
    assert.deepStrictEqual(yield* accounts.page(first), { total: 3, data: created, ...first })
    assert.deepStrictEqual(yield* accounts.page({ offset: 1, limit: 1 }), {
      total: 3,
      data: created.slice(1, 2),
      offset: 1,
      limit: 1
    })
    const search = (search: string) => Effect.map(accounts.page({ ...first, search }), ({ data }) => idsOf(data))
    assert.deepStrictEqual(yield* search("X.TEST"), ids.slice(0, 2))
    assert.deepStrictEqual(yield* search("%"), ids.slice(1, 2))
    assert.deepStrictEqual(yield* search("_"), ids.slice(2))
    assert.deepStrictEqual(yield* search(""), ids)
    assert.deepStrictEqual(yield* search("z"), [])
  })
})
