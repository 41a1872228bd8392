/** Stores a received mail with all its effects. */
import type { MachineMail, ParsedMail } from "@mailroom/mail"
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { CurrentOrganization } from "../Organization.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import { makeOvertake } from "../sends/Overtaking.ts"
import { personalKinds } from "../sends/Scheduling.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { Claim } from "../unsubscribes/Token.ts"
import { makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeHeed } from "./AccountTrouble.ts"
import { makeClassification } from "./Classification.ts"
import { MailStored } from "./IntakeChange.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import { makeMailAccounts } from "./MailAccounts.ts"
import { makeMailIdentity } from "./MailIdentity.ts"
import { type ClassifiedMail, type Match, MatchGone } from "./Match.ts"
import { makeMatching } from "./Matching.ts"
import { withoutOlder } from "./OlderMail.ts"
import { makeOwnText } from "./OwnText.ts"
import { addressesAbout, detailsOf, duplicate, idsIn, isUnrelated, kindOf, leadOfMail, mayRefuse } from "./Received.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import { makeReportedEvents } from "./ReportedEvents.ts"
import { plausibleDate, toMessage } from "./StoredMail.ts"
import { type AlreadyStored, makeStoredOnce } from "./StoredOnce.ts"

/** Makes the function that stores a mail with all its effects. Call it in a transaction. */
export const makeStoring = Effect.gen(function* () {
  const guards = yield* GuardStore
  const threads = yield* ThreadStore
  const { report } = yield* Changes
  const { answeredAccountId } = yield* makeMailAccounts
  const classify = yield* makeClassification
  const evidence = yield* makeEvidence
  const heed = yield* makeHeed
  const identityOf = yield* makeMailIdentity
  const overtake = yield* makeOvertake
  const ownText = yield* makeOwnText
  const unsubscriptions = yield* makeUnsubscription
  const { matchOf, matchUnsubscription, threadAbout } = yield* makeMatching
  const { recordReports, recordShown } = yield* makeReportedEvents
  const { failIfStored, insertMessage } = yield* makeStoredOnce

  /**
   * Matches a mail. If it shows the outcome of mails of ours, their events are recorded, and it is matched again. Returns the
   * match, the mails of Mailroom that the mail names (`sends`), and among these the mails whose outcome it shows (`shown`). A
   * fault of the account is stored first, because accounts are locked before leads.
   */
  const matchAndRecordShown = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    classified: ClassifiedMail,
    claim: Claim | undefined,
    { account_id, date_sent }: { readonly account_id: AccountId | null; readonly date_sent: Timestamp.Timestamp }
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
    return { match: hasNew ? yield* matchNow : before, sends, shown }
  })

  /** Fails if another mail about the lead has started its thread before the lead was locked. */
  const failIfThreadStarted = Effect.fnUntraced(function* (organization_id: OrganizationId, { lead, thread }: Match) {
    if (typeof thread === "number" || lead === undefined || lead.id !== thread.lead_id) return
    if (typeof (yield* threadAbout(organization_id, lead)) === "number") return yield* new MatchGone()
  })

  return Effect.fnUntraced(function* (
    parsed: ParsedMail,
    written: MachineMail | null,
    organization_id: OrganizationId,
    options: ReceiveOptions
  ): Effect.fn.Return<IntakeResult, AlreadyStored | InvalidInput | MatchGone | StorageError, CurrentOrganization> {
    const { claim, classified, ours } = yield* classify(parsed, written, organization_id, options)
    const { is_our_email, machine, mail } = classified
    const believed = yield* identityOf(classified)
    yield* failIfStored(organization_id, believed)

    // Lock before leads are matched by address: then their addresses cannot change until the end.
    if (mayRefuse(machine) || classified.asksToStop) yield* guards.lock(organization_id, "exclusive")
    const date_sent = plausibleDate(mail.date, options.arrived_at ?? (yield* Timestamp.now))
    const account_id = ours?.id ?? options.account_id ?? (yield* answeredAccountId(organization_id, classified))
    const known = { account_id, date_sent }
    const { match: matched, sends, shown } = yield* matchAndRecordShown(organization_id, classified, claim, known)
    const match =
      options.arrived_at === undefined
        ? matched
        : withoutOlder(matched, machine?.kind === "bounce" || machine?.kind === "complaint", date_sent)
    const { thread, trust } = match
    if (options.unrelated === "drop" && isUnrelated(match, machine)) {
      yield* evidence.settle(shown)
      return { message_id: mail.message_id, kind: kindOf(classified, false), trust, events: [] }
    }

    // An unverified mail must not block the same mail when it arrives later and can be believed.
    const identity = trust === "unverified" ? `unverified ${believed}` : believed
    if (trust === "unverified") yield* failIfStored(organization_id, identity)
    const recorded = yield* recordReports(organization_id, { ...known, identity }, classified, match, sends)
    if (!is_our_email) yield* failIfThreadStarted(organization_id, match)
    // Settling a mail removes its own text.
    const content = is_our_email ? yield* ownText(mail) : mail
    const lead_id = leadOfMail(match)?.id
    // A mail of a lead from before our first mail to it answers nothing.
    const isAnswer = lead_id !== undefined && (match.reports.length > 0 || options.arrived_at === undefined)
    const kind = claim === undefined ? kindOf(classified, isAnswer) : "unsubscription"
    if (!is_our_email && typeof thread === "number" && personalKinds.includes(kind)) {
      yield* overtake(
        thread,
        shown.map(({ send }) => send.id)
      )
    }
    const settled = yield* evidence.settle(shown)
    if (settled > 0 && is_our_email) {
      // The mail whose outcome is known now was stored with it.
      const [stored] = yield* threads.findByIdentities(organization_id, [identity])
      if (stored !== undefined) return duplicate(mail, stored)
    }

    const message = toMessage(content, {
      account_id,
      identity,
      is_our_email,
      date_sent,
      trust,
      kind,
      about: addressesAbout(machine),
      left_out: options.left_out
    })
    const thread_id = yield* insertMessage(organization_id, thread, message, mail.attachments)
    yield* report([new MailStored({ thread_id, event_ids: recorded.map(({ id }) => id) })])
    return {
      message_id: mail.message_id,
      kind,
      trust,
      thread_id,
      ...(lead_id === undefined ? {} : { lead_id }),
      events: recorded.map(({ type }) => type),
      ...detailsOf(classified, kind)
    }
  })
})
