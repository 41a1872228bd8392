/** Submits mails over SMTP (RFC 6409) with `nodemailer`, and tells all outcomes apart. */
import {
  type ConnectionTest,
  Domain,
  type MailOutcome,
  Mailer,
  type MailServer,
  type OutgoingMail,
  Stopping,
  Withdrawn
} from "@mailroom/core"
import { Effect, Exit, Option } from "effect"
import { Readable } from "node:stream"
import { addressOf } from "./addresses.ts"
import { host as app, smtp } from "./budgets.ts"
import type { Guard } from "./guard.ts"
import { compose } from "./message.ts"
import { type Connections, none } from "./smtpConnections.ts"
import { obstacleOf, outcomeOf, printableFor, recipientsOf, replyOf, sentBy, type SmtpError } from "./smtpOutcomes.ts"
import { makeSession, nodemailer, type Session } from "./smtpSession.ts"
import { withoutSecret } from "./withoutSecret.ts"

export interface Options extends Guard {
  /** Whether the certificate of a server must be valid for its name. */
  readonly verifiesCertificates: boolean
  /** Sends the mails of accounts without credentials. */
  readonly host: ((mail: OutgoingMail) => Effect.Effect<MailOutcome>) | undefined
}

const noOutcomeWithin = (millis: number) => `No outcome within ${millis / 1000} seconds`

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
      let secondsStopping = 0
      // Once a second until the mail is transferred, or the time for the commands before it is over.
      for (let waited = 0; waited < smtp.commands && !isBodyRead(); waited += 1_000) {
        yield* Effect.sleep(1_000)
        if (isWithdrawn() && !isBodyRead()) {
          const reason =
            "The account was removed, disconnected or given another server, and this one was not ready for the mail yet"
          return { outcome: "unsent", reason, is_ours: true }
        }
        if (isStopping() && !isBodyRead() && ++secondsStopping * 1_000 === smtp.patience) {
          const reason = "The process stops, and the server was not ready for the mail yet"
          return { outcome: "unsent", reason, is_ours: true }
        }
      }
      if (!isBodyRead()) return { outcome: "unsent", reason: noOutcomeWithin(smtp.commands) }
      yield* Effect.sleep(smtp.transfer)
      return { outcome: "unknown", reason: noOutcomeWithin(smtp.transfer) }
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

/** A mail on its way. */
interface Submission {
  readonly mail: OutgoingMail
  readonly server: MailServer
  /** The mail as bytes, which are composed once. */
  readonly composed: Effect.Effect<Uint8Array>
  readonly wasSuspended: () => boolean
  /** Whether the mail may have been transferred. */
  isBodyRead: boolean
}

/** The end of a try. `isNotBegun`: the server has begun no transaction for the mail, as it accepted no MAIL. */
interface Tried {
  readonly outcome: MailOutcome
  readonly isNotBegun: boolean
}

/** Offers a mail over an open connection. */
const offer = Effect.fnUntraced(function* (session: Session, submission: Submission) {
  const { mail, server, wasSuspended } = submission
  const raw = yield* submission.composed
  return yield* Effect.callback<Tried>((resume) => {
    let isSettled = false
    const settle = (tried: Tried) => {
      if (isSettled) return
      isSettled = true
      resume(Effect.succeed(tried))
    }
    const failed = (error: SmtpError) => {
      const isNotBegun = !submission.isBodyRead && (!hasAnswered() || error.command?.startsWith("MAIL") === true)
      settle({ outcome: outcomeOf(error, submission.isBodyRead), isNotBegun })
    }
    const hasAnswered = session.begin(failed)
    const obstacle = obstacleOf(mail, raw.length, session.extensions)
    if (obstacle !== undefined) return settle({ outcome: obstacle, isNotBegun: false })
    const body = new Readable({
      read() {
        if (!submission.isBodyRead && wasSuspended()) return settle({ outcome: suspended, isNotBegun: false })
        submission.isBodyRead = true
        this.push(raw)
        this.push(null)
      }
    })
    const envelope = { from: mail.from.email, to: [...recipientsOf(mail)], size: raw.length }
    session.connection.send(envelope, body, (error, info) => {
      if (error) return failed(error as SmtpError)
      session.mails++
      settle({ outcome: sentBy(server, mail, replyOf(info)), isNotBegun: false })
    })
  })
})

