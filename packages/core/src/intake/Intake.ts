import { MailParser, type MachineMail, type ParsedMail, type UnreadableMail } from "@mailroom/mail"
import { Context, Effect, Layer } from "effect"
import { Digest } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { EventStore } from "../activity/EventStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { Claim } from "../unsubscribes/Token.ts"
import { makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeHeed, type ReceivedNotice } from "./AccountTrouble.ts"
import { makeClassification } from "./Classification.ts"
import { MailStored } from "./IntakeChange.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import { makeMailAccounts } from "./MailAccounts.ts"
import { makeMailIdentity } from "./MailIdentity.ts"
import { asksToStop, type ClassifiedMail, makeMatching, type Match, MatchGone } from "./Matching.ts"
import { withoutOlder } from "./OlderMail.ts"
import { makeOwnText } from "./OwnText.ts"
import { addressesAbout, detailsOf, duplicate, idsIn, isUnrelated, kindOf, leadOfMail, mayRefuse } from "./Received.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import { makeRelayedMail } from "./RelayedMail.ts"
import { makeReportedEvents } from "./ReportedEvents.ts"
import { plausibleDate, toMessage } from "./StoredMail.ts"
import { type AlreadyStored, makeStoredOnce } from "./StoredOnce.ts"

/** A mail that is stored, and what it says about the account that it is about. */
interface Received {
  readonly result: IntakeResult
  /** Absent when the mail says nothing about an account, or was stored before. */
  readonly notice?: ReceivedNotice
}

/** Maximum number of attempts to match a mail. A new one follows when the matched lead or thread was removed meanwhile. */
const maximumAttempts = 10

/** Makes the function that stores a mail with all its effects, in one transaction. */
const makeStoring = Effect.gen(function* () {
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const threads = yield* ThreadStore
  const { report } = yield* Changes
  const { answeredAccountId } = yield* makeMailAccounts
  const classify = yield* makeClassification
  const evidence = yield* makeEvidence
  const identityOf = yield* makeMailIdentity
  const ownText = yield* makeOwnText
  const unsubscriptions = yield* makeUnsubscription
  const { matchOf, matchUnsubscription, threadAbout } = makeMatching(leads, yield* EventStore, threads)
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
      const kind = is_our_email ? "own" : (machine?.kind ?? "other")
      return { result: { message_id: mail.message_id, kind, trust, events: [] } }
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

/** Receives raw e-mails: parses and classifies them, stores each once, and records the events that they report. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Receives one raw e-mail (RFC 5322). All its effects happen in one transaction. The mail is parsed before the
     * transaction begins, because that may take a second.
     */
    readonly receive: (raw: Uint8Array, options?: ReceiveOptions) => UseCase<IntakeResult, UnreadableMail>
  }
>()("@mailroom/core/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.gen(function* () {
      const parser = yield* MailParser
      const withOurIds = yield* makeRelayedMail
      const store = yield* makeStoring
      const heed = yield* makeHeed
      const { transaction } = yield* Changes

      const receive = traced("Intake.receive")(function* (raw: Uint8Array, options: ReceiveOptions = {}) {
        const { machine, mail } = yield* withOurIds(yield* parser.parse(raw))
        const { id } = yield* CurrentOrganization
        const { notice, result } = yield* transaction(store(mail, machine, id, options)).pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "MatchGone", times: maximumAttempts }),
          Effect.catchTag("MatchGone", Effect.die),
          Effect.catchTag("AlreadyStored", (stored) => Effect.succeed<Received>({ result: duplicate(mail, stored) }))
        )
        if (notice !== undefined) yield* heed(notice)
        return result
      })

      return Intake.of({ receive })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}
