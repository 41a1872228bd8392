/**
 * Requests to stop, by language. A request is a list of slots, separated by ` / `; each slot has alternatives, separated
 * by `|`, and one of them may be empty. Case, accents, spaces, hyphens and apostrophes do not matter. A request has at
 * most eight words. It must be clear in an answer to any mail: "cancel" or "no" may answer a question.
 *
 * The phrases follow the labels of unsubscribe links in mail of the language, and the keywords of `List-Unsubscribe`
 * (RFC 2369, RFC 8058) and of text messages (CTIA, Messaging Principles: STOP, UNSUBSCRIBE).
 *
 * `courtesies`, `questions`, `companions`, `greetings` and `closings` are alternatives, separated by `|`.
 */
export interface Phrases {
  /** ISO 639-1. */
  readonly language: string
  readonly requests: ReadonlyArray<string>
  /** Words at the beginning or the end of a request. */
  readonly courtesies: string
  /** The beginning of a request that is a question for politeness. Other questions are not requests. */
  readonly questions?: string
  /** Sentences beside a request that do not change its meaning. */
  readonly companions: string
  /** The first word of a greeting. A name may follow. */
  readonly greetings: string
  /** The line before the author's name. */
  readonly closings: string
}
