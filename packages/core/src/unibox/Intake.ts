import { Context, Effect, Layer, Option, Schema } from "effect"
import { Digest } from "effect/crypto"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Activity } from "../activity/Activity.ts"
import { EventType } from "../activity/Event.ts"
import { LeadId } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization, type OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { cut, fold } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { describe } from "./Attachment.ts"
import { BlobStore } from "./BlobStore.ts"
import { Conversation } from "./Conversation.ts"
import { MailKind, machineKind } from "./MailKind.ts"
import { type Mailbox, MailParser, type ParsedMail, type UnreadableMail } from "./MailParser.ts"
import type { NewMessage } from "./Message.ts"
import { preview } from "./Preview.ts"
import { type NewThread, ThreadId } from "./Thread.ts"
import { ThreadStore } from "./ThreadStore.ts"

/** What became of a mail. Optional fields are absent when they have no value. */
export const IntakeResult = Schema.Struct({
  /** The header's Message-ID; `null` when the mail has none. */
  message_id: Schema.NullOr(Schema.String),
  kind: MailKind,
  thread_id: Schema.optionalKey(ThreadId),
  lead_id: Schema.optionalKey(LeadId),
  /** What the author wrote, without quoted mail and signature: of a human reply. */
  reply_text: Schema.optionalKey(Schema.String),
  /** What was recorded of the lead. */
  events: Schema.Array(EventType)
}).annotate({ identifier: "IntakeResult" })
export type IntakeResult = typeof IntakeResult.Type

/** Thrown inside the transaction when another one stored the mail first, so that nothing of ours stays. */
class AlreadyStored extends Schema.TaggedError<AlreadyStored>()("AlreadyStored", {}) {}

/** More messages, or people, than a mail program names: a thread that long is found by its last ones. */
const maximumMentions = 100
/** As every text of a lead; the message itself is kept whole. */
const maximumReplyText = 10_000
/** What a list shows of a header: in a mail it can be as long as the sender likes. */
const maximumLine = 1_000
const maximumAddresses = 10_000
const oneDay = 86_400_000
const firstPlausibleDate = Timestamp.fromMillis(Date.UTC(1990, 0))

/** Takes a raw e-mail in: reads it, matches it to its thread, stores it once, and moves the lead that wrote it. */
export class Intake extends Context.Service<
  Intake,
  {
    /** One raw e-mail (RFC 5322). All that follows from it happens in one transaction, or not at all. */
    readonly receive: (
      raw: Uint8Array
    ) => Effect.Effect<IntakeResult, StorageError | UnreadableMail, CurrentOrganization>
  }
