/** A mail that Mailroom sends: a step of a campaign, an answer from the unibox, or a test. */
import { Plain } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { AttachmentRecord } from "../attachments/Attachment.ts"
import { AccountId, AttachmentId, CampaignId, LeadId, MessageId, SendId, SequenceId, ThreadId } from "../ids.ts"
import { type Acting, Actor, isSame } from "../people/Actor.ts"
import { allows } from "../people/Role.ts"
import { CursorQuery } from "../Pagination.ts"
import * as Table from "../Table.ts"
import { Timestamp, TimestampInput } from "../Timestamp.ts"
import { versionOfContents } from "../Version.ts"
import { sendAt } from "./Scheduling.ts"

export { SendId } from "../ids.ts"

export const SendKind = Schema.Literals(["step", "reply", "forward", "test"]).annotate({
  identifier: "SendKind",
  example: "reply",
  description:
    "`step`: a step of a campaign. `reply`: an answer from the unibox. `forward`: a message of the unibox that was forwarded. `test`: a mail to try a step."
})
export type SendKind = typeof SendKind.Type

export const SendOutcome = Schema.Literals(["queued", "begun", "deferred", "sent", "refused", "unknown"]).annotate({
  identifier: "SendOutcome",
  example: "sent",
  description:
    "`queued`: waits for its first try. `begun`: is being sent. `deferred`: the server asked to try again later. " +
    "`sent`: the server accepted it. `refused`: it will not be sent. `unknown`: the connection ended before the server " +
    "answered, so it may have been sent; it is never sent again by itself."
})
export type SendOutcome = typeof SendOutcome.Type

export const RefusalReason = Schema.Literals([
  "account_deleted",
  "account_not_connected",
  "cancelled",
  "file_missing",
  "newer_message",
  "no_longer_due",
  "recipient_blacklisted",
  "recipient_erased",
  "recipient_unsubscribed",
  "rejected"
]).annotate({
  identifier: "RefusalReason",
  example: "cancelled",
  description:
    "`rejected`: the server of the account or of the recipient rejected it; `reply` has its words. `cancelled`: a person cancelled it. " +
    "`newer_message`: mail of a person came into the conversation before its `send_at`. `recipient_unsubscribed`: the recipient, or " +
    "one of `cc` or `bcc`, unsubscribed or complained. `recipient_blacklisted`: of a test. `recipient_erased`: data about the " +
    "recipient were erased. `account_deleted` and `account_not_connected`: of the account that sends. `file_missing`: a file of it " +
    "is gone. `no_longer_due`: its lead does not get this step any more."
})
export type RefusalReason = typeof RefusalReason.Type

/** A file of a mail that is not sent yet. */
const SentFile = Schema.Struct({
  id: described(AttachmentId, "The id of the upload."),
  filename: described(Schema.String, "The name of the file.", "Offer.pdf"),
  size: described(Schema.Int, "In bytes.", 48_211)
}).annotate({ identifier: "SentFile", description: "A file of a mail that is not sent yet." })

