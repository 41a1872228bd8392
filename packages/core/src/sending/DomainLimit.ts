/** How many mails of steps a company may get in a day: `domain_daily_limit` of the organization. Pure functions. */
import { companyOf } from "@mailroom/mail/domain"
import { resolve } from "../analytics/Period.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

/** The limit, and the mails to companies that count. */
export interface CompanyMails {
  /** `null`: the organization has no limit. */
  readonly limit: number | null
  /** The instants, in any order, at which mails to each company began in the last 25 hours that were sent or may have been. */
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
  const { start } = resolve({}, { preset: "today", timezone }, toMillis(now)).period
  const today = (begun.get(company) ?? []).filter((at) => start === null || at >= start)
  return Math.max(0, limit - today.length)
}

/** The mails after a further one to this address has begun. */
export const withBegunTo = (
  { email }: { readonly email: string },
  mails: CompanyMails,
  at: Timestamp
): CompanyMails => {
  const company = mails.limit === null ? null : companyOf(email)
  if (company === null) return mails
  return { ...mails, begun: new Map([...mails.begun, [company, [...(mails.begun.get(company) ?? []), at]]]) }
}
