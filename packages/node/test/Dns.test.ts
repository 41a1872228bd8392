/** The check of an account's DNS, over HTTP and in process, with the app's own resolver and over a name server. */
import { assert, describe, it } from "@effect/vitest"
import { NodeDns } from "@mailroom/host"
import { createMailroom, MailroomError } from "@mailroom/node"
import { Effect } from "effect"
import { byZone, mxOf, nameOf, nameServer, textOf } from "../../host/test/NameServer.ts"

const records: Readonly<Record<string, ReadonlyArray<string>>> = {
  "x.test MX": ["10 mail.x.test"],
  "x.test TXT": ["v=spf1 ip4:8.8.8.0/24 -all"],
  "s1._domainkey.x.test TXT": [`v=DKIM1; k=rsa; p=${Buffer.alloc(294, 7).toString("base64")}`],
  "_dmarc.x.test TXT": ["v=DMARC1; p=none"],
  "8.8.8.8.in-addr.arpa PTR": ["mail.x.test"],
  "mail.x.test A": ["8.8.8.8"]
}

const ofRecords: NodeDns.ResolveDns = async (name, type) => {
  const found = records[`${name} ${type}`]
  if (found === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: "ENOTFOUND" })
  return found
}

const withMailroom = async (
  use: (mailroom: Awaited<ReturnType<typeof createMailroom>>, organization_id: number) => Promise<void>,
  resolveDns = ofRecords
) => {
  const mailroom = await createMailroom({
    database: "memory",
    authenticate: () => ({ organization_id: 1, access: "read" }),
    resolveDns
  })
  try {
    await use(mailroom, (await mailroom.organizations.create({ name: "Acme" })).id)
  } finally {
    await mailroom.close()
  }
}

describe("GET /accounts/{id}/dns", () => {
  it("asks the resolver of the app, and says what it found", () =>
    withMailroom(async ({ fetch, organization }, organization_id) => {
      assert.strictEqual(organization_id, 1)
      const { accounts } = organization(organization_id)
      const account = await accounts.create({ email: "me@x.test", provider: "smtp" })
      const query = { selector: "s1", ip: "8.8.8.8" }
      const report = await accounts.dns(account.id, query)
      assert.strictEqual(report.status, "ok")
      assert.deepStrictEqual(
        report.checks.map(({ check, status }) => `${check} ${status}`),
        ["mx ok", "spf ok", "dkim ok", "dmarc ok", "alignment ok", "ptr ok", "blacklist ok"]
      )
      const get = async (path: string) => await fetch(new Request(`http://localhost${path}`))
      const answer = await get(`/accounts/${account.id}/dns?${new URLSearchParams(query).toString()}`)
      assert.strictEqual(answer.status, 200)
      const { checked_at, ...served }: any = await answer.json()
      assert.deepStrictEqual({ checked_at: report.checked_at, ...served }, { ...report })
      assert.isAtLeast(Date.parse(checked_at), Date.parse(report.checked_at))
      const other: any = await (await get(`/accounts/${account.id}/dns?ip=1.1.1.1`)).json()
      assert.deepInclude(other.checks[1], {
        check: "spf",
        result: "address_not_allowed",
        publish: { type: "TXT", name: "x.test", value: "v=spf1 ip4:1.1.1.1 ip4:8.8.8.0/24 -all" }
      })
    }))

  it("rejects a private address, an unknown parameter and an unknown account", () =>
    withMailroom(async ({ fetch, organization }, organization_id) => {
      const { accounts } = organization(organization_id)
      const { id } = await accounts.create({ email: "me@x.test", provider: "smtp" })
      for (const [path, status, pointer] of [
        [`/accounts/${id}/dns?ip=192.168.0.1`, 400, "/query/ip"],
        [`/accounts/${id}/dns?selector=a..b`, 400, "/query/selector"],
        [`/accounts/${id}/dns?domain=y.test`, 400, "/query/domain"],
        [`/accounts/${id + 1}/dns`, 404, undefined],
        ["/accounts/x/dns", 400, "/path/id"]
      ] as const) {
        const answer = await fetch(new Request(`http://localhost${path}`))
        const problem: any = await answer.json()
        assert.deepStrictEqual([answer.status, problem.errors?.[0].pointer], [status, pointer], path)
      }
      const failed = await accounts.dns(id, { ip: "::1" }).then(
        () => assert.fail("It did not fail"),
        (error: unknown) => error
      )
      assert.instanceOf(failed, MailroomError)
      assert.strictEqual(failed.code, "invalid_request")
    }))
})

