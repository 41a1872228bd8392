/** What `AccountStore` promises. */
import { Effect, Exit } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AccountStore } from "../accounts/AccountStore.ts"
import { fold } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { at, idsOf, missing, newOrganization, same } from "./Fixtures.ts"
import { Transactor } from "../Transactor.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { goesOn, waits } from "./Waiting.ts"

const accountRow = (email: string) => ({ email, provider: "google" as const, created_at: at(0), updated_at: at(0) })

/** An organization with accounts of these addresses. */
const newAccounts = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const organization_id = yield* newOrganization
  const store = yield* AccountStore
  const accounts = yield* Effect.forEach(emails, (email) => store.insert(organization_id, accountRow(email)))
  const page = (query: Partial<Parameters<typeof store.page>[1]>) =>
    store.page(organization_id, { offset: 0, limit: 200, ...query })
  return { organization_id, store, accounts, page }
})

const insert = casesOf("AccountStore.insert", {
  "answers the account as it is given, under ascending ids": Effect.gen(function* () {
    const { organization_id, store } = yield* newAccounts()
    const row = {
      email: "Büro+1@x.test",
      provider: "microsoft" as const,
      created_at: Timestamp.make("0001-01-01T00:00:00.001Z"),
      updated_at: Timestamp.make("9999-12-31T23:59:59.999Z")
    }
    const first = yield* store.insert(organization_id, row)
    const second = yield* store.insert(organization_id, accountRow("a@x.test"))
    same(first, { ...row, id: first.id })
    ok(first.id < second.id)
    same(yield* store.findMany(organization_id, [first.id, second.id]), [first, second])
  }),
  "fails with DuplicateAccount when the organization has the folded address": Effect.gen(function* () {
    const { accounts, organization_id, page, store } = yield* newAccounts("ÉVA@x.test")
    const other = yield* newAccounts("éva@x.test")
    const error = yield* Effect.flip(store.insert(organization_id, accountRow("Éva@X.test")))
    ok(error._tag === "DuplicateAccount")
    strictEqual(error.email, "Éva@X.test")
    same(yield* page({}), { total: 1, data: accounts })
    same(yield* other.page({}), { total: 1, data: other.accounts })
  }),
  "gives an address to one of those who insert it at the same time": Effect.gen(function* () {
    const { organization_id, page, store } = yield* newAccounts()
    const attempt = Effect.exit(store.insert(organization_id, accountRow("a@x.test")))
    const attempts = yield* Effect.replicateEffect(attempt, 8, { concurrency: "unbounded" })
    strictEqual(attempts.filter(Exit.isSuccess).length, 1)
    strictEqual((yield* page({})).total, 1)
  })
})

const find = casesOf("AccountStore.find…", {
  "answers those of the ids that exist, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("c@x.test", "a@x.test", "b@x.test")
    const foreign = yield* newAccounts("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [c, a, b] = accounts
    ok(a && b && c)
    const theirs = idsOf(foreign.accounts).slice(-1)
    same(yield* store.findMany(organization_id, [b.id, missing.account, c.id, ...theirs, b.id]), [c, b])
    same(yield* store.findMany(organization_id, [missing.account, ...theirs]), [])
    same(yield* store.findMany(organization_id, []), [])
  }),
  "answers those of the folded addresses that exist, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("C@x.test", "ΟΔΟΣ@x.test", "b@x.test")
    yield* newAccounts("a@x.test", "b@x.test")
    const [c, odos, b] = accounts
    const ask = (...folded: ReadonlyArray<string>) => store.findByEmails(organization_id, folded)
    same(yield* ask("b@x.test", "c@x.test", "b@x.test", "a@x.test", fold("οδος@x.test")), [c, odos, b])
    same(yield* ask("b@x", "%", "a@x.test"), [])
    same(yield* ask(), [])
    same(yield* ask("b@x.test"), [b])
  })
})

const page = casesOf("AccountStore.page", {
  "answers the organization's accounts by ascending id, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { accounts, page } = yield* newAccounts("c@x.test", "a@x.test", "b@x.test")
      yield* newAccounts("foreign@x.test")
      same(yield* page({}), { total: 3, data: accounts })
      same(yield* page({ offset: 1, limit: 1 }), { total: 3, data: accounts.slice(1, 2) })
      same(yield* page({ offset: 3 }), { total: 3, data: [] })
    }
  ),
  "searches the folded address, literally": Effect.gen(function* () {
    const { accounts, page } = yield* newAccounts("ÉLAN@x.test", "50%@y.test", "a_b@y.test", "élan2@x.test")
    const [elan, percent, underscore, elan2] = accounts
    const found = [
      ["ÉLan", [elan, elan2]],
      ["%", [percent]],
      ["_", [underscore]],
      ["@Y.", [percent, underscore]],
      ["a%b", []],
      ["\\", []],
      ["z", []]
    ] as const
    for (const [search, data] of found) same(yield* page({ search: fold(search) }), { total: data.length, data })
    same(yield* page({ search: "élan", offset: 1, limit: 1 }), { total: 2, data: [elan2] })
  })
})

const locks = casesOf("AccountStore.lock…", {
  "answers those of the ids that exist, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("b@x.test", "a@x.test")
    const foreign = yield* newAccounts("c@x.test", "d@x.test", "e@x.test")
    const [b, a] = accounts
    ok(a && b)
    const ids = [a.id, missing.account, b.id, ...idsOf(foreign.accounts).slice(-1), a.id]
    const { transaction } = yield* Transactor
    for (const lock of [store.lock, store.lockShared]) {
      same(yield* transaction(lock(organization_id, ids)), [b, a])
      same(yield* transaction(lock(organization_id, [])), [])
    }
  })
})

const together = casesOf(
  "AccountStore, two transactions",
  {
    "an exclusive lock waits for a shared one, a shared one for an exclusive one, an exclusive one for another":
      Effect.gen(function* () {
        const { transaction } = yield* Transactor
        const { accounts, organization_id, store } = yield* newAccounts("a@x.test")
        const shared = store.lockShared(organization_id, idsOf(accounts))
        const exclusive = store.lock(organization_id, idsOf(accounts))
        same(yield* waits(shared, transaction(exclusive)), accounts)
        same(yield* waits(exclusive, transaction(shared)), accounts)
        same(yield* waits(exclusive, transaction(exclusive)), accounts)
      }),
    "a shared lock goes on beside another one, and any lock beside one of another account": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { accounts, organization_id, store } = yield* newAccounts("a@x.test", "b@x.test")
      const [a, b] = idsOf(accounts)
      ok(a && b)
      const shared = store.lockShared(organization_id, [a])
      same(yield* goesOn(shared, transaction(shared)), accounts.slice(0, 1))
      same(yield* goesOn(store.lock(organization_id, [a]), transaction(store.lock(organization_id, [b]))), [
        accounts[1]
      ])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...insert, ...find, ...page, ...locks, ...together]
