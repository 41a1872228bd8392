/**
 * The form of the words of labels (`labels/ReplyLabel.ts`), by language. Case, accents and punctuation do not matter.
 *
 * A pattern is a list of slots, separated by a space. A slot has alternatives, separated by `|`, and one of them fits; a `?`
 * behind the slot makes it optional. In an alternative, `_` is a space, and a `*` at its end is any ending.
 *
 * | slot | fits |
 * |---|---|
 * | `~2` | at most two words, of any kind |
 * | `~!2` | at most two words, none of which is the author (`self`) |
 * | `^`, `$` | the begin, the end of a sentence |
 * | `<name>` | a word with a capital letter |
 * | `<address>` | an address of e-mail that is not the author's |
 * | `<time>` | a word of the class `time`; so for all `classes` |
 */
export interface LabelWords {
  /** ISO 639-1. */
  readonly language: string
  /** Whether nouns begin with a capital letter. Default: only names do. */
  readonly capitalizesNouns?: boolean
  readonly classes: Readonly<Record<string, string>>
  /** Words for the author. */
  readonly self: string
  /** Agreement, which does not count in a question. */
  readonly agrees: ReadonlyArray<string>
  /** Requests for a meeting, material or an offer, which also count in a question. */
  readonly requests: ReadonlyArray<string>
  /** A sentence with such a word neither agrees nor requests. */
  readonly negations: string
  /** A text with one of these neither agrees nor requests. */
  readonly refusals: ReadonlyArray<string>
  /** The text names a later time. */
  readonly later: ReadonlyArray<string>
  /** The text names the present as its reason: counts where nothing is refused. */
  readonly present: ReadonlyArray<string>
  /** Somebody else is responsible. */
  readonly wrongPerson: ReadonlyArray<string>
  /** The author, or the owner of the mailbox, has left. */
  readonly left: ReadonlyArray<string>
  /** Somebody else is named, or gets the mail. */
  readonly referral: ReadonlyArray<string>
  /** The author is away now. */
  readonly away: ReadonlyArray<string>
  /** Absence in the words of an automatic reply. */
  readonly absence: ReadonlyArray<string>
  /** A sentence with one of these says nothing certain: a condition. */
  readonly doubts: ReadonlyArray<string>
  /** A text with one of these is not meant as it says, or is a threat. */
  readonly irony: ReadonlyArray<string>
}
