/**
 * What an event does to its lead and to the sums: pure, and such that any order of the same events comes to the same
 * (domain, "Events"). So nothing here asks what came first to us, only what occurred first.
 */
import type { Account } from "../accounts/Account.ts"
import type { Metric, RollupChanges, RollupKey } from "../analytics/Rollup.ts"
import { bucketOf } from "../analytics/Rollup.ts"
import type { Source } from "../blacklist/BlacklistEntry.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import { type LeadRecord, type LeadStatus, succeed } from "../leads/Lead.ts"
import type { First, LeadActivity } from "../leads/LeadActivity.ts"
import { apply, type AutomaticStop } from "../leads/StopSending.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type Event, type EventType, precedes } from "./Event.ts"

/** The kinds of events whose first one counts for itself. */
const uniques = {
  sent: "contacted",
  opened: "unique_opened",
  clicked: "unique_clicked",
  replied: "unique_replied"
} as const satisfies Partial<Record<EventType, Metric>>
type UniqueType = keyof typeof uniques

const isUnique = (type: EventType): type is UniqueType => Object.hasOwn(uniques, type)

/** Types that are metrics of their own. */
const isMetric = (type: EventType): type is Exclude<EventType, "delivered"> => type !== "delivered"

type Credit = Pick<First, "account_id" | "occurred_at" | "sequence_id">

const keys = (campaign_id: Campaign["id"], { account_id, occurred_at, sequence_id }: Credit) => {
  const bucket = bucketOf(occurred_at)
  return {
    campaign: { campaign_id, dimension: "campaign", dimension_id: null, bucket },
    account: { campaign_id, dimension: "account", dimension_id: account_id, bucket },
    sequence: { campaign_id, dimension: "sequence", dimension_id: sequence_id, bucket }
  } satisfies Record<string, RollupKey>
}

/** A first of the campaign counts for the campaign and its account, a first of a sequence for the sequence. */
const count = (
  changes: RollupChanges,
  campaign_id: Campaign["id"],
  level: "campaign" | "sequence",
  first: Credit,
  metric: Metric,
  amount: number
) => {
  const { account, campaign, sequence } = keys(campaign_id, first)
  for (const key of level === "campaign" ? [campaign, account] : [sequence]) changes.add(key, metric, amount)
}

const levelOf = (key: string) => (key.includes(":") ? "sequence" : "campaign")

/** The firsts with this event among them, and the changes that follow for the sums. */
const withFirst = (
  activity: LeadActivity,
  event: Event,
  type: UniqueType,
  changes: RollupChanges
): LeadActivity["firsts"] => {
  const first: First = {
    occurred_at: event.occurred_at,
    identity: event.identity,
    account_id: event.account_id,
    sequence_id: event.sequence_id
  }
  let firsts: Record<string, First> | undefined
  for (const key of [type, `${type}:${event.sequence_id ?? ""}`]) {
    const known = activity.firsts[key]
    if (known !== undefined && !precedes(first, known)) continue
    const metrics: ReadonlyArray<Metric> =
      type === "replied" && activity.positive ? [uniques[type], "positive_replied"] : [uniques[type]]
    for (const metric of metrics) {
      if (known !== undefined) count(changes, event.campaign_id, levelOf(key), known, metric, -1)
      count(changes, event.campaign_id, levelOf(key), first, metric, 1)
    }
    firsts ??= { ...activity.firsts }
    firsts[key] = first
  }
  return firsts ?? activity.firsts
}

const statusOf = ({ bounced, firsts }: LeadActivity): LeadStatus => {
  if (firsts["replied"] !== undefined) return "Replied"
  if (bounced) return "Bounce"
  if (firsts["opened"] !== undefined || firsts["clicked"] !== undefined) return "Opened"
  return firsts["sent"] === undefined ? "Not contacted" : "Sent"
}

