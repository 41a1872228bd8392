/**
 * Mail as people and mail systems write it: `bounces/*.eml`, `replies/*.eml` and `replies.json`, which says of replies
 * what their authors wrote. It is no part of the repository: it lies in `MAILROOM_MAIL`, or in `../shared/mail`.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { newDesk, layer } from "./Desk.ts"
import { parse } from "./Mail.ts"

const directory = process.env["MAILROOM_MAIL"] ?? join(import.meta.dirname, "../../../../shared/mail")
const isThere = existsSync(join(directory, "replies.json"))
const files = globSync("{bounces,replies}/*.eml", { cwd: directory }).sort()
const read = (file: string) => new Uint8Array(readFileSync(join(directory, file)))
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

describe.skipIf(!isThere)(
  `real mail${isThere ? "" : `: SKIPPED, there is none in ${directory}; set MAILROOM_MAIL`}`,
  () => {
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
        const expected: Record<string, string> = JSON.parse(readFileSync(join(directory, "replies.json"), "utf8"))
        const actual: Record<string, string> = {}
        for (const name of Object.keys(expected)) {
          actual[name] = (yield* parse(read(`replies/${name}.eml`))).reply_text
        }
        // What a phone signs with may be cut.
        const unsigned = Object.entries(expected).map(([name, text]) => [
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
          const ends = [...segmenter.segment(folded.slice(0, 1_000))].map(
            ({ index, segment }) => index + segment.length
          )
          assert.isTrue(folded.startsWith(body))
          assert.include([0, ...ends], body.length)
        }
      }).pipe(Effect.provide(layer, { local: true }))
    )
  }
)
