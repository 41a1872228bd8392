import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isMbox, mailsOf } from "../src/import/Mbox.ts"

const split = (text: string, { chunk = Infinity, maximum = 1_000_000 } = {}) =>
  Effect.promise(async () => {
    async function* chunks() {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    }
    const mails: Array<string | null> = []
    for await (const mail of mailsOf(chunks(), maximum)) mails.push(mail === null ? null : Buffer.from(mail).toString())
    return mails
  })

const from = "From ada@x.example Tue Jan  2 10:00:00 2024\n"

describe("mbox", () => {
  it.effect("parts the mails, whatever the chunks", () =>
    Effect.gen(function* () {
      const mbox = `${from}Subject: a\n\nBody é\n\n${from}Subject: b\n\nB\n\n\n${from}Subject: c\n\n`
      for (const chunk of [1, 2, 7, Infinity]) {
        assert.deepStrictEqual(yield* split(mbox, { chunk }), [
          "Subject: a\n\nBody é\n",
          "Subject: b\n\nB\n\n",
          "Subject: c\n"
        ])
      }
    })
  )

  it.effect("CRLF, and no line break at the end", () =>
    Effect.gen(function* () {
      const mbox = `${from}A: 1\n\nx\n\n${from}B: 2`.replaceAll("\n", "\r\n")
      assert.deepStrictEqual(yield* split(mbox), ["A: 1\r\n\r\nx\r\n", "B: 2"])
    })
  )

  it.effect("takes one quote away where a line was quoted", () =>
    Effect.gen(function* () {
      const mbox = `${from}A: 1\n\n>From here\n>>From there\n> From nowhere\n`
      assert.deepStrictEqual(yield* split(mbox), ["A: 1\n\nFrom here\n>From there\n> From nowhere\n"])
    })
  )

  it.effect("a line of prose is not a separator", () =>
    Effect.gen(function* () {
      const mbox = `${from}A: 1\n\nFrom what I hear, yes.\nFrom ada@x.example Tue Jan  2 10:00:00 2024\nx\n`
      assert.lengthOf(yield* split(mbox), 1)
    })
  )

  it.effect("passes over a mail that is too large, and goes on", () =>
    Effect.gen(function* () {
      const mbox = `${from}A: 1\n\n${"x".repeat(300_000)}\n\n${from}B: 2\n`
      assert.deepStrictEqual(yield* split(mbox, { chunk: 10_000, maximum: 200_000 }), [null, "B: 2\n"])
      const [whole] = yield* split(mbox, { chunk: 10_000, maximum: 400_000 })
      assert.strictEqual(whole?.length, 300_007)
    })
  )

  it.effect("a file that is not an mbox has no mails", () =>
    Effect.map(split("Subject: x\n\nFrom\n"), (mails) => assert.deepStrictEqual(mails, []))
  )

  it("is known by its beginning", () => {
    assert.isTrue(isMbox(Buffer.from("From a@x.example Tue")))
    assert.isFalse(isMbox(Buffer.from("From: a@x.example")))
    assert.isFalse(isMbox(Buffer.from("")))
  })
})
