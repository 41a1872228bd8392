/** The `Mailer` that submits mails over SMTP (RFC 6409), with `nodemailer`. */
import { type MailOutcome, Mailer, type OutgoingMail } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { type Resolve, resolveLocally, resolvePublicly } from "./internal/resolve.ts"
import { make } from "./internal/smtp.ts"
import { makeConnections } from "./internal/smtpConnections.ts"

export { compose } from "./internal/message.ts"

export interface Options {
  /** Also connects to this machine and its private network, and accepts any certificate, for development. */
  readonly allowPrivateTargets?: boolean
  /**
   * Resolves a host to its addresses. Default: by the name servers only; with private targets, like the operating
   * system.
   */
  readonly resolve?: Resolve
  /** Sends the mails of accounts without credentials: the transport of the host app. Default: they are not sent. */
  readonly host?: (mail: OutgoingMail) => Effect.Effect<MailOutcome>
}

export const layer = ({
  allowPrivateTargets = false,
  host,
  resolve = allowPrivateTargets ? resolveLocally : resolvePublicly
}: Options = {}): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.map(makeConnections, (connections) =>
      make({ allowPrivateTargets, verifiesCertificates: !allowPrivateTargets, resolve, host }, connections)
    )
  )
