/** Sends mail and gets access tokens with the functions of the app. */
import { type AccessTokens, type Mailer, type MailOutcome, Timestamp, TokenFailed } from "@mailroom/core"
import { OAuthTokens, SmtpMailer } from "@mailroom/host"
import { Effect, Layer, Redacted, Result, Schema } from "effect"
import type * as App from "./Mailer.ts"
import type { Options } from "./Options.ts"

const optionalText = Schema.optional(Schema.String)
const isOutcome = Schema.is(
  Schema.Union([
    Schema.Struct({ outcome: Schema.Literal("sent"), reply: optionalText, provider_message_id: optionalText }),
    Schema.Struct({
      outcome: Schema.Literal("refused"),
      at: Schema.Literals(["auth", "connect", "data", "recipient", "sender"]),
      code: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })),
      reply: Schema.String
    }),
    Schema.Struct({ outcome: Schema.Literals(["unsent", "unknown"]), reason: Schema.String })
  ])
)

/** A token is sent in one line of SMTP or IMAP, so it must be printable ASCII. */
const Issued = Schema.Struct({
  token: Schema.String.check(Schema.isPattern(/^[!-~]+$/u)),
  expires_at: Timestamp.TimestampInput
})
const decodeIssued = Schema.decodeUnknownResult(Issued)

const unknown = (reason: string): MailOutcome => ({ outcome: "unknown", reason })

/** Sends by the `mailer` of the app. An answer without an outcome counts as unknown, so that no mail is sent twice. */
const sendBy = (mailer: App.Mailer) =>
  Effect.fnUntraced(function* (mail: Parameters<NonNullable<SmtpMailer.Options["host"]>>[0]) {
    const result = yield* Effect.result(
      Effect.tryPromise(async () => await mailer({ ...mail, raw: () => Effect.runPromise(SmtpMailer.compose(mail)) }))
    )
    if (Result.isFailure(result)) {
      yield* Effect.logError("The option mailer failed: the mail counts as unknown", result.failure.cause)
      return unknown("The app failed to send the mail")
    }
    const outcome = result.success
    if (!isOutcome(outcome)) {
      yield* Effect.logError(
        'The option mailer returned no outcome such as { outcome: "sent" }: the mail counts as unknown'
      )
      return unknown("The app gave no outcome")
    }
    return outcome.outcome === "sent" ? { ...outcome, reply: outcome.reply ?? "" } : outcome
  })

/** Gets tokens from the `accessToken` of the app; `null` means that a person has to log in again. */
const tokensFrom = (accessToken: App.AccessTokenSource) =>
  Effect.fnUntraced(function* (owner: App.AccessTokenOwner) {
    const failed = new TokenFailed({ isRejected: false, reason: "The app gave no access token" })
    const result = yield* Effect.result(Effect.tryPromise(async () => await accessToken(owner)))
    if (Result.isFailure(result)) {
      yield* Effect.logError("The option accessToken failed", result.failure.cause)
      return yield* failed
    }
    if (result.success === null) {
      return yield* new TokenFailed({ isRejected: true, reason: "The app has no login for this account" })
    }
    const issued = decodeIssued(result.success)
    if (Result.isFailure(issued)) {
      yield* Effect.logError("The option accessToken returned neither { token, expires_at } nor null")
      return yield* failed
    }
    return { token: Redacted.make(issued.success.token), expires_at: issued.success.expires_at }
  })

/** The mailer and the access tokens of the options. */
export const layer = ({
  accessToken,
  allowPrivateTargets = false,
  mailer
}: Options): Layer.Layer<AccessTokens | Mailer> =>
  Layer.merge(
    SmtpMailer.layer({ allowPrivateTargets, ...(mailer && { host: sendBy(mailer) }) }),
    OAuthTokens.layer({ allowPrivateTargets, ...(accessToken && { host: tokensFrom(accessToken) }) })
  )
