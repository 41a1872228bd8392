import { Context, Effect, Layer, Option, Schema } from "effect"
import { Digest } from "effect/crypto"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Activity } from "../activity/Activity.ts"
import type { EventType } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { isOfMissingLead } from "../activity/RecordResult.ts"
import { blacklistSource } from "../activity/Transition.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { Changes } from "../Changes.ts"
import { normalizeEmail } from "../Domain.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { makeEvidence, type Shown } from "../sends/Evidence.ts"
import { cut } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Trust } from "../Trust.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import type { NewMessage } from "../unibox/Message.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { AuthservId, senderTrust } from "./Authentication.ts"
import { authorOf, beforeList, listsIn } from "./Author.ts"
import type { FailedRecipient, Failure } from "./Bounce.ts"
import { machineMail } from "./Classification.ts"
import { MailStored } from "./IntakeChange.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import type { MachineMail } from "./MachineMail.ts"
import { MailParser, type ParsedMail, type UnreadableMail } from "./MailParser.ts"
import { maximumLine, plausibleDate, toMessage } from "./StoredMail.ts"
import { asksToStop, type ClassifiedMail, makeMatching, type Match, MatchGone, type Refused } from "./Matching.ts"
import { type AccountId, type LeadId, type OrganizationId, ThreadId } from "../ids.ts"

/** Fails the transaction when the mail is already stored: another transaction may have stored it meanwhile. */
class AlreadyStored extends Schema.TaggedError<AlreadyStored>()("AlreadyStored", {
  thread_id: Schema.optionalKey(ThreadId),
  trust: Trust
}) {}

/** Maximum number of recipients of a mail to read. */
const maximumRecipients = 100
/**
 * Maximum number of attempts to match a mail. A new attempt follows when the matched lead or thread was removed
 * meanwhile.
 */
const maximumAttempts = 10

export interface ReceiveOptions {
  /**
   * Whether the host knows that the mail is not forged, for instance because a provider's authenticated webhook
   * delivered it.
   */
  readonly vouched?: boolean | undefined
  /** The account in whose inbox the mail was found. Default: the account of a recipient. */
  readonly account_id?: AccountId | undefined
  /** The server whose `Authentication-Results` are trusted. Default: `AuthservId`. */
  readonly authserv_id?: string | undefined
  /**
   * Whether mail is stored that belongs neither to a lead nor to a stored thread, and is not a notice. Default: `keep`.
   * The result of a mail that is not stored has no `thread_id`.
   */
  readonly unrelated?: "drop" | "keep" | undefined
}

