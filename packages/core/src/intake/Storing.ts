/** Stores a received mail with all its effects. */
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { CurrentOrganization } from "../Organization.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import { makeOvertaking } from "../sends/Overtaking.ts"
import { personalKinds } from "../sends/Scheduling.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeClassification } from "./Classification.ts"
import { MailStored } from "./IntakeChange.ts"
import { makeFoundThread } from "./FoundThread.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import type { MailAccounts } from "./MailAccounts.ts"
import { makeMailIdentity } from "./MailIdentity.ts"
import { type Match, MatchGone } from "./Match.ts"
import { makeOwnText } from "./OwnText.ts"
import { addressesAbout, detailsOf, duplicate, isUnrelated, kindOf, leadOfMail, mayBlacklist } from "./Received.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import type { NamedMail } from "./RelayedMail.ts"
import { makeReportedEvents } from "./ReportedEvents.ts"
import { makeMatchAndRecordShown } from "./ShownOutcomes.ts"
import { plausibleDate, toMessage } from "./StoredMail.ts"
import { type AlreadyStored, makeStoredOnce } from "./StoredOnce.ts"

/** Makes the function that stores a mail with all its effects. Call it in a transaction. */
export const makeStoring = Effect.gen(function* () {
  const guards = yield* GuardStore
  const threads = yield* ThreadStore
  const { report } = yield* Changes
  const classify = yield* makeClassification
  const evidence = yield* makeEvidence
  const identityOf = yield* makeMailIdentity
  const overtaking = yield* makeOvertaking
  const ownText = yield* makeOwnText
  const matchAndRecordShown = yield* makeMatchAndRecordShown
  const { threadAbout } = yield* makeFoundThread
  const { recordReports } = yield* makeReportedEvents
  const { failIfStored, insertMessage } = yield* makeStoredOnce

  /** Fails if another mail about the lead has started its thread before the lead was locked. */
  const failIfThreadStarted = Effect.fnUntraced(function* (organization_id: OrganizationId, { lead, thread }: Match) {
    if (typeof thread === "number" || lead === undefined || lead.id !== thread.lead_id) return
    if (typeof (yield* threadAbout(organization_id, lead)) === "number") return yield* new MatchGone()
  })

  /**
   * Stores a mail in four steps: it is classified, its thread and lead are found (`match`), what it reports is recorded, and it becomes a
   * message of the thread. If it is a copy of a mail that we sent, the sent mail is settled, and its message is stored.
   */
  return Effect.fnUntraced(function* (
    named: NamedMail,
    accounts: MailAccounts,
    organization_id: OrganizationId,
    options: ReceiveOptions
  ): Effect.fn.Return<IntakeResult, AlreadyStored | InvalidInput | MatchGone | StorageError, CurrentOrganization> {
    const { claim, classified, ours } = yield* classify(named.mail, named.machine, organization_id, options, accounts)
    const { is_our_email, machine, mail } = classified
    const identityIfBelieved = yield* identityOf(classified)
    yield* failIfStored(organization_id, identityIfBelieved)

    // Lock before leads are matched by address: then their addresses cannot change until the end.
    if (mayBlacklist(machine) || classified.asksToStop) yield* guards.lock(organization_id, "exclusive")
    const date_sent = plausibleDate(mail.date, options.arrived_at ?? (yield* Timestamp.now))
    const account_id = ours?.id ?? options.account_id ?? (yield* accounts.answeredAccountId(classified))
    const isOlder = options.arrived_at !== undefined
    const { match, sends, shown, tag } = yield* matchAndRecordShown(organization_id, classified, named, claim, {
      account_id,
      date_sent,
      isOlder
    })
    const { thread, trust } = match
    if (options.unrelated === "drop" && isUnrelated(match, machine)) {
      yield* evidence.settle(shown)
      return { message_id: mail.message_id, kind: kindOf(classified, false), trust, events: [] }
    }

    // An unverified mail must not block the same mail when it arrives later and can be believed.
    const identity = trust === "unverified" ? `unverified ${identityIfBelieved}` : identityIfBelieved
    if (trust === "unverified") yield* failIfStored(organization_id, identity)
    const found = { accounts: accounts.read(), sends, tag }
    const recorded = yield* recordReports(
      organization_id,
      { account_id, date_sent, identity },
      classified,
      match,
      found
    )
    if (!is_our_email) yield* failIfThreadStarted(organization_id, match)
    // Read the text before the mail is settled, which removes it.
    const content = is_our_email ? yield* ownText(mail) : mail
    const lead_id = leadOfMail(match)?.id
    // A mail of a lead from before our first mail to it answers nothing.
    const isAnswer = lead_id !== undefined && (match.reports.length > 0 || !isOlder)
    const kind = claim === undefined ? kindOf(classified, isAnswer) : "unsubscription"
    const isPersonal = !is_our_email && personalKinds.includes(kind)
    const shownIds = shown.map(({ send }) => send.id)
    // The answers of ours that wait for their time: a mail of a person in their thread overtakes them.
    const scheduled = isPersonal && typeof thread === "number" ? yield* overtaking.lock(thread, shownIds) : []
    if (!isOlder) yield* overtaking.refuse(scheduled)
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
      left_out: options.left_out,
      refers_to: match.refers_to
    })
    const thread_id = yield* insertMessage(organization_id, thread, message, mail.attachments)
    if (isOlder) yield* overtaking.keep(thread_id, scheduled)
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
