/** The settings of an organization, and the checks of a tracking domain. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentOrganization, DeliveryFailed, DeliveryTransport, DnsResolver, layerPublicUrl } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Option } from "effect"
import { Organizations } from "../../src/auth/Organizations.ts"
import { dnsFaultOf, recordFor } from "../../src/organization/DomainRecord.ts"
import { linkBaseOf } from "../../src/organization/LinkBase.ts"
import { toTrackingDomain } from "../../src/organization/OrganizationSettings.ts"
import { Settings } from "../../src/organization/Settings.ts"
import { askOf, resolverOf, type Zone } from "../../../mail/test/dns/Zone.ts"
import { layerOver } from "../Tenant.ts"
import { answer } from "../integrations/Answers.ts"

const publicUrl = "https://mail.ours.example/mailroom"
const records: Zone = {
  "links.x.test CNAME": ["Mail.Ours.Example."],
  "mail.ours.example A": ["8.8.8.1"],
  "same.x.test A": ["8.8.8.7", "8.8.8.1"],
  "other.x.test CNAME": ["elsewhere.test"],
  "other.x.test A": ["8.8.8.9"],
  "silent.x.test A": "timed_out",
  "db.corp.internal A": ["10.1.2.3"],
  "alias.x.test CNAME": ["db.corp.internal"],
  "alias.x.test A": ["10.1.2.3"],
  "six.x.test AAAA": ["fd00::1"]
}

/** The records of the DNS now: `prove` adds to them. */
let zone: Record<string, Zone[string]> = {}

/** Publishes the record that proves that a name belongs to the current organization. */
const prove = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { settings } = yield* (yield* Settings).find
    for (const name of names) {
      zone[`_mailroom.${name} TXT`] = ["another text", `${settings.tracking_domain_proof} `]
    }
  })

const proved = ["links.x.test", "other.x.test", "same.x.test", "none.x.test", "silent.x.test"]

/** The server that answers requests through a domain. */
type Door = "nobody" | "other" | "ours"

const test = (
  name: string,
  options: { readonly url?: string; readonly door?: () => Door },
  body: () => Generator<any, void, any>
) =>
  it.effect(
    name,
    () =>
      Effect.gen(function* () {
        zone = { ...records }
        const id = (yield* (yield* Organizations).create({ name: "Acme" })).id
        yield* Effect.provideService(Effect.gen(body), CurrentOrganization, { id })
      }).pipe(Effect.provide(layerOf(options))) as Effect.Effect<void>
  )

const asked: Array<string> = []

const layerOf = ({ door = () => "ours" as const, url }: { readonly url?: string; readonly door?: () => Door }) => {
  const use = layerOver(MemoryStorage.layer).pipe(
    Layer.provide([
      layerPublicUrl(url),
      Layer.succeed(DnsResolver, DnsResolver.of({ query: (name, type) => resolverOf(zone).query(name, type) }))
    ])
  )
  // Requests that reach this service are answered by it.
  const transport = Layer.effect(
    DeliveryTransport,
    Effect.gen(function* () {
      let settings: Settings["Service"] | undefined
      return DeliveryTransport.of({
        check: () => Effect.void,
        send: Effect.fnUntraced(function* ({ method, url }) {
          asked.push(`${method} ${url}`)
          if (door() === "nobody")
            return yield* new DeliveryFailed({ reason: "tls", code: "ERR_TLS_CERT_ALTNAME_INVALID" })
          if (door() === "other") return answer(200, "Welcome to nginx!")
          settings ??= answering
          const body = yield* settings?.answerChallenge(url.slice(url.lastIndexOf("/") + 1)) ?? Effect.succeedNone
          return answer(
            200,
            Option.getOrElse(body, () => "")
          )
        })
      })
    })
  )
  return Layer.effectDiscard(Effect.map(Settings, (settings) => void (answering = settings))).pipe(
    Layer.provideMerge(use),
    Layer.provide(transport)
  )
}
let answering: Settings["Service"] | undefined

const faultOf = (tracking_domain: string) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip((yield* Settings).update({ tracking_domain }))
    if (error._tag !== "InvalidInput") return assert.fail(error._tag)
    const [{ message = "", pointer = "" } = {}] = error.faults
    assert.strictEqual(pointer, "/tracking_domain")
    return message
  })

