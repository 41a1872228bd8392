/** Whether a request for an image or a link of a mail was made by a person. Pure functions. */
import type { Event } from "../activity/Event.ts"
import { minute } from "../Durations.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

/** Nobody opens a mail in less than this time after it was sent, in milliseconds: programs that check mail do. */
const tooSoon = 10_000
/** A repetition within this time is not counted, in milliseconds. */
const repetition = minute
/** Programs that check mail follow all its links; a person needs this time for the next one, in milliseconds. */
const nextLink = 2_000

/** Maximum length of a user agent that is looked at. */
const maximumLength = 1_000

/** Parts of the user agents of programs that check mail, in lower case. */
const scanners = [
  "barracuda",
  "bitdefender",
  "fireeye",
  "forcepoint",
  "fortimail",
  "fortinet",
  "hornetsecurity",
  "ironport",
  "kaspersky",
  "messagelabs",
  "mimecast",
  "netcraft",
  "paloalto",
  "palo alto",
  "proofpoint",
  "rspamd",
  "safelinks",
  "scanner",
  "sophos",
  "spamassassin",
  "symantec",
  "trellix",
  "trendmicro",
  "trend micro",
  "urlscan",
  "virustotal",
  "zscaler"
]

/** Parts of the user agents of programs that show links to people before they are opened, and of crawlers. */
const crawlers = [
  "bingpreview",
  "crawler",
  "existence discovery",
  "facebookexternalhit",
  "google-safety",
  "skypeuripreview",
  "spider",
  "whatsapp/"
]

/** Parts of the user agents of libraries and of browsers that a program controls. */
const libraries = [
  "aiohttp",
  "apache-httpclient",
  "axios/",
  "curl/",
  "go-http-client",
  "guzzlehttp",
  "headlesschrome",
  "httpx/",
  "java/",
  "libwww-perl",
  "node-fetch",
  "phantomjs",
  "python-requests",
  "python-urllib",
  "undici",
  "wget/"
]

/** A word that ends with `bot`, as crawlers and link previews call themselves. Cubot is a maker of telephones. */
const bot = /\b(?!cubot\b)\w*bot\b/u

const known = [...scanners, ...crawlers, ...libraries]

/**
 * Whether a user agent is a program's. Apple loads all images of a mail when it arrives, as exactly `Mozilla/5.0`. Google's
 * and Yahoo's image proxies load them when a person opens the mail.
 */
export const isProgram = (user_agent: string): boolean => {
  const agent = user_agent.slice(0, maximumLength).trim().toLowerCase()
  return agent === "" || agent === "mozilla/5.0" || bot.test(agent) || known.some((part) => agent.includes(part))
}

/** A request for an image or a link of a mail. */
export interface Visit {
  readonly user_agent: string
  /** When the mail was sent. */
  readonly sent_at: Timestamp
  readonly at: Timestamp
}

const isMachine = ({ at, sent_at, user_agent }: Visit): boolean =>
  toMillis(at) - toMillis(sent_at) < tooSoon || isProgram(user_agent)

/** The type of the event when the image of a mail is loaded. */
export const openOf = (visit: Visit): "machine_opened" | "opened" => (isMachine(visit) ? "machine_opened" : "opened")

type Earlier = Pick<Event, "data" | "occurred_at">

const isWithin = (span: number, at: Timestamp, { occurred_at }: Earlier): boolean =>
  toMillis(at) - toMillis(occurred_at) < span

/** Whether an open counts. `earlier`: the events of this type of the mail. */
export const countsOpen = ({ at }: Visit, earlier: ReadonlyArray<Earlier>): boolean =>
  !earlier.some((event) => isWithin(repetition, at, event))

/** Whether a click counts. `earlier`: the clicks of the mail. */
export const countsClick = (visit: Visit, url: string, earlier: ReadonlyArray<Earlier>): boolean =>
  !isMachine(visit) &&
  !earlier.some((event) => isWithin(event.data.url === url ? repetition : nextLink, visit.at, event))
