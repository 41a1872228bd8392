/** The verification in process: with the app's function, with a service, and in the fake server. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, MailroomError, type Options } from "@mailroom/node"
import { FakeServer } from "@mailroom/node/testing"
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { verifier as ofApp } from "./Verifier.ts"

const records: Readonly<Record<string, ReadonlyArray<string>>> = {
  "lead.test MX": ["10 mail.lead.test"],
  "mail.lead.test A": ["8.8.8.8"]
}
const resolveDns: NonNullable<Options["resolveDns"]> = async (name, type) => {
  const found = records[`${name} ${type}`]
  if (found === undefined) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" })
  return found
}

/** Adds leads with `verify`, waits until they are verified, and returns the status of each and the verification. */
const verified = async (options: Partial<Options>, emails: ReadonlyArray<string>) => {
  const mailroom = await createMailroom({ database: "memory", resolveDns, ...options })
  try {
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    const { campaigns, leads, verification } = mailroom.organization(id)
    const campaign = await campaigns.create({ name: "Spring" })
    const { data } = await leads.create({
      campaign_id: campaign.id,
      leads: emails.map((email) => ({ email })),
      verify: true
    })
    let shown = await verification.find(campaign.id)
    while (shown.run?.state === "running") {
      await new Promise((resume) => setImmediate(resume))
      shown = await verification.find(campaign.id)
    }
    const all = await Promise.all(data.map((lead) => leads.find(lead.id ?? 0)))
    return { shown, all: all.map((lead) => [lead.verification_status, ...(lead.verification?.reasons ?? [])]) }
  } finally {
    await mailroom.close()
  }
}

describe("createMailroom", () => {
  it("verifies by its own check, without a verifier", async () => {
    const { all, shown } = await verified({}, ["ada@lead.test", "ada@nowhere.test", "info@mailinator.com"])
    assert.deepStrictEqual(all, [
      ["valid", "mailbox_not_checked"],
      ["invalid", "no_mail_server"],
      ["disposable", "disposable"]
    ])
    assert.deepInclude(shown, { verifier: "mailroom", price: 0 })
    assert.deepInclude(shown.run, { state: "done", checked: 3, cost: 0 })
  })

  it("asks the function of the app about addresses that its own check does not reject", async () => {
    const { all, shown } = await verified({ verifier: ofApp }, ["ada@lead.test", "bob@lead.test", "ada@nowhere.test"])
    assert.deepStrictEqual(all, [["accept_all", "accepts_all"], ["valid"], ["invalid", "no_mail_server"]])
    assert.deepInclude(shown.run, { verifier: "host", cost: 1 })
  })

  it("asks a service with its key", async () => {
    const paths: Array<string> = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? "")
      response.end(JSON.stringify({ status: "valid", sub_status: "" }))
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const verifier = { service: "zerobounce", key: "s3cret", url } as const
    try {
      const { all, shown } = await verified({ verifier, allowPrivateTargets: true }, ["ada@lead.test"])
      assert.deepStrictEqual(all, [["valid"]])
      assert.deepStrictEqual(paths, ["/v2/validate?api_key=s3cret&email=ada%40lead.test&ip_address="])
      assert.deepInclude(shown, { verifier: "zerobounce", price: 1 })
      assert.strictEqual(shown.run?.cost, 1)
      const refused = await createMailroom({ database: "memory", verifier }).then(
        async (mailroom) => {
          await mailroom.close()
          return undefined
        },
        (error: unknown) => error
      )
      assert.instanceOf(refused, MailroomError)
      assert.include(refused.message, "verifier.url cannot be used")
      assert.notInclude(refused.message, "s3cret")
    } finally {
      server.close()
    }
  })

  it("names the fault of a verifier", async () => {
    for (const verifier of [{ service: "other", key: "x" }, { service: "zerobounce", key: "" }, "zerobounce"]) {
      const failed = await createMailroom({ database: "memory", verifier: verifier as never }).then(
        () => assert.fail("It started"),
        (error: unknown) => error
      )
      assert.instanceOf(failed, MailroomError)
      assert.match(failed.message, /verifier/u)
    }
  })
})

describe("the fake server", () => {
  it("answers as the test says, and writes only to leads that pass", async () => {
    const fake = await FakeServer.start({ now: "2026-03-02T09:00:00Z" })
    try {
      const { accounts, campaigns, leads, sequences, verification } = fake.useCases
      const account = await accounts.create({ email: "grace@ours.example", provider: "smtp" })
      const campaign = await campaigns.create({
        name: "Spring",
        account_ids: [account.id],
        required_verification: "valid"
      })
      await sequences.create(campaign.id, { subject: "Hello", body: "Shall we talk?" })
      fake.verdicts.set("bob@theirs.example", "unknown")
      fake.verdicts.set("eve@theirs.example", { status: "invalid", reasons: ["mailbox_missing"] })
      const emails = ["ada@theirs.example", "bob@theirs.example", "eve@theirs.example"]
      await leads.create({ campaign_id: campaign.id, leads: emails.map((email) => ({ email })), verify: true })
      await campaigns.start(campaign.id)
      await fake.advance("1 day")
      assert.deepStrictEqual(
        fake.mails.map(({ to }) => to.email),
        ["ada@theirs.example"]
      )
      const { run } = await verification.find(campaign.id)
      assert.deepInclude(run, { state: "done", checked: 3 })
      await fake.reset()
      assert.strictEqual(fake.verdicts.size, 0)
    } finally {
      await fake.stop()
    }
  })
})