export const Send = Schema.Struct({
  id: SendId,
  kind: SendKind,
  lead_id: described(Schema.NullOr(LeadId), "The lead that it goes to; `null`: unknown."),
  campaign_id: described(Schema.NullOr(CampaignId), "The campaign; `null`: none."),
  sequence_id: described(Schema.NullOr(SequenceId), "The step of the campaign; `null` for replies.", null),
  position: described(
    Schema.NullOr(Schema.Int),
    "The position of the step when it was sent; `null` for replies.",
    null
  ),
  thread_id: described(Schema.NullOr(ThreadId), "The thread of the unibox; `null`: not in a thread yet."),
  account_id: AccountId,
  to_email: described(Schema.String, "The address of the recipient; empty after an erasure.", "ada@example.com"),
  subject: described(Schema.String, "The subject as it is sent; empty after an erasure.", "Re: A question"),
  message_id: described(
    Schema.String,
    "The Message-ID, with its angle brackets: the same for every try.",
    "<vfkT0MvbqFSPHHmBz0vbIw@mailroom.example>"
  ),
  provider_message_id: described(
    Schema.NullOr(Schema.String),
    "The Message-ID that the relay gave the mail in the place of ours, as its reply names it: `<id@host>`, or `id` where the " +
      "relay does not say its host. `null`: it gave none.",
    null
  ),
  outcome: SendOutcome,
  attempts: described(Schema.Int, "The number of tries so far.", 1),
  reply: described(
    Schema.NullOr(Schema.String),
    "The last reply of the server, or why there is none, in words for people. Compare `reason`, not these words. `null`: none yet, or it was removed after `keep_sends_days`.",
    "250 2.0.0 Ok: queued"
  ),
  reason: described(
    Schema.NullOr(RefusalReason),
    "Why a mail that is `refused` is not sent; `null`: it has another outcome.",
    null
  ),
  body_text: described(
    Schema.NullOr(Schema.String),
    "The text of an answer as it was written, without the signature, so that it can be written again; `null`: the answer was " +
      "sent or erased, or the mail is no answer.",
    null
  ),
  cc: described(
    Schema.Array(Schema.String),
    "The addresses that get a copy of an answer. Empty: none, or the answer was sent or erased.",
    []
  ),
  bcc: described(
    Schema.Array(Schema.String),
    "The addresses that get a copy of an answer without being named in it. Empty: none, or the answer was sent or erased.",
    []
  ),
  attachments: described(
    Schema.Array(SentFile),
    "The files of an answer. Empty: none, or the answer was sent or erased.",
    []
  ),
  sent_by: described(
    Schema.NullOr(Actor),
    "Who wrote the answer. `null`: it was sent, so its message has `sent_by`, or it was discarded or erased, or the mail is no answer.",
    null
  ),
  begun_at: described(
    Schema.NullOr(Timestamp),
    "When the latest try began; `null`: not yet.",
    "2026-03-02T10:30:00.000Z"
  ),
  ended_at: described(
    Schema.NullOr(Timestamp),
    "When the outcome was known; `null`: not yet.",
    "2026-03-02T10:30:00.000Z"
  ),
  next_attempt_at: described(Schema.NullOr(Timestamp), "When it is tried next; `null`: it is not tried again.", null),
  send_at: described(
    Schema.NullOr(Timestamp),
    "The time that a person chose for an answer; `null`: the answer goes out at once, or the mail is no answer.",
    null
  )
}).annotate({ identifier: "Send", description: "A mail that Mailroom sends, and what became of it." })
export type Send = typeof Send.Type

/** The text of a mail, without links of tracking. */
const SendContent = Schema.Struct({
  body_text: Plain,
  sent_by: described(Schema.optionalKey(Actor), "Who wrote the answer. Without it, nobody is known."),
  written: described(Schema.optionalKey(Plain), "The text of an answer as it was written, without the signature."),
  seen: described(
    Schema.optionalKey(MessageId),
    "Of an answer that is sent later: the mail of a person that the conversation got last before. Without it, there was none."
  ),
  forwards: described(
    Schema.optionalKey(MessageId),
    "The id of the message that the mail forwards. Without it, it forwards none."
  ),
  body_html: Schema.NullOr(Plain),
  in_reply_to: Schema.NullOr(Plain),
  references: Schema.Array(Plain),
  headers: described(
    Schema.optionalKey(Schema.Record(Plain, Plain)),
    "Further header fields. Without it, there are none."
  ),
  cc: described(Schema.optionalKey(Schema.Array(Plain)), "The addresses that get a copy. Without it, there are none."),
  bcc: described(
    Schema.optionalKey(Schema.Array(Plain)),
    "The addresses that get a copy without being named. Without it, there are none."
  ),
  attachments: described(
    Schema.optionalKey(Schema.Array(AttachmentRecord)),
    "The files. Those of an answer are uploads of the mail until it was sent, and then attachments of its message; those of a step or a test are uploads that the step names. Without it, there are none."
  )
})

