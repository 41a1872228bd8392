/** Conformance cases: the promises of `SecretStore`. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { SecretStore } from "../../secrets/SecretStore.ts"
import { same, uniqueName } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const bytes = (first: number) => Uint8Array.from({ length: 256 }, (_, i) => (first + i) & 0xff)
/** Drivers may return a subclass of Uint8Array, such as Buffer. */
const plain = (secret: Uint8Array) => [...secret]

export const cases: ReadonlyArray<StorageCase> = casesOf("SecretStore.obtain", {
  "answers the first candidate for ever": Effect.gen(function* () {
    const { obtain } = yield* SecretStore
    const name = uniqueName("secret")
    for (let i = 0; i < 3; i++) same(plain(yield* obtain(name, bytes(i))), plain(bytes(0)))
  }),
  "keeps a secret for each name": Effect.gen(function* () {
    const { obtain } = yield* SecretStore
    const [one, two] = [uniqueName("secret"), uniqueName("secret")]
    same(plain(yield* obtain(one, bytes(1))), plain(bytes(1)))
    same(plain(yield* obtain(two, bytes(2))), plain(bytes(2)))
    same(plain(yield* obtain(one, bytes(3))), plain(bytes(1)))
  }),
  "answers the same to all concurrent callers": Effect.gen(function* () {
    const { obtain } = yield* SecretStore
    const name = uniqueName("secret")
    const candidates = Array.from({ length: 8 }, (_, i) => bytes(i))
    const secrets = yield* Effect.forEach(candidates, (candidate) => obtain(name, candidate), {
      concurrency: "unbounded"
    })
    const [first] = secrets.map(plain)
    for (const secret of secrets) same(plain(secret), first)
    ok(candidates.some((candidate) => candidate[0] === first?.[0]))
  })
})