/** Receives raw e-mails: parses and classifies them, stores each once, and records the events that they report. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Receives one raw e-mail (RFC 5322). All its effects happen in one transaction. The mail is parsed before the
     * transaction begins, because that may take a second.
     */
    readonly receive: (
      raw: Uint8Array,
      options?: ReceiveOptions
    ) => Effect.Effect<IntakeResult, InvalidInput | StorageError | UnreadableMail, CurrentOrganization>
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
      const { report, transaction } = yield* Changes
      const { matchOf, threadAbout } = makeMatching(leadStore, yield* EventStore, threads)

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
       * Locks the leads that a mail is about, and records the events that it reports, after those of mails of ours that it
       * shows to have gone out. Returns the recorded events that it reports.
       */
      const record = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        known: Pick<NewMessage, "account_id" | "date_sent" | "identity">,
        { lead, refused = [], reports }: Match,
        shown: ReadonlyArray<Shown>
      ) {
        const sent = evidence.eventsOf(shown, known.date_sent)
        const reported = new Set(reports.flatMap(({ lead }) => lead?.id ?? []))
        // `activity.recordNotice` locks only the leads of its events.
        if (lead !== undefined && !reported.has(lead.id)) {
          const sentTo = shown.flatMap(({ send }) => send.lead_id ?? [])
          const locked = yield* leadStore.lock(organization_id, [lead.id, ...reported, ...sentTo])
          if (!locked.some(({ id }) => id === lead.id)) return yield* new MatchGone()
        }
        if (sent.length + reports.length + refused.length === 0) return []
        const events = reports.map(({ event, lead_id }) => ({
          ...event,
          lead_id,
          ...(known.account_id === null ? {} : { account_id: known.account_id }),
          occurred_at: known.date_sent,
          ...(event.message_id === undefined ? { idempotency_key: keyOf(known.identity, lead_id, event.type) } : {})
        }))
        const notice = { leads: reported, refused: refused.flatMap((refusal) => toEntry(refusal, known.date_sent)) }
        // The lead of a mail of ours may be deleted: that keeps no answer from being stored.
        const results = (yield* activity.recordNotice([...sent, ...events], notice)).slice(sent.length)
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

      /** Classifies a mail: whether it is ours, and else by what its author wrote, also through a mailbox of ours. */
      const classify = Effect.fnUntraced(function* (
        mail: ParsedMail,
        written: MachineMail | null,
        organization_id: OrganizationId,
        { authserv_id = usualServer, vouched: isVouched = false }: ReceiveOptions
      ) {
        const trust = isVouched ? "verified" : senderTrust(mail, authserv_id)
        const theirs: ClassifiedMail = { mail, machine: written, is_our_email: false, trust, isVouched }
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

      const store = Effect.fnUntraced(function* (
        parsed: ParsedMail,
        written: MachineMail | null,
        organization_id: OrganizationId,
        options: ReceiveOptions
      ): Effect.fn.Return<IntakeResult, AlreadyStored | InvalidInput | MatchGone | StorageError, CurrentOrganization> {
        const { classified, ours } = yield* classify(parsed, written, organization_id, options)
        const { is_our_email, machine, mail } = classified
        const believed = yield* identityOf(classified)
        yield* failIfStored(organization_id, believed)

        // Lock before leads are matched by address: then their addresses cannot change until the end.
        if (mayRefuse(machine) || asksToStop(classified)) yield* guards.lockExclusive(organization_id)
        const date_sent = plausibleDate(mail.date, yield* Timestamp.now)
        const match = yield* matchOf(organization_id, classified)
        const { reports, thread, trust } = match
        if (options.unrelated === "drop" && isUnrelated(match, machine)) {
          return {
            message_id: mail.message_id,
            kind: is_our_email ? "own" : (machine?.kind ?? "other"),
            trust,
            events: []
          }
        }
        // An unverified mail must not block the same mail when it arrives later and can be believed.
        const identity = trust === "unverified" ? `unverified ${believed}` : believed
        if (trust === "unverified") yield* failIfStored(organization_id, identity)
        const account_id = ours?.id ?? options.account_id ?? (yield* accountOf(organization_id, classified))
        const shown = yield* evidence.find(idsIn(classified))
        const recorded = yield* record(organization_id, { account_id, identity, date_sent }, match, shown)
        // Another mail about the lead may have started its thread before the lead was locked.
        if (
          !is_our_email &&
          typeof thread !== "number" &&
          match.lead !== undefined &&
          match.lead.id === thread.lead_id
        ) {
          if (typeof (yield* threadAbout(organization_id, match.lead)) === "number") return yield* new MatchGone()
        }
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
        const [thread_id] =
          typeof thread === "number" ? [thread] : yield* threads.insertThreads(organization_id, [thread])
        if (thread_id === undefined) return yield* Effect.die(new Error("A thread was inserted without an id"))
        const [inserted] = yield* threads.insertMessages(organization_id, [
          toMessage(mail, {
            thread_id,
            account_id,
            identity,
            is_our_email,
            date_sent,
            trust,
            about: addressesAbout(machine)
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
          trust,
          thread_id,
          ...(lead_id === undefined ? {} : { lead_id }),
          events: recorded.map(({ type }) => type)
        }
        if (is_our_email) return { ...result, kind: "own" }
        if (machine?.kind === "bounce")
          return { ...result, kind: "bounce", bounce: { recipients: machine.failures.flatMap(toRecipient) } }
        if (machine !== null) return { ...result, kind: machine.kind }
        if (lead_id === undefined) return { ...result, kind: "other" }
        yield* threads.updateMany(organization_id, [thread_id], { tab: "replies" })
        return { ...result, kind: "reply", reply_text: mail.reply_text }
      })

      const receive = traced("Intake.receive")(function* (raw: Uint8Array, options: ReceiveOptions = {}) {
        const mail = yield* parser.parse(raw)
        const { id } = yield* CurrentOrganization
        return yield* transaction(store(mail, machineMail(mail), id, options)).pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "MatchGone", times: maximumAttempts }),
          Effect.catchTag("MatchGone", Effect.die),
          Effect.catchTag("AlreadyStored", (stored) => Effect.succeed(duplicate(mail, stored)))
        )
      })

      return Intake.of({ receive })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}

/**
 * The key of an event of a mail without a Message-ID, which a host would not choose for its events. A mail reports one
 * event for a lead, or a second one when its author unsubscribes.
 */
const keyOf = (identity: string, lead_id: LeadId, type: EventType): string =>
  `message:${identity}:${lead_id}${type === "unsubscribed" ? ":unsubscribed" : ""}`

/** The Message-IDs that a mail has or refers to. */
const idsIn = ({ is_our_email, machine, mail }: ClassifiedMail): ReadonlyArray<string> => {
  if (is_our_email) return mail.message_id === null ? [] : [mail.message_id]
  const about = machine === null || machine.kind === "auto_reply" ? [] : machine.about.message_ids
  return [...mail.in_reply_to, ...mail.references, ...about].slice(0, maximumRecipients)
}

/** The result of a mail that is stored already. */
const duplicate = (
  { message_id }: ParsedMail,
  { thread_id, trust }: { readonly thread_id?: ThreadId; readonly trust: Trust }
): IntakeResult => ({
  message_id,
  kind: "duplicate",
  trust,
  ...(thread_id === undefined ? {} : { thread_id }),
  events: []
})

/** Whether a mail belongs neither to a lead nor to a stored thread, and is not a notice. */
const isUnrelated = ({ lead, refused = [], reports, thread }: Match, machine: MachineMail | null): boolean =>
  typeof thread !== "number" &&
  thread.lead_id === null &&
  lead === undefined &&
  reports.length + refused.length === 0 &&
  machine?.kind !== "bounce" &&
  machine?.kind !== "complaint"

/** Whether a notice may put addresses on the blacklist. */
const mayRefuse = (machine: MachineMail | null): boolean =>
  machine?.kind === "bounce"
    ? machine.failures.some(({ hard, isDelayed }) => hard && !isDelayed)
    : machine?.kind === "complaint" && machine.isRefusal

/** The blacklist entry for an address that refuses mail without an event. */
const toEntry = ({ email, event: { data = {}, type } }: Refused, created_at: Timestamp.Timestamp) => {
  const source = blacklistSource({ type, data })
  const entry = { value: normalizeEmail(email), reason: data.reason ?? null, campaign_id: null, created_at }
  return source === undefined ? [] : [{ ...entry, source }]
}

/** The addresses that a notice is about, at most `maximumRecipients`. */
const addressesAbout = (machine: MachineMail | null): ReadonlyArray<string> => {
  if (machine === null || machine.kind === "auto_reply") return []
  const named =
    machine.kind === "bounce"
      ? machine.failures.flatMap(({ email, original }) => [email, original])
      : machine.kind === "complaint"
        ? [machine.to]
        : []
  return [...new Set([...named, ...machine.about.recipients])]
    .filter((email) => email !== "")
    .slice(0, maximumRecipients)
    .map((email) => cut(email, maximumLine))
}

/** Empty when the notice names no recipient. */
const toRecipient = ({ isDelayed: _, original: __, ...recipient }: Failure): ReadonlyArray<FailedRecipient> =>
  recipient.email === "" ? [] : [recipient]