/** A mail as it is stored. */
export const SendRecord = Schema.Struct({
  ...Struct.omit(Send.fields, ["attachments", "bcc", "body_text", "cc", "sent_by"]),
  step_id: described(
    Schema.NullOr(SequenceId),
    "The id of the step of which `sequence_id` is a variant; `null` for replies and tests."
  ),
  retired: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: it is older than its organization lists mails (`keep_sends_days`), so no list has it. Absent: it is listed."
  ),
  company: described(
    Schema.NullOr(Plain),
    "The company that a step goes to (`companyOf`), which `domain_daily_limit` counts; `null`: none, erased, or retired."
  ),
  content: described(
    Schema.NullOr(SendContent),
    "The text of a reply or a test from the beginning, of a step since its latest try; `null` once the mail has ended and needs no copy, but an answer that is refused keeps it until a later answer of its conversation was sent."
  )
})
export type SendRecord = typeof SendRecord.Type

export const sendTable = Table.of("sends", SendRecord, { key: ["id"], fixed: ["kind", "message_id"] })

export type NewSend = Omit<SendRecord, "id">

/** Whether a person wrote the mail. Its text is kept until it is sent; then it is a message of its thread. */
export const isWritten = ({ kind }: Pick<Send, "kind">): boolean => kind === "reply" || kind === "forward"

/** Whether an actor may cancel, reschedule or discard a mail. A role below a member may do so only with an answer that the actor wrote. */
export const mayChange = ({ actor, role }: Acting, { content }: Pick<SendRecord, "content">): boolean =>
  allows(role, "member") || (content?.sent_by !== undefined && isSame(content.sent_by, actor))

/** The ids of the uploads that belong to a mail that a person wrote. The files of steps and tests belong to their steps. */
export const filesOf = ({ content, kind }: Pick<SendRecord, "content" | "kind">): ReadonlyArray<AttachmentId> =>
  isWritten({ kind }) ? (content?.attachments ?? []).map(({ id }) => id) : []

/** Whether a mail waits to be sent for the first time, or again. */
export const isWaiting = ({ outcome }: Pick<Send, "outcome">): boolean => outcome === "queued" || outcome === "deferred"

/** Whether an answer waits for the time that a person chose, or has waited for it and not gone out yet. */
export const isScheduled = ({ outcome, send_at }: Pick<Send, "outcome" | "send_at">): boolean =>
  outcome === "queued" && send_at !== null

/** Whether the data about the recipient were erased (`SendStore.erase`). */
export const isErased = ({ to_email }: Pick<SendRecord, "to_email">): boolean => to_email === ""

/** The mail without data about its recipient. */
export const erased = (send: SendRecord): SendRecord => ({
  ...send,
  to_email: "",
  subject: "",
  reply: null,
  company: null,
  content: null,
  send_at: null
})

/** The documented part of a mail. */
export const toSend = ({
  company: _company,
  content,
  retired: _retired,
  step_id: _step,
  ...send
}: SendRecord): Send => {
  const shown = isWritten(send) && send.outcome !== "sent" ? content : null
  return {
    ...send,
    body_text: shown?.written ?? shown?.body_text ?? null,
    cc: shown?.cc ?? [],
    bcc: shown?.bcc ?? [],
    attachments: (shown?.attachments ?? []).map(({ filename, id, size }) => ({ id, filename, size })),
    sent_by: shown?.sent_by ?? null
  }
}

