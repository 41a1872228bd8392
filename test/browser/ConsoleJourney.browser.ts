/** From an empty database to the first positive answer, and from a failed delivery to its second try, as a person. */
import { rawMail } from "@mailroom/demo"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { signInByKey, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** A server of webhooks that rejects what is about replies. */
const startReceiver = async () => {
  /** The ids of the deliveries that it took. */
  const taken: Array<unknown> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const isReply = JSON.parse(Buffer.concat(chunks).toString()).type === "replied"
      if (!isReply) taken.push(request.headers["webhook-id"])
      response.writeHead(isReply ? 400 : 200).end(isReply ? "The table of replies is missing" : "thanks")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { taken, url, close }
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first()
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first()
/** Opens a page by its link in the navigation: on a phone some are behind "More". */
const goTo = async (page: Page, name: string) => {
  const navigation = page.getByRole("navigation", { name: "Pages" })
  const link = navigation.getByRole("link", { name })
  if (!(await link.isVisible())) await navigation.getByRole("button", { name: "More" }).click()
  await link.click()
}

const ada = { name: "Ada Berg", email: "ada@clinic.example" }
const maya = { name: "Maya Lindqvist", email: "maya@quillmark.example" }

const screens = [
  { name: "a wide screen, light", viewport: { width: 1440, height: 900 }, colorScheme: "light", isPhone: false },
  { name: "a phone, dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", isPhone: true }
] as const

describe("the way of a person through the console", () => {
  for (const { isPhone, name, ...screen } of screens) {
    it(`leads from an empty database to a positive answer, on ${name}`, async () => {
      const receiver = await startReceiver()
      const server = await startConsole({ allowPrivateTargets: true })
      const { api } = server
      await api.campaigns.remove(server.campaign.id)
      await api.accounts.remove({ ids: [server.account.id] })
      // A mail can only be answered or sent at any hour if the campaign has this window; the default is office hours.
      const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }

      const signIn = async (page: Page) => {
        await signInByKey(page, server.key)
        await page.getByText("No conversations here").waitFor()
      }

      const makeCampaign = async (page: Page) => {
        await goTo(page, "Campaigns")
        await page.getByText("There is no campaign yet").waitFor()
        await button(page, "New campaign").click()
        await page.getByLabel("Name").fill("Spring")
        await button(page, "Create").click()
        await page.getByRole("heading", { name: "Spring" }).waitFor()
        await button(page, "Start").click()
        const issues = page.getByRole("alert")
        for (const text of ["No account sends for it.", "It has no step.", "It has no lead."])
          await issues.getByText(text).waitFor()
        return await page.evaluate(() => location.hash.split("/")[2] ?? "")
      }

      const openCampaign = async (page: Page) => {
        await goTo(page, "Campaigns")
        await link(page, "Spring").click()
        await page.getByRole("heading", { name: "Spring" }).waitFor()
      }

      const cure = async (page: Page) => {
        // The campaign page has no account to choose yet, and leads to the page where one is added.
        await link(page, "Add an account").click()
        await button(page, "Add account").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Address").fill(maya.email)
        await dialog.getByLabel("Provider").selectOption("smtp")
        await dialog.getByRole("button", { name: "Add account" }).click()
        await page.getByRole("heading", { name: maya.email }).waitFor()
        await openCampaign(page)
        await page.getByLabel(maya.email).check()
        await button(page, "Save accounts").click()
        await page.getByText("Saved", { exact: true }).waitFor()

        await button(page, "Start").click()
        await link(page, "Write a step").click()
        await button(page, "Add step").click()
        await page.getByLabel("Subject").fill("A question for {{company}}")
        await page.getByLabel("Text").fill("Hi {{first_name|there}},\n\nshall we talk?")
        await button(page, "Save step").click()
        await page.getByText("Not saved yet").waitFor({ state: "detached" })

        await button(page, "Start").click()
        const issues = page.getByRole("alert")
        await issues.getByText("It has no lead.").waitFor()
        assert.strictEqual(await issues.locator("[data-open=true]").count(), 1)
        await link(page, "Import leads").click()
        await page.getByLabel("Choose a CSV file").setInputFiles({
          name: "leads.csv",
          mimeType: "text/csv",
          buffer: Buffer.from("Email,First name,Company\nada@clinic.example,Ada,Berg Clinic\n")
        })
        await button(page, "Import 1 lead").click()
        await page.getByText("The file is imported").waitFor()
        await link(page, "Open the leads").click()
        await page.getByText(ada.email).first().waitFor()
      }

      const begin = async (page: Page) => {
        await openCampaign(page)
        await button(page, "Start").click()
        await button(page, "Start sending").click()
        // As soon as the only lead has got the only step, the campaign is completed.
        const completed = page.getByText("Completed", { exact: true })
        await button(page, "Pause").or(completed).first().waitFor()
        await waitFor(() => assert.lengthOf(server.sent, 1))
        const [mail] = server.sent
        assert.deepInclude(mail, { subject: "A question for Berg Clinic", text: "Hi Ada,\n\nshall we talk?" })
        return mail?.message_id ?? ""
      }

      const answer = async (page: Page) => {
        await goTo(page, "Inbox")
        const row = page.locator("[data-row]").first()
        await row.waitFor()
        await row.click()
        await page.getByText("Yes, call me on Monday.").last().waitFor()
        await page.getByRole("button", { name: /^Reply to/u }).click()
        await page.getByRole("textbox", { name: "Reply" }).fill("Monday at ten it is.")
        if (isPhone) await page.getByRole("button", { name: "Send", exact: true }).click()
        else await page.keyboard.press("Control+Enter")
        await waitFor(() => assert.lengthOf(server.sent, 2))
        assert.deepInclude(server.sent[1], {
          subject: "Re: A question for Berg Clinic",
          in_reply_to: "<yes@clinic.example>"
        })
        if (isPhone) await page.getByRole("button", { name: /^Tag/u }).first().click()
        else await page.keyboard.press("t")
        await page.getByRole("combobox", { name: "Tag the lead" }).fill("int")
        await page.keyboard.press("Enter")
        await page.getByText("1 conversation tagged: Interested").waitFor()
      }

      const readNumbers = async (page: Page) => {
        await goTo(page, "Analytics")
        const tile = (name: string) => page.locator(".tile", { has: page.getByText(name, { exact: true }) })
        await tile("Positive answers").getByText("1", { exact: true }).waitFor()
        for (const name of ["Sent", "Contacted"])
          assert.strictEqual(await tile(name).locator("dd").first().textContent(), "1", name)
        await tile("Answered").getByText("1 of 1 contacted").waitFor()
      }

      /** The open delivery of an event, in the list of a filter. */
      const openDelivery = async (page: Page, integration: string, filter: string, event: string) => {
        // `G N` and Enter open the first integration.
        await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
        await page.keyboard.press("g")
        await page.keyboard.press("n")
        await link(page, integration).waitFor()
        await page.keyboard.press("Enter")
        await page.getByRole("navigation", { name: "Deliveries" }).getByRole("link", { name: filter }).click()
        await page.locator(`.request summary:has(code[title="${event}"])`).click()
        const details = page.locator(".request[open]")
        const payload = details.locator("pre").last()
        await payload.waitFor()
        const { data, type } = JSON.parse((await payload.textContent()) ?? "")
        assert.strictEqual(type, event)
        return { details, data }
      }

      const redeliver = async (page: Page) => {
        // The receiver rejected this one: it waits for its next try, which a person can order now.
        const waiting = await openDelivery(page, "Records", "Waiting", "replied")
        assert.deepInclude(waiting.data, { reply_text: "Yes, call me on Monday." })
        await waiting.details.getByText("The table of replies is missing").first().waitFor()
        await waiting.details.getByRole("button", { name: "Deliver again" }).waitFor()

        // The receiver gets this one twice, with the same id.
        assert.lengthOf(receiver.taken, 1)
        const delivered = await openDelivery(page, "Records", "Delivered", "lead_tagged")
        await delivered.details.getByRole("button", { name: "Deliver again" }).click()
        await waitFor(() => assert.lengthOf(receiver.taken, 2))
        assert.strictEqual(receiver.taken[0], receiver.taken[1])
      }

      try {
        await visit(
          browser,
          server,
          "",
          async (page) => {
            await signIn(page)
            await goTo(page, "Settings")
            await page.getByRole("textbox", { name: "Name" }).fill("Interested")
            await page.getByLabel("Rating").selectOption("positive")
            await button(page, "Add tag").click()
            await button(page, "Remove Interested").waitFor()
            const id = await makeCampaign(page)
            await api.campaigns.update(id, { send_window })
            // The page would save over the version that it knows, and be refused.
            await page.reload()
            await api.integrations.create({
              type: "webhook",
              name: "Records",
              config: { url: receiver.url },
              events: ["replied", "lead_tagged"]
            })
            await cure(page)
            const message_id = await begin(page)
            const { kind } = await api.intake.receive(
              rawMail({
                from: ada,
                to: maya,
                subject: "Re: A question for Berg Clinic",
                text: "Yes, call me on Monday.",
                message_id: "<yes@clinic.example>",
                references: [message_id],
                date: Date.now()
              })
            )
            assert.strictEqual(kind, "reply")
            await answer(page)
            await readNumbers(page)
            await redeliver(page)
            // No page was wider than the screen.
            assert.isTrue(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
          },
          // Signed out at first; a campaign that is not complete yet is refused.
          { key: null, expected: /status of 4(?:01|09|22)/u, ...screen }
        )
      } finally {
        await server.close()
        receiver.close()
      }
    })
  }
})
