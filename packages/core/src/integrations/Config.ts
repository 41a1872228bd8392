/** The target of an integration, with its secrets (contract, section 8). */
import { text } from "@mailroom/mail/text"
import { Record, Schema } from "effect"
import { described } from "../Described.ts"
import type { IntegrationType } from "./Subscription.ts"

/**
 * Names of header fields that Mailroom sets, or that belong to the connection (RFC 9110, 7.6.1): `host`, `content-*`,
 * `webhook-*`. `expect` would make the receiver wait for Mailroom.
 */
const reserved =
  /^(?:webhook-.*|content-.*|host|connection|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/iu

/** Replaces the hidden part of a secret. */
const ellipsis = "…"

const isFieldName = (name: string) => /^[\w!#$%&'*+\-.^`|~]{1,100}$/u.test(name)
/** Visible ASCII, with spaces only between visible characters (RFC 9110, 5.5). */
const isFieldValue = (value: string) => /^[!-~](?:[ -~]{0,1998}[!-~])?$/u.test(value)

const headerFault = (name: string, value: string): string | undefined => {
  if (!isFieldName(name)) return "must be named as a header field: letters, digits and -, at most 100"
  if (reserved.test(name)) return "must not be set: it is set by the delivery"
  if (value.startsWith(ellipsis)) return "is masked, as in an answer: give the whole value"
  return isFieldValue(value) ? undefined : "must have 1 to 2000 visible ASCII characters, with spaces only between them"
}

const headerFaults = (headers: Readonly<Record<string, string>>) => {
  const seen = new Set<string>()
  return Object.entries(headers).flatMap(([name, value]) => {
    const folded = name.toLowerCase()
    const issue = seen.has(folded) ? "is given more than once" : headerFault(name, value)
    seen.add(folded)
    return issue === undefined ? [] : [{ path: [name], issue }]
  })
}

const Url = text(2_000)

const webhookUrlFault = (value: string) => {
  // The URL parser would drop line ends and tabs.
  const url = /[\s\p{Cc}]/u.test(value) ? null : URL.parse(value)
  if (url === null || !/^https?:\/\//iu.test(value)) return "must be a URL that begins with https:// or http://"
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password: use headers"
  return url.hash === "" && !value.endsWith("#") ? undefined : "must not have a fragment (#)"
}

/** Additional parts of the payloads of a webhook. */
export const Include = Schema.Array(Schema.Literals(["custom_fields"])).check(
  Schema.isMaxLength(1, { message: "must have each name once" })
)

/**
 * The config of a webhook. Whether the `url` is public is checked when it is stored, and again at each delivery.
 * Secret: the headers' values.
 */
export const WebhookConfig = Schema.Struct({
  url: described(
    Url.check(Schema.makeFilter(webhookUrlFault, { toJsonSchema: () => ({ format: "uri" }) })),
    "The target of deliveries: an http or https URL with a public address, without user name and fragment."
  ),
  headers: described(
    Schema.optionalKey(
      Schema.Record(Schema.String, Schema.String).check(
        Schema.isMaxProperties(20, { message: "must have at most 20 headers" }),
        Schema.makeFilter(headerFaults)
      )
    ),
    "Header fields of each delivery, by name: at most 20. Their values are secret. `webhook-*`, `content-*`, `host` and fields of the connection are not allowed."
  ),
  include: described(
    Schema.optionalKey(Include),
    "What `lead` has in addition in each payload: its `custom_fields`. Absent and empty: nothing."
  )
}).annotate({ identifier: "WebhookConfig", description: "The target of a webhook." })

/**
 * The URL of an incoming webhook, or of the trigger of a workflow, which must have a variable `text`. Secret: the path.
 */
export const SlackConfig = Schema.Struct({
  url: described(
    Url.check(
      Schema.isPattern(/^https:\/\/hooks\.slack\.com\/(?:services|triggers)\/[\w-]+(?:\/[\w-]+){1,3}$/u, {
        message:
          "must be a webhook URL of Slack: https://hooks.slack.com/services/… or https://hooks.slack.com/triggers/…"
      })
    ),
    "The URL of an incoming webhook, or of the trigger of a workflow with a variable `text`. Its path is secret."
  )
}).annotate({ identifier: "SlackConfig", description: "The target of messages for Slack." })

/** The config of Telegram. Secret: the token, except the bot's id before the colon. */
export const TelegramConfig = Schema.Struct({
  bot_token: described(
    Schema.String.check(
      Schema.isPattern(/^\d{5,16}:[\w-]{30,64}$/u, {
        message: "must be a bot token as BotFather shows it: digits, a colon, letters and digits"
      })
    ),
    "The token of the bot, as BotFather shows it. Secret, except for the id before the colon."
  ),
  chat_id: described(
    Schema.String.check(
      Schema.isPattern(/^(?:-?[1-9]\d{0,15}|@[A-Za-z]\w{3,31})$/u, {
        message: "must be the id of a chat, such as -1001234567890, or the name of a public channel, such as @channel"
      })
    ),
    "The id of a chat, or the name of a public channel, such as `@channel`."
  )
}).annotate({ identifier: "TelegramConfig", description: "The target of messages for Telegram." })

/** The access token of a private app, with the scope `crm.objects.contacts.write`. Secret: the token. */
export const HubSpotConfig = Schema.Struct({
  access_token: described(
    Schema.String.check(
      Schema.isPattern(/^[\w.~+/=-]{20,500}$/u, { message: "must be the access token of a HubSpot private app" })
    ),
    "The access token of a private app, with the scope `crm.objects.contacts.write`. Secret."
  )
}).annotate({ identifier: "HubSpotConfig", description: "The target of notes for HubSpot." })

/** The schema of each type's config. */
export const configs = {
  webhook: WebhookConfig,
  slack: SlackConfig,
  telegram: TelegramConfig,
  hubspot: HubSpotConfig
} satisfies Record<IntegrationType, Schema.Top>

export type Configs = { readonly [T in IntegrationType]: (typeof configs)[T]["Type"] }

/** A config with the type of its integration. */
export type Config = {
  readonly [T in IntegrationType]: { readonly type: T; readonly config: Configs[T] }
}[IntegrationType]

/** The fields of a config that are secret. */
const secretFields: { readonly [T in IntegrationType]: ReadonlyArray<string> } = {
  webhook: ["headers"],
  slack: ["url"],
  telegram: ["bot_token"],
  hubspot: ["access_token"]
}

/**
 * The origin that a config's secrets are sent to. Slack, Telegram and HubSpot each have one origin, for every config.
 */
const originOf = (type: IntegrationType, config: Readonly<Record<string, unknown>>) =>
  type === "webhook" ? URL.parse(String(config["url"]))?.origin : type

/**
 * The fields of a config after a patch, not decoded yet. Each given field replaces the stored one. Secrets are sent
 * only to the origin (scheme, host and port) that they were given for: when the patch has another origin, the stored
 * secrets are dropped, and only the secrets in the patch remain.
 */
export const patched = (
  { config, type }: Config,
  patch: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> => {
  const stored: Readonly<Record<string, unknown>> = { ...config }
  const next = { ...stored, ...patch }
  if (originOf(type, next) === originOf(type, stored)) return next
  return { ...Record.filter(stored, (_, field) => !secretFields[type].includes(field)), ...patch }
}

/** The secret texts of a config, which must not be shown again. */
export const secretsOf = ({ config, type }: Config): ReadonlyArray<string> => {
  switch (type) {
    case "webhook":
      return Object.values(config.headers ?? {})
    case "slack":
      return [config.url, new URL(config.url).pathname, config.url.slice(config.url.lastIndexOf("/") + 1)]
    case "telegram":
      return [config.bot_token, afterColon(config.bot_token)]
    case "hubspot":
      return [config.access_token]
  }
}

const afterColon = (token: string) => token.slice(token.indexOf(":") + 1)

/** A config as answers show it, with its secrets masked. */
export const masked = ({ config, type }: Config): Config["config"] => {
  switch (type) {
    case "webhook":
      return config.headers === undefined
        ? config
        : { ...config, headers: Object.fromEntries(Object.entries(config.headers).map(([k, v]) => [k, mask(v)])) }
    case "slack":
      return { url: `${new URL(config.url).origin}/…` }
    case "telegram":
      return { ...config, bot_token: `${config.bot_token.split(":", 1)[0]}:${mask(afterColon(config.bot_token))}` }
    case "hubspot":
      return { access_token: mask(config.access_token) }
  }
}

/**
 * Masks a secret as `…` and its last four characters. A secret under 16 characters is masked completely, because four
 * characters would be a large part of it.
 */
const mask = (secret: string) => (secret.length < 16 ? ellipsis : `${ellipsis}${secret.slice(-4)}`)

/**
 * The text without these secrets, for stored and shown answers of receivers. Texts under 8 characters do not count as
 * secrets.
 */
export const hide = (value: string, secrets: ReadonlyArray<string>): string =>
  secrets
    .filter((secret) => secret.length >= 8)
    .toSorted((a, b) => b.length - a.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "…"), value)
