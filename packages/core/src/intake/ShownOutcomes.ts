/** Matches a received mail, and records the outcomes of our mails that it shows. */
import { Effect } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Claim } from "../unsubscribes/Token.ts"
import { makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeHeed } from "./AccountTrouble.ts"
import type { ClassifiedMail } from "./Match.ts"
import { makeMatching } from "./Matching.ts"
import { withoutOlder } from "./OlderMail.ts"
import { idsIn } from "./Received.ts"
import { makeReportedEvents } from "./ReportedEvents.ts"

/** The account, the date and the kind of arrival of a received mail. */
interface Arrival {
  readonly account_id: AccountId | null
  readonly date_sent: Timestamp
  /** Whether the mail arrived earlier, and is taken in on request. */
  readonly isOlder: boolean
}

export const makeMatchAndRecordShown = Effect.gen(function* () {
  const evidence = yield* makeEvidence
  const heed = yield* makeHeed
  const unsubscriptions = yield* makeUnsubscription
  const { matchOf, matchUnsubscription } = yield* makeMatching
  const { recordShown } = yield* makeReportedEvents

  /**
   * Matches a mail. If it shows the outcome of mails of ours, their events are recorded, and it is matched again. Returns the
   * match, the mails of Mailroom that the mail names (`sends`), and among these the mails whose outcome it shows (`shown`). A
   * fault of the account is stored first, because accounts are locked before leads.
   */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    classified: ClassifiedMail,
    claim: Claim | undefined,
    { account_id, date_sent, isOlder }: Arrival
  ) {
    const unsubscription = claim === undefined ? undefined : yield* unsubscriptions.find(claim)
    const matchNow =
      unsubscription === undefined
        ? matchOf(organization_id, classified)
        : matchUnsubscription(organization_id, classified, unsubscription)
    const before = yield* matchNow
    const proven = unsubscription?.send?.message_id
    const sends = yield* evidence.named([...idsIn(classified), ...(proven === undefined ? [] : [proven])])
    const shown = yield* evidence.shownBy(sends)
    if (account_id !== null) {
      const namesOurs = before.namesOurs === true || shown.length > 0
      yield* heed({ account_id, classified, match: before, namesOurs, date_sent })
    }
    const hasNew = yield* recordShown(organization_id, shown, before, date_sent)
    const match = hasNew ? yield* matchNow : before
    const { machine } = classified
    const isNotice = machine?.kind === "bounce" || machine?.kind === "complaint"
    return { match: isOlder ? withoutOlder(match, isNotice, date_sent) : match, sends, shown }
  })
})