const address = Buffer.of(8, 8, 8, 8)
const key = Buffer.alloc(294, 7).toString("base64")
/** A key of 2 048 bits does not fit into one string. */
const dkim = [textOf("v=DKIM1; k=rsa; p=", key.slice(0, 200), key.slice(200))]
const spf = (...terms: ReadonlyArray<string>) => {
  const text = ["v=spf1", ...terms].join(" ")
  return [textOf(text.slice(0, 200), text.slice(200))]
}
const policy = (text: string) => [textOf(`v=DMARC1; p=reject${text}`)]
const includes = (domain: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`i${i}.${domain} TXT`, spf("ip4:8.8.8.0/24", "-all")]))
const termsFor = (domain: string, count: number) => [
  ...Array.from({ length: count }, (_, i) => `include:i${i}.${domain}`),
  "-all"
]
/** Records beside SPF, such as the proofs of services. A datagram is too small for them. */
const proofs = Array.from({ length: 20 }, (_, i) => textOf(`service-${i}-verification=${"0".repeat(32)}`))

/** The parts of a domain at which everything is right. */
const right = (domain: string) => ({
  [`${domain} MX`]: [mxOf(10, "mail.good.test")],
  [`${domain} TXT`]: spf("ip4:8.8.8.0/24", "-all"),
  [`s1._domainkey.${domain} TXT`]: dkim,
  [`_dmarc.${domain} TXT`]: policy("")
})

const zone = byZone({
  "8.8.8.8.in-addr.arpa PTR": [nameOf("mail.good.test")],
  "mail.good.test A": [address],
  ...right("good.test"),
  "good.test TXT": spf("include:_spf.good.test", "mx", "-all"),
  "_spf.good.test TXT": spf("ip4:9.9.9.0/24", "-all"),
  ...right("long.test"),
  "long.test TXT": [...proofs, ...spf("ip4:8.8.8.0/24", "-all")],
  ...right("ten.test"),
  "ten.test TXT": spf(...termsFor("ten.test", 9), "mx"),
  ...includes("ten.test", 9),
  ...right("eleven.test"),
  "eleven.test TXT": spf(...termsFor("eleven.test", 11)),
  ...includes("eleven.test", 11),
  // Only the organizational domain has a key and a policy.
  "a.relaxed.test MX": [mxOf(10, "mail.good.test")],
  "a.relaxed.test TXT": spf("ip4:8.8.8.0/24", "-all"),
  "s1._domainkey.relaxed.test TXT": dkim,
  "_dmarc.relaxed.test TXT": policy(""),
  "a.strict.test MX": [mxOf(10, "mail.good.test")],
  "a.strict.test TXT": spf("ip4:8.8.8.0/24", "-all"),
  "s1._domainkey.strict.test TXT": dkim,
  "_dmarc.strict.test TXT": policy("; adkim=s")
})

const all = (result: string) => ["mx", "spf", "dkim", "dmarc", "alignment"].map((check) => `${check} ${result}`)

describe("GET /accounts/{id}/dns, over a name server", () => {
  it.live("finds what is right and wrong, also where the server fails, says nothing, or answers over TCP", () =>
    Effect.gen(function* () {
      const { asked, resolver } = yield* nameServer((question) => {
        if (question.name.endsWith("broken.test")) return "server_failed"
        return question.name.endsWith("silent.test") ? "silence" : zone(question)
      })
      const allOk = [...all("ok"), "ptr ok", "blacklist ok"]
      const except = (name: string, result: string) =>
        allOk.map((line) => (line.startsWith(name) ? `${name} ${result}` : line))
      const wanted: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
        ["good.test", "ok", allOk],
        ["long.test", "ok", allOk],
        ["ten.test", "ok", allOk],
        ["eleven.test", "error", except("spf", "too_many_lookups")],
        ["a.relaxed.test", "ok", allOk],
        ["a.strict.test", "warning", except("alignment", "only_spf")],
        [
          "nobody.test",
          "error",
          [
            "mx no_record",
            "spf no_record",
            "dkim no_record",
            "dmarc no_record",
            "alignment not_aligned",
            "ptr ok",
            "blacklist ok"
          ]
        ],
        ["broken.test", "unknown", [...all("server_failed"), "ptr ok", "blacklist ok"]],
        ["silent.test", "unknown", [...all("timed_out"), "ptr ok", "blacklist ok"]]
      ]
      yield* Effect.promise(() =>
        withMailroom(async ({ fetch, organization }, organization_id) => {
          const { accounts } = organization(organization_id)
          const found: Array<unknown> = []
          for (const [domain] of wanted) {
            const { id } = await accounts.create({ email: `me@${domain}`, provider: "smtp" })
            const answer = await fetch(new Request(`http://localhost/accounts/${id}/dns?selector=s1&ip=8.8.8.8`))
            const report: any = await answer.json()
            found.push([domain, report.status, report.checks.map((one: any) => `${one.check} ${one.result}`)])
          }
          assert.deepStrictEqual(found, [...wanted])
        }, NodeDns.resolveBy(resolver))
      )
      assert.deepStrictEqual(
        asked.filter((question) => question.startsWith("tcp")),
        ["tcp TXT long.test"]
      )
    }).pipe(Effect.scoped)
  )
})
