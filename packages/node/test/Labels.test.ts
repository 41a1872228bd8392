/** Labels of answers: in the test kit, and by a function or an endpoint of the app. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createMailroom } from "../src/createMailroom.ts"
import type { LabelReply } from "../src/Labels.ts"
import type { Options } from "../src/Options.ts"
import { campaign, webhook, withServer } from "./Kit.ts"

describe("The test kit", () => {
  it(
    "labels an answer, and delivers that",
    withServer(async (server) => {
      await server.useCases.integrations.create({ ...webhook("https://app.example/hook"), events: ["lead_tagged"] })
      await campaign(server)
      await server.receive.reply("ada@theirs.example", "Yes, let's schedule a call. Is Friday good?")
      const { leads } = server.useCases
      const lead = (await leads.all()).data.find(({ email }) => email === "ada@theirs.example")
      assert(lead)
      assert.deepInclude(await leads.find(lead.id), { reply_status: "Interested", reply_status_by: "rule" })
      const [delivered] = server.webhooks.map(({ body }) => JSON.parse(body))
      assert.deepInclude(delivered.data, { reply_status_by: "rule" })
      assert.strictEqual(delivered.data.lead.reply_status, "Interested")
    })
  )

  it(
    "labels an absence, and an answer after it",
    withServer(async (server) => {
      await campaign(server)
      const [mail] = server.mails
      assert(mail)
      const absence = [
        "From: Ada <ada@theirs.example>",
        "To: grace@ours.example",
        "Subject: Out of office",
        "Message-ID: <away@theirs.example>",
        `In-Reply-To: ${mail.message_id}`,
        "Auto-Submitted: auto-replied",
        "",
        "I am on annual leave. Please contact my colleague Bob."
      ].join("\r\n")
      const { lead_id } = await server.receive.raw(absence)
      assert(lead_id)
      const { leads, organization } = server.useCases
      assert.deepInclude(await leads.find(lead_id), { reply_status: "Out of office", reply_status_by: "rule" })
      await organization.update({ reply_labels: [] })
      await server.receive.reply(lead_id, "You have the wrong person.")
      assert.deepInclude(await leads.find(lead_id), { reply_status: "Out of office" })
    })
  )
})

/** The status of a lead after its answer, which no rule labels, was labelled: when a webhook of it comes. */
const statusBy = async (options: Partial<Options>, labellers: ReadonlyArray<"function" | "model" | "rule">) => {
  const receiver = createServer((request, response) => void request.resume().on("end", () => response.end()))
  receiver.listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const mailroom = await createMailroom({ database: "memory", allowPrivateTargets: true, ...options })
  try {
    const { id: organization_id } = await mailroom.organizations.create({ name: "Acme" })
    const { activity, campaigns, integrations, leads, organization } = mailroom.organization(organization_id)
    await organization.update({ reply_labels: [...labellers] })
    const { id: campaign_id } = await campaigns.create({ name: "Spring" })
    const { data } = await leads.create({ campaign_id, leads: [{ email: "ada@theirs.example" }] })
    const lead_id = data[0]?.id
    assert(typeof lead_id === "number")
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await integrations.create({ type: "webhook", name: "Hook", events: ["lead_tagged"], config: { url } })
    const delivered = once(receiver, "request")
    const occurred_at = new Date().toISOString()
    await activity.record({
      events: [{ type: "replied", lead_id, occurred_at, data: { reply_text: "The blue one, +44 20 7946 0123." } }]
    })
    await delivered
    const { reply_status, reply_status_by } = await leads.find(lead_id)
    return [reply_status, reply_status_by]
  } finally {
    await mailroom.close()
    receiver.close()
  }
}

/** The function of `docs/labels.md`. */
const labelReply: LabelReply = ({ text }) => (/\bthe blue one\b/iu.test(text) ? "interested" : null)

describe("createMailroom", () => {
  it("labels by the function of the documentation", async () => {
    assert.deepStrictEqual(await statusBy({ labelReply }, ["rule", "function"]), ["Interested", "function"])
  })

  it("labels by the function of the app", async () => {
    const asked: Array<object> = []
    const labelReply: LabelReply = (answer) => {
      asked.push(answer)
      return Promise.resolve("referral")
    }
    assert.deepStrictEqual(await statusBy({ labelReply }, ["rule", "function"]), ["Referral", "function"])
    assert.lengthOf(asked, 1)
    assert.deepInclude(asked[0], { subject: "", text: "The blue one, +44 20 7946 0123.", is_automatic: false })
  })

  it("labels by an endpoint, which does not get the number, where the function fails", async () => {
    const asked: Array<{ readonly authorization: string | undefined; readonly body: string }> = []
    const endpoint = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => void (body += chunk))
      request.on("end", () => {
        asked.push({ authorization: request.headers.authorization, body })
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "not_now" } }] }))
      })
    })
    endpoint.listen(0, "127.0.0.1")
    await once(endpoint, "listening")
    const lines: Array<string> = []
    const log = (message: string, fields: object) => void lines.push(message + JSON.stringify(fields))
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1/chat/completions`
    const options: Partial<Options> = {
      labelReply: () => Promise.reject(new Error("down")),
      labelEndpoint: { url, key: "sk-secret", model: "small" },
      logger: { debug: log, info: log, warn: log, error: log }
    }
    assert.deepStrictEqual(await statusBy(options, ["function", "model"]), ["Not now", "model"])
    endpoint.close()
    assert.lengthOf(asked, 1)
    assert.strictEqual(asked[0]?.authorization, "Bearer sk-secret")
    assert.include(asked[0]?.body, "The blue one, [number].")
    assert.isTrue(lines.some((line) => line.includes("labelReply failed")))
    assert.isFalse(lines.some((line) => line.includes("sk-secret")))
  })

  it("rejects an endpoint that would get the key in clear text, or is private", async () => {
    for (const url of [
      "http://llm.example/v1",
      "https://127.0.0.1/v1",
      "https://me:pw@llm.example/v1",
      "llm.example"
    ]) {
      const labelEndpoint = { url, key: "k", model: "m" }
      const error = await createMailroom({ database: "memory", labelEndpoint }).then(
        () => undefined,
        (error: Error) => error
      )
      assert.include(error?.message, "must be a public https URL", url)
    }
  })
})
