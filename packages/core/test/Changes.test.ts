import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Change, Changes } from "../src/Changes.ts"
import { CurrentOrganization, OrganizationId } from "../src/Organization.ts"
import { Transactor } from "../src/Transactor.ts"

class Concerning implements Change {
  readonly _tag = "Concerning"
}
class Unconcerning implements Change {
  readonly _tag = "Unconcerning"
}

/** What happens, in order, over a consumer that `Concerning` concerns. */
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
    const consumer = {
      concern: () =>
        Effect.succeed((changes: ReadonlyArray<Change>) => changes.some((change) => change instanceof Concerning)),
      consume: (_: OrganizationId, changes: ReadonlyArray<Change>) => say(changes.map(({ _tag }) => _tag).join())
    }
    const context = yield* Layer.build(Changes.layer(Effect.succeed([consumer])).pipe(Layer.provide(transactor)))
    yield* Effect.provideContext(
      Effect.flatMap(Changes, (changes) => body(changes, log)),
      context
    )
    return log
  }).pipe(Effect.provideService(CurrentOrganization, { id: OrganizationId.make(1) }), Effect.scoped)

const writing = (log: Array<string>, answer = true) =>
  Effect.sync(() => {
    log.push("write")
    return answer
  })

describe("a unit of work that is one write", () => {
  it.effect("needs no transaction when its changes concern nobody", () =>
    Effect.gen(function* () {
      const log = yield* recording(({ concern, write }, log) =>
        Effect.gen(function* () {
          const concerns = yield* concern
          assert.isTrue(yield* write(writing(log), [new Unconcerning()], concerns))
          assert.isFalse(yield* write(writing(log, false), [], concerns))
        })
      )
      assert.deepStrictEqual(log, ["write", "write"])
    })
  )

  it.effect("hands them to the consumers in its transaction, if it has written", () =>
    Effect.gen(function* () {
      const changes = [new Unconcerning(), new Concerning()]
      const log = yield* recording(({ concern, write }, log) =>
        Effect.gen(function* () {
          const concerns = yield* concern
          assert.isTrue(yield* write(writing(log), changes, concerns))
          assert.isFalse(yield* write(writing(log, false), changes, concerns))
        })
      )
      const expected = ["begin", "write", "Unconcerning,Concerning", "commit", "begin", "write", "commit"]
      assert.deepStrictEqual(log, expected)
    })
  )

  it.effect("leaves them to the unit of work that it is part of", () =>
    Effect.gen(function* () {
      const log = yield* recording(({ concern, transaction, write }, log) =>
        Effect.flatMap(concern, (concerns) =>
          transaction(Effect.andThen(write(writing(log), [new Unconcerning()], concerns), writing(log)))
        )
      )
      assert.deepStrictEqual(log, ["begin", "begin", "write", "commit", "write", "Unconcerning", "commit"])
    })
  )
})
