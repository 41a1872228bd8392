/** The lists of `growth.ts`: every list of the API, with each of its filters. */
import { campaignId } from "./data.ts"

/** Facts about the data from which the paths of lists are built. */
export interface Facts {
  readonly leads: number
  /** Leads in the middle of the first campaign, and at nine tenths of it. */
  readonly middle: number
  readonly deep: number
}

export interface List {
  readonly name: string
  readonly path: (facts: Facts) => string
  /** The most that a page over the large data may cost, as a ratio to one over the small data. */
  readonly most: number
  /** So many pages are read first, by their cursors. */
  readonly followed?: number
}

const growing = 1.5
/** Searches are allowed more: they compare texts. */
const searching = 3

const list = (path: string | ((facts: Facts) => string), name?: string): List => {
  const of = typeof path === "string" ? () => path : path
  const shown = name ?? of({ leads: 0, middle: 0, deep: 0 })
  return { name: shown, path: of, most: shown.includes("search=") ? searching : growing }
}

const campaign = `/campaigns/${campaignId(1)}`
const ofCampaign = `/leads/campaign/${campaignId(1)}`
const named = (path: string) => path.replace(campaignId(1), "{id}")
const on = (base: string, ...queries: ReadonlyArray<string>) =>
  queries.map((query) => list(`${base}${query}`, named(`${base}${query}`)))
/** Instants before the changes of all leads, of one in a hundred, and of none, on the same day. */
const instants = { all: "2030-01-01T00:00:00Z", few: "2030-01-01T11:00:00Z", none: "2030-01-01T13:00:00Z" }

/** The page of each of these lists that follows its first ones by cursor. */
const later = (...paths: ReadonlyArray<string>) =>
  paths.map((path) => ({ ...list(path, `${named(path)}, page 11`), followed: 10 }))

/** The filters of first events: common ones, rare ones, and a day of them. */
const firsts = (base: string) =>
  on(
    base,
    "?first_event=sent",
    "?first_event=bounced",
    "?first_event=unsubscribed",
    "?first_event=replied&first_since=2025-02-01T00:00:00Z&first_until=2025-02-02T00:00:00Z",
    "?first_event=replied&first_since=2031-01-01T00:00:00Z",
    "?first_event=replied&first_account_id=1",
    "?first_event=sent&first_account_id=999999",
    "?first_event=sent&first_sequence_id=2",
    "?first_event=sent&first_sequence_id=999999",
    "?first_event=replied&is_positive=true",
    "?first_event=opened&status=Bounce"
  )

