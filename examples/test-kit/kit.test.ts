import { FakeServer } from "@mailroom/node/testing"
import { expect, test } from "vitest"

/** The receiver of webhooks of the app under test. */
const handler = async (request: Request) => {
  const { type } = (await request.json()) as { readonly type: string }
  return new Response(type, { status: request.headers.has("webhook-signature") ? 200 : 401 })
}

test("what is prepared once, outcomes of mails, and webhooks", async () => {
  // #region seed
  const mailroom = await FakeServer.start({
    now: "2026-03-02T09:00:00Z",
    organization: { name: "Acme" },
    seed: async ({ useCases: { accounts, campaigns, leads, sequences } }) => {
      const account = await accounts.create({ email: "grace@ours.example", provider: "smtp" })
      const { id } = await campaigns.create({ name: "Spring", account_ids: [account.id] })
      await sequences.create(id, { subject: "Hello", body: "Shall we talk?" })
      await leads.create({ campaign_id: id, leads: [{ email: "ada@theirs.example" }] })
    }
  })
  // #endregion seed
  const { campaigns, integrations, leads } = mailroom.useCases
  await integrations.create({ type: "webhook", name: "App", config: { url: "https://app.example/hook" } })
  const [{ id } = { id: "" }] = (await campaigns.list()).data

  // #region outcome
  mailroom.next.outcome("deferred", "refused")
  await campaigns.start(id)
  await mailroom.advance("1 day")
  expect(mailroom.mails).toHaveLength(0)
  expect((await leads.all()).data[0]).toMatchObject({ stop_sending_type: "bounce" })
  // #endregion outcome

  // #region webhooks
  for (const { body, headers, url } of mailroom.webhooks) {
    const answer = await handler(new Request(url, { method: "POST", headers, body }))
    expect(answer.status).toBe(200)
  }
  // #endregion webhooks
  expect(mailroom.webhooks.map(({ body }) => JSON.parse(body).type)).toContain("bounced")

  await mailroom.reset()
  expect((await campaigns.list()).data).toHaveLength(1)
  expect(mailroom.webhooks).toHaveLength(0)
  await mailroom.stop()
})
