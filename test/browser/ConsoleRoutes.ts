/** Every page of the console with something on it, and how tests go through them. */
import type { Page } from "playwright-core"
import type { ConsoleServer } from "./ConsoleServer.ts"

export interface RouteOf {
  readonly route: string
  /** The selector of an element that is shown once the page is loaded, when no part of the page loads any more. */
  readonly content: string
}

/** Fills a server, so that no page is empty. Returns all routes, with the ids of what is there. */
export const fill = async (server: ConsoleServer) => {
  const { account, api, campaign } = server
  await api.campaigns.update(campaign.id, { account_ids: [account.id] })
  await api.sequences.create(campaign.id, { subject: "Hello {{company}}", body: "Hi {{first_name|there}}" })
  const other = await server.talk({ name: "Bastian Two", ago: 20 })
  const { lead_id, thread } = await server.talk({ name: "Amara One", ago: 10 })
  await api.activity.record({ events: [{ type: "sent", lead_id, occurred_at: new Date().toISOString() }] })
  await api.tags.create({ name: "Interested", sentiment: "positive" })
  await api.replyTemplates.create({ name: "Thanks", body: "Thank you, {{first_name}}" })
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
  const integration = await api.integrations.create({
    type: "webhook",
    name: "Records",
    config: { url: "https://records.example/hook" },
    enabled: false
  })
  const all: ReadonlyArray<RouteOf> = [
    { route: "inbox", content: ".row" },
    { route: `inbox/replies/${thread}`, content: ".inbox:has(.row):has(.lead-head) .mail" },
    { route: "campaigns", content: ".table td a" },
    // It asks for the campaign only, which the pages after it have then.
    { route: `import/${campaign.id}`, content: ".sheet-actions a" },
    // The page after it asks for the steps, too, as long as the campaign is a draft.
    { route: `campaigns/${campaign.id}/steps`, content: "form.step" },
    { route: `campaigns/${campaign.id}`, content: ".sheet:has(.tiles):has(.table) .checks input" },
    { route: `campaigns/${campaign.id}/rehearsal`, content: ".sheet:has(.rehearsal-form) h2" },
    { route: `campaigns/${campaign.id}/activity`, content: ".table td a" },
    { route: "leads", content: ".table td a" },
    { route: `leads?campaign=${campaign.id}`, content: ".leads-row a" },
    { route: `leads?lead=${lead_id}`, content: ".leads:has(.table td a) .lead-side form.step" },
    { route: "analytics", content: ".sheet:has(.tiles):has(.chart) h2 ~ .table-frame a" },
    { route: `analytics?campaign=${campaign.id}`, content: ".sheet:has(.tiles):has(.chart) h2 ~ .table-frame" },
    { route: "accounts", content: ".table td a" },
    { route: `accounts/${account.id}`, content: ".facts" },
    { route: "blacklist", content: ".table td" },
    { route: "blacklist/domains", content: ".table td" },
    { route: "integrations", content: ".table td a" },
    { route: `integrations/${integration.id}`, content: ".sheet:has(.facts) .empty" },
    { route: "billing", content: ".sheet:has(.tiles) .table td a" },
    { route: "developers", content: ".request" },
    { route: "settings", content: ".sheet:has(.tag-rows):has(.template-body) .table td" },
    { route: "upcoming", content: ".sheet-body .empty a" },
    {
      route: "inbox/replies?state=all",
      content: ".inbox:has(.row):has(.more-filters option + option) .more-filters select"
    }
  ]
  return { all, lead_id, thread, other: other.thread }
}

/** Goes to a route of the open page. */
export const goTo = (page: Page, route: string): Promise<void> =>
  page.evaluate((route) => {
    location.hash = `/${route}`
  }, route)

/** Waits until the page of a route is loaded, with all its parts. */
export const loaded = async (page: Page, { content, route }: RouteOf): Promise<void> => {
  await page
    .locator(`main:not(:has(.skeleton)) ${content}`)
    .first()
    .waitFor()
    .catch((cause: unknown) => {
      throw new Error(`${route} is not loaded`, { cause })
    })
}
