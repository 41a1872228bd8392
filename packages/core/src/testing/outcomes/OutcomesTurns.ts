/** Turns of an account, which send mail to a server that accepts everything. */
import { Context, Effect, Layer, Redacted } from "effect"
import { Mailer } from "../../mailboxes/Mailer.ts"
import * as Mailroom from "../../Mailroom.ts"
import type { CurrentOrganization } from "../../Organization.ts"
import { Encryption } from "../../secrets/Encryption.ts"
import type { StorageError } from "../../StorageError.ts"
import { minute, type World } from "./OutcomesWorld.ts"

/** The turns of accounts: what the worker does when an account is due. */
export class Turns extends Context.Service<
  Turns,
  { readonly run: (world: World) => Effect.Effect<unknown, StorageError, CurrentOrganization> }
>()("@mailroom/core/testing/Turns") {
  static readonly layer = Layer.effect(
    Turns,
    Effect.map(Mailroom.mailSender, ({ handle }) =>
      Turns.of({
        run: ({ account_id, organization }) => {
          const key = String(account_id)
          const item = { lane: key, key, due_at: minute(0), attempts: 1, organization_id: organization.id }
          return handle({ ...item, isStopping: () => false })
        }
      })
    )
  )
}

/** The mails that the fiber has sent. */
export const Outbox = Context.Reference<Array<string>>("@mailroom/core/testing/Outbox", { defaultValue: () => [] })

/** A server that accepts every mail. */
export const layerMailer = Layer.succeed(
  Mailer,
  Mailer.of({
    sendsWithoutCredentials: false,
    allowPrivateTargets: true,
    send: ({ subject, text, to }) =>
      Effect.map(Outbox, (outbox) => {
        outbox.push(`${to.email}: ${subject}, ${text}`)
        return { outcome: "sent", reply: "250 2.0.0 Ok" }
      }),
    test: () => Effect.succeed({ success: true, error: null, response_time_ms: 1 })
  })
)

/** No encryption: the stored secrets are the same in both processes. */
export const layerEncryption = Layer.succeed(
  Encryption,
  Encryption.of({
    encrypt: (secret) => Effect.succeed(Redacted.value(secret)),
    decrypt: (text) => Effect.succeed(Redacted.make(text)),
    isCurrent: () => true
  })
)
