/** The form of the demo's conversations. */
import type { TagName } from "./Data.ts"
import type { attachments } from "./Parts.ts"

export interface Answer {
  readonly by: "lead" | "us"
  /** Hours after the previous mail. */
  readonly after: number
  readonly text: string
  /** The text as HTML. Default: the mail is plain text. */
  readonly html?: string
  readonly attached?: keyof ReturnType<typeof attachments>
  /** An address that gets a copy. */
  readonly copied?: string
}

/** A lead whose data is written here, in place of generated data. */
export interface Who {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly city: string
}

export interface Conversation {
  /** The index of the campaign in `campaigns` of `Mailings.ts`; `lead` is the index of its lead. */
  readonly campaign: number
  readonly lead: number
  readonly who?: Who
  /** The age of our first mail, in days. */
  readonly daysAgo: number
  readonly answers: ReadonlyArray<Answer>
  /** The tag that a user gave the conversation. */
  readonly tag?: TagName
  /** Whether a user has seen the conversation. */
  readonly seen?: boolean
  /** Whether a user has marked the conversation as done. */
  readonly done?: boolean
}

/** Answers of both sides in turn, the lead first, this number of hours after each other. */
export const inTurn = (after: number, ...texts: ReadonlyArray<string>): ReadonlyArray<Answer> =>
  texts.map((text, index) => ({ by: index % 2 === 0 ? "lead" : "us", after, text }))
