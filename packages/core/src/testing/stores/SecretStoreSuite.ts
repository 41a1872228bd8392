/** Conformance cases: the promises of `SecretStore`. */
import { Effect, Option } from "effect"
import { strictEqual } from "node:assert/strict"
import { SecretStore } from "../../secrets/SecretStore.ts"
import { same, uniqueName } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const bytes = (first: number) => Uint8Array.from({ length: 256 }, (_, i) => (first + i) & 0xff)

const given = Effect.gen(function* () {
  const { find, replace } = yield* SecretStore
  const name = uniqueName("secret")
  return {
    // Drivers may return a subclass of Uint8Array, such as Buffer.
    stored: Effect.map(find(name), (found) => Option.getOrUndefined(Option.map(found, (secret) => [...secret]))),
    replace: (before: number | undefined, next: number) =>
      replace(name, before === undefined ? undefined : bytes(before), bytes(next))
  }
})

export const cases: ReadonlyArray<StorageCase> = casesOf("SecretStore", {
  "stores a secret for each name, byte by byte": Effect.gen(function* () {
    const [one, two] = [yield* given, yield* given]
    strictEqual(yield* one.stored, undefined)
    strictEqual(yield* one.replace(undefined, 1), true)
    strictEqual(yield* two.replace(undefined, 2), true)
    same(yield* one.stored, [...bytes(1)])
    same(yield* two.stored, [...bytes(2)])
  }),
  "replaces only the secret that the caller knows": Effect.gen(function* () {
    const { replace, stored } = yield* given
    strictEqual(yield* replace(1, 2), false)
    strictEqual(yield* stored, undefined)
    strictEqual(yield* replace(undefined, 1), true)
    for (const before of [undefined, 0, 2]) strictEqual(yield* replace(before, 3), false)
    same(yield* stored, [...bytes(1)])
    strictEqual(yield* replace(1, 2), true)
    same(yield* stored, [...bytes(2)])
  }),
  "stores the secret of one of several callers at the same time": Effect.gen(function* () {
    const { replace, stored } = yield* given
    let before: number | undefined
    for (const first of [1, 11]) {
      const all = Array.from({ length: 6 }, (_, i) => replace(before, first + i))
      const done = yield* Effect.all(all, { concurrency: "unbounded" })
      strictEqual(done.filter(Boolean).length, 1)
      before = first + done.indexOf(true)
      same(yield* stored, [...bytes(before)])
    }
  })
})
