/** Deliveries to Slack: incoming webhooks, and triggers of workflows. */
import { escape } from "@mailroom/mail/text"
import type { Configs } from "./Config.ts"
import type { DeliveryAnswer } from "./DeliveryTransport.ts"
import { type Exchange, jsonOf, post, Verdict, verdictOf } from "./Exchange.ts"
import type { Payload } from "./Payload.ts"
import { type Summary, summaryOf } from "./Summary.ts"

/**
 * Without `<`, a text cannot contain mentions or links. `verbatim` keeps names of people and channels, and addresses,
 * as plain text. A text may have at most 3 000 characters.
 */
const markdown = (text: string) => ({ type: "mrkdwn", text, verbatim: true })

const blocksOf = ({ details, icon, predicate, quote, subject }: Summary) => [
  { type: "section", text: markdown(`${icon} *${escape(subject)}* ${escape(predicate)}`) },
  ...(quote === ""
    ? []
    : [
        {
          type: "section",
          text: markdown(
            quote
              .split("\n")
              .map((line) => `>${escape(line)}`)
              .join("\n")
          )
        }
      ]),
  ...(details.length === 0
    ? []
    : [
        {
          type: "context",
          elements: [markdown(details.map(([label, value]) => `${label}: ${escape(value)}`).join("  ·  "))]
        }
      ])
]

/** The message without blocks, for screen notifications and for workflows. */
const plainOf = ({ details, icon, predicate, quote, subject }: Summary) =>
  [`${icon} ${subject} ${predicate}`, quote, ...details.map(([label, value]) => `${label}: ${value}`)]
    .filter((line) => line !== "")
    .join("\n")

/** Errors that stay until a person acts. Slack answers them as plain text, triggers as JSON. */
const permanentErrors: Readonly<Record<string, string>> = {
  action_prohibited: "Slack does not let this webhook post: an administrator restricted it",
  channel_is_archived: "The Slack channel is archived",
  channel_not_found: "The Slack channel does not exist any more",
  invalid_token: "The Slack webhook URL is not valid any more",
  no_active_hooks: "The Slack webhook was turned off",
  no_service: "The Slack webhook was removed or turned off",
  no_service_id: "The Slack webhook URL is not complete",
  no_team: "The Slack workspace does not exist any more",
  posting_to_general_channel_denied: "Slack does not let this webhook post to the general channel",
  team_disabled: "The Slack workspace is turned off"
}
/** Errors of the message: the same message will always get them. */
const messageErrors: ReadonlySet<string> = new Set([
  "invalid_payload",
  "invalid_blocks",
  "invalid_blocks_format",
  "no_text"
])

const verdictOn = (answer: DeliveryAnswer): Verdict => {
  const { error, ok } = jsonOf(answer)
  const text = typeof error === "string" ? error : answer.body.trim()
  const code = /^[a-z_]{1,60}$/u.test(text) ? text : ""
  const permanent = permanentErrors[code]
  if (permanent !== undefined) return Verdict.Disable({ error: permanent })
  if (messageErrors.has(code)) return Verdict.Fail({ error: `Slack rejected the message: ${code}` })
  // A trigger reports errors with the status 200.
  const status = ok === false && answer.status === 200 ? 400 : answer.status
  return verdictOf({ ...answer, status }, "Slack", code === "ok" ? "" : code)
}

/** `origin` replaces https://hooks.slack.com. */
export const exchange = ({ url }: Configs["slack"], payload: Payload, origin: string): Exchange => {
  const summary = summaryOf(payload)
  const { pathname } = new URL(url)
  const message = pathname.startsWith("/triggers/")
    ? { text: plainOf(summary) }
    : { text: escape(plainOf(summary)), blocks: blocksOf(summary), unfurl_links: false, unfurl_media: false }
  return { request: post(`${origin}${pathname}`, JSON.stringify(message)), next: verdictOn }
}
