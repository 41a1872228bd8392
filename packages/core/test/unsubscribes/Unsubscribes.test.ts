/** Links whose mail or organization is gone (sending design, "Unsubscribe"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Organizations } from "../../src/auth/Organizations.ts"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import type { SendId } from "../../src/sends/Send.ts"
import { idsOf, missing, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { Unsubscribes } from "../../src/unsubscribes/Unsubscribes.ts"
import { test } from "../Tenant.ts"

const email = "Zoë@MÜNCHEN.example"

/** The token of a mail that is not stored: its organization may have erased it. */
const forgotten = Effect.flatMap(Unsubscribes, ({ tokenOf }) => tokenOf({ id: 77 as SendId, to_email: email }))

const entries = Effect.gen(function* () {
  const { id } = yield* CurrentOrganization
  const { data } = yield* (yield* BlacklistStore).page(id, "email", { offset: 0, limit: 10 })
  return data.map(({ campaign_id, source, value }) => ({ campaign_id, source, value }))
})

test("an address is listed and its leads stop, also when the mail is not stored any more", function* () {
  const { id } = yield* CurrentOrganization
  const [lead_id = missing.lead] = idsOf(yield* newLeads(id, yield* newCampaign(id), "zoë@xn--mnchen-3ya.example"))
  const { addressOf, unsubscribe } = yield* Unsubscribes
  const token = yield* forgotten
  assert.strictEqual(yield* addressOf(token), email)
  assert.deepStrictEqual(yield* entries, [])
  assert.deepStrictEqual([yield* unsubscribe(token), yield* unsubscribe(token)], [email, email])
  const [entry, ...more] = yield* entries
  assert.deepStrictEqual(more, [])
  assert.deepInclude(entry, { campaign_id: null, source: "unsubscribe" })
  assert.strictEqual((yield* (yield* Leads).find(lead_id)).stop_sending_type, "blacklist")
})

test("a link of a removed organization is answered, and writes nothing", function* () {
  const { unsubscribe } = yield* Unsubscribes
  const token = yield* forgotten
  yield* (yield* Organizations).remove((yield* CurrentOrganization).id)
  assert.strictEqual(yield* unsubscribe(token), email)
  assert.deepStrictEqual(yield* entries, [])
})

test("the code of another mail is not genuine", function* () {
  const { addressOf, tokenOf, unsubscribe } = yield* Unsubscribes
  const [organization, send, address] = (yield* forgotten).split(".")
  const other = yield* tokenOf({ id: 78 as SendId, to_email: email })
  const token = [organization, send, address, other.split(".")[3]].join(".")
  for (const use of [addressOf, unsubscribe]) {
    const { _tag } = yield* Effect.flip(use(token))
    assert.strictEqual(_tag, "InvalidUnsubscribeToken")
  }
  assert.deepStrictEqual(yield* entries, [])
})
