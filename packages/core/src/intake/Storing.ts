/** Stores a received mail with all its effects. */
import type { MachineMail, ParsedMail } from "@mailroom/mail"
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { CurrentOrganization } from "../Organization.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { Claim } from "../unsubscribes/Token.ts"
import { makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import type { ReceivedNotice } from "./AccountTrouble.ts"
import { makeClassification } from "./Classification.ts"
import { MailStored } from "./IntakeChange.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import { makeMailAccounts } from "./MailAccounts.ts"
import { makeMailIdentity } from "./MailIdentity.ts"
import { asksToStop, type ClassifiedMail, type Match, MatchGone } from "./Match.ts"
import { makeMatching } from "./Matching.ts"
import { withoutOlder } from "./OlderMail.ts"
import { makeOwnText } from "./OwnText.ts"
import { addressesAbout, detailsOf, duplicate, idsIn, isUnrelated, kindOf, leadOfMail, mayRefuse } from "./Received.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import { makeReportedEvents } from "./ReportedEvents.ts"
import { plausibleDate, toMessage } from "./StoredMail.ts"
import { type AlreadyStored, makeStoredOnce } from "./StoredOnce.ts"

/** A mail that is stored, and what it says about the account that it is about. */
export interface Received {
  readonly result: IntakeResult
  /** Absent when the mail says nothing about an account, or was stored before. */
  readonly notice?: ReceivedNotice
}

/** Makes the function that stores a mail with all its effects. Call it in a transaction. */
export const makeStoring = Effect.gen(function* () {
  const guards = yield* GuardStore
  const threads = yield* ThreadStore
  const { report } = yield* Changes
  const { answeredAccountId } = yield* makeMailAccounts
  const classify = yield* makeClassification
  const evidence = yield* makeEvidence
  const identityOf = yield* makeMailIdentity
  const ownText = yield* makeOwnText
  const unsubscriptions = yield* makeUnsubscription
  const { matchOf, matchUnsubscription, threadAbout } = yield* makeMatching
  const { recordReports, recordShown } = yield* makeReportedEvents
  const { failIfStored, insertMessage } = yield* makeStoredOnce

  /**
   * Matches a mail, after the events of mails of ours are recorded whose outcome it shows. Returns the match, and these
   * mails of ours.
   */
  const matchAndRecordShown = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    classified: ClassifiedMail,
    claim: Claim | undefined,
    date_sent: Timestamp.Timestamp
  ) {
    const unsubscription = claim === undefined ? undefined : yield* unsubscriptions.find(claim)
    const matchNow =
      unsubscription === undefined
        ? matchOf(organization_id, classified)
        : matchUnsubscription(organization_id, classified, unsubscription)
    const before = yield* matchNow
    const proven = unsubscription?.send?.message_id
    const shown = yield* evidence.find([...idsIn(classified), ...(proven === undefined ? [] : [proven])])
    const hasNew = yield* recordShown(organization_id, shown, before, date_sent)
    return { match: hasNew ? yield* matchNow : before, shown }
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
  ): Effect.fn.Return<Received, AlreadyStored | InvalidInput | MatchGone | StorageError, CurrentOrganization> {
    const { claim, classified, ours } = yield* classify(parsed, written, organization_id, options)
    const { is_our_email, machine, mail } = classified
    const believed = yield* identityOf(classified)
    yield* failIfStored(organization_id, believed)

    // Lock before leads are matched by address: then their addresses cannot change until the end.
    if (mayRefuse(machine) || asksToStop(classified)) yield* guards.lock(organization_id, "exclusive")
    const date_sent = plausibleDate(mail.date, options.arrived_at ?? (yield* Timestamp.now))
    const { match: matched, shown } = yield* matchAndRecordShown(organization_id, classified, claim, date_sent)
    const match =
      options.arrived_at === undefined
        ? matched
        : withoutOlder(matched, machine?.kind === "bounce" || machine?.kind === "complaint", date_sent)
    const { thread, trust } = match
    if (options.unrelated === "drop" && isUnrelated(match, machine)) {
      yield* evidence.settle(shown)
      return { result: { message_id: mail.message_id, kind: kindOf(classified, false), trust, events: [] } }
    }

    // An unverified mail must not block the same mail when it arrives later and can be believed.
    const identity = trust === "unverified" ? `unverified ${believed}` : believed
    if (trust === "unverified") yield* failIfStored(organization_id, identity)
    const account_id = ours?.id ?? options.account_id ?? (yield* answeredAccountId(organization_id, classified))
    const recorded = yield* recordReports(organization_id, { account_id, identity, date_sent }, classified, match)
    if (!is_our_email) yield* failIfThreadStarted(organization_id, match)
    // Settling a mail removes its own text.
    const content = is_our_email ? yield* ownText(mail) : mail
    const settled = yield* evidence.settle(shown)
    if (settled > 0 && is_our_email) {
      // The mail whose outcome is known now was stored with it.
      const [stored] = yield* threads.findByIdentities(organization_id, [identity])
      if (stored !== undefined) return { result: duplicate(mail, stored) }
    }

    const lead_id = leadOfMail(match)?.id
    // A mail of a lead from before our first mail to it answers nothing.
    const isAnswer = lead_id !== undefined && (match.reports.length > 0 || options.arrived_at === undefined)
    const kind = claim === undefined ? kindOf(classified, isAnswer) : "unsubscription"
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
    if (kind === "reply") yield* threads.updateMany(organization_id, [thread_id], { tab: "replies" })
    const result = {
      message_id: mail.message_id,
      kind,
      trust,
      thread_id,
      ...(lead_id === undefined ? {} : { lead_id }),
      events: recorded.map(({ type }) => type),
      ...detailsOf(classified, kind)
    }
    return account_id === null || kind === "reply" || kind === "auto_reply"
      ? { result }
      : { result, notice: { account_id, date_sent, machine, mail, match } }
  })
})