/** In the order of the document of the API, which `../test/growthLists.test.ts` compares with them. */
export const lists: ReadonlyArray<List> = [
  ...on(ofCampaign, "", "?status=Replied", "?status=Sent", "?stop_sending=true", "?status=Replied&stop_sending=true"),
  ...on(ofCampaign, "?include=custom_fields", "?include=effective_state"),
  list(({ leads }) => `${ofCampaign}?offset=${leads / 10}`, "/leads/campaign/{id}, offset half"),
  list(
    ({ leads }) => `${ofCampaign}?status=Opened&offset=${leads / 25}`,
    "/leads/campaign/{id}?status=Opened, offset half"
  ),
  list(({ deep }) => `${ofCampaign}?after_id=${deep}`, "/leads/campaign/{id}, after_id deep"),
  list(
    ({ deep }) => `${ofCampaign}?status=Opened&after_id=${deep}`,
    "/leads/campaign/{id}?status=Opened, after_id deep"
  ),
  ...on(ofCampaign, "?email=nobody@example.com", "?tag_id=1", "?tag_id=1&status=Replied"),
  ...on(ofCampaign, "?sort=last_mail", "?sort=answer", "?sort=last_mail&status=Replied", "?sort=answer&status=Replied"),
  list(
    ({ leads }) => `${ofCampaign}?sort=last_mail&offset=${leads / 10}`,
    "/leads/campaign/{id}?sort=last_mail, offset half"
  ),
  list(
    ({ leads }) => `${ofCampaign}?sort=answer&offset=${leads / 10}`,
    "/leads/campaign/{id}?sort=answer, offset half"
  ),
  ...on(ofCampaign, "?verification_status=valid", "?verification_status=invalid", "?verification_status=disposable"),
  ...on(ofCampaign, "?verification_status=valid&status=Replied", "?is_positive=true", "?is_positive=false"),
  ...firsts(ofCampaign),
  list(
    `/leads/campaign/${campaignId(4)}?first_event=sent&first_account_id=1&first_since=2020-01-01T00:00:00Z`,
    "/leads/campaign/{id}?first_event=sent&first_account_id=1&first_since=, retired"
  ),
  ...on(ofCampaign, "?search=example", "?search=le", "?search=lead4500", "?search=nobody"),
  ...on(
    ofCampaign,
    "?search=example&status=Replied",
    "?search=example&stop_sending=true",
    "?search=example&sort=last_mail"
  ),
  list(
    ({ leads }) => `${ofCampaign}?search=example&offset=${leads / 10}`,
    "/leads/campaign/{id}?search=example, offset half"
  ),
  ...Object.entries(instants).map(([which, at]) =>
    list(`${ofCampaign}?updated_since=${at}`, `/leads/campaign/{id}?updated_since=, ${which}`)
  ),
  ...on("/leads", "", "?status=Bounce", "?stop_sending=true", "?stop_sending=false", "?tag_id=1"),
  ...on("/leads", "?tag_id=1&status=Sent", "?email=nobody@example.com", `?campaign_id=${campaignId(2)}`),
  ...on("/leads", `?campaign_id=${campaignId(2)}&status=Sent`, "?include=custom_fields", "?include=effective_state"),
  ...on("/leads", "?verification_status=valid", "?verification_status=invalid", "?verification_status=disposable"),
  ...on(
    "/leads",
    `?verification_status=invalid&campaign_id=${campaignId(1)}`,
    "?is_positive=true",
    "?is_positive=false"
  ),
  ...firsts("/leads"),
  ...later(
    "/leads",
    "/leads?stop_sending=false",
    "/leads?status=Opened",
    "/leads?tag_id=1",
    "/leads?verification_status=valid"
  ),
  ...later("/leads?first_event=opened", "/leads?is_positive=false", "/leads?search=ovelac"),
  ...on("/leads", "?search=ovelac", "?search=co", "?search=lead4500", "?search=nobody", "?search=nobody&status=Sent"),
  ...on("/leads", "?search=company+17&stop_sending=true", `?search=ovelac&campaign_id=${campaignId(1)}`),
  ...Object.entries(instants).map(([which, at]) =>
    list(`/leads?updated_since=${at}`, `/leads?updated_since=, ${which}`)
  ),
  list(`/leads?stop_sending=true&updated_since=${instants.few}`, "/leads?stop_sending=true&updated_since=, few"),
  ...on("/sends", "", "?outcome=sent", "?outcome=unknown", "?outcome=refused", "?outcome=queued", "?outcome=deferred"),
  ...on("/sends", "?outcome=unknown&account_id=1", "?outcome=refused&account_id=1", "?kind=test", "?kind=reply"),
  ...on("/sends", "?kind=step", "?kind=step&outcome=refused", "?kind=test&outcome=refused", "?scheduled=true"),
  ...on("/sends", "?account_id=1", "?account_id=999999", "?thread_id=999999", "?kind=reply&account_id=2"),
  list(({ middle }) => `/sends?lead_id=${middle}`, "/sends?lead_id="),
  ...later("/sends", "/sends?outcome=sent", "/sends?kind=step"),
  ...on(
    "/unibox/threads?tab=replies",
    "",
    "&state=open",
    "&state=done",
    "&state=snoozed",
    "&is_new=true",
    "&is_new=false"
  ),
  ...on("/unibox/threads?tab=replies", "&account_id=1", "&account_id=1&is_new=true", "&account_id=999999"),
  ...on("/unibox/threads?tab=replies", "&account_id=1&state=done", `&campaign_id=${campaignId(1)}&state=done`),
  ...on("/unibox/threads?tab=replies", `&campaign_id=${campaignId(1)}`, `&campaign_id=${campaignId(3)}&account_id=1`),
  ...on(
    "/unibox/threads?tab=replies",
    "&is_new=true&state=done",
    "&since=2031-01-01T00:00:00Z",
    "&until=2020-01-01T00:00:00Z"
  ),
  ...on(
    "/unibox/threads?tab=replies",
    "&since=2025-02-01T00:00:00Z&until=2025-02-02T00:00:00Z",
    "&tag_id=1",
    "&tag_id=1&is_new=true"
  ),
  ...on("/unibox/threads?tab=replies", "&search=needle", "&search=offer", "&search=of", "&search=nobody"),
  ...on(
    "/unibox/threads?tab=replies",
    "&search=needle&account_id=1",
    "&search=offer&is_new=true",
    "&search=offer&state=done"
  ),
  list(({ middle }) => `/unibox/threads?tab=replies&lead_id=${middle}`, "/unibox/threads?tab=replies&lead_id="),
  ...later("/unibox/threads?tab=replies", "/unibox/threads?tab=replies&is_new=false"),
  ...on("/unibox/unread", "", "?search=offer", "?search=of", "?search=needle", "?search=nobody", "?account_id=1"),
  ...on(
    "/unibox/unread",
    "?account_id=999999",
    `?campaign_id=${campaignId(1)}`,
    "?tag_id=1",
    "?state=open",
    "?state=done"
  ),
  ...on("/unibox/unread", "?since=2025-02-01T00:00:00Z&until=2025-02-02T00:00:00Z", "?since=2031-01-01T00:00:00Z"),
  ...on("/unibox/unread", "?account_id=1&search=offer"),
  list(({ middle }) => `/unibox/unread?lead_id=${middle}`, "/unibox/unread?lead_id="),
  ...on("/unibox/threads?tab=replies", "&assigned_to=none", "&assigned_to=1"),
  ...on("/unibox/unread", "?assigned_to=none"),
  ...on("/unibox/changes", ""),
  ...on("/unibox/threads/6", "", "?order=desc", "?account_id=1"),
  list(({ middle }) => `/leads/${middle}/threads`, "/leads/{id}/threads"),
  list(({ middle }) => `/leads/${middle}/activity`, "/leads/{id}/activity"),
  list(({ middle }) => `/leads/${middle}/activity?types=complained`, "/leads/{id}/activity?types=complained"),
  ...on(
    "/events",
    "",
    "?types=bounced",
    "?types=complained",
    "?types=sent,bounced,complained",
    `?campaign_id=${campaignId(1)}`
  ),
  ...on("/events", `?campaign_id=${campaignId(1)}&types=complained`),
  list(({ middle }) => `/events?lead_id=${middle}`, "/events?lead_id="),
  ...later("/events", "/events?types=bounced,replied"),
  ...on(
    `/analytics${campaign}/activity`,
    "",
    "?account_id=1",
    "?account_id=999999",
    "?sequence_id=2",
    "?sequence_id=999999"
  ),
  ...on(
    `/analytics${campaign}/activity`,
    "?account_id=1&types=bounced",
    "?account_id=1&sequence_id=2",
    "?types=complained"
  ),
  ...on(`/analytics${campaign}/activity`, "?account_id=2&sequence_id=1"),
  ...later(`/analytics${campaign}/activity`),
  list(
    ({ middle }) => `/analytics${campaign}/activity?lead_id=${middle}`,
    "/analytics/campaigns/{id}/activity?lead_id="
  ),
  ...on(`/analytics${campaign}`, "/summary", "/events?period=all_time", "/by-account", "/by-sequence", "/by-link"),
  ...on(`/analytics${campaign}/by-link`, "?start_date=2025-02-01&end_date=2025-02-01", "?period=last_7_days"),
  ...on("/analytics", "/summary", "/by-account", "/by-campaign", "/events?period=all_time"),
  ...on(campaign, "/upcoming", "/sequences", "/verification"),
  ...on("/upcoming", ""),
  ...on("/campaigns", "", "?search=campaign+1", "?search=nobody", "?status=paused", "?status=draft"),
  ...on("/accounts", "", "?search=more1", "?search=nobody", "?status=paused"),
  ...["emails", "domains"].flatMap((kind) => [
    ...on(
      `/blacklist/${kind}`,
      "",
      "?search=17",
      "?search=stopped17",
      "?search=st",
      "?search=nobody",
      "?source=manual"
    ),
    ...on(`/blacklist/${kind}`, "?source=bounce", "?source=unsubscribe", "?source=manual&search=stopped"),
    list(({ leads }) => `/blacklist/${kind}?offset=${leads / 10}`, `/blacklist/${kind}, offset half`)
  ]),
  ...on("/billing/transactions", "", "?sort=created_at", "?type=refund", "?type=usage", "?status=failed"),
  ...on(
    "/billing/transactions",
    "?type=usage&currency=EUR",
    "?type=refund&status=failed",
    "?currency=EUR",
    "?currency=GBP"
  ),
  ...on("/billing/transactions", "?search=row+17", "?search=row", "?search=nobody", "?search=row&currency=EUR"),
  ...on("/billing/transactions", "?min_amount=50", "?min_amount=1000", "?max_amount=10", "?max_amount=-1"),
  ...on("/billing/transactions", "?min_amount=50&currency=GBP"),
  ...on(
    "/billing/transactions",
    "?from=2020-01-02&to=2020-01-04",
    "?from=2031-01-01",
    "?to=2019-01-01",
    "?from=2020-01-02&currency=GBP"
  ),
  list(({ leads }) => `/billing/transactions?offset=${leads / 10}`, "/billing/transactions, offset half"),
  list(({ leads }) => `/billing/transactions?before_id=${leads / 10}`, "/billing/transactions?before_id=, half"),
  list(
    ({ leads }) => `/billing/transactions?currency=EUR&offset=${leads / 20}`,
    "/billing/transactions?currency=EUR, offset half"
  ),
  ...on("/integrations/1/deliveries", "", "?status=failed", "?status=delivered", "?status=pending"),
  ...later("/integrations/1/deliveries"),
  ...on("/integrations", ""),
  ...on("/keys", ""),
  ...on("/tags", ""),
  ...on("/reply-templates", ""),
  ...on("/people", ""),
  ...on("/unibox/threads/6/notes", ""),
  ...on("/log", "", "?person_id=1", "?subject=tags/1", "?since=2031-01-01T00:00:00Z", "?until=2019-01-01T00:00:00Z")
]
