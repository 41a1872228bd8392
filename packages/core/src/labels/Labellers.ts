/** The labellers that the host provides for answers that the rules do not label: a function of the app, or an endpoint. */
import { Context, Effect, Option, type Redacted, Result } from "effect"
import { parse } from "../integrations/Target.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { ReplyLabel } from "../tags/ReplyLabel.ts"

/** An answer to label. */
export interface AnswerToLabel {
  readonly organization_id: OrganizationId
  readonly campaign_id: CampaignId
  readonly lead_id: LeadId
  /** Empty when the answer has none, or was reported without its mail. */
  readonly subject: string
  /** The text of the author, without quoted mail and signature. */
  readonly text: string
  /** Whether a program sent it. */
  readonly is_automatic: boolean
}

/** Labels an answer; `null`: it has no label, or the labeller does not know. It never fails: a failure is logged. */
export type LabelAnswer = (answer: AnswerToLabel) => Effect.Effect<ReplyLabel | null>

/** The function of the app. */
export class LabelFunction extends Context.Service<LabelFunction, LabelAnswer>()("@mailroom/core/LabelFunction") {
  static readonly orNone = Effect.map(Effect.serviceOption(LabelFunction), Option.getOrUndefined)
}

/** An endpoint with the API of chat completions: `POST` with `model` and `messages`. */
export interface LabelEndpoint {
  readonly url: string
  /** Sent as `Authorization: Bearer …`. */
  readonly key: Redacted.Redacted
  readonly model: string
  /** Maximum number of requests of each organization in a day (UTC) by this process. */
  readonly daily_budget: number
}

/** The predicate of a sentence that says why a URL cannot be an endpoint's. The key must not travel in clear text. */
export const endpointFault = (url: string, options: { readonly allowPrivateTargets: boolean }): string | undefined => {
  const scheme = URL.parse(url)?.protocol
  const isAllowed = scheme === "https:" || (scheme === "http:" && options.allowPrivateTargets)
  return isAllowed && Result.isSuccess(parse(url, options))
    ? undefined
    : "must be a public https URL without a password, such as https://llm.example/v1/chat/completions"
}

/** The endpoint that the operator has set up. */
export class LabelModel extends Context.Service<LabelModel, LabelEndpoint>()("@mailroom/core/LabelModel") {
  static readonly orNone = Effect.map(Effect.serviceOption(LabelModel), Option.getOrUndefined)
}
