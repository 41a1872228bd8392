import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Change, type ChangeKind, Changes, type Consumer } from "../src/Changes.ts"
import { CurrentOrganization } from "../src/Organization.ts"
import { Transactor } from "../src/Transactor.ts"
import { OrganizationId } from "../src/ids.ts"

class Wanted implements Change {
  readonly _tag = "Wanted"
}
class Unwanted implements Change {
  readonly _tag = "Unwanted"
}
class Foreign implements Change {
  readonly _tag = "Foreign"
}

/** The log of what happens, in order. The consumer takes the first two kinds of changes and wants only `Wanted` now. */
const recording = (
  body: (changes: Changes["Service"], log: Array<string>) => Effect.Effect<void, unknown, CurrentOrganization>
) =>
  Effect.gen(function* () {
    const log: Array<string> = []
    const say = (entry: string) => Effect.sync(() => void log.push(entry))
    const Inside = Context.Reference<boolean>("Inside", { defaultValue: () => false })
    const transactor = Layer.succeed(Transactor, {
      isNested: Inside,
      transaction: (effect) =>
        Effect.andThen(say("begin"), Effect.tap(Effect.provideService(effect, Inside, true), say("commit")))
    })
    const consumer: Consumer = {
      kinds: new Set<ChangeKind>([Wanted, Unwanted]),
      wants: (_, kind) => Effect.succeed(kind !== Unwanted),
      consume: (_, changes) => say(changes.map(({ _tag }) => _tag).join())
    }
    const context = yield* Layer.build(Changes.layer(Effect.succeed([consumer])).pipe(Layer.provide(transactor)))
    yield* Effect.provideContext(
      Effect.flatMap(Changes, (changes) => body(changes, log)),
      context
    )
    return log
  }).pipe(Effect.provideService(CurrentOrganization, { id: OrganizationId.make(1) }), Effect.scoped)

describe("Changes", () => {
  it.effect("are wanted when a consumer of their kind wants them, and always inside another unit of work", () =>
    recording(({ isWanted, transaction }) =>
      Effect.gen(function* () {
        assert.isTrue(yield* isWanted(Wanted))
        assert.isFalse(yield* isWanted(Unwanted))
        assert.isFalse(yield* isWanted(Foreign))
        assert.isTrue(yield* transaction(isWanted(Unwanted)))
      })
    )
  )

  it.effect("are handed to the consumers of their kinds before the commit, of all units of work together", () =>
    Effect.gen(function* () {
      const log = yield* recording(({ report, transaction }) =>
        Effect.andThen(
          transaction(Effect.andThen(transaction(report([new Unwanted(), new Foreign()])), report([new Wanted()]))),
          transaction(report([new Foreign()]))
        )
      )
      assert.deepStrictEqual(log, ["begin", "begin", "commit", "Unwanted,Wanted", "commit", "begin", "commit"])
    })
  )
})
