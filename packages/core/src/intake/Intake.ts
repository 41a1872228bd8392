import { MailParser, type UnreadableMail } from "@mailroom/mail"
import { Context, Effect, Layer } from "effect"
import { Changes } from "../Changes.ts"
import { outside } from "../Deadline.ts"
import { CurrentOrganization } from "../Organization.ts"
import { layerDigest } from "../secrets/HostCrypto.ts"
import { traced } from "../Traced.ts"
import type { UseCase } from "../UseCase.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import { makeMailAccounts } from "./MailAccounts.ts"
import { duplicate } from "./Received.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"
import { makeRelayedMail } from "./RelayedMail.ts"
import { makeStoring } from "./Storing.ts"

/** Maximum number of attempts to match a mail. A new one follows when the matched lead or thread was removed meanwhile. */
const maximumAttempts = 10

/** Receives raw e-mails: parses and classifies them, stores each once, and records the events that they report. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Receives one raw e-mail (RFC 5322). All its effects happen in one transaction. The mail is parsed before the
     * transaction begins, because that may take a second.
     */
    readonly receive: (raw: Uint8Array, options?: ReceiveOptions) => UseCase<IntakeResult, UnreadableMail>
  }
>()("@mailroom/core/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.gen(function* () {
      const parser = yield* MailParser
      const accountsOf = yield* makeMailAccounts
      const withOurIds = yield* makeRelayedMail
      const store = yield* makeStoring
      const { transaction } = yield* Changes

      const receive = traced("Intake.receive")(function* (raw: Uint8Array, options: ReceiveOptions = {}) {
        const parsed = yield* outside(parser.parse(raw))
        const { id } = yield* CurrentOrganization
        const accounts = accountsOf(id, parsed)
        const isOurs = (yield* accounts.accountWith(parsed.from?.email ?? "")) !== undefined
        const named = yield* withOurIds(parsed, isOurs)
        return yield* transaction(store(named, accounts, id, options)).pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "MatchGone", times: maximumAttempts }),
          Effect.catchTag("MatchGone", Effect.die),
          Effect.catchTag("AlreadyStored", (stored) => Effect.succeed(duplicate(named.mail, stored)))
        )
      })

      return Intake.of({ receive })
    })
  ).pipe(Layer.provide(layerDigest))
}
