/** The fields that new leads may have, and that no patch changes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { missing } from "../../src/testing/fixtures/Fixtures.ts"
import { faultsOf, test } from "../Tenant.ts"

const first = { offset: 0, limit: 50 }

/** A campaign with one account, and an account that the campaign does not have. */
const newSenders = Effect.gen(function* () {
  const accounts = yield* Accounts
  const [sender, other] = yield* Effect.forEach(["ours@x.test", "other@x.test"], (email) =>
    Effect.map(accounts.create({ email, provider: "smtp" }), ({ id }) => id)
  )
  const { id } = yield* (yield* Campaigns).create({ name: "Campaign", account_ids: [sender ?? missing.account] })
  return { campaign_id: id, sender: sender ?? missing.account, other: other ?? missing.account }
})

test("sets the result of a verification and the chosen sender, of new and of existing leads", function* () {
  const { campaign_id, other, sender } = yield* newSenders
  const leads = yield* Leads
  const create = Effect.fnUntraced(function* (...inputs: ReadonlyArray<Record<string, unknown>>) {
    const { data } = yield* leads.create({ campaign_id, leads: inputs, on_duplicate: "update" })
    return data.map(({ errors, status }) => [status, ...(errors ?? []).map(({ pointer }) => pointer)])
  })
  const stored = Effect.map(leads.page(campaign_id, first), ({ data }) =>
    data.map(({ chosen_sender, company, verification_status }) => [company, verification_status, chosen_sender])
  )
  const [a, b] = [{ email: "a@x.test" }, { email: "b@x.test" }]
  assert.deepStrictEqual(
    yield* create({ ...a, verification_status: "valid", chosen_sender: sender }, { ...b, chosen_sender: null }),
    [["created"], ["created"]]
  )
  assert.deepStrictEqual(yield* stored, [
    ["", "valid", sender],
    ["", "not_verified", null]
  ])
  assert.deepStrictEqual(
    yield* create(
      { ...a, company: "A" },
      { ...b, verification_status: "accept_all", chosen_sender: sender },
      { ...a, company: "Not stored", chosen_sender: other },
      { email: "c@x.test", chosen_sender: missing.account },
      { email: "d@x.test", verification_status: "verified" }
    ),
    [
      ["updated"],
      ["updated"],
      ["invalid", "/chosen_sender"],
      ["invalid", "/chosen_sender"],
      ["invalid", "/verification_status"]
    ]
  )
  assert.deepStrictEqual(yield* stored, [
    ["A", "valid", sender],
    ["", "accept_all", sender]
  ])
  assert.deepStrictEqual(yield* create({ ...a, chosen_sender: null }), [["updated"]])
  assert.deepStrictEqual(yield* stored, [
    ["A", "valid", null],
    ["", "accept_all", sender]
  ])
  yield* (yield* Accounts).remove({ ids: [sender] })
  assert.deepStrictEqual(yield* create({ ...a, chosen_sender: sender }), [["invalid", "/chosen_sender"]])
})

test("a patch sets neither of them", function* () {
  const { campaign_id, sender } = yield* newSenders
  const leads = yield* Leads
  const { data } = yield* leads.create({ campaign_id, leads: [{ email: "a@x.test" }] })
  const id = data[0]?.id ?? missing.lead
  for (const fields of [{ chosen_sender: sender }, { verification_status: "valid" }]) {
    assert.deepStrictEqual(yield* faultsOf(leads.update(id, fields as never)), [`/${Object.keys(fields)[0]}`])
  }
})

test("a dry run has the results of a real one, and stores nothing", function* () {
  const { campaign_id, other, sender } = yield* newSenders
  const leads = yield* Leads
  yield* (yield* Blacklist).add("email", ["out@x.test"], {})
  const known = { email: "Known@x.test" }
  const { data } = yield* leads.create({ campaign_id, leads: [known] })
  const inputs = [
    { email: "new@x.test", chosen_sender: sender },
    { email: "NEW@x.test" },
    { email: "known@x.test", company: "Changed" },
    { email: "out@x.test" },
    { email: "no address" },
    { email: "b@x.test", chosen_sender: other }
  ]
  for (const on_duplicate of ["skip", "update"] as const) {
    const before = yield* leads.page(campaign_id, first)
    const tried = yield* leads.create({ campaign_id, leads: inputs, on_duplicate, dry_run: true })
    assert.deepStrictEqual(yield* leads.page(campaign_id, first), before)
    const real = yield* leads.create({ campaign_id, leads: inputs, on_duplicate })
    assert.deepStrictEqual(
      tried.data.map(({ errors, status }) => [status, errors]),
      real.data.map(({ errors, status }) => [status, errors])
    )
    assert.strictEqual(tried.data[2]?.id, data[0]?.id)
    yield* leads.remove({ ids: real.data.flatMap(({ id }) => (id === null || id === data[0]?.id ? [] : [id])) })
  }
  const none = yield* Effect.flip(leads.create({ campaign_id: missing.campaign, leads: [known], dry_run: true }))
  assert.strictEqual(none._tag, "CampaignNotFound")
})