>()("@mailroom/core/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.gen(function* () {
      const parser = yield* MailParser
      const accounts = yield* AccountStore
      const activity = yield* Activity
      const conversation = yield* Conversation
      const leadStore = yield* LeadStore
      const threads = yield* ThreadStore
      const blobs = yield* BlobStore
      const digest = yield* Digest.Digest
      const { transaction } = yield* Transactor

      /**
       * What makes two mails the same: for ours the Message-ID, whatever a list made of it on its way back; for others
       * that and what a reader sees, because there are mail systems that use a Message-ID more than once.
       */
      const identityOf = (mail: ParsedMail, is_our_email: boolean) => {
        if (is_our_email && mail.message_id !== null) return conversation.identityOf(mail.message_id)
        const files = mail.attachments.map(({ bytes, filename }) => [filename, bytes.length])
        const seen = [mail.from, mail.to, mail.date, mail.subject, mail.text, mail.html, files]
        return digest.digestHex(
          Digest.sha256,
          new TextEncoder().encode(JSON.stringify([mail.message_id, "other", ...seen]))
        )
      }

      /** The thread a mail belongs to (domain, "Threads"), or what a new one would be about. */
      const match = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        mail: ParsedMail,
        is_our_email: boolean
      ): Effect.fn.Return<ThreadId | NewThread, StorageError> {
        const references = mail.references.slice(-maximumMentions).toReversed()
        const named = yield* threads.findByMessageIds(organization_id, [
          ...mail.in_reply_to.slice(0, maximumMentions),
          ...references
        ])
        if (Option.isSome(named)) return named.value
        const partner = is_our_email ? mail.to[0] : mail.from
        const folded = fold(partner?.email ?? "")
        if (folded !== "" && is_our_email) {
          const [first, ...others] = yield* leadStore.findByEmail(organization_id, folded)
          const lead = others.reduce(
            (latest, lead) =>
              (lead.date_last_sequence_send ?? "") >= (latest?.date_last_sequence_send ?? "") ? lead : latest,
            first
          )
          if (lead !== undefined) return { tab: "other", lead_id: lead.id, campaign_id: lead.campaign_id }
        } else if (folded !== "") {
          const written = yield* threads.findByLeadEmail(organization_id, folded)
          if (Option.isSome(written)) return written.value
        }
        return { tab: "other", lead_id: null, campaign_id: null }
      })

      const store = Effect.fnUntraced(function* (mail: ParsedMail, organization_id: OrganizationId) {
        const from = fold(mail.from?.email ?? "")
        const is_our_email = from !== "" && (yield* accounts.findByEmails(organization_id, [from])).length > 0
        const identity = yield* identityOf(mail, is_our_email)
        const stored = yield* threads.findByIdentity(organization_id, identity)
        if (Option.isSome(stored)) return yield* new AlreadyStored()

        const now = yield* Timestamp.now
        const matched = yield* match(organization_id, mail, is_our_email)
        const about =
          typeof matched === "number"
            ? Option.getOrThrow(yield* threads.find(organization_id, matched)).lead_id
            : (matched.lead_id ?? undefined)
        // Held before its thread: the order of all who change both. One that was removed meanwhile is none.
        const [lead] = about === undefined ? [] : yield* leadStore.hold(organization_id, [about])
        const thread_id = typeof matched === "number" ? matched : yield* threads.insertThread(organization_id, matched)
        const date_sent = plausible(mail.date, now)
        const inserted = yield* threads.insertMessage(
          organization_id,
          toMessage(mail, { thread_id, identity, is_our_email, date_sent })
        )
        if (Option.isNone(inserted)) return yield* new AlreadyStored()
        for (const [i, id] of inserted.value.attachment_ids.entries()) {
          const file = mail.attachments[i]
          if (file !== undefined) yield* blobs.put(organization_id, id, file.bytes)
        }
        const result = {
          message_id: mail.message_id,
          thread_id,
          ...(lead === undefined ? {} : { lead_id: lead.id }),
          events: []
        }
        if (is_our_email) return { ...result, kind: "own" as const }
        const machine = machineKind(mail)
        if (machine !== null) return { ...result, kind: machine }
        if (lead === undefined) return { ...result, kind: "other" as const }
        yield* threads.update(organization_id, thread_id, { tab: "replies" })
        // The reply is credited to the account that it was written to.
        const recipients = [...mail.to, ...mail.cc].slice(0, maximumMentions).map(({ email }) => fold(email))
        const [account] = yield* accounts.findByEmails(organization_id, recipients)
        const [recorded] = yield* activity.record([
          {
            type: "replied",
            lead_id: lead.id,
            ...(account === undefined ? {} : { account_id: account.id }),
            occurred_at: date_sent,
            // No key that a host would choose for an event of its own.
            idempotency_key: `message:${identity}`,
            data: { reply_text: cut(mail.reply_text, maximumReplyText) }
          }
        ])
        const events = recorded?.status === "recorded" ? ["replied" as const] : []
        return { ...result, kind: "reply" as const, reply_text: mail.reply_text, events }
      })

      return Intake.of({
        receive: Effect.fn("Intake.receive")(function* (raw) {
          const { id } = yield* CurrentOrganization
          const mail = yield* parser.parse(raw)
          return yield* transaction(store(mail, id)).pipe(
            Effect.catchTag("AlreadyStored", () =>
              Effect.succeed<IntakeResult>({ message_id: mail.message_id, kind: "duplicate", events: [] })
            )
          )
        })
      })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}

/** When the mail was sent, as it says; a date that cannot be is replaced by that of its arrival. */
const plausible = (date: Timestamp.Timestamp | null, now: Timestamp.Timestamp): Timestamp.Timestamp =>
  date === null || date < firstPlausibleDate || Timestamp.toMillis(date) > Timestamp.toMillis(now) + oneDay ? now : date

const toMessage = (
  mail: ParsedMail,
  known: Pick<NewMessage, "date_sent" | "identity" | "is_our_email" | "thread_id">
): NewMessage => ({
  ...known,
  subject: cut(mail.subject, maximumLine),
  body: preview(mail.text),
  from_email: cut(mail.from?.email ?? "", maximumLine),
  to_email: addresses(mail.to),
  is_new: !known.is_our_email,
  body_text: mail.text,
  ...(mail.from === null || mail.from.name === "" ? {} : { from_name: cut(mail.from.name, maximumLine) }),
  ...(mail.cc.length === 0 ? {} : { cc_email: addresses(mail.cc) }),
  ...(mail.message_id === null ? {} : { message_id: mail.message_id }),
  ...(mail.html === null ? {} : { body_html: mail.html }),
  attachments: mail.attachments.map(({ bytes, content_type, filename }) =>
    describe(filename, content_type, bytes.length)
  )
})

/** As many as fit: whole addresses, as far as they are of a length that addresses have. */
const addresses = (mailboxes: ReadonlyArray<Mailbox>) => {
  let list = ""
  for (const { email } of mailboxes) {
    const next = list === "" ? cut(email, maximumLine) : `${list}, ${email}`
    if (next.length > maximumAddresses) break
    list = next
  }
  return list
}