export const make = ({ host, verifiesCertificates, ...guard }: Options, connections: Connections = none) => {
  /** Resolves the name of a server. Its session is not open yet. */
  const sessionOf = Effect.fnUntraced(function* (server: MailServer, ehlo: string) {
    const library = yield* nodemailer
    const address = yield* Effect.mapError(
      addressOf(server.connection.host, guard),
      (reason): SmtpError => new Error(reason)
    )
    return makeSession(library, { server, address, ehlo, verifiesCertificates })
  })

  /**
   * Sends a mail over the open connection of its account, or over a new one. Over an open one that its server has ended
   * meanwhile, or for which it takes no further mail, no transaction begins: then the mail is tried once more, over a new one.
   */
  const submit = Effect.fnUntraced(function* (submission: Submission): Effect.fn.Return<MailOutcome, SmtpError> {
    const { mail, server } = submission
    const ehlo = domainOf(mail.account.email)
    const owner = { organization_id: mail.organization_id, account_id: mail.account.id, server, ehlo }
    return yield* Effect.uninterruptibleMask((restore) => {
      /** Offers the mail over a session, then keeps the session if the mail was sent, and closes it otherwise. */
      const over = (session: Session, offering: Effect.Effect<Tried, SmtpError>) =>
        Effect.onExit(restore(offering), (exit) =>
          Exit.isSuccess(exit) && exit.value.outcome.outcome === "sent"
            ? connections.keep(owner, session)
            : Effect.sync(session.close)
        )
      return Effect.gen(function* () {
        const kept = yield* connections.take(owner)
        const first = kept === undefined ? undefined : yield* over(kept, offer(kept, submission))
        if (first !== undefined && !first.isNotBegun) return first.outcome
        const session = yield* restore(sessionOf(server, ehlo))
        return (yield* over(session, Effect.andThen(session.open, offer(session, submission)))).outcome
      })
    })
  })

  const sendThrough = Effect.fnUntraced(function* (mail: OutgoingMail, server: MailServer) {
    const { wasSuspended } = yield* watchSuspension
    const composed = yield* Effect.cached(compose(mail))
    const submission: Submission = { mail, server, composed, wasSuspended, isBodyRead: false }
    const submitted = Effect.match(submit(submission), {
      onFailure: (error) => outcomeOf(error, false),
      onSuccess: (outcome) => outcome
    })
    return printableFor(yield* limited(submitted, () => submission.isBodyRead), server.login)
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
            orElse: () => Effect.succeed({ outcome: "unknown", reason: noOutcomeWithin(app.mail) } as const)
          })
    },
    test: Effect.fnUntraced(function* (server) {
      const start = performance.now()
      const login = Effect.flatMap(sessionOf(server, domainOf(server.login.user)), ({ close, open }) =>
        Effect.ensuring(open, Effect.sync(close))
      )
      const error = yield* login.pipe(
        Effect.match({
          onFailure: ({ message, response }) => withoutSecret(response ?? message, server.login),
          onSuccess: () => null
        }),
        Effect.timeoutOrElse({
          duration: smtp.test,
          orElse: () => Effect.succeed(`The server did not answer within ${smtp.test / 1000} seconds`)
        })
      )
      return {
        success: error === null,
        error,
        response_time_ms: Math.round(performance.now() - start)
      } satisfies ConnectionTest
    })
  })
}

/** The name that the client greets with: the domain of the account, which is a public name. */
const domainOf = (email: string) =>
  Option.getOrElse(Domain.toAscii(email.slice(email.lastIndexOf("@") + 1)), () => "[127.0.0.1]")
