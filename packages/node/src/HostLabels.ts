/** Labels answers with the function and the endpoint of the app. */
import { type AnswerToLabel, LabelBudget, LabelFunction, LabelModel, ReplyLabel } from "@mailroom/core"
import { Effect, Layer, Redacted, Result, Schema } from "effect"
import type { LabelReply } from "./Labels.ts"
import type { Options } from "./Options.ts"

const isLabel = Schema.is(Schema.NullOr(ReplyLabel.ReplyLabel))

/** Maximum number of calls of each organization in a day. */
const dailyCalls = 5_000

/** Labels by the `labelReply` of the app. A failure gives no label. */
const labelBy = (labelReply: LabelReply) => {
  const take = LabelBudget.makeBudget("option labelReply", dailyCalls)
  return Effect.fnUntraced(function* (answer: AnswerToLabel) {
    if (!(yield* take(answer.organization_id))) return null
    const called = Effect.tryPromise(async () => await labelReply(answer)).pipe(Effect.timeout("10 seconds"))
    const result = yield* Effect.result(called)
    if (Result.isFailure(result)) {
      yield* Effect.logError("The option labelReply failed: the answer gets no label", result.failure)
      return null
    }
    if (isLabel(result.success)) return result.success
    yield* Effect.logError("The option labelReply returned neither a label nor null: the answer gets no label")
    return null
  })
}

/** The labellers of the options. */
export const layer = ({ labelEndpoint, labelReply }: Options): Layer.Layer<never> => {
  const byFunction = labelReply === undefined ? Layer.empty : Layer.succeed(LabelFunction, labelBy(labelReply))
  if (labelEndpoint === undefined) return byFunction
  const { dailyBudget: daily_budget = LabelBudget.initialDaily, key, model, url } = labelEndpoint
  return Layer.merge(byFunction, Layer.succeed(LabelModel, { url, key: Redacted.make(key), model, daily_budget }))
}