/** The stop rule that an event is for, if the campaign wants it. */
const ruleOf = (type: EventType, campaign: Pick<Campaign, "stop_on_auto_reply" | "stop_on_reply">) => {
  const rules: Partial<Record<EventType, AutomaticStop | false>> = {
    replied: campaign.stop_on_reply && "reply",
    auto_replied: campaign.stop_on_auto_reply && "reply",
    bounced: "bounce",
    unsubscribed: "unsubscribe",
    complained: "complaint"
  }
  return rules[type] || undefined
}

/** Whether a bounce says that the address is dead: a refusal by policy (RFC 3463, 3.8) says nothing of it. */
const isHard = ({ data }: Pick<Event, "data">) => data.hard ?? data.status?.startsWith("5.7.") !== true

/** With which source an event puts its lead's address on the blacklist, if it does. */
export const blacklistSource = (event: Pick<Event, "data" | "type">): Source | undefined => {
  switch (event.type) {
    case "bounced":
      return isHard(event) ? "bounce" : undefined
    case "unsubscribed":
      return "unsubscribe"
    case "complained":
      return "complaint"
    default:
      return undefined
  }
}

const isLast = ({ last_sent }: LeadActivity, event: Event) =>
  event.type === "sent" && (last_sent === null || precedes(last_sent, event))

/** What is remembered of a lead after an event of its; what follows for the sums goes to `changes`. */
export const counted = (activity: LeadActivity, event: Event, changes: RollupChanges): LeadActivity => {
  if (isMetric(event.type)) {
    for (const key of Object.values(keys(event.campaign_id, event))) changes.add(key, event.type, 1)
  }
  const firsts = isUnique(event.type) ? withFirst(activity, event, event.type, changes) : activity.firsts
  const last_sent = isLast(activity, event)
    ? { occurred_at: event.occurred_at, identity: event.identity }
    : activity.last_sent
  const bounced = activity.bounced || event.type === "bounced"
  // Most events are nothing new: then it is the same, and the lead is not written.
  const same = firsts === activity.firsts && last_sent === activity.last_sent && bounced === activity.bounced
  return same ? activity : { ...activity, firsts, last_sent, bounced }
}

/** The lead after an event of its; what follows for the sums goes to `changes`. */
export const happened = (
  lead: LeadRecord,
  event: Event,
  campaign: Pick<Campaign, "stop_on_auto_reply" | "stop_on_reply">,
  sender: Account | undefined,
  changes: RollupChanges,
  now: Timestamp
): LeadRecord => {
  const activity = counted(lead.activity, event, changes)
  const rule = ruleOf(event.type, campaign)
  const isFirstReply = event.type === "replied" && activity.firsts["replied"]?.identity === event.identity
  return succeed(
    lead,
    {
      ...lead,
      activity,
      status: statusOf(activity),
      ...(event.type === "sent" ? { amount_sequences_sent: lead.amount_sequences_sent + 1 } : {}),
      ...(isLast(lead.activity, event)
        ? {
            sender: sender?.email ?? null,
            provider: sender?.provider ?? null,
            id_previous_sending_sequence: event.sequence_id,
            date_last_sequence_send: event.occurred_at
          }
        : {}),
      ...(isFirstReply ? { reply_text: event.data.reply_text ?? "" } : {}),
      ...(rule === undefined ? {} : apply(lead, rule, event.occurred_at))
    },
    now
  )
}

/** The lead with a tag that is positive, or is not: its first replies count for that, or no longer. */
export const withSentiment = (lead: LeadRecord, positive: boolean, changes: RollupChanges): LeadActivity => {
  if (lead.activity.positive === positive) return lead.activity
  for (const [key, first] of Object.entries(lead.activity.firsts)) {
    if (!/^replied(?::|$)/u.test(key)) continue
    count(changes, lead.campaign_id, levelOf(key), first, "positive_replied", positive ? 1 : -1)
  }
  return { ...lead.activity, positive }
}
