/** Tests of steps that go to addresses outside of the organization: few, and to nobody who wants no mail. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

/** A function that tests a step from an account with credentials. */
const campaign = Effect.gen(function* () {
  const { call } = yield* TestServer
  const talk = yield* Fixtures.conversation()
  const { account_id, campaign_id, lead_id } = talk
  const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
  yield* call("PUT", `/accounts/${account_id}/credentials`, { body: { smtp } })
  const step = { subject: "Hello", body: "Hi. {{unsubscribe_link}}" }
  const { json } = yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body: step })
  const ids = { lead_id, sequence_id: json.id, account_id }
  return {
    ...talk,
    test: (fields: object) => call("POST", `/campaigns/${campaign_id}/test`, { body: { ...ids, ...fields } }),
    seeds: (options: object = {}) => call("POST", `/campaigns/${campaign_id}/test/seeds`, { body: ids, ...options })
  }
})

const colleague = () => `${Fixtures.unique("colleague")}@other.example`

onEveryStorage("a test to an address", (it) => {
  it.effect("goes there, from the account, and its link unsubscribes nobody", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { test } = yield* campaign
      const to_email = colleague()
      const { json, status } = yield* test({ to_email })
      assert.strictEqual(status, 202)
      assert.deepInclude(json, { kind: "test", to_email, subject: "[Test] Hello" })
      yield* call("GET", `/sends/${json.id}`).pipe(until(({ json }) => json.outcome === "sent"))
      const { mail } = outgoing.submitted.find(({ mail }) => mail.message_id === json.message_id) ?? assert.fail()
      assert.deepStrictEqual([mail.to.email, mail.text.trim()], [to_email, "Hi. https://unsubscribe.invalid/u/0"])
    })
  )

  it.effect("does not go to an address on the blacklist, nor to two places", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { account_id, test } = yield* campaign
      const to_email = colleague()
      yield* call("POST", "/blacklist/emails", { body: { emails: [to_email.toUpperCase()] } })
      for (const [fields, message] of [
        [{ to_email }, /is on the blacklist/u],
        [{ to_email: colleague(), to_account_id: account_id }, /must not be given with to_account_id/u],
        [{ to_email: "no address" }, /e-mail address/u]
      ] as const) {
        const { json, status } = yield* test(fields)
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, "/body/to_email"])
        assert.match(json.errors[0].message, message)
      }
    })
  )

  it.effect("goes to all seed addresses in one call, which may be repeated under its key", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { seeds } = yield* campaign
      const set = (seed_addresses: ReadonlyArray<string>) =>
        call("PATCH", "/organization", { body: { seed_addresses } })
      const none = yield* seeds()
      assert.deepStrictEqual([none.status, none.json.reason], [409, "no_seed_addresses"])
      const addresses = [colleague(), colleague()]
      yield* set(addresses)
      const headers = { "idempotency-key": Fixtures.unique("seeds") }
      const { json, status } = yield* seeds({ headers })
      assert.strictEqual(status, 202)
      assert.deepStrictEqual(
        json.data.map(({ kind, subject, to_email }: Record<string, string>) => [kind, subject, to_email]),
        addresses.map((email) => ["test", "Hello", email])
      )
      assert.deepStrictEqual((yield* seeds({ headers })).json, json)
      yield* set([])
    })
  )

  it.effect("is one of a hundred of its organization within a day; tests to accounts are not counted", () =>
    Effect.gen(function* () {
      const { test } = yield* campaign
      let sent = 0
      while ((yield* test({ to_email: colleague() })).status === 202) sent++
      // The other tests have sent some.
      assert.isTrue(sent > 90 && sent <= 100, String(sent))
      for (const { test: again } of [yield* campaign, { test }]) {
        const { json, status } = yield* again({ to_email: colleague() })
        assert.deepStrictEqual([status, json.reason], [409, "too_many_tests"])
        assert.match(json.detail, /at most 100 tests to addresses within 24 hours, and 0 are left/u)
        assert.strictEqual((yield* again({})).status, 202)
      }
    })
  )
})
