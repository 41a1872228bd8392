/** Mails of unknown outcome: found from accounts and campaigns, and decided on the page. */
import type { OutgoingMail } from "@mailroom/node"
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const tries: Array<OutgoingMail> = []
let isAnswering = false
const here = withConsole({
  mailer: async (mail) => {
    tries.push(mail)
    return isAnswering ? { outcome: "sent" } : { outcome: "unknown", reason: "The connection was lost after the mail" }
  }
})

describe("mails of unknown outcome", () => {
  it("are listed with what is known, and decided", async () => {
    const { account, api, campaign } = here.server
    const lead = "ada@harbour.example"
    await api.campaigns.update(campaign.id, {
      account_ids: [account.id],
      send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
    })
    await api.sequences.create(campaign.id, { subject: "Appointments", body: "Hello" })
    await api.leads.create({ campaign_id: campaign.id, leads: [{ email: lead }] })
    await api.campaigns.start(campaign.id)
    const { email, thread } = await here.server.talk({ name: "Bastian Two" })
    const reply = await api.replies.reply(thread, { body_text: "On Tuesday." })
    const outcomes = async () => (await api.sends.list()).data.map((send) => `${send.to_email} ${send.outcome}`)
    await waitFor(async () => {
      const found = await outcomes()
      assert.includeMembers(found, [`${lead} unknown`, `${email} unknown`])
    })
    const step = (await api.sends.list({ kind: "step" })).data.find(({ to_email }) => to_email === lead)

    const { secret: key } = await api.keys.create({ name: "reader", access: "read" })
    await here.visit(
      "#/accounts/unknown",
      async (page) => {
        await page.getByRole("listitem").filter({ hasText: lead }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: /It was/u }).count(), 0)
      },
      { key }
    )

    isAnswering = true
    await here.visit(
      `#/campaigns/${campaign.id}`,
      async (page) => {
        await page.getByRole("link", { name: /of unknown outcome/u }).click()
        const row = (of: string) => page.getByRole("listitem").filter({ hasText: of })
        await row(lead).getByRole("heading", { name: "Appointments" }).waitFor()
        await row(lead).getByText("The connection was lost after the mail").waitFor()
        await row(lead).getByText(account.email).waitFor()
        await row(lead).getByText(campaign.name).waitFor()
        await row(lead)
          .getByText(step?.message_id ?? "")
          .waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])

        // Found in the folder of sent mail: it counts as sent, and is not sent again.
        await row(lead).getByRole("button", { name: "It was sent" }).click()
        const asked = page.getByRole("dialog", { name: "Was the mail sent?" })
        await asked.getByRole("button", { name: "Cancel" }).click()
        assert.strictEqual((await api.sends.find(step?.id ?? 0)).outcome, "unknown")
        await row(lead).getByRole("button", { name: "It was sent" }).click()
        await asked.getByRole("button", { name: "It was sent" }).click()
        await row(lead).waitFor({ state: "detached" })
        assert.strictEqual((await api.sends.find(step?.id ?? 0)).outcome, "sent")

        // Not found: it is sent again, with the same Message-ID.
        await row(email).getByRole("button", { name: "It was not" }).click()
        const again = page.getByRole("dialog", { name: "Send the mail again?" })
        assert.deepStrictEqual(await faultsOf(page), [])
        await again.getByRole("button", { name: "Send again" }).click()
        await page.getByText("No mail is of unknown outcome").waitFor()
        await waitFor(async () => assert.strictEqual((await api.sends.find(reply.id)).outcome, "sent"))
        const { message_id } = await api.sends.find(reply.id)
        assert.strictEqual(tries.filter((mail) => mail.message_id === message_id).length, 2)
        assert.strictEqual(tries.filter((mail) => mail.message_id === step?.message_id).length, 1)
      },
      { reducedMotion: "reduce" }
    )
  })

  it("that somebody else decided meanwhile leave the list, with a message", async () => {
    const { account, api } = here.server
    isAnswering = false
    const { email, thread } = await here.server.talk({ name: "Cleo Three" })
    const { id } = await api.replies.reply(thread, { body_text: "On Friday." })
    await waitFor(async () => assert.strictEqual((await api.sends.find(id)).outcome, "unknown"))
    await here.visit(
      "#/accounts",
      async (page) => {
        await page.getByRole("link", { name: /^\d+ mails? of unknown outcome$/u }).waitFor()
        await page.getByRole("link", { name: account.email }).click()
        await page.getByRole("link", { name: /^\d+ mails? of unknown outcome$/u }).click()
        const row = page.getByRole("listitem").filter({ hasText: email })
        await row.waitFor()
        await api.sends.resolve(id, { outcome: "sent" })
        await row.getByRole("button", { name: "It was not" }).click()
        await page.getByRole("button", { name: "Send again" }).click()
        await page.getByText("Somebody else has decided this meanwhile").waitFor()
        await row.waitFor({ state: "detached" })
        assert.strictEqual((await api.sends.find(id)).outcome, "sent")
      },
      { expected: /status of 409/u }
    )
  })
})
