/** Reads the mails that companies got, for `domain_daily_limit`, and locks so that several processes together keep the limit. */
import { Effect, Option } from "effect"
import { hour } from "../Durations.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SettingsRecord } from "../organization/OrganizationSettings.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { companiesOf, type CompanyMails, noCompanyMails } from "./DomainLimit.ts"

/** The longest day, in milliseconds: one on which clocks are put back. */
const longestDay = 25 * hour

export const makeCompanyMails = Effect.gen(function* () {
  const sends = yield* SendStore
  const settings = yield* SettingsStore

  /** The mails of the last 25 hours to these companies. Without a limit it reads nothing. */
  const mailsTo = Effect.fnUntraced(function* (companies: ReadonlyArray<string>, limit: number | null) {
    if (limit === null || companies.length === 0) return noCompanyMails
    const { id } = yield* CurrentOrganization
    const since = Timestamp.plus(yield* Timestamp.now, -longestDay)
    const found = Map.groupBy(yield* sends.findBegunTo(id, companies, since), ({ company }) => company)
    const begun = new Map(Array.from(found, ([company, mails]) => [company, mails.map(({ begun_at }) => begun_at)]))
    return { limit, begun } satisfies CompanyMails
  })

  return {
    /** The mails to the companies of leads, without a lock. `stored`: the settings of the organization. */
    read: (leads: Iterable<LeadRecord>, stored: SettingsRecord | undefined) =>
      mailsTo(companiesOf(leads), stored?.domain_daily_limit ?? null),
    /**
     * Like `read`. With a limit, it locks the settings first: then transactions that begin mails of the organization run one after the other,
     * and each counts the mails of the others. The caller has locked the leads.
     */
    lock: Effect.fnUntraced(function* (leads: Iterable<LeadRecord>, stored: SettingsRecord | undefined) {
      const companies = companiesOf(leads)
      if (stored === undefined || stored.domain_daily_limit === null || companies.length === 0) return noCompanyMails
      const { id } = yield* CurrentOrganization
      const locked = Option.getOrUndefined(yield* settings.lock(id))
      return yield* mailsTo(companies, locked?.domain_daily_limit ?? null)
    })
  }
})
