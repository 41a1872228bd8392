/** The types of the test kit. */
import type * as App from "../Mailer.ts"
import type { OrganizationUseCases } from "../UseCases.ts"
import type { Verdict } from "../Verifier.ts"
import type { IntakeResult } from "../generated/types.ts"

/** A mail that was sent. */
export interface SentMail extends Omit<App.OutgoingMail, "headers"> {
  /** All fields of its header by their names in lower case, such as `list-unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>
  /** When it was sent: ISO 8601, in UTC. */
  readonly sent_at: string
}

/**
 * `sent`: the server accepts the mail. `refused`: it has no such recipient (550), so the lead bounces. `deferred`: it asks to try later
 * (451). `login_failed`: it rejects the password of the account (535). `unsent`: it cannot be reached. `unknown`: the
 * connection ends at a moment at which the mail may have been accepted or not.
 */
export type OutcomeName = "deferred" | "login_failed" | "refused" | "sent" | "unknown" | "unsent"

/** A name, or the exact answer of the server. */
export type NextOutcome = App.MailOutcome | OutcomeName

/** A try to deliver something to an integration. */
export interface DeliveredWebhook {
  readonly url: string
  /** The header fields, by names in lower case. A webhook has its signature here. */
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent, and signed. */
  readonly body: string
  /** The status of the answer; `null`: there was none. Receivers on other machines are not asked, and count as 200. */
  readonly status: number | null
  /** ISO 8601, in UTC. */
  readonly delivered_at: string
}

/** A duration, such as `"3 days"`; a number is in milliseconds. */
export type Span =
  | `${number} ${"day" | "days" | "hour" | "hours" | "minute" | "minutes" | "second" | "seconds" | "week" | "weeks"}`
  | number

/** A lead, its id, or its address. */
export type LeadLike = number | string | { readonly id: number }

export interface Options {
  /** The first instant: a date-time of RFC 3339, or a `Date`. Default: the time of the machine. */
  readonly now?: Date | string | undefined
  /** The only organization. Default: its name is `Test`. */
  readonly organization?: { readonly name: string } | undefined
  /**
   * The source of incoming mail, as of `createMailroom`. `"host"`: no inbox is read. `"inboxes"`: the inboxes of accounts
   * with `imap` are read, and are empty. What `receive` hands in arrives with both. Default: `"host"`.
   */
  readonly inbound?: "host" | "inboxes" | undefined
  /** Prepares data, once. Each `reset` returns to the state after it. */
  readonly seed?: ((mailroom: FakeServer) => Promise<void> | void) | undefined
}

export interface FakeServer {
  /** `http://127.0.0.1:…`, on a free port. */
  readonly baseUrl: string
  /** A key with full access to the only organization. */
  readonly apiKey: string
  /**
   * The use cases of that organization, on the same data as the server. Tests can prepare data with them, and inspect
   * it.
   */
  readonly useCases: OrganizationUseCases
  /** The present instant of the server: ISO 8601, in UTC. It changes only by `advance` and `reset`. */
  readonly now: string
  /** The mails that were sent, in order. */
  readonly mails: ReadonlyArray<SentMail>
  /** The tries to deliver something to integrations, in order. */
  readonly webhooks: ReadonlyArray<DeliveredWebhook>
  /**
   * The answers of the verification, by address. Other addresses are `valid`; nobody is asked, and each costs one credit. `reset` returns to the ones after
   * `seed`.
   */
  readonly verdicts: Map<string, Verdict | Verdict["status"]>
  readonly next: {
    /** The outcomes of the next mails, one for each, in order. Later mails are sent. */
    readonly outcome: (...outcomes: ReadonlyArray<NextOutcome>) => void
  }
  /**
   * Moves the time of the server by a duration such as `"3 days"` or `"90 minutes"`, and does everything
   * that is due until then, at its instant: mails, tries of deliveries, ends of keys. At the end it does what a server does
   * now and then: deletions by age, and snoozed conversations come back. Resolves when all of it is done.
   */
  readonly advance: (duration: Span) => Promise<void>
  /** Resolves when everything that is due at the present instant is done. */
  readonly settled: () => Promise<void>
  readonly receive: {
    /** The lead answers the last mail that was sent to it. */
    readonly reply: (lead: LeadLike, text: string) => Promise<IntakeResult>
    /** The last mail that was sent to the lead comes back: its address does not exist. */
    readonly bounce: (lead: LeadLike) => Promise<IntakeResult>
    /** Any mail arrives, with header and body (RFC 5322). */
    readonly raw: (mail: Uint8Array | string) => Promise<IntakeResult>
  }
  /** The lead follows the link to unsubscribe in the last mail that was sent to it. */
  readonly unsubscribe: (lead: LeadLike) => Promise<void>
  /**
   * Returns to the state after `seed`, or to an empty organization: data, time, mails, webhooks, outcomes. `baseUrl`,
   * `apiKey` and `useCases` stay valid.
   */
  readonly reset: () => Promise<void>
  /** Stops the server. */
  readonly stop: () => Promise<void>
}
