/** A `Mailer` for tests, which sends nothing: it remembers the mails, and answers as it is told. */
import { type ConnectionTest, type MailOutcome, Mailer, type MailServer, type OutgoingMail } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"

export interface SubmittedMail {
  readonly mail: OutgoingMail
  /** The server that it was to be sent through; `null` for an account without credentials. */
  readonly server: MailServer | null
}

/** The mails that were submitted, and the outcomes of the next ones. */
export class Outgoing extends Context.Service<
  Outgoing,
  {
    /** All mails so far, in the order of their tries. */
    readonly submitted: ReadonlyArray<SubmittedMail>
    /** The outcomes of the next tries, in order. Then mails are sent again. */
    readonly next: (...outcomes: ReadonlyArray<Effect.Effect<MailOutcome> | MailOutcome>) => void
    /** How tests of a login end from now on: with this error; `null`: they work, as at first. */
    readonly login: (error: string | null) => void
  }
>()("@mailroom/memory/Outgoing") {}

const sent: MailOutcome = { outcome: "sent", reply: "250 2.0.0 Ok" }
const testOf = (error: string | null): ConnectionTest => ({ success: error === null, error, response_time_ms: 1 })

/**
 * `sendsWithoutCredentials`: whether accounts without credentials can send, as with the transport of a host.
 * `allowPrivateTargets`: whether servers may have private addresses and any port.
 */
export const layer = ({ allowPrivateTargets = true, sendsWithoutCredentials = false } = {}): Layer.Layer<
  Mailer | Outgoing
> =>
  Layer.effectContext(
    Effect.sync(() => {
      const submitted: Array<SubmittedMail> = []
      const outcomes: Array<Effect.Effect<MailOutcome> | MailOutcome> = []
      let loginError: string | null = null
      const login = (error: string | null) => {
        loginError = error
      }
      return Context.make(Outgoing, { submitted, next: (...next) => void outcomes.push(...next), login }).pipe(
        Context.add(Mailer, {
          sendsWithoutCredentials,
          allowPrivateTargets,
          send: (mail, server) =>
            Effect.suspend(() => {
              submitted.push({ mail, server })
              const outcome = outcomes.shift() ?? sent
              return Effect.isEffect(outcome) ? outcome : Effect.succeed(outcome)
            }),
          test: () => Effect.sync(() => testOf(loginError))
        })
      )
    })
  )
