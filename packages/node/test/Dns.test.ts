/** The check of an account's DNS, over HTTP and in process, with the app's own resolver. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, MailroomError } from "@mailroom/node"

const records: Readonly<Record<string, ReadonlyArray<string>>> = {
  "x.test MX": ["10 mail.x.test"],
  "x.test TXT": ["v=spf1 ip4:8.8.8.0/24 -all"],
  "s1._domainkey.x.test TXT": [`v=DKIM1; k=rsa; p=${Buffer.alloc(294, 7).toString("base64")}`],
  "_dmarc.x.test TXT": ["v=DMARC1; p=none"],
  "8.8.8.8.in-addr.arpa PTR": ["mail.x.test"],
  "mail.x.test A": ["8.8.8.8"]
}

const withMailroom = async (
  use: (mailroom: Awaited<ReturnType<typeof createMailroom>>, organization_id: number) => Promise<void>
) => {
  const mailroom = await createMailroom({
    database: "memory",
    authenticate: () => ({ organization_id: 1, access: "read" }),
    resolveDns: async (name, type) => {
      const found = records[`${name} ${type}`]
      if (found === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: "ENOTFOUND" })
      return found
    }
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
