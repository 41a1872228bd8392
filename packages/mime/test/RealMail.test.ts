/** Real mail is read as its authors meant it, and stored once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { layer, newDesk } from "./Desk.ts"
import { parse } from "./Mail.ts"
import { expected, files, isThere, note, read } from "./RealMail.ts"

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

describe.skipIf(!isThere)(`real mail${note}`, () => {
  it.effect("is read, every one", () =>
    Effect.gen(function* () {
      assert.isAbove(files.length, 0)
      for (const file of files) {
        const { attachments, text } = yield* parse(read(file))
        assert.isTrue(text.trim() !== "" || attachments.length > 0, `${file} says nothing`)
      }
    })
  )

  it.effect("says what its author wrote", () =>
    Effect.gen(function* () {
      const actual: Record<string, string> = {}
      for (const name of Object.keys(expected())) {
        actual[name] = (yield* parse(read(`replies/${name}.eml`))).reply_text
      }
      // The signature that a phone adds may be removed.
      const unsigned = Object.entries(expected()).map(([name, text]) => [
        name,
        text.replace(/\n\nSent from my .*$/u, "")
      ])
      assert.deepStrictEqual(actual, Object.fromEntries(unsigned))
    })
  )

  it.effect("is stored once, and shown by a short preview of whole characters", () =>
    Effect.gen(function* () {
      const desk = yield* newDesk
      const kinds = yield* Effect.forEach(files, (file) => Effect.map(desk.receive(read(file)), ({ kind }) => kind))
      const distinct = new Set(files.map((file) => createHash("sha256").update(read(file)).digest("hex"))).size
      assert.strictEqual(kinds.filter((kind) => kind !== "duplicate").length, distinct)
      for (const file of files) assert.strictEqual((yield* desk.receive(read(file))).kind, "duplicate", file)
      const messages = yield* desk.everything
      assert.lengthOf(messages, distinct)
      for (const { body, body_text } of messages) {
        assert.isAtMost(body.length, 50)
        const folded = body_text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
        const ends = [...segmenter.segment(folded.slice(0, 1_000))].map(({ index, segment }) => index + segment.length)
        const shown = body.replace(/…$/u, "")
        assert.isTrue(folded.startsWith(shown))
        assert.include([0, ...ends], shown.length)
        assert.isTrue(body === shown ? body === folded : shown.length < folded.length)
      }
    }).pipe(Effect.provide(layer, { local: true }))
  )
})
