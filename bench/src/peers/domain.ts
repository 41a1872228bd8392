/** The domain rules of the Fastify peer: how an event changes its lead, the sums and the blacklist. */
import { domainToASCII } from "node:url"

/** Why an item of a batch was rejected: `pointer` is a JSON pointer into the item. */
export interface Fault {
  readonly pointer: string
  readonly message: string
}

/** Folds case code point by code point. */
const fold = (value: string): string => {
  let folded = ""
  for (const character of value) folded += character.toLowerCase().toUpperCase().toLowerCase()
  return folded
}

/** Folds case and accents, as searches do. */
export const foldForSearch = (value: string): string => {
  let folded = ""
  for (const character of fold(value)) folded += character.normalize("NFD").replaceAll(/[\u0300-\u036f]/gu, "")
  return folded
}

/**
 * The search keys of a lead: the normalized address, which is unique; what searches look in if it differs from that: the
 * address as given and normalized, without accents; and the domain from the top level down.
 */
export const spellingsOf = (email: string) => {
  const at = email.lastIndexOf("@") + 1
  const domain = domainToASCII(email.slice(at)) || fold(email.slice(at))
  const address = fold(email.slice(0, at)) + domain
  const searched = [...new Set([fold(email), address])].map(foldForSearch).join("A")
  return {
    email_given: searched === address ? null : searched,
    address,
    domain_key: `${domain.split(".").toReversed().join(".")}.`
  }
}

/** The domain of a normalized address, and all its parent domains. */
export const domainsOf = (address: string): ReadonlyArray<string> => {
  const labels = address.slice(address.lastIndexOf("@") + 1).split(".")
  return labels.map((_, i) => labels.slice(i).join("."))
}

interface First {
  readonly occurred_at: string
  readonly identity: string
  readonly account_id: number | null
  readonly sequence_id: number | null
}

interface LeadActivity {
  readonly firsts: Readonly<Record<string, First>>
  readonly last_sent: Pick<First, "identity" | "occurred_at"> | null
  readonly bounced: boolean
  readonly positive: boolean
}

export const noActivity: LeadActivity = { firsts: {}, last_sent: null, bounced: false, positive: false }

/** Automatic rules by rank: if several have the same instant, the first one is in force. */
const rules = ["reply", "bounce", "unsubscribe", "complaint", "blacklist"] as const
type Rule = (typeof rules)[number]
type Stops = Readonly<Partial<Record<Rule, string>>>

/** The fields of a lead that events change, or that decide about these changes. */
export interface LeadState {
  readonly id: number
  readonly campaign_id: string
  readonly email: string
  readonly address: string
  readonly sender: string | null
  readonly provider: string | null
  readonly status: string
  readonly id_previous_sending_sequence: number | null
  readonly amount_sequences_sent: number
  readonly date_last_sequence_send: string | null
  readonly reply_text: string | null
  readonly stop_sending: boolean
  readonly stop_sending_type: string | null
  readonly stop_decided_at: string | null
  /** The earliest instant of each automatic rule since the last decision by a person. */
  readonly stops: Stops
  readonly activity: LeadActivity
  readonly version: number
}

export const stateColumns = `id, campaign_id, email, address, sender, provider, status, id_previous_sending_sequence,
  amount_sequences_sent, date_last_sequence_send, reply_text, stop_sending, stop_sending_type, stop_decided_at,
  stops, activity, version`

export interface NewEvent {
  readonly type: string
  readonly occurred_at: string
  readonly lead_id?: number
  readonly campaign_id?: string
  readonly email?: string
  readonly account_id?: number
  readonly sequence_id?: number
  readonly message_id?: string
  readonly idempotency_key?: string
  readonly data?: {
    readonly reply_text?: string
    readonly status?: string
    readonly hard?: boolean
    readonly reason?: string
  }
}

export interface Event extends Omit<First, "account_id" | "sequence_id"> {
  readonly type: string
  readonly campaign_id: string
  readonly lead_id: number
  readonly account_id: number | null
  readonly sequence_id: number | null
  readonly message_id: string | null
  readonly email: string | null
  readonly data: NonNullable<NewEvent["data"]>
}

/** Why an event is rejected. */
export const noLead = ({ lead_id }: Pick<NewEvent, "lead_id">): Fault =>
  lead_id === undefined
    ? { pointer: "/email", message: "the campaign has no lead with this address" }
    : { pointer: "/lead_id", message: "the lead does not exist" }
