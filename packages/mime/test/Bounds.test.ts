/** Limits of the parser: mail that has more of something than any real mail. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parse, withHeader } from "./Mail.ts"

describe("of a hostile mail, the parser", () => {
  const address = (i: number) => `a${i}@x.test`
  const list = (length: number) => Array.from({ length }, (_, i) => address(i))

  it.effect("reads 1 000 recipients of a field, in groups or not", () =>
    Effect.gen(function* () {
      for (const field of [list(1_500).join(", "), `g: ${list(1_500).join(", ")};`]) {
        const { cc, to } = yield* parse(withHeader(`To: ${field}`, `Cc: ${field}`))
        for (const found of [to, cc]) {
          assert.deepStrictEqual(
            found.map(({ email }) => email),
            list(1_000)
          )
        }
      }
    })
  )

  it.effect("ends a field where groups nest, and reads the others", () =>
    Effect.gen(function* () {
      const { cc, from, to } = yield* parse(
        withHeader(`To: ada@x.test, ${"g:".repeat(5_000)}`, `Cc: ${"g: bob@x.test; ".repeat(40)}`)
      )
      assert.deepStrictEqual([from?.email, to.map(({ email }) => email), cc.length], ["ada@x.test", ["ada@x.test"], 40])
    })
  )

  it.effect("keeps 2 000 header fields, and finds the named ones behind them", () =>
    Effect.gen(function* () {
      const { headers, subject } = yield* parse(
        withHeader(
          ..."X: y "
            .repeat(3_000)
            .trim()
            .split(/ (?=X)/u),
          "Subject: s"
        )
      )
      assert.deepStrictEqual([headers.length, subject], [2_000, "s"])
    })
  )
})