export const SendQuery = Schema.Struct({
  outcome: described(Schema.optionalKey(SendOutcome), "Only mails with this outcome."),
  kind: described(Schema.optionalKey(SendKind), "Only mails of this kind."),
  thread_id: described(
    Schema.optionalKey(ThreadId),
    "Only answers and forwarded messages in this thread of the unibox. Find steps by `lead_id`."
  ),
  account_id: described(Schema.optionalKey(AccountId), "Only mails of this account."),
  lead_id: described(Schema.optionalKey(LeadId), "Only mails to this lead."),
  scheduled: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: only answers that wait for their `send_at`, or for their account since then. `false`: only other mails."
  ),
  ...CursorQuery.fields
})
export type SendQuery = typeof SendQuery.Type

export const ResolveSend = Schema.Struct({
  outcome: described(
    Schema.Literals(["sent", "unsent"]),
    "`sent`: the mail has gone out. `unsent`: it has not, and may be sent again."
  )
}).annotate({
  identifier: "ResolveSend",
  description: "What a person found out about a mail whose outcome is unknown."
})
export type ResolveSend = typeof ResolveSend.Type

export const RescheduleSend = Schema.Struct({
  send_at: described(
    Schema.NullOr(TimestampInput),
    `When the answer is sent: ${sendAt}; \`null\`: now.`,
    "2026-03-03T08:00:00.000Z"
  )
}).annotate({ identifier: "RescheduleSend", description: "Another time for an answer that is sent later." })
export type RescheduleSend = typeof RescheduleSend.Type

/** The version of a mail for preconditions. A person changes only the time of an answer that waits. */
export const sendVersionOf = ({ send_at }: Pick<Send, "send_at">): number => versionOfContents({ send_at })

/** The mail got another time since the caller read it. */
export class SendChanged extends Schema.TaggedError<SendChanged>()("SendChanged", {
  id: SendId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `The mail ${this.id} got another time since it was read`
  }
}

export class SendNotFound extends Schema.TaggedError<SendNotFound>()("SendNotFound", { id: SendId }) {
  override get message(): string {
    return `There is no sent mail ${this.id}`
  }
}

/** Only a mail whose outcome is unknown can be resolved. */
export class SendNotUnknown extends Schema.TaggedError<SendNotUnknown>()("SendNotUnknown", {
  id: SendId,
  outcome: SendOutcome
}) {
  override get message(): string {
    return `The outcome of the mail ${this.id} is known: ${this.outcome}`
  }
}

/** Only an answer that waits for its time can get another time, or be cancelled. */
export class SendNotScheduled extends Schema.TaggedError<SendNotScheduled>()("SendNotScheduled", {
  id: SendId,
  outcome: SendOutcome,
  reply: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(RefusalReason)
}) {
  override get message(): string {
    return `The mail ${this.id} cannot be moved or cancelled: ${this.reason === "cancelled" ? "it was already cancelled" : unscheduled[this.outcome](this.reply)}`
  }
}

/** Why a mail with this outcome, and this `reply`, waits for no time that was chosen. */
const unscheduled: Record<SendOutcome, (reply: string | null) => string> = {
  queued: () => "it is sent at once",
  begun: () => "it is being sent",
  deferred: () => "the server has asked to try again later",
  sent: () => "it was already sent",
  refused: (reply) => `it was already refused${reply === null ? "" : `. ${reply}`}`,
  unknown: () => "it was tried, and may have been sent"
}

/** Only an answer that was refused has a text to discard. */
export class SendNotRefused extends Schema.TaggedError<SendNotRefused>()("SendNotRefused", {
  id: SendId,
  outcome: SendOutcome
}) {
  override get message(): string {
    return `The mail ${this.id} is no answer that was refused: ${this.outcome}`
  }
}

/**
 * Whether the account of a mail looks at it in each turn (`SendStore.findOpen`). The agenda says when mails of steps are tried again, so of
 * these only mails that have begun are open. A mail whose outcome is unknown is not open: it waits for evidence or a person.
 */
export const isOpenSend = ({ kind, outcome }: Pick<Send, "kind" | "outcome">): boolean =>
  outcome === "begun" || (kind !== "step" && (outcome === "queued" || outcome === "deferred"))
