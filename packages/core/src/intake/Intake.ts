import {
  authorOf,
  AuthservId,
  beforeList,
  listsIn,
  machineMail,
  type MachineMail,
  MailParser,
  type ParsedMail,
  senderTrust,
  Trust,
  type UnreadableMail
} from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Digest } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Activity } from "../activity/Activity.ts"
import { EventStore } from "../activity/EventStore.ts"
import { isOfMissingLead } from "../activity/RecordResult.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { makeEvidence, type Shown } from "../sends/Evidence.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import type { NewMessage } from "../unibox/Message.ts"
import type { MessageKind } from "../unibox/MessageKind.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { MailStored } from "./IntakeChange.ts"
import { makeHeed } from "./AccountTrouble.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import {
  addressesAbout,
  duplicate,
  idsIn,
  isUnrelated,
  keyOf,
  maximumRecipients,
  mayRefuse,
  toEntry,
  toRecipient
} from "./Received.ts"
import { makeOwnText } from "./OwnText.ts"
import { makeRelayedMail } from "./RelayedMail.ts"
import { plausibleDate, toMessage } from "./StoredMail.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import { asksToStop, type ClassifiedMail, makeMatching, type Match, MatchGone, returnOf } from "./Matching.ts"
import { withoutOlder } from "./OlderMail.ts"
import { type OrganizationId, ThreadId } from "../ids.ts"
import { tokenIn } from "../unsubscribes/Token.ts"
import { makeTokens, makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeAttribution, namedIds } from "./Attribution.ts"

/** Fails the transaction when the mail is already stored: another transaction may have stored it meanwhile. */
class AlreadyStored extends Schema.TaggedError<AlreadyStored>()("AlreadyStored", {
  thread_id: Schema.optionalKey(ThreadId),
  trust: Trust
}) {}

