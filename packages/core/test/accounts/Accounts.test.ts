import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { create, defaults, type NewAccount, remove as removed, type SettingsPatch } from "../../src/accounts/Account.ts"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { BatchSize } from "../../src/Bulk.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { toAccount } from "../../src/accounts/AccountState.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { at, idsOf, leadRow, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { AccountId, type CampaignId } from "../../src/ids.ts"

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
      updated_at: at(5),
      settings: defaults,
      version: 1,
      deleted_at: null,
      releasing_at: null,
      connection: null,
      inbox: null,
      state: {
        status: "active",
        status_message: null,
        last_error_at: null,
        sent_today: 0,
        remaining_today: 50,
        last_sent_at: null,
        bounce_rate_7d: null,
        campaigns: []
      }
    })
    assert.deepStrictEqual(yield* accounts.find(id), account)
  })

  test("refuses an address that is taken, in whatever case, but not that of another organization", function* () {
    const accounts = yield* Accounts
    yield* accounts.create({ email: "me@x.test", provider: "google" })
    const error = yield* Effect.flip(accounts.create({ email: "ME@X.test", provider: "smtp" }))
    assert.strictEqual(error._tag, "DuplicateAccount")
    yield* asOther(accounts.create({ email: "me@x.test", provider: "google" }))
  })

  test("rejects an invalid account, fault by fault", function* () {
    const accounts = yield* Accounts
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [[""], null],
      [["/email", "/provider"], { email: "me", provider: "aol" }],
      [["/password"], { email: "me@x.test", provider: "smtp", password: "x" }],
      [["/settings/daily_limit"], { email: "me@x.test", provider: "smtp", settings: { daily_limit: 1_001 } }],
      [["/settings/ramp_up/start"], { email: "me@x.test", provider: "smtp", settings: { ramp_up: { start: -1 } } }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(accounts.create(input as NewAccount)), pointers)
    }
    assert.strictEqual((yield* accounts.page(first)).total, 0)
  })

  test("does not find what another organization has, or no one", function* () {
    const accounts = yield* Accounts
    const { id } = yield* accounts.create({ email: "me@x.test", provider: "google" })
    const errors = yield* errorsOf(asOther(accounts.find(id)), accounts.find(AccountId.make(id + 1)))
    assert.deepStrictEqual(errors, ["AccountNotFound", "AccountNotFound"])
    assert.deepStrictEqual(yield* asOther(accounts.page(first)), { total: 0, data: [], ...first })
  })

  test("lists in the order of creation, by what the address holds", function* () {
    const accounts = yield* Accounts
    const emails = ["c@x.test", "A%@x.test", "b_@y.test"]
    const created = yield* Effect.forEach(emails, (email) => accounts.create({ email, provider: "smtp" }))
    const ids = idsOf(created)
    const shown = created.map(toAccount)
    assert.deepStrictEqual(yield* accounts.page(first), { total: 3, data: shown, ...first })
    assert.deepStrictEqual(yield* accounts.page({ offset: 1, limit: 1 }), {
      total: 3,
      data: shown.slice(1, 2),
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

  test("creates with some settings, and fills in the others", function* () {
    const accounts = yield* Accounts
    const settings = { daily_limit: 7, reply_to: "answers@x.test", ramp_up: { enabled: true } }
    const account = yield* accounts.create({ email: "me@x.test", provider: "smtp", settings })
    assert.deepStrictEqual(account.settings, {
      ...defaults,
      daily_limit: 7,
      reply_to: "answers@x.test",
      ramp_up: { ...defaults.ramp_up, enabled: true, started_at: account.created_at }
    })
    assert.strictEqual(account.state.remaining_today, 5)
  })

  test("changes settings of several accounts, field by field", function* () {
    const accounts = yield* Accounts
    const [a, b, c] = yield* newAccounts(3, { ramp_up: { start: 9 } })
    yield* TestClock.setTime(Date.parse(at(60)))
    const settings = { daily_limit: 10, reply_to: "me@x.test", ramp_up: { enabled: true, started_at: at(50) } }
    const result = yield* accounts.update({ ids: [c, unknown, a, c], settings })
    assert.deepStrictEqual(result, {
      counts: { updated: 2, not_found: 1 },
      data: [
        { id: c, status: "updated" },
        { id: unknown, status: "not_found" },
        { id: a, status: "updated" }
      ]
    })
    const changed = yield* accounts.find(a)
    assert.deepStrictEqual(changed.settings, {
      ...defaults,
      daily_limit: 10,
      reply_to: "me@x.test",
      ramp_up: { ...defaults.ramp_up, start: 9, enabled: true, started_at: at(50) }
    })
    assert.deepStrictEqual([changed.version, changed.updated_at], [2, at(60)])
    assert.strictEqual((yield* accounts.find(b)).version, 1)
    // The same update again changes nothing.
    yield* TestClock.setTime(Date.parse(at(70)))
    assert.deepStrictEqual(yield* accounts.update({ ids: [c, unknown, a, c], settings }), result)
    assert.deepStrictEqual(yield* accounts.find(a), changed)
    yield* accounts.update({ ids: [a], settings: { reply_to: null, ramp_up: { started_at: null } } })
    const { ramp_up, reply_to } = (yield* accounts.find(a)).settings
    assert.deepStrictEqual([reply_to, ramp_up.started_at, ramp_up.enabled], [null, null, true])
  })

  test("refuses what cannot be changed, and changes nothing then", function* () {
    const accounts = yield* Accounts
    const [a] = yield* newAccounts(1)
    const settings = { daily_limit: 1 }
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [["/ids", "/settings"], {}],
      [["/ids"], { ids: [], settings }],
      [["/ids"], { ids: Array.from({ length: 501 }, (_, i) => i + 1), settings }],
      [["/ids/1"], { ids: [a, 0], settings }],
      [["/settings"], { ids: [a], settings: {} }],
      [["/settings/daily_limit"], { ids: [a], settings: { daily_limit: null } }],
      [["/settings/timezone"], { ids: [a], settings: { timezone: "Mars/Olympus" } }],
      [["/settings/reply_to"], { ids: [a], settings: { reply_to: "me" } }],
      [["/settings/ramp_up/pace", "/settings/speed"], { ids: [a], settings: { speed: 1, ramp_up: { pace: 1 } } }],
      [["/settings/ramp_up/started_at"], { ids: [a], settings: { ramp_up: { started_at: "today" } } }],
      [["/email"], { ids: [a], settings, email: "x@x.test" }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(accounts.update(input as never)), pointers)
    }
    assert.deepStrictEqual((yield* accounts.find(a)).settings, defaults)
  })

  test("checks a version of exactly one account", function* () {
    const accounts = yield* Accounts
    const [a, b] = yield* newAccounts(2)
    const settings = { daily_limit: 1 }
    assert.deepStrictEqual(yield* faultsOf(accounts.update({ ids: [a, b], settings }, { if_version: [1] })), [
      "/if_version"
    ])
    assert.deepStrictEqual(yield* faultsOf(accounts.remove({ ids: [a, b] }, { if_version: [1] })), ["/if_version"])
    yield* accounts.update({ ids: [a, a], settings }, { if_version: [1, 7] })
    assert.deepStrictEqual(
      yield* errorsOf(
        accounts.update({ ids: [a], settings }, { if_version: [1] }),
        accounts.remove({ ids: [a] }, { if_version: [] })
      ),
      ["AccountChanged", "AccountChanged"]
    )
    const { counts } = yield* accounts.update({ ids: [unknown], settings }, { if_version: [1] })
    assert.strictEqual(counts.not_found, 1)
    assert.strictEqual((yield* accounts.remove({ ids: [a] }, { if_version: [2] })).counts.deleted, 1)
  })

  test("deletes accounts once, and releases their leads and campaigns", function* () {
    const accounts = yield* Accounts
    const campaigns = yield* Campaigns
    const [a, b, c] = yield* newAccounts(3)
    const { id: campaign_id } = yield* campaigns.create({ name: "x", account_ids: [a, b, c] })
    const pinned = yield* pin(campaign_id, a, a, b, a, a, c)
    yield* TestClock.setTime(Date.parse(at(60)))
    const remove = accounts.remove({ ids: [b, unknown, a, b] }).pipe(Effect.provideService(BatchSize, 2))
    assert.deepStrictEqual(yield* remove, {
      counts: { deleted: 2, not_found: 1 },
      data: [
        { id: b, status: "deleted" },
        { id: unknown, status: "not_found" },
        { id: a, status: "deleted" }
      ]
    })
    const { id } = yield* CurrentOrganization
    const leads = yield* (yield* LeadStore).findMany(id, idsOf(pinned))
    assert.deepStrictEqual(
      leads.map(({ chosen_sender, updated_at, version }) => [chosen_sender, updated_at, version]),
      pinned.map(({ chosen_sender, updated_at, version }) =>
        chosen_sender === c ? [c, updated_at, version] : [null, at(60), version + 1]
      )
    )
    const campaign = yield* campaigns.find(campaign_id)
    assert.deepStrictEqual([campaign.account_ids, campaign.updated_at], [[c], at(60)])
    assert.deepStrictEqual(yield* errorsOf(accounts.find(a), accounts.find(b)), ["AccountNotFound", "AccountNotFound"])
    assert.deepStrictEqual(idsOf((yield* accounts.page(first)).data), [c])
    assert.strictEqual((yield* remove).counts.deleted, 0)
    const { counts } = yield* accounts.update({ ids: [a], settings: { daily_limit: 1 } })
    assert.deepStrictEqual(counts, { updated: 0, not_found: 1 })
    assert.deepStrictEqual(yield* faultsOf(campaigns.create({ name: "y", account_ids: [c, a] })), ["/account_ids/1"])
    assert.strictEqual(yield* accounts.finishRemovals({ all: true }), 0)
  })

  test("creates a deleted address again as the same account, with new settings", function* () {
    const accounts = yield* Accounts
    const settings = { daily_limit: 3, sending_enabled: false }
    const { created_at, id } = yield* accounts.create({ email: "Me@x.test", provider: "google", settings })
    yield* accounts.remove({ ids: [id] })
    yield* TestClock.setTime(Date.parse(at(60)))
    const again = yield* accounts.create({ email: "ME@x.test", provider: "smtp", settings: { daily_limit: 4 } })
    const { deleted_at, email, provider, releasing_at, updated_at, version } = again
    assert.deepStrictEqual(
      { created_at: again.created_at, deleted_at, email, id: again.id, provider, releasing_at, updated_at, version },
      {
        created_at,
        deleted_at: null,
        email: "ME@x.test",
        id,
        provider: "smtp",
        releasing_at: null,
        updated_at: at(60),
        version: 3
      }
    )
    assert.deepStrictEqual(again.settings, { ...defaults, daily_limit: 4 })
    assert.deepStrictEqual(yield* accounts.find(id), again)
    assert.deepStrictEqual(yield* errorsOf(accounts.create({ email: "me@x.test", provider: "smtp" })), [
      "DuplicateAccount"
    ])
  })

  test("finishes deletions that were left unfinished, when they are old, and before the account is there again", function* () {
    const accounts = yield* Accounts
    const store = yield* AccountStore
    const { id: organization_id } = yield* CurrentOrganization
    const ids = yield* newAccounts(3)
    const { id: campaign_id } = yield* (yield* Campaigns).create({ name: "x" })
    const leads = yield* pin(campaign_id, ...ids, ...ids)
    const stored = yield* store.findMany(organization_id, ids)
    // The state after the first transaction of a deletion.
    yield* store.write(
      organization_id,
      stored.map((account, i) => removed(account, at(i * 50)))
    )
    const pinned = Effect.map((yield* LeadStore).findMany(organization_id, idsOf(leads)), (found) =>
      found.map(({ chosen_sender }) => (chosen_sender === null ? null : ids.indexOf(chosen_sender)))
    )
    const small = Effect.provideService(BatchSize, 1)
    yield* TestClock.setTime(Date.parse(at(100)))
    assert.strictEqual(yield* small(accounts.finishRemovals()), 1)
    assert.deepStrictEqual(yield* pinned, [null, 1, 2, null, 1, 2])
    const again = yield* small(accounts.create({ email: stored[1]?.email ?? "", provider: "smtp" }))
    assert.strictEqual(again.id, ids[1])
    assert.deepStrictEqual(yield* pinned, [null, null, 2, null, null, 2])
    assert.strictEqual(yield* accounts.finishRemovals(), 0)
    assert.strictEqual(yield* small(accounts.finishRemovals({ all: true })), 1)
    assert.deepStrictEqual(yield* pinned, [null, null, null, null, null, null])
    assert.strictEqual(yield* accounts.finishRemovals({ all: true }), 0)
  })

  test("lists by status, which is computed, with a total", function* () {
    const accounts = yield* Accounts
    const ids = yield* newAccounts(7)
    yield* accounts.update({ ids: ids.filter((_, i) => i % 2 === 0), settings: { sending_enabled: false } })
    yield* accounts.update({ ids: [ids[1] ?? unknown], settings: { daily_limit: 0 } })
    const list = (query: object) =>
      Effect.map(accounts.page({ ...first, ...query }), ({ data, total }) => [total, ...idsOf(data)])
    assert.deepStrictEqual(yield* list({ status: "paused" }), [4, ids[0], ids[2], ids[4], ids[6]])
    assert.deepStrictEqual(yield* list({ status: "paused", offset: 1, limit: 2 }), [4, ids[2], ids[4]])
    assert.deepStrictEqual(yield* list({ status: "paused", after_id: ids[1], limit: 2 }), [4, ids[2], ids[4]])
    assert.deepStrictEqual(yield* list({ status: "paused", after_id: ids[2], offset: 1 }), [4, ids[6]])
    assert.deepStrictEqual(yield* list({ status: "limit_reached" }), [1, ids[1]])
    assert.deepStrictEqual(yield* list({ status: "active", search: "X.test" }), [2, ids[3], ids[5]])
    assert.deepStrictEqual(yield* list({ status: "active", search: "5@" }), [1, ids[5]])
    assert.deepStrictEqual(yield* list({ status: "sending_error" }), [0])
  })

  test("finds every account of a status among more than it reads at once", function* () {
    const accounts = yield* Accounts
    const { id } = yield* CurrentOrganization
    const store = yield* AccountStore
    const drafts = Array.from({ length: 1_003 }, (_, i) =>
      create({ email: `${i}@x.test`, provider: "smtp", settings: { sending_enabled: i % 500 !== 2 } }, at(0))
    )
    const ids = idsOf(yield* Effect.forEach(drafts, (draft) => store.insert(id, draft)))
    const { data, total } = yield* accounts.page({ ...first, status: "paused" })
    assert.deepStrictEqual([total, ...idsOf(data)], [3, ids[2], ids[502], ids[1_002]])
    assert.strictEqual((yield* accounts.page({ ...first, status: "active" })).total, 1_000)
  })
})

const unknown = AccountId.make(Number.MAX_SAFE_INTEGER)

const newAccounts = Effect.fnUntraced(function* (count: number, settings: SettingsPatch = {}) {
  const accounts = yield* Accounts
  const emails = Array.from({ length: count }, (_, i) => `${i}@x.test`)
  const created = yield* Effect.forEach(emails, (email) => accounts.create({ email, provider: "smtp", settings }))
  return idsOf(created) as unknown as ReadonlyArray<AccountId> & readonly [AccountId, AccountId, AccountId]
})

/** Inserts leads with these accounts as their chosen senders. */
const pin = Effect.fnUntraced(function* (campaign_id: CampaignId, ...accounts: ReadonlyArray<AccountId>) {
  const { id } = yield* CurrentOrganization
  const rows = accounts.map((account, i) => leadRow(`lead${i}@x.test`, { chosen_sender: account }))
  return yield* newLeads(id, campaign_id, ...rows)
})
