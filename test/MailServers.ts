/** IMAP servers with the mailboxes of both sides of a conversation: hoodiecrow in process, and Dovecot. */
import { Timestamp } from "@mailroom/core"
import { Effect, type Scope } from "effect"
import type { Email } from "postal-mime"
import { dovecot, lead, password, user } from "../packages/host/test/Dovecot.ts"
import { imapServer } from "../packages/host/test/ImapServers.ts"
import { mailsOf } from "../packages/host/test/MailProgram.ts"
import type { mailServer } from "../packages/host/test/MailServer.ts"
import { mail } from "./Inboxes.ts"

export { password }

type Mails = ReadonlyArray<Buffer | string>

export interface MailServers {
  /** The port of the account's server, over TLS. */
  readonly port: number
  /** Puts mails into the account's inbox. */
  readonly receive: (mails: Mails) => Effect.Effect<void>
  /** Puts copies of mails into the account's folder of sent mail. */
  readonly keep: (mails: Mails) => Effect.Effect<void>
  readonly sentFolder: Effect.Effect<ReadonlyArray<Email>>
  /** Puts mails into the inbox of the lead. */
  readonly deliver: (mails: Mails) => Effect.Effect<void>
  readonly inboxOfLead: Effect.Effect<ReadonlyArray<Email>>
}

/** A server of each side. */
export const hoodiecrowServers: Effect.Effect<
  MailServers & { readonly sentFlags: () => ReadonlyArray<string> },
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const ours = yield* imapServer({ INBOX: {}, "": { folders: { Gesendet: { "special-use": "\\Sent" } } } })
  const theirs = yield* imapServer({ INBOX: {} })
  const append =
    ({ append }: typeof ours, folder: string) =>
    (mails: Mails) =>
      Effect.sync(() => {
        for (const mail of mails) append(folder, mail.toString())
      })
  const mailsOn = ({ port }: typeof ours, folder: string) => mailsOf({ port, user, password }, folder)
  return {
    port: ours.port,
    receive: append(ours, "INBOX"),
    keep: append(ours, "Gesendet"),
    sentFolder: mailsOn(ours, "Gesendet"),
    sentFlags: () => ours.flags("Gesendet"),
    deliver: append(theirs, "INBOX"),
    inboxOfLead: mailsOn(theirs, "INBOX")
  }
})

/** One server for both sides. */
export const dovecotServers: Effect.Effect<MailServers, never, Scope.Scope> = Effect.map(dovecot, (server) => ({
  port: server.port,
  receive: (mails) => server.append("INBOX", mails),
  keep: (mails) => server.append("Gesendet", mails),
  sentFolder: mailsOf({ port: server.port, user, password }, "Gesendet"),
  deliver: (mails) => server.append("INBOX", mails, { name: lead }),
  inboxOfLead: mailsOf({ port: server.port, user: lead, password }, "INBOX")
}))

/** The header `Date` of a mail that is sent now. */
export const dateHeader = Effect.map(Timestamp.now, (now) => new Date(Timestamp.toMillis(now)).toUTCString())

/** The header of an answer as the mail program of the lead sends it (RFC 5322, 3.6.4). */
export const answerTo = ({ messageId = "", references = "" }: Email): string =>
  `In-Reply-To: ${messageId}\r\nReferences: ${`${references} ${messageId}`.trim()}`

/** The way of mails between the SMTP server of an account and the mailboxes of both sides. */
export const delivery = (smtp: Effect.Success<ReturnType<typeof mailServer>>, imap: MailServers) => {
  const received = Buffer.from("Received: from mx.ours.example by mx.lead.example; Mon, 02 Mar 2026 09:00:00 +0000\r\n")
  let delivered = 0
  return {
    /**
     * As providers do, delivers the mails that were sent since the last call, and keeps copies as sent mail. Returns the
     * number of mails.
     */
    deliver: Effect.gen(function* () {
      const fresh = smtp.mails.slice(delivered).map(({ raw }) => raw)
      delivered = smtp.mails.length
      yield* imap.deliver(fresh.map((raw) => Buffer.concat([received, raw])))
      yield* imap.keep(fresh)
      return fresh.length
    }),
    /** A lead writes to the account now. The mail waits in the inbox. */
    write: Effect.fnUntraced(function* (fields: Parameters<typeof mail>[0]) {
      yield* imap.receive([mail({ ...fields, date: yield* dateHeader })])
    })
  }
}
