import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Result, Schema } from "effect"
import { cursorScope, decodeCursor, encodeCursor, OffsetQuery } from "../src/Pagination.ts"
import { Signer } from "../src/secrets/Signer.ts"
import { OrganizationId } from "../src/ids.ts"

const provide = Effect.provide(Signer.layerSecret(Redacted.make(new Uint8Array(32))))
const scope = cursorScope(OrganizationId.make(1), "threads", "replies")
const key = "2026-08-07T09:30:00.000Z 12"
const isInvalid = (result: Result.Result<string, { readonly _tag: string }>) =>
  Result.isFailure(result) && result.failure._tag === "InvalidCursor"

describe("cursors", () => {
  it.effect.prop(
    "carry any key to the same scope",
    { key: Schema.String.check(Schema.makeFilter((key) => key.isWellFormed())) },
    ({ key }) =>
      Effect.gen(function* () {
        const signer = yield* Signer
        const cursor = yield* encodeCursor(signer, scope, key)
        assert.match(cursor, /^[\w.-]+$/u)
        assert.strictEqual(yield* decodeCursor(signer, scope, cursor), key)
      }).pipe(provide)
  )

  it.effect("are invalid in another list, filter or organization", () =>
    Effect.gen(function* () {
      const signer = yield* Signer
      const cursor = yield* encodeCursor(signer, scope, key)
      for (const [organization, list, ...filters] of [
        [2, "threads", "replies"],
        [1, "threads", "other"],
        [1, "threads"],
        [1, "threads", "replies", 1],
        [1, "messages", "replies"],
        [1, "threads\nreplies"]
      ] as const) {
        const other = cursorScope(OrganizationId.make(organization), list, ...filters)
        const result = yield* Effect.result(decodeCursor(signer, other, cursor))
        assert.isTrue(isInvalid(result), JSON.stringify(other))
      }
    }).pipe(provide)
  )

  it.effect("are invalid when any character is another, one too many, or gone", () =>
    Effect.gen(function* () {
      const signer = yield* Signer
      const cursor = yield* encodeCursor(signer, scope, key)
      for (let i = 0; i <= cursor.length; i++) {
        const [before, after] = [cursor.slice(0, i), cursor.slice(i)]
        const others = [...'AZaz09-_.=+/ \n\r\u0000é"'].flatMap((letter) => [
          before + letter + after,
          before + letter + after.slice(1)
        ])
        for (const other of [...others, before + after.slice(1), before]) {
          if (other === cursor) continue
          assert.isTrue(isInvalid(yield* Effect.result(decodeCursor(signer, scope, other))), JSON.stringify(other))
        }
      }
    }).pipe(provide)
  )

  it.effect("are invalid when they are garbage", () =>
    Effect.gen(function* () {
      const signer = yield* Signer
      const forged = `2.${Buffer.from(key).toString("base64url")}`
      const garbage = ["", ".", "..", "1", "1.", "1..", "null", "MQ==", "😀", "\ud800", "x".repeat(100_000)]
      for (const cursor of [...garbage, `${forged}.${yield* signer.sign("cursor", `${scope}\n${forged}`)}`]) {
        assert.isTrue(isInvalid(yield* Effect.result(decodeCursor(signer, scope, cursor))), cursor.slice(0, 40))
      }
    }).pipe(provide)
  )
})

describe("offset queries", () => {
  it("have a limit of 1 to 200 and an offset of 0 or more", () => {
    const isQuery = (offset: unknown, limit: unknown) =>
      Option.isSome(Schema.decodeUnknownOption(OffsetQuery)({ offset, limit }))
    for (const [offset, limit] of [
      [0, 1],
      [0, 200],
      [Number.MAX_SAFE_INTEGER, 50]
    ] as const) {
      assert.isTrue(isQuery(offset, limit))
    }
    for (const [offset, limit] of [
      [-1, 1],
      [0, 0],
      [0, 201],
      [0.5, 1],
      [0, 1.5],
      [NaN, 1],
      [0, Infinity],
      [2 ** 53, 1],
      ["0", 1]
    ]) {
      assert.isFalse(isQuery(offset, limit), `${offset} ${limit}`)
    }
  })
})
