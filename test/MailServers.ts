/** IMAP servers with the mailboxes of both sides of a conversation: hoodiecrow in process, and Dovecot. */
import { Effect, type Scope } from "effect"
import type { Email } from "postal-mime"
import { dovecot, lead } from "../packages/host/test/Dovecot.ts"
import { imapServer } from "../packages/host/test/ImapServers.ts"
import { mailsOf } from "../packages/host/test/MailProgram.ts"
import { user } from "./Inboxes.ts"

export const password = "hunter2-secret"

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
export const hoodiecrowServers: Effect.Effect<MailServers, never, Scope.Scope> = Effect.gen(function* () {
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
