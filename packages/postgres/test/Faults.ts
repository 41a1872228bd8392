/** Faults planted in statements, to check that a test finds them. */
import { Effect } from "effect"
import { Statement } from "effect/sql"

export interface Fault {
  readonly fault: string
  /** The text that is replaced in each statement that contains it. */
  readonly from: RegExp
  readonly to: string | ((text: string) => string)
}

/** Runs the effect with the fault in its statements; dies when no statement contains the text to replace. */
export const withFault =
  ({ fault, from, to }: Pick<Fault, "fault" | "from" | "to">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    let planted = 0
    const plant: Statement.Transformer = (statement, sql) =>
      Effect.sync(() => {
        const [text, parameters] = statement.compile()
        if (!from.test(text)) return statement
        planted++
        return sql.unsafe(text.replace(from, to as string), parameters)
      })
    return effect.pipe(
      Effect.provideService(Statement.CurrentTransformer, plant),
      Effect.ensuring(
        Effect.suspend(() =>
          planted > 0 ? Effect.void : Effect.die(new Error(`No statement has the fault: ${fault}`))
        )
      )
    )
  }