/** Maximum number of attempts to match a mail. A new one follows when the matched lead or thread was removed meanwhile. */
const maximumAttempts = 10

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
      const accounts = yield* AccountStore
      const activity = yield* Activity
      const usualServer = yield* AuthservId
      const guards = yield* GuardStore
      const ownIdentityOf = yield* ownIdentity
      const leadStore = yield* LeadStore
      const threads = yield* ThreadStore
      const blobs = yield* BlobStore
      const digest = yield* Digest.Digest
      const evidence = yield* makeEvidence
      const ownText = yield* makeOwnText
      const heed = yield* makeHeed
      const withOurIds = yield* makeRelayedMail
      const { report, transaction } = yield* Changes
      const attribute = yield* makeAttribution
      const tokens = yield* makeTokens
      const unsubscriptions = yield* makeUnsubscription
      const { matchOf, matchUnsubscription, threadAbout } = makeMatching(leadStore, yield* EventStore, threads)

      /**
       * Identifies a mail. Our mail is identified by its Message-ID; other mail by its Message-ID and its visible
       * content, because some mail systems use a Message-ID more than once, and somebody who knows a Message-ID must
       * not be able to block the mail that has it.
       */
      const identityOf = Effect.fnUntraced(function* ({
        is_our_email,
        mail
      }: ClassifiedMail): Effect.fn.Return<string> {
        if (is_our_email && mail.message_id !== null) return yield* ownIdentityOf(mail.message_id)
        const files = yield* Effect.forEach(mail.attachments, ({ bytes, filename }) =>
          Effect.map(digest.digestHex(Digest.sha256, bytes), (hash) => [filename, hash])
        )
        const seen = [mail.from, mail.to, mail.date, mail.subject, mail.text, mail.html, files]
        const text = JSON.stringify([mail.message_id, "other", ...seen])
        return yield* digest.digestHex(Digest.sha256, new TextEncoder().encode(text))
      })

      /** The account whose mail is answered: the sender of the returned mail, else a recipient of this mail. */
      const accountOf = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        { machine, mail }: ClassifiedMail
      ) {
        const returned = machine !== null && machine.kind !== "auto_reply" ? normalizeEmail(machine.about.from) : ""
        const recipients = [...mail.to, ...mail.cc]
          .slice(0, maximumRecipients)
          .map(({ email }) => normalizeEmail(email))
        const found = yield* accounts.findByEmails(organization_id, [returned, ...recipients])
        return (found.find(({ email }) => normalizeEmail(email) === returned) ?? found[0])?.id ?? null
      })

      const failIfStored = Effect.fnUntraced(function* (organization_id: OrganizationId, identity: string) {
        const [stored] = yield* threads.findByIdentities(organization_id, [identity])
        if (stored !== undefined) return yield* new AlreadyStored(stored)
      })

      /**
       * Records the `sent` events of mails of ours whose outcome a mail shows. The leads of these events and of `match` are
       * locked together before, in the order of all leads. Match the mail again after it: only a lead that was written to
       * can answer or refuse. Returns whether there are such events.
       */
      const recordShown = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        shown: ReadonlyArray<Shown>,
        { lead, reports }: Match,
        date_sent: Timestamp.Timestamp
      ) {
        const sent = evidence.eventsOf(shown, date_sent)
        if (sent.length === 0) return false
        const ids = [lead?.id, ...reports.map((report) => report.lead?.id), ...shown.map(({ send }) => send.lead_id)]
        yield* leadStore.lock(organization_id, [...new Set(ids.flatMap((id) => id ?? []))])
        // The lead of a mail of ours may be deleted: that keeps no answer from being stored.
        yield* activity.recordNotice(sent, { leads: new Set(), refused: [] })
        return true
      })

      /** Locks the leads that a mail is about, and records the events that it reports. Returns the recorded events. */
      const record = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        known: Pick<NewMessage, "account_id" | "date_sent" | "identity">,
        classified: ClassifiedMail,
        { lead, refused = [], reports, unsubscription }: Match
      ) {
        if (unsubscription !== undefined) {
          const { events, isLeadGone } = yield* unsubscriptions.record(unsubscription, known.date_sent)
          return isLeadGone ? yield* new MatchGone() : events
        }
        const reported = new Set(reports.flatMap(({ lead }) => lead?.id ?? []))
        // `activity.recordNotice` locks only the leads of its events.
        if (lead !== undefined && !reported.has(lead.id)) {
          const locked = yield* leadStore.lock(organization_id, [lead.id, ...reported])
          if (!locked.some(({ id }) => id === lead.id)) return yield* new MatchGone()
        }
        if (reports.length + refused.length === 0) return []
        const attributionOf = yield* attribute(organization_id, namedIds(classified))
        const events = reports.map(({ event, lead_id }) => ({
          ...event,
          lead_id,
          ...(known.account_id === null ? {} : { account_id: known.account_id }),
          ...attributionOf(lead_id),
          occurred_at: known.date_sent,
          ...(event.message_id === undefined ? { idempotency_key: keyOf(known.identity, lead_id, event.type) } : {})
        }))
        const notice = { leads: reported, refused: refused.flatMap((refusal) => toEntry(refusal, known.date_sent)) }
        const results = yield* activity.recordNotice(events, notice)
        if (results.some(isOfMissingLead)) return yield* new MatchGone()
        const fault = results.find(({ status }) => status === "rejected")
        // Storing the mail without its events would lose them. Fail, so that the caller can send the mail again after
        // the fault is fixed.
        if (fault !== undefined) return yield* Effect.die(new Error(`An event was rejected: ${JSON.stringify(fault)}`))
        return reports.flatMap(({ event }, i) => {
          const { id = null, status } = results[i] ?? {}
          return status === "recorded" && id !== null ? [{ id, type: event.type }] : []
        })
      })

      const accountWith = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        ...emails: ReadonlyArray<string>
      ) {
        const asked = emails.map(normalizeEmail).filter((email) => email !== "")
        const [account] = asked.length === 0 ? [] : yield* accounts.findByEmails(organization_id, asked)
        return account
      })

      /** A mail by what it says itself. */
      const asWritten = (
        mail: ParsedMail,
        machine: MachineMail | null,
        { authserv_id = usualServer, vouched: isVouched = false }: ReceiveOptions
      ): ClassifiedMail => {
        const trust = isVouched ? "verified" : senderTrust(mail, authserv_id)
        return { mail, machine, is_our_email: false, trust, isVouched }
      }

      /** Classifies a mail: whether it is ours, and else by what its author wrote, also through a mailbox of ours. */
      const classify = Effect.fnUntraced(function* (
        mail: ParsedMail,
        written: MachineMail | null,
        organization_id: OrganizationId,
        options: ReceiveOptions
      ) {
        const theirs = asWritten(mail, written, options)
        const { isVouched, trust } = theirs
        if (trust === "unverified" || written?.kind === "bounce" || written?.kind === "complaint") {
          return { classified: theirs }
        }
        const sender = yield* accountWith(organization_id, mail.from?.email ?? "")
        // Do not use `written` for our mail: our campaigns look like mass mail, and our people send automatic replies,
        // too.
        const own = { ...theirs, machine: null, is_our_email: true }
        const author = sender === undefined ? undefined : authorOf(mail)
        if (sender !== undefined && author === undefined) return { classified: own, ours: sender }
        if (author !== undefined) {
          const ours = yield* accountWith(organization_id, author.email)
          const original = beforeList(mail, normalizeEmail(mail.from?.email ?? ""), author)
          if (ours !== undefined) return { classified: { ...own, mail: original }, ours }
          // DMARC proves the group, but not the author.
          const believed = isVouched ? trust : "plausible"
          return { classified: { ...theirs, mail: original, machine: machineMail(original), trust: believed } }
        }
        const list =
          written?.kind === "other" ? yield* accountWith(organization_id, ...listsIn(mail.headers)) : undefined
        if (list === undefined) return { classified: theirs }
        const original = beforeList(mail, normalizeEmail(list.email))
        return { classified: { ...theirs, mail: original, machine: machineMail(original) } }
      })

      /** The claim of a mail that unsubscribes by a genuine token of the organization in its subject. */
      const claimIn = Effect.fnUntraced(function* (organization_id: OrganizationId, { subject }: ParsedMail) {
        const token = tokenIn(subject)
        const claim = token === undefined ? Option.none() : yield* tokens.verify(token)
        return Option.getOrUndefined(Option.filter(claim, (claim) => claim.organization_id === organization_id))
      })

      const store = Effect.fnUntraced(function* (
        parsed: ParsedMail,
        written: MachineMail | null,
        organization_id: OrganizationId,
        options: ReceiveOptions
      ): Effect.fn.Return<IntakeResult, AlreadyStored | InvalidInput | MatchGone | StorageError, CurrentOrganization> {
        const claim = yield* claimIn(organization_id, parsed)
        const { classified, ours } =
          claim === undefined
            ? yield* classify(parsed, written, organization_id, options)
            : { classified: asWritten(parsed, null, options), ours: undefined }
        const { is_our_email, machine, mail } = classified
        const believed = yield* identityOf(classified)
        yield* failIfStored(organization_id, believed)

        // Lock before leads are matched by address: then their addresses cannot change until the end.
        if (mayRefuse(machine) || asksToStop(classified)) yield* guards.lock(organization_id, "exclusive")
        const date_sent = plausibleDate(mail.date, options.arrived_at ?? (yield* Timestamp.now))
        const unsubscription = claim === undefined ? undefined : yield* unsubscriptions.find(claim)
        const matchNow =
          unsubscription === undefined
            ? matchOf(organization_id, classified)
            : matchUnsubscription(organization_id, classified, unsubscription)
        const before = yield* matchNow
        const proven = unsubscription?.send?.message_id
        const shown = yield* evidence.find([...idsIn(classified), ...(proven === undefined ? [] : [proven])])
        const account_id = ours?.id ?? options.account_id ?? (yield* accountOf(organization_id, classified))
        if (account_id !== null) {
          const namesOurs = before.namesOurs === true || shown.length > 0
          yield* heed({ account_id, classified, match: before, namesOurs, date_sent })
        }
        const matched = (yield* recordShown(organization_id, shown, before, date_sent)) ? yield* matchNow : before
        const match =
          options.arrived_at === undefined
            ? matched
            : withoutOlder(matched, machine?.kind === "bounce" || machine?.kind === "complaint", date_sent)
        const { reports, thread, trust } = match
        if (options.unrelated === "drop" && isUnrelated(match, machine)) {
          yield* evidence.settle(shown)
          const kind = is_our_email ? "own" : (machine?.kind ?? "other")
          return { message_id: mail.message_id, kind, trust, events: [] }
        }
        // An unverified mail must not block the same mail when it arrives later and can be believed.
        const identity = trust === "unverified" ? `unverified ${believed}` : believed
        if (trust === "unverified") yield* failIfStored(organization_id, identity)
        const recorded = yield* record(organization_id, { account_id, identity, date_sent }, classified, match)
        // Another mail about the lead may have started its thread before the lead was locked.
        if (
          !is_our_email &&
          typeof thread !== "number" &&
          match.lead !== undefined &&
          match.lead.id === thread.lead_id
        ) {
          if (typeof (yield* threadAbout(organization_id, match.lead)) === "number") return yield* new MatchGone()
        }
        // Settling a mail removes its own text.
        const content = is_our_email ? yield* ownText(mail) : mail
        const settled = yield* evidence.settle(shown)
        if (settled > 0 && is_our_email) {
          // The mail whose outcome is known now was stored with it.
          const [stored] = yield* threads.findByIdentities(organization_id, [identity])
          if (stored !== undefined) return duplicate(mail, stored)
        }
        // A mail to several leads may not report an event for the lead of its thread.
        const existing = reports.filter(({ lead }) => lead !== undefined)
        const { lead } = existing.find(({ lead_id }) => lead_id === match.lead?.id) ?? existing[0] ?? match
        const lead_id = lead?.id
        // A mail of a lead from before our first mail to it answers nothing.
        const isAnswer = lead_id !== undefined && (reports.length > 0 || options.arrived_at === undefined)
        const kind: MessageKind =
          claim !== undefined
            ? "unsubscription"
            : is_our_email
              ? "own"
              : (machine?.kind ?? (isAnswer ? "reply" : "other"))
        const [thread_id] =
          typeof thread === "number" ? [thread] : yield* threads.insertThreads(organization_id, [thread])
        if (thread_id === undefined) return yield* Effect.die(new Error("A thread was inserted without an id"))
        const [inserted] = yield* threads.insertMessages(organization_id, [
          toMessage(content, {
            thread_id,
            account_id,
            identity,
            is_our_email,
            date_sent,
            trust,
            kind,
            about: addressesAbout(machine),
            left_out: options.left_out
          })
        ])
        if (inserted === undefined || Option.isNone(inserted)) {
          yield* failIfStored(organization_id, identity)
          // The thread does not exist any more.
          return yield* new MatchGone()
        }
        for (const [i, id] of inserted.value.attachment_ids.entries()) {
          const file = mail.attachments[i]
          if (file !== undefined) yield* blobs.put(organization_id, id, file.bytes)
        }
        yield* report([new MailStored({ thread_id, event_ids: recorded.map(({ id }) => id) })])
        const result = {
          message_id: mail.message_id,
          kind,
          trust,
          thread_id,
          ...(lead_id === undefined ? {} : { lead_id }),
          events: recorded.map(({ type }) => type)
        }
        if (machine?.kind === "bounce") {
          return { ...result, bounce: { recipients: machine.failures.flatMap(toRecipient) } }
        }
        if (kind === "auto_reply") return { ...result, ...returnOf(mail) }
        if (kind !== "reply") return result
        yield* threads.updateMany(organization_id, [thread_id], { tab: "replies" })
        return { ...result, reply_text: mail.reply_text }
      })

      const receive = traced("Intake.receive")(function* (raw: Uint8Array, options: ReceiveOptions = {}) {
        const { machine, mail } = yield* withOurIds(yield* parser.parse(raw))
        const { id } = yield* CurrentOrganization
        return yield* transaction(store(mail, machine, id, options)).pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "MatchGone", times: maximumAttempts }),
          Effect.catchTag("MatchGone", Effect.die),
          Effect.catchTag("AlreadyStored", (stored) => Effect.succeed(duplicate(mail, stored)))
        )
      })

      return Intake.of({ receive })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}
