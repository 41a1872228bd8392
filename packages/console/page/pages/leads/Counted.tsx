/** The filters by which a figure of another page opens the leads that it counts, and the line that names them. */
import type { FirstEvent, MatchingFilter, VerificationStatus } from "@mailroom/client"
import { X } from "lucide-preact"
import { dateAndTime } from "../../base/format.ts"
import type { Query } from "../../base/route.ts"
import { texts } from "./texts.ts"

const events = Object.keys(texts.counted.events) as ReadonlyArray<FirstEvent>

const verifications = Object.keys(texts.verified) as ReadonlyArray<VerificationStatus>

const instantOf = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text

/** The parameters of the route that these filters have. */
export const countedOf = ({
  account,
  first,
  positive,
  since,
  step,
  stopped,
  until,
  verified
}: Readonly<Record<string, string>>) => ({
  first: events.find((event) => event === first),
  positive: positive === "1",
  since: instantOf(since),
  until: instantOf(until),
  account: Number(account) || undefined,
  step: Number(step) || undefined,
  stopped: stopped === "1",
  verified: verifications.find((status) => status === verified)
})
type Counted = ReturnType<typeof countedOf>

/** The same filters as parameters of the route. */
export const queryOf = ({ positive, stopped, ...counted }: Counted): Query => ({
  ...counted,
  positive: positive && "1",
  stopped: stopped && "1"
})

/** The filters that the API applies. */
export const filtersOf = ({
  account,
  first,
  positive,
  since,
  step,
  stopped,
  until,
  verified
}: Counted): Omit<MatchingFilter, "campaign_id"> => ({
  ...(stopped && { stop_sending: true }),
  ...(positive && { is_positive: true }),
  ...(verified !== undefined && { verification_status: verified }),
  ...(first !== undefined && {
    first_event: first,
    ...(since !== undefined && { first_since: since }),
    ...(until !== undefined && { first_until: until }),
    ...(account !== undefined && { first_account_id: account }),
    ...(step !== undefined && { first_sequence_id: step })
  })
})

export const isCounted = ({ first, positive, stopped, verified }: Counted): boolean =>
  (first ?? verified) !== undefined || positive || stopped

const wordsOf = ({ account, first, positive, since, step, stopped, until, verified }: Counted): string =>
  [
    ...(first === undefined ? [] : [texts.counted.events[first]]),
    ...(since === undefined ? [] : [texts.counted.since(dateAndTime(since))]),
    ...(until === undefined ? [] : [texts.counted.until(dateAndTime(until))]),
    ...(step === undefined ? [] : [texts.counted.step]),
    ...(account === undefined ? [] : [texts.counted.account]),
    ...(positive ? [texts.counted.positive] : []),
    ...(stopped ? [texts.counted.stopped] : []),
    ...(verified === undefined ? [] : [texts.verified[verified]])
  ].join(" · ")

export const CountedLine = ({ counted, hrefWithout }: { readonly counted: Counted; readonly hrefWithout: string }) =>
  isCounted(counted) ? (
    <p class="leads-counted">
      {wordsOf(counted)}
      <a class="icon-button" href={hrefWithout} aria-label={texts.counted.remove}>
        <X size={16} aria-hidden="true" />
      </a>
    </p>
  ) : null
