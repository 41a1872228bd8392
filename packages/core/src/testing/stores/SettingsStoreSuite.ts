/** Conformance cases: the promises of `SettingsStore`. */
import { Effect, Option } from "effect"
import { strictEqual } from "node:assert/strict"
import type { SettingsRecord } from "../../organization/OrganizationSettings.ts"
import { SettingsStore } from "../../organization/SettingsStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"

const version = (number: number, tracking_domain: string | null = `v${number}.x.test`): SettingsRecord => ({
  tracking_domain,
  updated_at: at(number),
  version: number
})

const given = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const { find, replace } = yield* SettingsStore
  return {
    organization_id,
    stored: find(organization_id),
    replace: (settings: SettingsRecord) => replace(organization_id, settings)
  }
})

const alone = casesOf("SettingsStore", {
  "answers settings as they were stored, each version after the one before it": Effect.gen(function* () {
    const { replace, stored } = yield* given
    const foreign = yield* given
    same(yield* stored, Option.none())
    for (const settings of [version(2), version(3, null), version(4)]) {
      strictEqual(yield* replace(settings), true)
      same(yield* stored, Option.some(settings))
    }
    same(yield* foreign.stored, Option.none())
  }),
  "stores no version that does not follow the stored one": Effect.gen(function* () {
    const { replace, stored } = yield* given
    strictEqual(yield* replace(version(3)), false)
    same(yield* stored, Option.none())
    yield* replace(version(2))
    for (const number of [2, 4]) strictEqual(yield* replace(version(number, "other.x.test")), false)
    same(yield* stored, Option.some(version(2)))
  }),
  "stores one of several at the same time": Effect.gen(function* () {
    const { replace, stored } = yield* given
    for (const number of [2, 3]) {
      const all = Array.from({ length: 6 }, (_, i) => replace(version(number, `v${i}.x.test`)))
      const done = yield* Effect.all(all, { concurrency: "unbounded" })
      same(yield* stored, Option.some(version(number, `v${done.indexOf(true)}.x.test`)))
      strictEqual(done.filter((isDone) => isDone).length, 1)
    }
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { replace, stored } = yield* given
    yield* replace(version(2))
    yield* Effect.flip(transaction(Effect.andThen(replace(version(3)), refuse)))
    same(yield* stored, Option.some(version(2)))
  })
})

const together = casesOf(
  "SettingsStore, two transactions",
  {
    "a change waits for another one, and then does not follow it": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { replace, stored } = yield* given
      for (const number of [2, 3]) {
        strictEqual(yield* waits(replace(version(number)), transaction(replace(version(number, "late.x.test")))), false)
        same(yield* stored, Option.some(version(number)))
      }
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
