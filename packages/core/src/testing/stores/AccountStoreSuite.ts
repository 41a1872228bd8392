/** Conformance cases: the promises of `AccountStore`. */
import { fold, foldForSearch } from "@mailroom/mail/text"
import { Effect, Exit } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type AccountDraft, type AccountRecord, create } from "../../accounts/Account.ts"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { Timestamp } from "../../Timestamp.ts"
import { at, idsOf, missing, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { type LockMode, Transactor } from "../../Transactor.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import type { AccountId } from "../../ids.ts"

const modes: ReadonlyArray<LockMode> = ["exclusive", "shared"]

const accountRow = (email: string) => create({ email, provider: "google" }, at(0))

const earliest = Timestamp.make("0001-01-01T00:00:00.001Z")
const latest = Timestamp.make("9999-12-31T23:59:59.999Z")

/** An account whose every field differs from its default. */
const full = (email: string): AccountDraft => ({
  email,
  provider: "microsoft",
  created_at: earliest,
  updated_at: latest,
  settings: {
    first_name: "Zoë 😀",
    last_name: "% _ \\ ' \" \n \u2028",
    daily_limit: 1_000,
    min_delay_minutes: 0,
    signature: "ñ".repeat(10_000),
    reply_to: "answers@x.test",
    timezone: "America/Argentina/Buenos_Aires",
    sending_enabled: false,
    inbox_folders: ["INBOX/Ünread", "a, b"],
    sent_copy: "never",
    ramp_up: { enabled: true, start: 0, increment: 1_000, started_at: earliest }
  },
  version: 41,
  deleted_at: latest,
  releasing_at: at(5)
})

/** An organization with one account for each address. */
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
    const row = full("Büro+1@x.test")
    const first = yield* store.insert(organization_id, row)
    const second = yield* store.insert(organization_id, accountRow("a@x.test"))
    same(first, { ...row, id: first.id })
    ok(first.id < second.id)
    const found = yield* store.findMany(organization_id, [first.id, second.id])
    same(found, [first, second])
    // Settings are returned in this order of fields.
    same(Object.keys(found[0]?.settings ?? {}), Object.keys(row.settings))
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
  "gives an address to one of several concurrent inserts": Effect.gen(function* () {
    const { organization_id, page, store } = yield* newAccounts()
    const attempt = Effect.exit(store.insert(organization_id, accountRow("a@x.test")))
    const attempts = yield* Effect.replicateEffect(attempt, 8, { concurrency: "unbounded" })
    strictEqual(attempts.filter(Exit.isSuccess).length, 1)
    strictEqual((yield* page({})).total, 1)
  })
})

const find = casesOf("AccountStore.find…", {
  "answers the accounts of existing ids, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("c@x.test", "a@x.test", "b@x.test")
    const foreign = yield* newAccounts("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [c, a, b] = accounts
    ok(a && b && c)
    const theirs = idsOf(foreign.accounts).slice(-1)
    same(yield* store.findMany(organization_id, [b.id, missing.account, c.id, ...theirs, b.id]), [c, b])
    same(yield* store.findMany(organization_id, [missing.account, ...theirs]), [])
    same(yield* store.findMany(organization_id, []), [])
  }),
  "answers the existing accounts of the folded addresses, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("C@x.test", "ΟΔΟΣ@x.test", "b@x.test")
    yield* newAccounts("a@x.test", "b@x.test")
    const [c, odos, b] = accounts
    const ask = (...addresses: ReadonlyArray<string>) => store.findByEmails(organization_id, addresses)
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
      yield* pagesBeyond(accounts, page)
    }
  ),
  "searches the folded address, literally": Effect.gen(function* () {
    const { accounts, page } = yield* newAccounts("ÉLAN@x.test", "50%@y.test", "a_b@y.test", "élan2@x.test")
    const [elan, percent, underscore, elan2] = accounts
    const found = [
      ["ÉLan", [elan, elan2]],
      ["elan@", [elan]],
      ["%", [percent]],
      ["_", [underscore]],
      ["@Y.", [percent, underscore]],
      ["a%b", []],
      ["\\", []],
      ["z", []]
    ] as const
    for (const [search, data] of found)
      same(yield* page({ search: foldForSearch(search) }), { total: data.length, data })
    same(yield* page({ search: "elan", offset: 1, limit: 1 }), { total: 2, data: [elan2] })
  })
})

const write = casesOf("AccountStore.write", {
  "stores everything of an account but its id, created_at and folded address": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { accounts, organization_id, store } = yield* newAccounts("a@x.test", "b@x.test", "c@x.test")
    const foreign = yield* newAccounts("a@x.test")
    const [a, b, c] = accounts
    ok(a && b && c)
    const drafts: ReadonlyArray<AccountRecord> = [
      { ...full("A@X.test"), id: a.id },
      { ...full("else@x.test"), id: b.id, deleted_at: null, releasing_at: null },
      { ...full("a@x.test"), id: missing.account }
    ]
    const expected = [
      { ...full("A@X.test"), id: a.id, created_at: a.created_at },
      { ...full(b.email), id: b.id, created_at: b.created_at, deleted_at: null, releasing_at: null },
      c
    ]
    const written = Effect.gen(function* () {
      yield* store.lock(organization_id, idsOf(drafts), "exclusive")
      yield* store.write(organization_id, drafts.toReversed())
      yield* store.write(organization_id, [])
      same(yield* store.findMany(organization_id, idsOf(accounts)), expected)
    })
    yield* Effect.flip(transaction(Effect.andThen(written, refuse)))
    same(yield* store.findMany(organization_id, idsOf(accounts)), accounts)
    yield* transaction(written)
    same(yield* store.findMany(organization_id, idsOf(accounts)), expected)
    same(yield* store.findByEmails(organization_id, ["a@x.test", "b@x.test", "else@x.test"]), expected.slice(0, 2))
    same(yield* foreign.page({}), { total: 1, data: foreign.accounts })
  })
})

