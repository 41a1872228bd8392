/** The state of an account, which is computed from sums whenever it is shown. Pure functions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { day } from "../Durations.ts"
import { Account, type AccountRecord, type AccountSettings, type RampUp } from "./Account.ts"
import { Connection } from "../mailboxes/Connection.ts"
import { InboxState } from "../mailboxes/InboxState.ts"
import type { AccountFault, Health } from "../mailboxes/Health.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { type Metrics, rate } from "../analytics/Rollup.ts"
import { type Campaign, CampaignStatus } from "../campaigns/Campaign.ts"
import { Count } from "../Id.ts"
import { Timestamp, toMillis } from "../Timestamp.ts"
import { CampaignId } from "../ids.ts"

export const AccountStatus = Schema.Literals([
  "active",
  "paused",
  "connection_error",
  "sending_error",
  "limit_reached"
]).annotate({
  identifier: "AccountStatus",
  description:
    "Whether the account can send now. `paused`: `sending_enabled` is false. `connection_error`: its servers are not reached, " +
    "reject the login, or its inbox cannot be read. `sending_error`: its server rejects its mail. `limit_reached`: it may not " +
    "send more mails today, or its server asks it to wait."
})
export type AccountStatus = typeof AccountStatus.Type

const AccountCampaign = Schema.Struct({
  id: CampaignId,
  name: described(Schema.String, "The name of the campaign.", "Spring launch"),
  status: CampaignStatus
}).annotate({
  identifier: "AccountCampaign",
  description: "A campaign that sends from an account."
})

export const AccountState = Schema.Struct({
  status: AccountStatus,
  status_message: described(Schema.NullOr(Schema.String), "Why the account does not send, for people.", null),
  last_error_at: described(Schema.NullOr(Timestamp), "When sending or receiving last failed; `null`: never.", null),
  sent_today: described(Count, "Mails since the day began, in the account's time zone.", 12),
  remaining_today: described(Count, "The number of mails that it may still send today.", 38),
  last_sent_at: described(
    Schema.NullOr(Timestamp),
    "When the last mail was sent; `null`: never.",
    "2026-03-02T09:30:00.000Z"
  ),
  bounce_rate_7d: described(
    Schema.NullOr(Schema.Finite),
    "`bounced / sent` of the last seven days, today included, with four decimals; `null` when nothing was sent.",
    0.0142
  ),
  campaigns: described(Schema.Array(AccountCampaign), "The campaigns that send from the account, by ascending id.")
}).annotate({ identifier: "AccountState", description: "The current state of the account. Read-only." })
export type AccountState = typeof AccountState.Type

/** An account as the API shows it. */
export const AccountWithState = Schema.Struct({
  ...Account.fields,
  connection: described(
    Schema.NullOr(Connection),
    "How its mailbox is reached; `null`: it has no credentials, so Mailroom sends nothing from it.",
    {
      smtp: {
        host: "smtp.mailroom.example",
        port: 465,
        security: "tls",
        user: "sales@mailroom.example",
        auth: "password"
      },
      imap: {
        host: "imap.mailroom.example",
        port: 993,
        security: "tls",
        user: "sales@mailroom.example",
        auth: "password",
        keep_unrelated: false
      }
    }
  ),
  inbox: described(Schema.NullOr(InboxState), "The reading of its inbox; `null`: Mailroom does not read it."),
  state: AccountState
}).annotate({
  identifier: "Account",
  description: "A mailbox that the organization sends from."
})
export type AccountWithState = typeof AccountWithState.Type

/** A stored account with its state. */
export interface AccountDetails extends AccountRecord {
  readonly connection: Connection | null
  readonly inbox: InboxState | null
  readonly state: AccountState
}

/** The documented part of an account. */
export const toAccount = (details: AccountDetails): AccountWithState => ({
  id: details.id,
  email: details.email,
  provider: details.provider,
  created_at: details.created_at,
  updated_at: details.updated_at,
  settings: details.settings,
  connection: details.connection,
  inbox: details.inbox,
  state: details.state
})

/** The stored data about an account, besides its settings, from which its state is computed. */
export interface Figures {
  readonly sent_today: number
  readonly week: Pick<Metrics, "bounced" | "sent">
  readonly last_sent_at: Timestamp | null
  readonly campaigns: ReadonlyArray<Campaign>
  readonly mailbox: Pick<MailboxRecord, "error" | "error_at" | "failing_since" | "fault" | "retry_at">
}

/** The limit of a ramp-up: `start`, plus `increment` for each whole day since `started_at`. */
const rampUpLimit = ({ increment, start, started_at }: RampUp, now: Timestamp): number => {
  const days = started_at === null ? 0 : Math.max(0, Math.floor((toMillis(now) - toMillis(started_at)) / day))
  return start + increment * days
}

/** The maximum number of mails that the account may send today, including the mails that it already sent. */
export const limitOf = ({ daily_limit, ramp_up }: AccountSettings, now: Timestamp): number =>
  ramp_up.enabled ? Math.min(daily_limit, rampUpLimit(ramp_up, now)) : daily_limit

/** The status of an account with a fault, and what a person has to do. */
const faults: Record<AccountFault, { readonly status: AccountStatus; readonly message: string }> = {
  connection: { status: "connection_error", message: "The mail server is not reached: check host, port and security" },
  credentials: { status: "connection_error", message: "The mail server rejects the login: set new credentials" },
  inbox: { status: "connection_error", message: "The inbox cannot be read" },
  sending: { status: "sending_error", message: "The mail server rejects mail of this account" },
  throttled: { status: "limit_reached", message: "The mail server asks the account to send less, or more slowly" }
}

/** The status of an account: a person's decision comes first, then a fault, then the limit of the day. */
export const statusOf = (
  settings: AccountSettings,
  sent_today: number,
  { error, failing_since, fault, retry_at }: Pick<Health, "error" | "failing_since" | "fault" | "retry_at">,
  now: Timestamp
): Pick<AccountState, "status" | "status_message"> => {
  if (!settings.sending_enabled) return { status: "paused", status_message: "Sending is switched off" }
  // A server that asks an account to wait is a fault from the first time on, but only until the wait is over.
  const isThrottled = fault === "throttled" && retry_at !== null && retry_at > now
  const isFailing = fault !== "throttled" && failing_since !== null
  if (fault !== null && (isThrottled || isFailing)) {
    const { message, status } = faults[fault]
    return { status, status_message: error === null || error === "" ? message : `${message} (${error})` }
  }
  const limit = limitOf(settings, now)
  if (sent_today < limit) return { status: "active", status_message: null }
  const reason = limit < settings.daily_limit ? "ramp-up limit" : "daily limit"
  return { status: "limit_reached", status_message: `The ${reason} of ${limit} is reached` }
}

/** The state of an account. */
export const stateOf = (settings: AccountSettings, figures: Figures, now: Timestamp): AccountState => ({
  ...statusOf(settings, figures.sent_today, figures.mailbox, now),
  last_error_at: figures.mailbox.error_at,
  sent_today: figures.sent_today,
  remaining_today: Math.max(0, limitOf(settings, now) - figures.sent_today),
  last_sent_at: figures.last_sent_at,
  bounce_rate_7d: rate(figures.week.bounced, figures.week.sent),
  campaigns: figures.campaigns.map(({ id, name, status }) => ({ id, name, status }))
})
