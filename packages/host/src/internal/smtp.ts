/** Submits mails over SMTP (RFC 6409) with `nodemailer`, and tells all outcomes apart. */
import {
  type ConnectionTest,
  foldableText,
  headerText,
  type MailOutcome,
  Mailer,
  type MailServer,
  type OutgoingMail,
  type Timestamp
} from "@mailroom/core"
import { Effect, Record, Redacted, Result } from "effect"
import { Readable } from "node:stream"
import { type Address, addressOf } from "./addresses.ts"
import type { Guard } from "./guard.ts"
import { withoutSecret } from "./withoutSecret.ts"

export interface Options extends Guard {
  /** Whether the certificate of a server must be valid for its name. */
  readonly verifiesCertificates: boolean
  /** Sends the mails of accounts without credentials. */
  readonly host: ((mail: OutgoingMail) => Effect.Effect<MailOutcome>) | undefined
}

/** Time limits in milliseconds: of the connection, of the greeting, of silence, and of a whole try. */
const limits = { connection: 10_000, greeting: 10_000, silence: 60_000, all: 120_000 }

/** Loaded on demand: most processes send no mail. */
const nodemailer = Effect.promise(async () => {
  const [{ default: SMTPConnection }, { default: MailComposer }, { default: XOAuth2 }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/mail-composer"),
    import("nodemailer/lib/xoauth2")
  ])
  return { SMTPConnection, MailComposer, XOAuth2 }
})
type Library = Effect.Success<typeof nodemailer>
type SmtpConnection = InstanceType<Library["SMTPConnection"]>

/** An error of nodemailer. `responseCode` is the code of the server's reply, and `command` what it replied to. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** The step of SMTP that a command belongs to, by the beginning of its name. */
const steps: ReadonlyArray<readonly [string, Extract<MailOutcome, { readonly outcome: "refused" }>["at"]]> = [
  ["AUTH", "auth"],
  ["MAIL", "sender"],
  ["RCPT", "recipient"],
  ["DATA", "data"]
]

/**
 * The outcome of a failed try. Only a reply with a code says that the server has refused the mail. Without one, it is
 * unknown whether the server has the mail once its body was read.
 */
const outcomeOf = (error: SmtpError | undefined, isBodyRead: boolean): MailOutcome => {
  const { command = "", response, responseCode } = error ?? {}
  if (responseCode !== undefined && responseCode >= 400) {
    const at = steps.find(([name]) => command.startsWith(name))?.[1] ?? "connect"
    return { outcome: "refused", at, code: responseCode, reply: response ?? error?.message ?? "" }
  }
  const reason = reasonOf(error)
  return isBodyRead ? { outcome: "unknown", reason } : { outcome: "unsent", reason }
}

/** The error for a reply that refuses a login. */
const refusalOf = (reply: string | false): SmtpError => {
  const response = reply || ""
  return Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)) })
}

const reasonOf = (error: SmtpError | undefined) =>
  error === undefined ? "The connection was closed before the server answered" : error.message

/** The outcome without the secret of the login, in case that the server repeats it. */
const printableFor = (outcome: MailOutcome, login: MailServer["login"]): MailOutcome =>
  "reply" in outcome
    ? { ...outcome, reply: withoutSecret(outcome.reply, login) }
    : { ...outcome, reason: withoutSecret(outcome.reason, login) }

/** Ends a try after two minutes. `mayBeSent`: whether the mail may have been transferred by then. */
const limited = (sending: Effect.Effect<MailOutcome>, mayBeSent: () => boolean) =>
  Effect.timeoutOrElse(sending, {
    duration: limits.all,
    orElse: () =>
      Effect.sync((): MailOutcome => {
        const reason = `No outcome within ${limits.all / 1000} seconds`
        return mayBeSent() ? { outcome: "unknown", reason } : { outcome: "unsent", reason }
      })
  })