export const tooLate: Fault = { pointer: "/occurred_at", message: "must not be more than a day in the future" }
export const noAccount: Fault = { pointer: "/account_id", message: "the account does not exist" }
export const noSequence: Fault = {
  pointer: "/sequence_id",
  message: "the sequence does not exist in the lead's campaign"
}

const precedes = (a: Pick<First, "identity" | "occurred_at">, b: Pick<First, "identity" | "occurred_at">) =>
  a.occurred_at < b.occurred_at || (a.occurred_at === b.occurred_at && a.identity < b.identity)

export type Stop = Pick<LeadState, "stop_decided_at" | "stop_sending" | "stop_sending_type" | "stops">

/** The stop fields of a lead that is not stopped. */
export const sending: Stop = { stop_decided_at: null, stop_sending: false, stop_sending_type: null, stops: {} }

/** The stop fields for these rules: the rule with the earliest instant is in force. */
const stopBy = (stops: Stops) => {
  let stop_sending_type: Rule | null = null
  for (const rule of rules) {
    const at = stops[rule]
    if (at !== undefined && (stop_sending_type === null || at < (stops[stop_sending_type] ?? at))) {
      stop_sending_type = rule
    }
  }
  return { stop_sending: stop_sending_type !== null, stop_sending_type, stops }
}

/**
 * The changes by an automatic rule. They are empty if a person decided later, or if the rule already has an earlier
 * instant.
 */
export const stopped = (lead: Stop, rule: Rule, at: string): Partial<Stop> => {
  const { stop_decided_at, stop_sending_type, stops } = lead
  if (stop_sending_type === "manual" || (stop_decided_at !== null && at < stop_decided_at)) return {}
  const known = stops[rule]
  return known !== undefined && known <= at ? {} : stopBy({ ...stops, [rule]: at })
}

/**
 * The stop fields of a lead with a new address: the rule `blacklist` ends, and starts again if the blacklist covers the
 * new address.
 */
export const readdressed = (
  { stop_decided_at, stop_sending, stop_sending_type, stops }: Stop,
  isBlacklisted: boolean,
  at: string
): Stop => {
  const { blacklist, ...others } = stops
  const stop = { stop_decided_at, stop_sending, stop_sending_type, stops }
  const released = blacklist === undefined ? stop : { stop_decided_at, ...stopBy(others) }
  return isBlacklisted ? { ...released, ...stopped(released, "blacklist", at) } : released
}

/** The stop fields after a person stopped or resumed the lead. */
export const decided = (stop_sending: boolean, at: string): Stop => ({
  stop_decided_at: at,
  stop_sending,
  stop_sending_type: stop_sending ? "manual" : null,
  stops: {}
})

/** Why an event puts its lead's address on the blacklist; `undefined` if it does not. */
export const refusalOf = ({ data = {}, type }: Pick<NewEvent, "data" | "type">): string | undefined => {
  if (type === "bounced") return (data.hard ?? !data.status?.startsWith("5.7.")) ? "bounce" : undefined
  return type === "unsubscribed" ? "unsubscribe" : type === "complained" ? "complaint" : undefined
}

export interface Settings {
  readonly stop_on_reply: boolean
  readonly stop_on_auto_reply: boolean
}

const ruleOf = (type: string, { stop_on_auto_reply, stop_on_reply }: Settings): Rule | undefined => {
  if (type === "replied") return stop_on_reply ? "reply" : undefined
  if (type === "auto_replied") return stop_on_auto_reply ? "reply" : undefined
  return ({ bounced: "bounce", unsubscribed: "unsubscribe", complained: "complaint" } as const)[type]
}

const statusOf = ({ bounced, firsts }: LeadActivity) => {
  if (firsts["replied"]) return "Replied"
  if (bounced) return "Bounce"
  if (firsts["opened"] ?? firsts["clicked"]) return "Opened"
  return firsts["sent"] ? "Sent" : "Not contacted"
}

export const metricNames = [
  "sent",
  "contacted",
  "opened",
  "unique_opened",
  "machine_opened",
  "clicked",
  "unique_clicked",
  "replied",
  "unique_replied",
  "auto_replied",
  "positive_replied",
  "bounced",
  "soft_bounced",
  "unsubscribed",
  "complained"
]

/** Collects the amounts to add to each row of the sums. */
export class Sums {
  private readonly byKey = new Map<string, Record<string, number | string>>()

  private add(key: readonly [string, string, number, string], metric: string, amount: number) {
    const [campaign_id, dimension, dimension_id, at] = key
    const minute = Number(at.slice(14, 16))
    const bucket = `${at.slice(0, 14)}${String(minute - (minute % 15)).padStart(2, "0")}:00.000Z`
    const id = `${campaign_id} ${dimension} ${dimension_id} ${bucket}`
    const sum = this.byKey.get(id) ?? { campaign_id, dimension, dimension_id, bucket }
    sum[metric] = Number(sum[metric] ?? 0) + amount
    this.byKey.set(id, sum)
  }

