/** The mails of a fake server, and the outcomes of the next ones. Nothing is sent. */
import {
  type ConnectionTest,
  type MailOutcome as CoreOutcome,
  Mailer,
  type OutgoingMail,
  Timestamp
} from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Layer, type Scheduler } from "effect"
import type * as App from "../Mailer.ts"
import { MailroomError } from "../MailroomError.ts"
import type { Activity } from "./Activity.ts"
import type { NextOutcome, OutcomeName, SentMail } from "./TestKit.ts"

const named: Record<OutcomeName, CoreOutcome> = {
  sent: { outcome: "sent", reply: "250 2.0.0 Ok" },
  refused: { outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 No such user here" },
  deferred: { outcome: "refused", at: "recipient", code: 451, reply: "451 4.7.1 Greylisted, try again later" },
  login_failed: { outcome: "refused", at: "auth", code: 535, reply: "535 5.7.8 Authentication failed" },
  unsent: { outcome: "unsent", reason: "The server cannot be reached" },
  unknown: { outcome: "unknown", reason: "The connection ended before the server answered" }
}

const kinds = new Set(["refused", "sent", "unknown", "unsent"])

/** The outcome that a test asks for, by name or as an object. Throws for anything else. */
const outcomeOf = (next: NextOutcome): CoreOutcome => {
  const known = typeof next === "string" ? Object.entries(named).find(([name]) => name === next)?.[1] : undefined
  if (known !== undefined) return known
  if (typeof next === "object" && next !== null && kinds.has(next.outcome)) {
    return next.outcome === "sent" ? { ...next, reply: next.reply ?? "" } : next
  }
  throw new MailroomError(
    "invalid_request",
    `${JSON.stringify(next)} is no outcome of a mail: write one of ${Object.keys(named)
      .map((name) => `"${name}"`)
      .join(", ")}, or an object such as { outcome: "refused", at: "data", code: 554, reply: "554 Spam" }`
  )
}

const addressOf = ({ email, name }: App.MailAddress) => (name === "" ? email : `${name} <${email}>`)

/** The header of a mail by lower-case names, decoded. */
const headersOf = (mail: OutgoingMail, sent_at: Timestamp.Timestamp): SentMail["headers"] => ({
  date: new Date(sent_at).toUTCString().replace("GMT", "+0000"),
  from: addressOf(mail.from),
  to: addressOf(mail.to),
  ...(mail.cc.length === 0 ? {} : { cc: mail.cc.join(", ") }),
  ...(mail.reply_to === null ? {} : { "reply-to": mail.reply_to }),
  subject: mail.subject,
  "message-id": mail.message_id,
  ...(mail.in_reply_to === null ? {} : { "in-reply-to": mail.in_reply_to }),
  ...(mail.references.length === 0 ? {} : { references: mail.references.join(" ") }),
  ...Object.fromEntries(Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]))
})

const works: ConnectionTest = { success: true, error: null, response_time_ms: 1 }

export class Outbox {
  /** The mails that were sent so far. */
  mails: ReadonlyArray<SentMail> = []
  #outcomes: ReadonlyArray<CoreOutcome> = []
  readonly #scheduler: Scheduler.Scheduler

  constructor({ scheduler }: Activity) {
    this.#scheduler = scheduler
  }

  /** The outcomes of the next mails, in order. Later ones are sent. */
  readonly next = (...outcomes: ReadonlyArray<NextOutcome>): void => {
    this.#outcomes = [...this.#outcomes, ...outcomes.map(outcomeOf)]
  }

  /** Goes back to these mails, and forgets the outcomes. */
  restore(mails: ReadonlyArray<SentMail>): void {
    this.mails = mails
    this.#outcomes = []
  }

  /** A mailer for all accounts, with and without credentials. */
  readonly layer: Layer.Layer<Mailer> = Layer.sync(Mailer, () =>
    Mailer.of({
      sendsWithoutCredentials: true,
      allowPrivateTargets: true,
      send: (mail) =>
        Effect.map(Timestamp.now, (sent_at) => {
          const [outcome = named.sent, ...later] = this.#outcomes
          this.#outcomes = later
          if (outcome.outcome === "sent") this.#add(mail, sent_at)
          return outcome
        }),
      test: () => Effect.succeed(works)
    })
  )

  #add(mail: OutgoingMail, sent_at: Timestamp.Timestamp): void {
    const raw = () => Effect.runPromise(SmtpMailer.compose(mail, sent_at), { scheduler: this.#scheduler })
    this.mails = [...this.mails, { ...mail, headers: headersOf(mail, sent_at), sent_at, raw }]
  }
}
