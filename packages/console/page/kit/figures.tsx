/** Figures of leads: each opens the leads that it counts, and is a share of those contacted. */
import type { FirstEvent, Metrics } from "@mailroom/client"
import { number } from "../base/format.ts"
import { hrefOf } from "../base/route.ts"

/** The metrics that count leads, by the first event that they count. */
const counted = {
  contacted: { first: "sent" },
  unique_opened: { first: "opened" },
  unique_clicked: { first: "clicked" },
  unique_replied: { first: "replied" },
  positive_replied: { first: "replied", positive: "1" },
  bounced: { first: "bounced" },
  unsubscribed: { first: "unsubscribed" }
} as const satisfies Partial<Record<keyof Metrics, { readonly first: FirstEvent; readonly positive?: "1" }>>

export type LeadMetric = keyof typeof counted

export const isOfLeads = (metric: string): metric is LeadMetric => Object.hasOwn(counted, metric)

/** The figures that are meant: of all, or of a campaign, an account, a step. */
export interface FiguresOf {
  /** The period as the API answers it; without bounds: all time. */
  readonly period?: { readonly start: string | null; readonly end: string | null }
  readonly campaign?: string | undefined
  readonly account?: number
  readonly step?: number
}

/** The link to the leads that a metric counts. */
export const leadsOf = (metric: LeadMetric, { account, campaign, period, step }: FiguresOf): string =>
  hrefOf(["leads"], {
    campaign,
    ...counted[metric],
    since: period?.start ?? undefined,
    until: period?.end ?? undefined,
    account,
    step
  })

/** A number of leads as a link to them; 0 is plain text. */
export const Figure = ({
  metric,
  of,
  value
}: {
  readonly metric: LeadMetric
  readonly value: number
  readonly of: FiguresOf
}) => (value === 0 ? <>{number(0)}</> : <a href={leadsOf(metric, of)}>{number(value)}</a>)

/** A part of those contacted; `null` without any. In a short period more may answer than are contacted: then it is 1. */
export const shareOf = (part: number, { contacted }: Pick<Metrics, "contacted">): number | null =>
  contacted === 0 ? null : Math.min(1, part / contacted)

/** A share in percent, with one digit. */
export const percent = (share: number): string => `${number(Math.round(share * 1000) / 10)} %`