describe("A tracking domain", () => {
  test(
    "is stored when this service answers, whatever the records of a proxy in between",
    { url: publicUrl },
    function* () {
      const settings = yield* Settings
      yield* prove(...proved)
      const before = yield* settings.find
      assert.deepInclude(before.settings, { name: "Acme", public_url: publicUrl, tracking_domain: null })
      assert.strictEqual(before.version, 1)
      for (const [i, name] of [" LINKS.x.test. ", "other.x.test", "same.x.test"].entries()) {
        const changed = yield* settings.update({ tracking_domain: name }, { if_version: [i + 1] })
        assert.strictEqual(changed.settings.tracking_domain, ["links.x.test", "other.x.test", "same.x.test"][i])
        assert.strictEqual(changed.version, i + 2)
        assert.deepStrictEqual(yield* settings.find, changed)
      }
      assert.match(asked.at(-1) ?? "", /^GET https:\/\/same\.x\.test\/mailroom\/o\/check-[\w-]{22}$/u)
      assert.strictEqual((yield* settings.update({ tracking_domain: "same.x.test" })).version, 4)
      assert.deepInclude(yield* settings.trackingDomain, {
        tracking_domain: "same.x.test",
        status: "ok",
        reason: null,
        record: { name: "same.x.test", type: "CNAME", value: "mail.ours.example" }
      })
      assert.strictEqual((yield* settings.update({ tracking_domain: null })).settings.tracking_domain, null)
      assert.deepInclude(yield* settings.trackingDomain, { status: "none", record: null })
    }
  )

  test("is not stored by who read an earlier version", { url: publicUrl }, function* () {
    const settings = yield* Settings
    yield* prove("links.x.test")
    yield* settings.update({ tracking_domain: "links.x.test" }, { if_version: [1] })
    const error = yield* Effect.flip(settings.update({ tracking_domain: null }, { if_version: [1] }))
    assert.strictEqual(error._tag, "OrganizationChanged")
    assert.strictEqual((yield* settings.find).version, 2)
  })

  test("names what was found, and what to do", { url: publicUrl, door: () => "nobody" }, function* () {
    yield* prove(...proved)
    const cure = (name: string) => `add the record CNAME ${name} → mail.ours.example`
    const faults: ReadonlyArray<readonly [string, string]> = [
      ["none.x.test", `has no public address: ${cure("none.x.test")}, and wait until it is published`],
      ["other.x.test", `leads to elsewhere.test, and not to mail.ours.example: ${cure("other.x.test")}`],
      [
        "silent.x.test",
        `cannot be checked, because the name servers do not answer: try again, or ${cure("silent.x.test")}`
      ],
      ["mail.ours.example", "is the host of the public URL: leave it out (null), or use another name"]
    ]
    for (const [name, message] of faults) assert.strictEqual(yield* faultOf(name), message)
    assert.strictEqual((yield* (yield* Settings).find).version, 1)
  })

  test("belongs to the organization that proved it, and stays reserved for it", { url: publicUrl }, function* () {
    const settings = yield* Settings
    const { tracking_domain_proof } = (yield* settings.find).settings
    assert.match(tracking_domain_proof, /^mailroom-organization=[\w-]{22}$/u)
    const notProved =
      `is not proved to be yours: add the record TXT _mailroom.links.x.test → ${tracking_domain_proof}, ` +
      "and wait until it is published"
    // A name that leads to this service is not enough, nor is the record of another organization.
    assert.strictEqual(yield* faultOf("links.x.test"), notProved)
    const other = yield* (yield* Organizations).create({ name: "Other" })
    const asOther = Effect.provideService(CurrentOrganization, { id: other.id })
    yield* asOther(prove("links.x.test"))
    assert.strictEqual(yield* faultOf("links.x.test"), notProved)
    assert.notStrictEqual((yield* asOther(settings.find)).settings.tracking_domain_proof, tracking_domain_proof)

    yield* prove("links.x.test")
    yield* settings.update({ tracking_domain: "links.x.test" })
    assert.deepInclude((yield* settings.trackingDomain).proof, {
      name: "_mailroom.links.x.test",
      type: "TXT",
      value: tracking_domain_proof
    })
    yield* settings.update({ tracking_domain: null })
    // Another organization that gets the zone later does not get the links of the mails that were sent.
    yield* asOther(prove("links.x.test"))
    assert.strictEqual(
      yield* asOther(faultOf("links.x.test")),
      "is reserved for another organization of this service, which proved it before: use another name"
    )
    // The name was proved once: the record is not needed again.
    yield* settings.update({ tracking_domain: "links.x.test" })
  })

  test("shows public addresses only", { url: publicUrl, door: () => "nobody" }, function* () {
    const names = ["db.corp.internal", "nothing.corp.internal", "alias.x.test", "six.x.test"]
    const faults = (shown: (name: string) => string) =>
      Effect.forEach(names, (name) => Effect.map(faultOf(name), (message) => message.replaceAll(shown(name), "NAME")))
    for (const isProved of [false, true]) {
      if (isProved) yield* prove(...names)
      const [first, ...others] = yield* faults((name) => name)
      assert.match(first ?? "", isProved ? /^has no public address: add the record CNAME NAME/u : /^is not proved/u)
      for (const message of others) assert.strictEqual(message, first)
    }
  })

  let door: Door = "nobody"
  test("is not stored when something else answers, or nothing", { url: publicUrl, door: () => door }, function* () {
    yield* prove("links.x.test")
    assert.match(
      yield* faultOf("links.x.test"),
      /^cannot be reached\. No secure connection.*certificate for this name$/u
    )
    door = "other"
    assert.match(yield* faultOf("links.x.test"), /^answers 200, and not as this service does: let the server of links/u)
    assert.strictEqual((yield* (yield* Settings).find).settings.tracking_domain, null)
    door = "ours"
    yield* (yield* Settings).update({ tracking_domain: "links.x.test" })
    door = "other"
    assert.deepInclude(yield* (yield* Settings).trackingDomain, { status: "error", reason: "wrong_answer" })
  })

  test("needs a public URL", {}, function* () {
    assert.match(yield* faultOf("links.x.test"), /^needs a public URL: set MAILROOM_PUBLIC_URL/u)
    const { settings } = yield* (yield* Settings).update({ tracking_domain: null })
    assert.strictEqual(settings.public_url, null)
  })

  it("is a host name in its normal form", () => {
    const valid = (text: string) => toTrackingDomain(text, "mail.ours.example")
    assert.deepInclude(valid("Links.MÜNCHEN.de."), { success: "links.xn--mnchen-3ya.de" })
    for (const text of [
      "",
      "x",
      "https://x.test",
      "x.test:8080",
      "x.test/a",
      "192.0.2.1",
      "[::1]",
      "*.x.test",
      "a_b.x.test",
      "a@x.test"
    ]) {
      assert.strictEqual(valid(text)._tag, "Failure", text)
    }
  })

  it("takes the place of host and port in the public URL", () => {
    assert.strictEqual(linkBaseOf("https://a.test:8443/x/y", "b.test"), "https://b.test/x/y")
    assert.strictEqual(linkBaseOf("http://a.test", "b.test"), "http://b.test")
    assert.strictEqual(linkBaseOf("https://a.test/x", null), "https://a.test/x")
  })

  it("leads to an address when the public URL has one", () => {
    const many = Array.from({ length: 50 }, (_, i) => `8.8.4.${i + 2}`)
    const ask = askOf({ "a.x.test A": ["8.8.4.1"], "b.x.test A": ["10.1.2.3", ...many] })
    assert.isUndefined(dnsFaultOf("a.x.test", "8.8.4.1", ask))
    const fault = dnsFaultOf("b.x.test", "8.8.4.1", ask)
    assert.notInclude(fault?.message, "10.1.2.3")
    assert.strictEqual(fault?.reason, "points_elsewhere")
    assert.isBelow(fault?.message.length ?? 0, 200)
    assert.deepStrictEqual(recordFor("b.x.test", "2001:db8::1"), {
      name: "b.x.test",
      type: "AAAA",
      value: "2001:db8::1"
    })
  })
})
