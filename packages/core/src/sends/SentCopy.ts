/** Copies of sent mails in the folder of sent mail, for servers that keep none. Pure functions. */
import type { AccountRecord } from "../accounts/Account.ts"
import { day } from "../Durations.ts"
import { isInboxRead } from "../mailboxes/Freshness.ts"
import type { InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { SendRecord } from "./Send.ts"

/** How long after a mail its copy is looked for, in milliseconds: servers that keep one have it by then. */
const lookAfter = 45_000

/** How long after a mail its copy is stored at the latest, in milliseconds. */
const storedFor = 7 * day

/** Servers that keep a copy of each mail, also for accounts with another provider. */
const keepers = /(?:^|\.)(?:gmail|googlemail|hotmail|live|office365|outlook)\.com$/iu

/** Whether mails of the account may need a copy: then their texts are kept until it is known. */
export const mayNeedCopy = (
  { provider, settings: { sent_copy } }: Pick<AccountRecord, "provider" | "settings">,
  mailbox: Pick<MailboxRecord, "connection" | "keeps_sent">,
  inbound: InboundSource
): boolean => {
  if (sent_copy === "never" || provider !== "smtp" || !isInboxRead(mailbox, inbound)) return false
  const { connection, keeps_sent } = mailbox
  return !keepers.test(connection?.imap?.host ?? "") && (sent_copy === "always" || keeps_sent !== true)
}

/** A mail after a try; if it was sent, with the text that it had before. */
export const withText = (sent: SendRecord, { content }: Pick<SendRecord, "content">): SendRecord =>
  sent.outcome === "sent" ? { ...sent, content } : sent

/** The instant from which on sent mails may still get a copy. */
export const copiedFrom = (now: Timestamp): Timestamp => plus(now, -storedFor)

/**
 * Decides what comes next for the copy of a sent mail. `copy`: the copy is stored, unless the folder has it. `wait`: the server may still
 * store the copy itself. `drop`: it is too late for a copy. `isHabitKnown`: it is known whether the server keeps copies.
 */
export const nextForCopy = (
  { ended_at }: Pick<SendRecord, "ended_at">,
  isHabitKnown: boolean,
  now: Timestamp
): "copy" | "drop" | "wait" => {
  if (ended_at === null || ended_at < copiedFrom(now)) return "drop"
  return !isHabitKnown && ended_at > plus(now, -lookAfter) ? "wait" : "copy"
}
