/** How many mails of steps a company may get in a day: `domain_daily_limit` of the organization. Pure functions. */
import { companyOf } from "@mailroom/mail/domain"
import { todayOf } from "../analytics/Period.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The limit, and the mails to companies that count. */
export interface CompanyMails {
  /** `null`: the organization has no limit. */
  readonly limit: number | null
  /** For each company, in any order: when its mails of the last 25 hours began that were sent or may have been sent. */
  readonly begun: ReadonlyMap<string, ReadonlyArray<Timestamp>>
}

export const noCompanyMails: CompanyMails = { limit: null, begun: new Map() }

/** The companies of these addresses. */
export const companiesOf = (leads: Iterable<{ readonly email: string }>): ReadonlyArray<string> => [
  ...new Set(Array.from(leads, ({ email }) => companyOf(email) ?? "").filter((company) => company !== ""))
]

/** The number of mails that the company of an address may still get today, in this time zone. */
export const roomFor = (
  { email }: { readonly email: string },
  { begun, limit }: CompanyMails,
  timezone: string,
  now: Timestamp
): number => {
  const company = limit === null ? null : companyOf(email)
  if (limit === null || company === null) return Infinity
  const mails = begun.get(company) ?? []
  // Most companies got no mail: a forecast asks for thousands of leads.
  if (mails.length === 0) return limit
  const { start } = todayOf(timezone, now)
  return Math.max(0, limit - mails.filter((at) => at >= start).length)
}

/** Counts a further mail to this address that has begun. */
export const addBegunTo = (
  { email }: { readonly email: string },
  { begun, limit }: { readonly limit: number | null; readonly begun: Map<string, ReadonlyArray<Timestamp>> },
  at: Timestamp
): void => {
  const company = limit === null ? null : companyOf(email)
  if (company !== null) begun.set(company, [...(begun.get(company) ?? []), at])
}

/** The mails after a further one to this address has begun. */
export const withBegunTo = (
  lead: { readonly email: string },
  { begun, limit }: CompanyMails,
  at: Timestamp
): CompanyMails => {
  const after = { limit, begun: new Map(begun) }
  addBegunTo(lead, after, at)
  return after
}
