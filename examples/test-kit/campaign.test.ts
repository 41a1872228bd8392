// #region server
import { FakeServer } from "@mailroom/node/testing"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

let mailroom: FakeServer.FakeServer

beforeAll(async () => {
  mailroom = await FakeServer.start({ now: "2026-03-02T09:00:00Z" })
})
beforeEach(() => mailroom.reset())
afterAll(() => mailroom.stop())
// #endregion server

// #region test
test("a lead who answers gets no second mail", async () => {
  const { accounts, campaigns, leads, sequences } = mailroom.useCases
  const account = await accounts.create({ email: "grace@ours.example", provider: "smtp" })
  const { id } = await campaigns.create({ name: "Spring", account_ids: [account.id] })
  await sequences.create(id, { subject: "Hello {{first_name}}", body: "Shall we talk?" })
  await sequences.create(id, { body: "Did you see my mail?", delay_days: 3 })
  await leads.create({
    campaign_id: id,
    leads: [
      { email: "ada@theirs.example", first_name: "Ada" },
      { email: "bob@theirs.example", first_name: "Bob" }
    ]
  })
  await campaigns.start(id)
  await mailroom.advance("1 day")

  await mailroom.receive.reply("ada@theirs.example", "Yes, on Friday")
  await mailroom.advance("3 days")

  const recipients = mailroom.mails.map(({ to }) => to.email)
  expect(recipients).toEqual(["ada@theirs.example", "bob@theirs.example", "bob@theirs.example"])
  expect(mailroom.mails[2]?.headers).toMatchObject({ subject: "Re: Hello Bob" })
})
// #endregion test
