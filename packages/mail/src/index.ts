/**
 * Pure functions of texts and header fields: what a mail says. Other entry points are `text` and `domain`, `bounce`,
 * `dns`, and three that programs without Effect load: `reply-text`, `columns` and `opt-outs`.
 *
 * - `text/`: texts, domains and addresses in the forms that comparisons use; header fields
 * - `senders/`: who wrote a mail, and whether that is proven
 * - `notices/`: mail that no person wrote: bounces, complaints, automatic replies; refusals by a server
 * - `optouts/`: requests to stop
 * - `replies/`: the text that an author wrote, without quoted mail and signature
 * - `columns/`: the columns of tables of leads, by their names; people who opted out
 * - `dns/`: the records of a domain for mail
 * - `words/`: all tables of words that these read, by language and by program
 */
export { MailParser, type Mailbox, type ParsedMail, UnreadableMail } from "./MailParser.ts"
export { type Blame, blameOf, type Envelope, type Refusal, type RefusedAt, verdictOf } from "./notices/Blame.ts"
export { machineMail } from "./notices/Classification.ts"
export type { MachineMail } from "./notices/MachineMail.ts"
export { accountNoticeIn, type AccountNotice } from "./notices/OwnAccount.ts"
export { returnDateOf } from "./notices/ReturnDate.ts"
export { isOptOut, isUnsubscription } from "./optouts/OptOut.ts"
export { AuthservId, senderTrust } from "./senders/Authentication.ts"
export { authorOf, beforeList, listsIn } from "./senders/Author.ts"
export { bestTrust, Trust } from "./Trust.ts"
