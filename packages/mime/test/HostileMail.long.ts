/** Mail of any shape is stored or rejected. A shape that takes minutes or gigabytes would end the test run. */
import { assert, describe } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Attachments } from "@mailroom/core"
import { now, test, theirs } from "./Desk.ts"
import { multipart } from "./Mail.ts"
import * as Shapes from "./Shapes.ts"

describe("hostile mail is refused, with the reason", () => {
  for (const [name, mail, reason] of Shapes.refused) {
    test(name, (desk) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(desk.receive(mail()))
        if (error._tag !== "UnreadableMail") return assert.fail(error._tag)
        assert.match(error.reason, reason)
        assert.lengthOf(yield* desk.everything, 0)
      })
    )
  }
})

describe("hostile mail is stored, once", () => {
  for (const [name, mail] of Shapes.read) {
    test(name, (desk) =>
      Effect.gen(function* () {
        const raw = mail()
        assert.notStrictEqual((yield* desk.receive(raw)).kind, "duplicate")
        assert.strictEqual((yield* desk.receive(raw)).kind, "duplicate")
        assert.lengthOf(yield* desk.everything, 1)
      })
    )
  }

  for (const year of ["1900", "1970", "2090", "9999", "99999"]) {
    test(`a date in the year ${year}, which is none: that of its arrival counts`, (desk) =>
      Effect.gen(function* () {
        yield* desk.receive(theirs([`Date: Thu, 1 Jan ${year} 00:00:00 +0000`]))
        assert.deepStrictEqual(
          (yield* desk.everything).map(({ date_sent }) => date_sent),
          [now]
        )
      }))
  }
})

describe("attachments are stored byte by byte", () => {
  const bytes = Shapes.file(25 * Shapes.mebibyte)
  const stored: ReadonlyArray<readonly [name: string, mail: () => Uint8Array, bytes: Uint8Array]> = [
    ["25 MiB", Shapes.largeAttachment, bytes],
    [
      "padding in every line",
      () => Shapes.attached("base64", "QQ==\r\n".repeat(1_000)),
      Buffer.from("A".repeat(1_000))
    ],
    ["no padding at all", () => Shapes.attached("base64", "QUJDRE"), Buffer.from("ABCD")],
    ["a digit too many", () => Shapes.attached("base64", "QUJDR"), Buffer.from("ABC")],
    ["what is no digit in between", () => Shapes.attached("base64", "Q\0U!J\xffD\r\n-RA"), Buffer.from("ABCD")],
    ["a zip that no one opens", () => Shapes.attached("base64", Shapes.base64(Shapes.bomb)), Shapes.bomb]
  ]
  for (const [name, mail, expected] of stored) {
    test(name, (desk) =>
      Effect.gen(function* () {
        yield* desk.receive(mail())
        const [message] = yield* desk.everything
        const [file, ...others] = message?.attachments ?? []
        if (file === undefined) return assert.fail("no attachment")
        assert.lengthOf(others, 0)
        const { attachment, bytes } = yield* (yield* Attachments).open(yield* desk.sign(file.id))
        const read = Buffer.concat(yield* Stream.runCollect(bytes))
        assert.strictEqual(attachment.size, expected.length)
        assert.isTrue(read.equals(expected))
      })
    )
  }

  test("as many as there are", (desk) =>
    Effect.gen(function* () {
      const parts = Array.from({ length: 100 }, (_, i) => `Content-Type: x/y; name=${i}\n\n${i}`)
      yield* desk.receive(new TextEncoder().encode(multipart("mixed", ...parts)))
      const [message] = yield* desk.everything
      assert.deepStrictEqual(
        message?.attachments.map(({ filename }) => filename),
        parts.map((_, i) => String(i))
      )
    }))
})
