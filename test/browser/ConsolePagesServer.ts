/** A server with something on every page of the console, and one with nothing. */
import type { Page } from "playwright-core"
import { type ConsoleServer, startConsole } from "./ConsoleServer.ts"

export interface FilledServer extends ConsoleServer {
  /** The routes of all pages, without `#/`. */
  readonly routes: ReadonlyArray<string>
}

export const startFilled = async (): Promise<FilledServer> => {
  const server = await startConsole()
  const { account, api, campaign } = server
  await api.campaigns.update(campaign.id, { account_ids: [account.id] })
  await api.sequences.create(campaign.id, { subject: "Hello {{company}}", body: "Hi {{first_name|there}}" })
  const tag = await api.tags.create({ name: "Call back soon", sentiment: "positive" })
  const { thread } = await server.talk({ name: "Amara One", ago: 600 * 24 * 60 })
  const { lead_id } = await server.talk({ name: "Bastian Two", ago: 500 * 24 * 60, texts: ["Yes.", "And when?"] })
  await api.tags.assign(lead_id, { tag_id: tag.id })
  await api.activity.record({ events: [{ type: "sent", lead_id, occurred_at: new Date().toISOString() }] })
  await api.blacklist.addEmails({ emails: ["no@clinic.example"], reason: "Asked by phone" })
  await api.blacklist.addDomains({ domains: ["rival.example"] })
  await api.billing.record({
    type: "credit",
    status: "succeeded",
    amount: 7900,
    currency: "EUR",
    credits: 500,
    balance_after: 740,
    description: "Growth plan",
    reference: "in_1",
    invoice_number: "2026-11",
    invoice_url: "https://billing.example/2026-11"
  })
  const { id } = await api.integrations.create({
    type: "webhook",
    name: "Records",
    config: { url: "https://records.example/hook" },
    enabled: false
  })
  return {
    ...server,
    routes: [
      "inbox/replies",
      `inbox/replies/${thread}`,
      "inbox/other",
      "campaigns",
      `campaigns/${campaign.id}`,
      `campaigns/${campaign.id}/steps`,
      `campaigns/${campaign.id}/activity`,
      `campaigns/${campaign.id}/settings`,
      "leads",
      `leads?campaign=${campaign.id}`,
      `leads?campaign=${campaign.id}&lead=${lead_id}`,
      `import/${campaign.id}`,
      "analytics",
      `analytics?campaign=${campaign.id}&from=2026-01-01&to=2026-01-31`,
      "accounts",
      `accounts/${account.id}`,
      "accounts/unknown",
      "blacklist",
      "blacklist/domains",
      "integrations",
      `integrations/${id}`,
      "billing",
      "developers",
      "developers/events",
      "settings",
      "settings/keys"
    ]
  }
}

export const startEmpty = async (): Promise<ConsoleServer> => {
  const server = await startConsole()
  await server.api.accounts.remove({ ids: [server.account.id] })
  await server.api.campaigns.remove(server.campaign.id)
  return server
}

export const goTo = (page: Page, route: string): Promise<void> =>
  page.evaluate((route) => {
    location.hash = `/${route}`
  }, route)

/** Goes to a route of the open page, and waits until everything is there. */
export const open = async (page: Page, route: string): Promise<void> => {
  await goTo(page, route)
  // A heading alone is shown while the page itself is loaded.
  await page.locator("main :is(.sheet, .inbox)").waitFor()
  await page.waitForFunction(
    () => document.querySelectorAll(".skeleton, .skeleton-line, [aria-busy=true]").length === 0
  )
}

/** Gives the open page another size, and waits until the page is drawn in it. Opening the page again takes much longer. */
export const resize = async (page: Page, width: number, height = 844): Promise<void> => {
  await page.setViewportSize({ width, height })
  await page.evaluate(
    () => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
  )
}

/** A route without its ids, for messages. */
export const nameOf = (route: string): string => route.replaceAll(/[\da-f-]{36}|\d+/gu, "…")