export const make = ({ host, verifiesCertificates, ...guard }: Options) => {
  /** Connects and logs in. `failed` may be called more than once. */
  const open = (
    { SMTPConnection, XOAuth2 }: Library,
    { connection: { port, security }, login }: MailServer,
    { address, servername }: Address,
    ehlo: string,
    on: { readonly ready: (connection: SmtpConnection) => void; readonly failed: (error?: SmtpError) => void }
  ): SmtpConnection => {
    const connection = new SMTPConnection({
      host: address,
      port,
      name: ehlo,
      secure: security === "tls",
      requireTLS: security === "starttls",
      connectionTimeout: limits.connection,
      greetingTimeout: limits.greeting,
      socketTimeout: limits.silence,
      tls: {
        rejectUnauthorized: verifiesCertificates,
        minVersion: "TLSv1.2",
        ...(servername === undefined ? {} : { servername })
      }
    })
    connection.once("error", on.failed)
    // The end may come before the callback that has the code of a reply.
    connection.once("end", () => setImmediate(on.failed))
    const { user } = login
    const authOf = () => {
      if (login.type === "password") return { user, pass: Redacted.value(login.password) }
      const accessToken = Redacted.value(login.token)
      const oauth2 = new XOAuth2({ user, accessToken })
      // The library requests another token after a refusal, and would send the same one again. The refusal counts.
      oauth2.getToken = (renew, callback) =>
        renew ? callback(refusalOf(connection.lastServerResponse), "") : callback(null, accessToken)
      return { user, type: "OAUTH2", method: "XOAUTH2", oauth2 }
    }
    connection.connect((error) => {
      if (error) return on.failed(error as SmtpError)
      connection.login(authOf(), (error) => (error ? on.failed(error as SmtpError) : on.ready(connection)))
    })
    return connection
  }

  /**
   * Connects, logs in, and runs `ready`. The result is what `ready` passes to `settle`, or `failed` of the first error.
   * The connection is closed then, and on interruption.
   */
  const connected = <A>(
    library: Library,
    server: MailServer,
    address: Address,
    ehlo: string,
    on: {
      readonly ready: (
        connection: SmtpConnection,
        settle: (result: A) => void,
        failed: (error?: SmtpError) => void
      ) => void
      readonly failed: (error?: SmtpError) => A
    }
  ) =>
    Effect.callback<A>((resume) => {
      let isSettled = false
      const settle = (result: A) => {
        if (isSettled) return
        isSettled = true
        // Resume first: closing the connection emits "end" at once.
        resume(Effect.succeed(result))
        connection.close()
      }
      const failed = (error?: SmtpError) => settle(on.failed(error))
      const connection = open(library, server, address, ehlo, {
        failed,
        ready: (connection) => on.ready(connection, settle, failed)
      })
      return Effect.sync(() => {
        isSettled = true
        connection.close()
      })
    })

  const sendThrough = Effect.fnUntraced(function* (mail: OutgoingMail, server: MailServer) {
    const library = yield* nodemailer
    const address = yield* Effect.result(addressOf(server.connection.host, guard))
    if (Result.isFailure(address)) return { outcome: "unsent", reason: address.failure } as const
    const raw = yield* compose(mail)
    let isBodyRead = false
    const exchange = connected<MailOutcome>(library, server, address.success, domainOf(mail.account.email), {
      failed: (error) => outcomeOf(error, isBodyRead),
      ready: (connection, settle, failed) => {
        const body = new Readable({
          read() {
            isBodyRead = true
            this.push(raw)
            this.push(null)
          }
        })
        connection.send({ from: mail.from.email, to: [mail.to.email] }, body, (error, info) =>
          error ? failed(error as SmtpError) : settle({ outcome: "sent", reply: info?.response ?? "" })
        )
      }
    })
    return printableFor(yield* limited(exchange, () => isBodyRead), server.login)
  })

  return Mailer.of({
    sendsWithoutCredentials: host !== undefined,
    allowPrivateTargets: guard.allowPrivateTargets,
    send: (mail, server) => {
      if (server !== null) return sendThrough(mail, server)
      return host === undefined
        ? Effect.succeed({ outcome: "unsent", reason: "The account has no credentials" })
        : limited(host(mail), () => true)
    },
    test: Effect.fnUntraced(function* (server) {
      const start = performance.now()
      const result = (error: string | null): ConnectionTest => ({
        success: error === null,
        error,
        response_time_ms: Math.round(performance.now() - start)
      })
      const library = yield* nodemailer
      const address = yield* Effect.result(addressOf(server.connection.host, guard))
      if (Result.isFailure(address)) return result(address.failure)
      const login = connected<string | null>(library, server, address.success, domainOf(server.login.user), {
        failed: (error) => withoutSecret(error?.response ?? reasonOf(error), server.login),
        ready: (_, settle) => settle(null)
      })
      return result(
        yield* Effect.timeoutOrElse(login, {
          duration: limits.silence,
          orElse: () => Effect.succeed(`The server did not answer within ${limits.silence / 1000} seconds`)
        })
      )
    })
  })
}

/** The name that the client greets with: the domain of the account, which is a public name. */
const domainOf = (email: string) => {
  const domain = email.slice(email.lastIndexOf("@") + 1)
  return /^[A-Za-z0-9.-]+$/u.test(domain) ? domain : "[127.0.0.1]"
}

/** Whether an id of another mail, which its sender chose, fits into one line. */
const isMessageId = (text: string) => /^<[!-;=?-~]{1,900}>$/u.test(text)

/** The value of a field that the library folds at its spaces. A value with a word that does not fit a line is cut. */
const headerValue = (value: string) =>
  value.split(/\s/u).some(({ length }) => length > 990) ? headerText(value) : foldableText(value)

/** The text with the line ends of mail. */
const withLineEnds = (text: string) => text.replaceAll(/\r\n?|\n/gu, "\r\n")

/**
 * The mail as bytes (RFC 5322). Texts of the header become one line each, because the library does not fold long words.
 * Nothing is read from files or URLs. `sent_at`: the date of the mail; default: now.
 */
export const compose = Effect.fnUntraced(function* (mail: OutgoingMail, sent_at?: Timestamp.Timestamp) {
  const { MailComposer } = yield* nodemailer
  return yield* Effect.callback<Buffer>((resume) =>
    new MailComposer({
      from: { name: headerText(mail.from.name), address: mail.from.email },
      to: { name: headerText(mail.to.name), address: mail.to.email },
      ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
      subject: headerText(mail.subject),
      messageId: mail.message_id,
      ...(sent_at === undefined ? {} : { date: new Date(sent_at) }),
      ...(mail.in_reply_to !== null && isMessageId(mail.in_reply_to) && { inReplyTo: mail.in_reply_to }),
      references: mail.references.filter(isMessageId),
      headers: Record.map(mail.headers, headerValue),
      text: withLineEnds(mail.text),
      ...(mail.html === null ? {} : { html: withLineEnds(mail.html) }),
      disableFileAccess: true,
      disableUrlAccess: true
    })
      .compile()
      .build((error: Error | null, bytes?: Buffer) =>
        resume(error ? Effect.die(error) : Effect.succeed(bytes ?? Buffer.alloc(0)))
      )
  )
})
