/** A payload in words, for people. Slack, Telegram and HubSpot show it, each in its markup. */
import { cut } from "@mailroom/mail/text"
import type { StatusReason } from "../campaigns/Campaign.ts"
import type { Lead } from "../leads/Lead.ts"
import type { StopSendingType } from "../leads/StopSending.ts"
import type { Payload } from "./Payload.ts"
import type { NotificationType } from "./Subscription.ts"

export interface Summary {
  readonly icon: string
  /** The person or thing that the payload is about, in one line: `Ada Lovelace (Analytical Engines)`. */
  readonly subject: string
  /** The end of a sentence that begins with `subject`: what happened. */
  readonly predicate: string
  /** The first lines of a reply, or the first values of a list. Empty when there is nothing to quote. */
  readonly quote: string
  /** Labels and values of one line each. */
  readonly details: ReadonlyArray<readonly [label: string, value: string]>
}

const icons: Readonly<Record<NotificationType, string>> = {
  sent: "📤",
  delivered: "📬",
  opened: "👀",
  machine_opened: "🤖",
  clicked: "👆",
  replied: "💬",
  auto_replied: "🌴",
  bounced: "⛔",
  soft_bounced: "⏳",
  unsubscribed: "👋",
  complained: "🚩",
  lead_stopped: "✋",
  lead_resumed: "🔁",
  lead_tagged: "🔖",
  lead_moved: "🔀",
  blacklist_added: "🚫",
  blacklist_removed: "✅",
  campaign_started: "🚀",
  campaign_paused: "💤",
  campaign_completed: "🏁",
  account_failing: "🔌",
  integration_disabled: "🔕"
}

/** Why sending to a lead stopped, in words. */
const stopReasons: Readonly<Record<StopSendingType, string>> = {
  manual: "stopped by hand",
  reply: "replied",
  bounce: "bounced",
  unsubscribe: "unsubscribed",
  complaint: "complained",
  blacklist: "is on the blacklist",
  colleague: "a colleague answered",
  moved: "was moved to another campaign"
}

const predicates: Readonly<Partial<Record<NotificationType, string>>> = {
  sent: "was sent an e-mail",
  delivered: "got an e-mail",
  opened: "opened an e-mail",
  machine_opened: "had an e-mail opened by a machine",
  clicked: "clicked a link",
  replied: "replied",
  auto_replied: "sent an automatic reply",
  bounced: "could not be reached: the e-mail bounced",
  soft_bounced: "could not be reached for now: the e-mail bounced",
  unsubscribed: "unsubscribed",
  complained: "reported an e-mail as spam",
  lead_resumed: "will be sent e-mails again",
  lead_moved: "was moved to another campaign"
}

/** Maximum number of lines and of characters to quote from a reply. */
const quotedLines = 6
const quotedCharacters = 500
/** Maximum number of values to quote from a list. */
const quotedValues = 5

/** One line, at most `maximum` characters. */
const line = (value: string, maximum = 100) => shorten(value.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), maximum)

const shorten = (value: string, maximum: number) =>
  value.length <= maximum ? value : `${cut(value, maximum - 1).trimEnd()}…`

/** The first lines of a text that are not empty. */
const firstLines = (value: string) => {
  // Only the beginning of a long text is read.
  const lines = cut(value, 10 * quotedCharacters)
    .split("\n")
    .map((text) => line(text, quotedCharacters))
    .filter((text) => text !== "")
  const quoted = lines.slice(0, quotedLines).join("\n")
  return shorten(lines.length > quotedLines ? `${quoted}\n…` : quoted, quotedCharacters)
}

const personOf = ({ company, email, first_name, last_name }: Lead) => {
  const name = line(`${line(first_name, 50)} ${line(last_name, 50)}`)
  const employer = line(company, 60)
  return `${name === "" ? email : name}${employer === "" ? "" : ` (${employer})`}`
}

/** Writes a `BounceReason` such as `unknown_address` in words. */
const inWords = (reason: string) => (/^[a-z_]+$/u.test(reason) ? reason.replaceAll("_", " ") : reason)

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** Why Mailroom paused a campaign, in words. */
const statusReasons = {
  bounces: "too many mails bounced",
  moved: "its organization was moved"
} as const satisfies Record<StatusReason, string>

/** The payload in words. */
export const summaryOf = (payload: Payload): Summary => {
  const { data, type } = payload
  const icon = icons[type]
  switch (type) {
    case "blacklist_added":
    case "blacklist_removed": {
      const { kind, leads, values } = data
      const entries =
        kind === "email" ? count(values.length, "address", "addresses") : count(values.length, "domain", "domains")
      const were = values.length === 1 ? "was" : "were"
      const rest = values.length - quotedValues
      return {
        icon,
        subject: entries,
        predicate: `${were} ${type === "blacklist_added" ? "added to" : "removed from"} the blacklist`,
        quote: [
          ...values.slice(0, quotedValues).map((value) => line(value)),
          ...(rest > 0 ? [`and ${rest} more`] : [])
        ].join("\n"),
        details: [[type === "blacklist_added" ? "Leads stopped" : "Leads resumed", String(leads)]]
      }
    }
    case "campaign_started":
    case "campaign_paused":
    case "campaign_completed":
      return {
        icon,
        subject: line(data.campaign.name),
        predicate: type === "campaign_completed" ? "is completed" : `was ${type.slice("campaign_".length)}`,
        quote: "",
        details: "reason" in data && data.reason !== null ? [["Reason", statusReasons[data.reason]]] : []
      }
    case "account_failing":
      return {
        icon,
        subject: data.account.email,
        predicate: "is failing",
        quote: "",
        details: [["Reason", line(data.reason, 300)]]
      }
    case "integration_disabled":
      return {
        icon,
        subject: line(data.integration.name),
        predicate: "is disabled: nothing could be delivered to it",
        quote: "",
        details: [["Reason", line(data.reason, 300)]]
      }
    default: {
      const { campaign, lead } = data
      const reason = "reason" in data && data.reason !== null ? inWords(line(data.reason, 300)) : ""
      return {
        icon,
        subject: personOf(lead),
        predicate: predicateOf(payload, lead),
        quote: "reply_text" in data && data.reply_text !== null ? firstLines(data.reply_text) : "",
        details: [
          ["Campaign", line(campaign.name)],
          ["E-mail", "email" in data ? data.email : lead.email],
          ...(reason === "" ? [] : [["Reason", reason] as const])
        ]
      }
    }
  }
}

const predicateOf = ({ type }: Payload, lead: Lead): string => {
  if (type === "lead_stopped") {
    const why = lead.stop_sending_type === null ? "" : ` (${stopReasons[lead.stop_sending_type]})`
    return `will not be sent e-mails any more${why}`
  }
  if (type === "lead_tagged") {
    return lead.reply_status === null ? "has no tag any more" : `was tagged ${line(lead.reply_status)}`
  }
  return predicates[type] ?? type
}
