/** The blacklist over HTTP (contract, section 6). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("blacklist", (it) => {
  const stopOf = Effect.fnUntraced(function* (id: number) {
    const { call } = yield* TestServer
    return (yield* call("GET", `/leads/${id}`)).json.stop_sending_type
  })

  it.effect("stops the leads of an address in any spelling, and resumes them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("zoë")
      const [id = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [`${name}@münchen.example`])
      const [other = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [`${name}@xn--mnchen-3ya.example`])
      const emails = [` ${name.toUpperCase()}@MÜNCHEN.example `, `${name}@xn--mnchen-3ya.example`, "nobody"]
      const { json, status } = yield* call("POST", "/blacklist/emails", { body: { emails, reason: "asked" } })
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { added: 1, existing: 1, invalid: 1, leads_stopped: 2 })
      assert.deepStrictEqual(json.data[0], {
        input: emails[0],
        email: `${name}@xn--mnchen-3ya.example`,
        status: "added",
        id: json.data[0].id
      })
      assert.deepInclude(json.data[1], { status: "existing", id: json.data[0].id })
      assert.deepInclude(json.data[2], { status: "invalid", id: null, email: null })
      assert.deepStrictEqual([yield* stopOf(id), yield* stopOf(other)], ["blacklist", "blacklist"])

      const { json: page } = yield* call(
        "GET",
        `/blacklist/emails?search=${encodeURIComponent(name.toUpperCase())}&source=manual`
      )
      assert.deepInclude(page, { total: 1, offset: 0, limit: 50 })
      assert.deepStrictEqual(Object.keys(page.data[0]).sort(), [
        "campaign_id",
        "created_at",
        "email",
        "id",
        "reason",
        "source"
      ])
      const removed = yield* call("DELETE", `/blacklist/emails?ids=${json.data[0].id},999999999`)
      assert.deepInclude(removed.json, { removed: 1, not_found: 1, leads_resumed: 2 })
      assert.deepStrictEqual([yield* stopOf(id), yield* stopOf(other)], [null, null])
    })
  )

  it.effect("covers the subdomains of a domain, and nothing that only looks like it", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const domain = `${Fixtures.unique("acme")}.co.uk`
      const emails = [`a@${domain}`, `a@mail.${domain}`, `a@x${domain}`, `a@${domain}.example.org`]
      const ids = yield* Fixtures.leads(yield* Fixtures.campaign(), emails)
      const stops = Effect.forEach(ids, stopOf)
      const domains = [`https://www.${domain.toUpperCase()}./path?x`, "co.uk", "*.nowhere"]
      const { json } = yield* call("POST", "/blacklist/domains", { body: { domains } })
      assert.deepInclude(json, { added: 1, existing: 0, invalid: 2, leads_stopped: 2 })
      assert.strictEqual(json.data[0].domain, domain)
      assert.deepStrictEqual(yield* stops, ["blacklist", "blacklist", null, null])
      yield* call("POST", "/blacklist/emails", { body: { emails: [`a@mail.${domain}`] } })
      const { json: removed } = yield* call("DELETE", "/blacklist/domains", { body: { domains: [domain, domain] } })
      assert.deepInclude(removed, { removed: 1, not_found: 0, leads_resumed: 1 })
      assert.deepStrictEqual(yield* stops, [null, "blacklist", null, null])
    })
  )

  it.effect("takes no domain for an address and no address for a domain, and says where each goes", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const emails = yield* call("POST", "/blacklist/emails", { body: { emails: ["*@evil.example"] } })
      assert.deepInclude(emails.json, { added: 0, existing: 0, invalid: 1, leads_stopped: 0 })
      assert.deepInclude(emails.json.data[0], {
        status: "invalid",
        error: "names a domain: use POST /blacklist/domains with evil.example"
      })
      const domains = yield* call("POST", "/blacklist/domains", { body: { domains: ["ada@mail.example"] } })
      assert.deepInclude(domains.json, { added: 0, existing: 0, invalid: 1, leads_stopped: 0 })
      assert.match(domains.json.data[0].error, /^names an address: use POST \/blacklist\/emails/u)
    })
  )

  it.effect("keeps a person's word, and stops new leads at once", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const domain = `${Fixtures.unique("globex")}.example`
      const [manual = 0, moved = 0] = yield* Fixtures.leads(campaign_id, [`a@${domain}`, "b@elsewhere.example"])
      yield* call("PATCH", `/leads/${manual}`, { body: { stop_sending: true } })
      yield* call("POST", "/blacklist/domains", { body: { domains: [domain] } })
      assert.strictEqual(yield* stopOf(manual), "manual")
      const body = { campaign_id, leads: [{ email: `new@${domain}` }] }
      const { json } = yield* call("POST", "/leads", { body })
      assert.deepInclude(json, { created: 1, skipped: 0 })
      assert.strictEqual(json.data[0].status, "blacklisted")
      assert.strictEqual(yield* stopOf(json.data[0].id), "blacklist")
      const { json: patched } = yield* call("PATCH", `/leads/${moved}`, { body: { email: `b@${domain}` } })
      assert.strictEqual(patched.stop_sending_type, "blacklist")
      const { json: back } = yield* call("PATCH", `/leads/${moved}`, { body: { email: "b@elsewhere.example" } })
      assert.strictEqual(back.stop_sending_type, null)
      yield* call("DELETE", "/blacklist/domains", { body: { domains: [domain] } })
      assert.strictEqual(yield* stopOf(manual), "manual")
      assert.strictEqual(yield* stopOf(json.data[0].id), null)
    })
  )

  it.effect("answers what means nothing as it was given", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      for (const [plural, kind] of [
        ["emails", "email"],
        ["domains", "domain"]
      ] as const) {
        const { json, status } = yield* call("DELETE", `/blacklist/${plural}`, {
          body: { [plural]: ["a\u0000b", "nothing at all", "a\u0000b"] }
        })
        assert.strictEqual(status, 200)
        assert.deepInclude(json, { removed: 0, not_found: 2, leads_resumed: 0 })
        assert.strictEqual(json.data[0][kind], "a\u0000b")
      }
    })
  )

  it.effect("never takes an empty request for all", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      for (const kind of ["emails", "domains"]) {
        assert.strictEqual((yield* call("DELETE", `/blacklist/${kind}`)).status, 400)
        assert.strictEqual((yield* call("DELETE", `/blacklist/${kind}`, { body: {} })).status, 400)
        assert.strictEqual((yield* call("DELETE", `/blacklist/${kind}?ids=`)).status, 400)
        assert.strictEqual((yield* call("DELETE", `/blacklist/${kind}`, { body: { ids: [] } })).status, 400)
        assert.strictEqual((yield* call("POST", `/blacklist/${kind}`, { body: { [kind]: [] } })).status, 400)
      }
    })
  )
})
