import { assert, it } from "@effect/vitest"
import { Effect, References, Tracer } from "effect"
import { traced } from "../src/Traced.ts"

const double = traced("Numbers.double")(function* (n: number) {
  return n * (yield* Effect.succeed(2))
}, Effect.map(String))

/** The names of the spans that an effect creates. */
const spansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  yield* Effect.provideService(effect, Tracer.Tracer, tracer)
  return names
})

it.effect("a call is a span where there is a tracer", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* double(4), "8")
    assert.deepStrictEqual(yield* spansOf(double(4)), ["Numbers.double"])
    assert.deepStrictEqual(yield* spansOf(Effect.provideService(double(4), References.TracerEnabled, false)), [])
  })
)

it.effect("a call makes no span for the native tracer, which shows it to nobody", () =>
  Effect.gen(function* () {
    const spanIn = traced("Numbers.span")(function* () {
      return yield* Effect.option(Effect.currentSpan)
    })
    assert.strictEqual((yield* spanIn())._tag, "None")
  })
)