/** Stores an account as deleted. */
const remove = Effect.fnUntraced(function* (
  { organization_id, store }: Effect.Success<ReturnType<typeof newAccounts>>,
  account: AccountRecord | undefined,
  releasing_at: Timestamp | null = null
) {
  ok(account)
  const removed = { ...account, deleted_at: at(10), releasing_at }
  yield* store.write(organization_id, [removed])
  return removed
})

const removal = casesOf("AccountStore, deleted accounts", {
  "are found by id and by address, which they keep, and by locks, but are not on pages": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const list = yield* newAccounts("a@x.test", "b@x.test", "c@x.test")
    const { accounts, organization_id, page, store } = list
    const [a, b, c] = accounts
    const removed = yield* remove(list, b)
    const ids = idsOf(accounts)
    same(yield* store.findMany(organization_id, ids), [a, removed, c])
    for (const mode of modes) same(yield* transaction(store.lock(organization_id, ids, mode)), [a, removed, c])
    same(yield* store.findByEmails(organization_id, ["b@x.test"]), [removed])
    same(yield* page({}), { total: 2, data: [a, c] })
    same(yield* page({ search: "x.test", offset: 1, limit: 1 }), { total: 2, data: [c] })
    same(yield* page({ search: "b@" }), { total: 0, data: [] })
    strictEqual((yield* Effect.flip(store.insert(organization_id, accountRow("B@x.test"))))._tag, "DuplicateAccount")
  }),
  "findReleasing finds those of all organizations whose last batch was before an instant": Effect.gen(function* () {
    const list = yield* newAccounts("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const { accounts, organization_id, store } = list
    const [a, b, c, d] = accounts
    const second = yield* remove(list, b, at(20))
    const first = yield* remove(list, a, at(21))
    yield* remove(list, c)
    ok(d)
    const other = yield* newAccounts("a@x.test")
    const third = yield* remove(other, other.accounts[0], at(19))
    // Other cases use the same database, so only the organizations of this case are compared.
    const all = new Set([organization_id, other.organization_id])
    const before = (instant: Timestamp) =>
      Effect.map(store.findReleasing({ before: instant, limit: 1_000 }), (found) =>
        found.filter((account) => all.has(account.organization_id))
      )
    const row = ({ id }: AccountRecord) => ({ organization_id, id })
    const theirs = { organization_id: other.organization_id, id: third.id }
    same(yield* before(at(19)), [])
    same(yield* before(at(20)), [theirs])
    same(yield* before(at(21)), [row(second), theirs])
    same(yield* before(at(22)), [row(first), row(second), theirs])
    strictEqual((yield* store.findReleasing({ before: at(22), limit: 1 })).length, 1)
    yield* store.write(organization_id, [{ ...second, releasing_at: null }])
    same(yield* before(at(22)), [row(first), theirs])
  })
})

const locks = casesOf("AccountStore.lock…", {
  "answers the accounts of existing ids, once each, by ascending id": Effect.gen(function* () {
    const { accounts, organization_id, store } = yield* newAccounts("b@x.test", "a@x.test")
    const foreign = yield* newAccounts("c@x.test", "d@x.test", "e@x.test")
    const [b, a] = accounts
    ok(a && b)
    const ids = [a.id, missing.account, b.id, ...idsOf(foreign.accounts).slice(-1), a.id]
    const { transaction } = yield* Transactor
    for (const mode of modes) {
      same(yield* transaction(store.lock(organization_id, ids, mode)), [b, a])
      same(yield* transaction(store.lock(organization_id, [], mode)), [])
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
        const shared = store.lock(organization_id, idsOf(accounts), "shared")
        const exclusive = store.lock(organization_id, idsOf(accounts), "exclusive")
        same(yield* waits(shared, transaction(exclusive)), accounts)
        same(yield* waits(exclusive, transaction(shared)), accounts)
        same(yield* waits(exclusive, transaction(exclusive)), accounts)
        const removed = accounts.map((account) => ({ ...account, deleted_at: at(1) }))
        const removal = Effect.andThen(exclusive, store.write(organization_id, removed))
        same(yield* waits(removal, transaction(shared), "a shared lock after a deletion"), removed)
      }),
    "a shared lock goes on beside another one, and any lock beside one of another account": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { accounts, organization_id, store } = yield* newAccounts("a@x.test", "b@x.test")
      const [a, b] = idsOf(accounts)
      ok(a && b)
      const lock = (id: AccountId) => store.lock(organization_id, [id], "exclusive")
      const shared = store.lock(organization_id, [a], "shared")
      same(yield* goesOn(shared, transaction(shared)), accounts.slice(0, 1))
      same(yield* goesOn(lock(a), transaction(lock(b))), [accounts[1]])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [
  ...insert,
  ...find,
  ...page,
  ...write,
  ...removal,
  ...locks,
  ...together
]
