/** Submits mails over SMTP (RFC 6409) with `nodemailer`, and tells all outcomes apart. */
import {
  type ConnectionTest,
  Domain,
  type MailOutcome,
  Mailer,
  type MailServer,
  type OutgoingMail,
  passwordsOf,
  relayIdOf,
  Stopping,
  Text,
  Withdrawn
} from "@mailroom/core"
import { Effect, Option, Redacted, Result } from "effect"
import type { Socket } from "node:net"
import { Readable } from "node:stream"
import { type Address, addressOf } from "./addresses.ts"
import { host as app, smtp } from "./budgets.ts"
import type { Guard } from "./guard.ts"
import { compose } from "./message.ts"
import { withoutSecret } from "./withoutSecret.ts"

export interface Options extends Guard {
  /** Whether the certificate of a server must be valid for its name. */
  readonly verifiesCertificates: boolean
  /** Sends the mails of accounts without credentials. */
  readonly host: ((mail: OutgoingMail) => Effect.Effect<MailOutcome>) | undefined
}

/** Loaded on demand: most processes send no mail. */
const nodemailer = Effect.promise(async () => {
  const [{ default: SMTPConnection }, { default: XOAuth2 }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/xoauth2")
  ])
  return { SMTPConnection, XOAuth2 }
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

/** Makes a function that counts what a server sends over one connection. It returns why that is too much, or `null`. */
const makeMeter = () => {
  let bytes = 0
  let lines = 0
  return (chunk: Uint8Array): string | null => {
    bytes += chunk.length
    if (bytes > smtp.bytes) return `The server sent more than ${smtp.bytes} bytes`
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines++
    return lines > smtp.lines ? `The server sent more than ${smtp.lines} lines` : null
  }
}

const lineFeed = 10

/**
 * Ends a connection whose server sends too much, before the library parses the excess: the library keeps each line until its
 * turn. It has one listener for all sockets of a connection, also after STARTTLS. This function replaces that listener.
 */
const bound = (connection: SmtpConnection, failed: (error: SmtpError) => void) => {
  const listened = connection as unknown as { _onSocketData: (chunk: Uint8Array) => void; _socket: Socket }
  const parse = listened._onSocketData
  const meter = makeMeter()
  listened._onSocketData = (chunk) => {
    const excess = meter(chunk)
    if (excess === null) return parse(chunk)
    failed(new Error(excess))
    listened._socket.destroy()
  }
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

const seconds = (millis: number) => `No outcome within ${millis / 1000} seconds`

/**
 * Ends a try that takes too long. Before the mail is transferred it is certainly unsent, and so it is also given up when the
 * process stops, or the account is removed, disconnected or given another server. `isBodyRead`: whether the mail may have been
 * transferred, also while its try was being ended.
 */
export const limited = (sending: Effect.Effect<MailOutcome>, isBodyRead: () => boolean) =>
  Effect.raceFirst(
    sending,
    Effect.gen(function* (): Effect.fn.Return<MailOutcome> {
      const isStopping = yield* Stopping
      const isWithdrawn = yield* Withdrawn
      let stopping = 0
      for (let waited = 0; waited < smtp.commands && !isBodyRead(); waited += 1_000) {
        yield* Effect.sleep(1_000)
        if (isWithdrawn() && !isBodyRead()) {
          const reason =
            "The account was removed, disconnected or given another server, and this one was not ready for the mail yet"
          return { outcome: "unsent", reason, is_ours: true }
        }
        if (isStopping() && !isBodyRead() && ++stopping * 1_000 === smtp.patience) {
          const reason = "The process stops, and the server was not ready for the mail yet"
          return { outcome: "unsent", reason, is_ours: true }
        }
      }
      if (!isBodyRead()) return { outcome: "unsent", reason: seconds(smtp.commands) }
      yield* Effect.sleep(smtp.transfer)
      return { outcome: "unknown", reason: seconds(smtp.transfer) }
    })
  ).pipe(
    Effect.map((outcome): MailOutcome =>
      outcome.outcome === "unsent" && isBodyRead() ? { outcome: "unknown", reason: outcome.reason } : outcome
    )
  )

/** The outcome after a suspension. It says nothing about the server. */
const suspended: MailOutcome = {
  outcome: "unsent",
  reason: "The process was suspended before the server was ready for the mail",
  is_ours: true
}

/**
 * Notices a suspension of the process. The lease of the account may have ended meanwhile, so that another process sends its mail. A
 * timer compares the time each second. `wasSuspended` compares it, too: after a suspension, an answer of the server may be handled
 * before the timer.
 */
const watchSuspension = Effect.acquireRelease(
  Effect.sync(() => {
    let last = performance.now()
    let isSuspended = false
    const look = () => {
      const now = performance.now()
      isSuspended ||= now - last > smtp.suspension
      last = now
      return isSuspended
    }
    return { timer: setInterval(look, 1_000), wasSuspended: look }
  }),
  ({ timer }) => Effect.sync(() => clearInterval(timer))
)

/** The extensions that a server offers in its reply to EHLO. */
interface Extensions {
  /** The largest mail in bytes (RFC 1870); `undefined`: it says none. */
  readonly maximumSize: number | undefined
  /** Whether addresses and the header may have characters other than ASCII (RFC 6531). */
  readonly takesUtf8: boolean
}

const extensionsOf = (reply: string | false): Extensions => {
  const [, size = "0"] = /^250[ -]SIZE[ =]+(\d{1,15})\s*$/imu.exec(reply || "") ?? []
  return { maximumSize: Number(size) || undefined, takesUtf8: /^250[ -]SMTPUTF8\s*$/imu.test(reply || "") }
}

/** Why a server cannot take a mail; `undefined`: it may. It is known before the mail is offered, so that nothing is sent. */
const obstacleOf = (
  { from, reply_to, to }: OutgoingMail,
  size: number,
  { maximumSize, takesUtf8 }: Extensions
): MailOutcome | undefined => {
  if (maximumSize !== undefined && size > maximumSize) {
    const reply = `552 5.3.4 The mail has ${size} bytes, and the server takes at most ${maximumSize}`
    return { outcome: "refused", at: "data", code: 552, reply }
  }
  if (takesUtf8) return undefined
  const reply = (address: string) =>
    `553 5.6.7 The server takes no address such as ${address}: it does not offer SMTPUTF8, which characters other than ASCII need`
  const own = [from.email, reply_to ?? ""].find((address) => !Text.isAscii(address))
  if (own !== undefined) return { outcome: "refused", at: "sender", code: 553, reply: reply(own) }
  return Text.isAscii(to.email) ? undefined : { outcome: "refused", at: "recipient", code: 553, reply: reply(to.email) }
}

export const make = ({ host, verifiesCertificates, ...guard }: Options) => {
  /** Connects and logs in. `failed` may be called more than once. */
  const open = (
    { SMTPConnection, XOAuth2 }: Library,
    { connection: { port, security }, login }: MailServer,
    { address, servername }: Address,
    ehlo: string,
    on: {
      readonly ready: (connection: SmtpConnection, extensions: Extensions) => void
      readonly failed: (error?: SmtpError) => void
    }
  ): SmtpConnection => {
    const connection = new SMTPConnection({
      host: address,
      port,
      name: ehlo,
      secure: security === "tls",
      requireTLS: security === "starttls",
      connectionTimeout: smtp.connection,
      greetingTimeout: smtp.greeting,
      socketTimeout: smtp.transfer,
      socketCloseTimeout: smtp.closing,
      tls: {
        rejectUnauthorized: verifiesCertificates,
        minVersion: "TLSv1.2",
        ...(servername === undefined ? {} : { servername })
      }
    })
    bound(connection, on.failed)
    connection.once("error", on.failed)
    // The end may come before the callback that has the code of a reply.
    connection.once("end", () => setImmediate(on.failed))
    const { user } = login
    const tokenOf = (login: Extract<MailServer["login"], { readonly type: "token" }>) => {
      const accessToken = Redacted.value(login.token)
      const oauth2 = new XOAuth2({ user, accessToken })
      // The library requests another token after a refusal, and would send the same one again. The refusal counts.
      oauth2.getToken = (renew, callback) =>
        renew ? callback(refusalOf(connection.lastServerResponse), "") : callback(null, accessToken)
      return { user, type: "OAUTH2", method: "XOAUTH2", oauth2 }
    }
    connection.connect((error) => {
      if (error) return on.failed(error as SmtpError)
      const extensions = extensionsOf(connection.lastServerResponse)
      const ready = () => on.ready(connection, extensions)
      if (login.type === "none") return ready()
      const [auth, ...others] =
        login.type === "token"
          ? [tokenOf(login)]
          : passwordsOf(login.password).map((password) => ({ user, pass: Redacted.value(password) }))
      const next = (error: SmtpError | null | undefined) => {
        if (!error) return ready()
        const other = (error.responseCode ?? 0) >= 500 ? others.shift() : undefined
        return other === undefined ? on.failed(error) : connection.login(other, (error) => next(error as SmtpError))
      }
      connection.login(auth ?? {}, (error) => next(error as SmtpError))
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
        failed: (error?: SmtpError) => void,
        extensions: Extensions
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
        ready: (connection, extensions) => on.ready(connection, settle, failed, extensions)
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
    const { wasSuspended } = yield* watchSuspension
    let isBodyRead = false
    const exchange = connected<MailOutcome>(library, server, address.success, domainOf(mail.account.email), {
      failed: (error) => outcomeOf(error, isBodyRead),
      ready: (connection, settle, failed, extensions) => {
        const obstacle = obstacleOf(mail, raw.length, extensions)
        if (obstacle !== undefined) return settle(obstacle)
        const body = new Readable({
          read() {
            if (!isBodyRead && wasSuspended()) return settle(suspended)
            isBodyRead = true
            this.push(raw)
            this.push(null)
          }
        })
        const envelope = { from: mail.from.email, to: [mail.to.email], size: raw.length }
        connection.send(envelope, body, (error, info) =>
          error ? failed(error as SmtpError) : settle(sentBy(server, mail, info?.response ?? ""))
        )
      }
    })
    return printableFor(yield* limited(exchange, () => isBodyRead), server.login)
  }, Effect.scoped)

  return Mailer.of({
    sendsWithoutCredentials: host !== undefined,
    allowPrivateTargets: guard.allowPrivateTargets,
    send: (mail, server) => {
      if (server !== null) return sendThrough(mail, server)
      return host === undefined
        ? Effect.succeed({ outcome: "unsent", reason: "The account has no credentials" })
        : Effect.timeoutOrElse(host(mail), {
            duration: app.mail,
            orElse: () => Effect.succeed({ outcome: "unknown", reason: seconds(app.mail) } as const)
          })
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
          duration: smtp.test,
          orElse: () => Effect.succeed(`The server did not answer within ${smtp.test / 1000} seconds`)
        })
      )
    })
  })
}

/** The outcome of a mail that the server has accepted. */
const sentBy = (
  { connection: { host } }: MailServer,
  { from, message_id, to }: Pick<OutgoingMail, "from" | "message_id" | "to">,
  reply: string
): MailOutcome => {
  const provider_message_id = relayIdOf({ reply, host, message_id, addresses: [from.email, to.email] })
  return { outcome: "sent", reply, ...(provider_message_id === undefined ? {} : { provider_message_id }) }
}

/** The name that the client greets with: the domain of the account, which is a public name. */
const domainOf = (email: string) =>
  Option.getOrElse(Domain.toAscii(email.slice(email.lastIndexOf("@") + 1)), () => "[127.0.0.1]")