  campaign(campaign_id: string, { account_id, occurred_at }: First, metric: string, amount: number) {
    this.add([campaign_id, "campaign", 0, occurred_at], metric, amount)
    this.add([campaign_id, "account", account_id ?? 0, occurred_at], metric, amount)
  }

  sequence(campaign_id: string, { occurred_at, sequence_id }: First, metric: string, amount: number) {
    this.add([campaign_id, "sequence", sequence_id ?? 0, occurred_at], metric, amount)
  }

  toArray(): ReadonlyArray<Record<string, number | string>> {
    return [...this.byKey.values()].filter((sum) => metricNames.some((metric) => (sum[metric] ?? 0) !== 0))
  }
}

/** Metrics that count a lead only once. */
const countedOnce: ReadonlySet<string> = new Set(["bounced", "unsubscribed"])

const uniques: Readonly<Record<string, string>> = {
  sent: "contacted",
  opened: "unique_opened",
  clicked: "unique_clicked",
  replied: "unique_replied"
}

const remembered = (activity: LeadActivity, event: Event, sums: Sums): LeadActivity => {
  const { account_id, campaign_id, identity, occurred_at, sequence_id, type } = event
  let { firsts } = activity
  const known = firsts[type]
  if (countedOnce.has(type) && !(known && !precedes(event, known))) {
    for (const level of ["campaign", "sequence"] as const) {
      if (known) sums[level](campaign_id, known, type, -1)
      sums[level](campaign_id, event, type, 1)
    }
    firsts = { ...firsts, [type]: { occurred_at, identity, account_id, sequence_id } }
  } else if (!countedOnce.has(type) && type !== "delivered") {
    sums.campaign(campaign_id, event, type, 1)
    sums.sequence(campaign_id, event, type, 1)
  }
  const unique = uniques[type]
  if (unique !== undefined) {
    for (const [key, level] of [
      [type, "campaign"],
      [`${type}:${sequence_id ?? ""}`, "sequence"]
    ] as const) {
      const known = firsts[key]
      if (known && !precedes(event, known)) continue
      for (const metric of type === "replied" && activity.positive ? [unique, "positive_replied"] : [unique]) {
        if (known) sums[level](campaign_id, known, metric, -1)
        sums[level](campaign_id, event, metric, 1)
      }
      firsts = Object.assign(firsts === activity.firsts ? { ...firsts } : firsts, {
        [key]: { occurred_at, identity, account_id, sequence_id }
      })
    }
  }
  const last_sent = isLast(activity, event) ? { occurred_at, identity } : activity.last_sent
  const bounced = activity.bounced || type === "bounced"
  const same = firsts === activity.firsts && last_sent === activity.last_sent && bounced === activity.bounced
  return same ? activity : { ...activity, firsts, last_sent, bounced }
}

const isLast = ({ last_sent }: LeadActivity, event: Event) =>
  event.type === "sent" && (last_sent === null || precedes(last_sent, event))

/** Returns the lead after an event, and adds the event to `sums`. */
export const applyEvent = (
  lead: LeadState,
  event: Event,
  settings: Settings,
  sender: { readonly email: string; readonly provider: string } | undefined,
  sums: Sums
): LeadState => {
  const activity = remembered(lead.activity, event, sums)
  const rule = ruleOf(event.type, settings)
  return changed(lead, {
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
    ...(event.type === "replied" && activity.firsts["replied"]?.identity === event.identity
      ? { reply_text: event.data.reply_text ?? "" }
      : {}),
    ...(rule === undefined ? {} : stopped(lead, rule, event.occurred_at))
  })
}

/** The lead with these values. Returns the same object if it already has them. */
export const changed = (lead: LeadState, values: Partial<LeadState>): LeadState =>
  Object.entries(values).some(([key, value]) => lead[key as keyof LeadState] !== value) ? { ...lead, ...values } : lead

/** An SQL expression for `firsts` of `lead_times`, of a lead's activity. */
export const firstsOf = (activity: string): string =>
  [
    ...["sent", "opened", "clicked", "replied", "bounced", "unsubscribed"].map(
      (type, i) => `(${activity} #> '{firsts,${type}}' IS NOT NULL)::integer * ${2 ** i}`
    ),
    `coalesce((${activity} ->> 'positive')::boolean, FALSE)::integer * 64`
  ].join(" + ")
