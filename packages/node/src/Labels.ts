/** How answers are labelled, beside the rules of Mailroom. */
import type { ReplyLabel } from "./generated/types.ts"

/** An answer of a lead. */
export interface AnswerToLabel {
  readonly organization_id: number
  readonly campaign_id: string
  readonly lead_id: number
  /** Empty when the answer has none, or was reported by an event. */
  readonly subject: string
  /** The text of the author, without quoted mail and signature. */
  readonly text: string
  /** Whether a program sent it. */
  readonly is_automatic: boolean
}

/**
 * Returns the label of an answer; `null`: it has none. It is called after the answer is stored, and has 10 seconds; each organization
 * gets at most 5 000 calls a day (UTC). A call that fails or takes longer gives no label, and is not repeated.
 */
export type LabelReply = (answer: AnswerToLabel) => ReplyLabel | null | Promise<ReplyLabel | null>

/** An endpoint with the API of chat completions. It gets the redacted text of answers, and has 15 seconds. */
export interface LabelEndpoint {
  /** The whole URL, such as `https://llm.example/v1/chat/completions`. It must be public, unless `allowPrivateTargets` is set. */
  readonly url: string
  /** The key, sent as `Authorization: Bearer …`. */
  readonly key: string
  /** The name of the model. */
  readonly model: string
  /** Maximum number of requests of each organization in a day (UTC) by this process. Default: 500. */
  readonly dailyBudget?: number | undefined
}
