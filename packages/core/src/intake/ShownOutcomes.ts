/** Matches a received mail, and records the outcomes of our mails that it shows. */
import { Effect } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import { mailId } from "../activity/Event.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Claim } from "../unsubscribes/Token.ts"
import { makeUnsubscription, type Unsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeAccountFaultOfNotice } from "./AccountTrouble.ts"
import { makeAnswerTag } from "./AnswerTag.ts"
import type { ClassifiedMail } from "./Match.ts"
import { makeMatching } from "./Matching.ts"
import { withoutEarlyEvents } from "./OlderMail.ts"
import type { NamedMail } from "./RelayedMail.ts"
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
  const answerTag = yield* makeAnswerTag
  const storeAccountFault = yield* makeAccountFaultOfNotice
  const unsubscriptions = yield* makeUnsubscription
  const { matchOf, matchUnsubscription } = yield* makeMatching
  const { recordShown } = yield* makeReportedEvents

  /** The mails of Mailroom that a mail names. `named` has the ones that were found before; the rest is read. */
  const sendsOf = Effect.fnUntraced(function* (
    classified: ClassifiedMail,
    named: Pick<NamedMail, "searched" | "sends">,
    unsubscription: Unsubscription | undefined
  ) {
    const idOfToken = unsubscription?.send?.message_id
    const ids = new Set([...idsIn(classified), ...(idOfToken === undefined ? [] : [idOfToken])].map(mailId))
    const searched = new Set([...named.searched.map(mailId), ...named.sends.map(({ message_id }) => message_id)])
    // A bounce that came by a group is recognized by its author, and names ids that were not searched for.
    const rest = [...ids].filter((id) => !searched.has(id))
    return [
      ...named.sends.filter(({ message_id }) => ids.has(message_id)),
      ...(rest.length === 0 ? [] : yield* evidence.named(rest))
    ]
  })

  /**
   * Matches a mail. If it shows the outcome of mails of ours, their events are recorded, and it is matched again. Returns the match, the
   * mails of Mailroom that the mail names (`sends`), among these the mails whose outcome it shows (`shown`), and the tag that the rules
   * give to the answer (`tag`). A fault of the account is stored first, because accounts and tags are locked before leads.
   */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    classified: ClassifiedMail,
    named: Pick<NamedMail, "searched" | "sends">,
    claim: Claim | undefined,
    { account_id, date_sent, isOlder }: Arrival
  ) {
    const unsubscription = claim === undefined ? undefined : yield* unsubscriptions.find(claim)
    const matchNow =
      unsubscription === undefined
        ? matchOf(organization_id, classified)
        : matchUnsubscription(organization_id, classified, unsubscription)
    const firstMatch = yield* matchNow
    const sends = yield* sendsOf(classified, named, unsubscription)
    const shown = yield* evidence.shownBy(sends)
    if (account_id !== null) {
      const namesOurs = firstMatch.namesOurs === true || shown.length > 0
      yield* storeAccountFault({ account_id, classified, match: firstMatch, namesOurs, date_sent })
    }
    const tag = yield* answerTag(organization_id, classified.mail, firstMatch, date_sent)
    const hasNewEvents = yield* recordShown(organization_id, shown, firstMatch, date_sent)
    const match = hasNewEvents ? yield* matchNow : firstMatch
    const { machine } = classified
    const isNotice = machine?.kind === "bounce" || machine?.kind === "complaint"
    return { match: isOlder ? withoutEarlyEvents(match, isNotice, date_sent) : match, sends, shown, tag }
  })
})
