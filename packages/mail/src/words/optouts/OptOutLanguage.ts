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

/**
 * Requests to stop in whole sentences, of one language. All texts are compared by their letters: case, accents, spaces, hyphens and apostrophes do not
 * matter. A pattern is a list of slots, separated by ` / `; a slot has alternatives, separated by `|`. `<name>` stands for
 * the words of a class, and a `?` behind the last alternative makes the slot optional. `<me>` also stands for the
 * author's address.
 *
 * Lists are alternatives, separated by `|`. In `conditions`, `goesOn`, `reasons`, `threats` and `origins`, a `*` behind
 * a word stands for any ending.
 */
export interface Sentences {
  /** ISO 639-1. */
  readonly language: string
  readonly classes: Readonly<Record<string, string>>
  /** Complete requests: each says that it is about mail, or about data of the author. */
  readonly requests: ReadonlyArray<string>
  /** Words around and inside a request that do not change its meaning. */
  readonly fillers: ReadonlyArray<string>
  /** The beginning of a request that is a question for politeness. */
  readonly questions: string
  /** Words that begin a new part of a sentence. */
  readonly joins: string
  /** Endings behind which a new part begins, as they are written. */
  readonly breaks?: string
  /** Words of a condition. A text with a condition is not a request, unless it is a threat. */
  readonly conditions: string
  /** Words before an exception or a restriction: the part that they begin must not follow a request. */
  readonly contrasts: string
  /** Words of a person whose conversation goes on. */
  readonly goesOn: string
  /** Words of a reason, of thanks, of a refusal: a part of a sentence with such a word may have words of `goesOn`. */
  readonly reasons: string
  /** Words of a threat, an insult, a law, or of "we will contact you": a sentence with such a word may have a condition. */
  readonly threats: string
  /** Words of a question that may stand beside a request: about the source of the address, or to express anger. */
  readonly origins: string
}
