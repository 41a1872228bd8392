/** Conformance cases: the promises of `SettingsStore`. */
import { Effect, Option } from "effect"
import { strictEqual } from "node:assert/strict"
import { OrganizationStore } from "../../auth/OrganizationStore.ts"
import type { SettingsRecord } from "../../organization/OrganizationSettings.ts"
import { SettingsStore } from "../../organization/SettingsStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"

const given = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const { find, findOwner, replace } = yield* SettingsStore
  /** A domain that no other case uses. */
  const domain = (name: string) => `${name}.o${organization_id}.test`
  return {
    organization_id,
    domain,
    version: (number: number, tracking_domain: string | null = domain(`v${number}`)): SettingsRecord => ({
      tracking_domain,
      contact_rule: number % 2 === 0 ? { gap_days: number } : null,
      domain_daily_limit: number % 2 === 0 ? null : number,
      seed_addresses: number % 2 === 0 ? ["seed@one.example", "söed@two.example"] : [],
      keep_events_days: number % 2 === 0 ? null : 30 + number,
      keep_messages_days: number % 2 === 0 ? 36_500 : null,
      keep_sends_days: number % 2 === 0 ? null : 365,
      keep_log_days: number % 2 === 0 ? 90 : null,
      reply_labels: number % 2 === 0 ? ["rule", "model"] : [],
      updated_at: at(number),
      version: number
    }),
    stored: find(organization_id),
    ownerOf: (name: string) => Effect.map(findOwner(domain(name)), Option.getOrUndefined),
    replace: (settings: SettingsRecord) => replace(organization_id, settings)
  }
})

const locking = casesOf(
  "SettingsStore.lock",
  {
    "makes a change and another lock wait, and answers what is stored then": Effect.gen(function* () {
      const { organization_id, replace, stored, version } = yield* given
      const { lock } = yield* SettingsStore
      const { transaction } = yield* Transactor
      same(yield* transaction(lock(organization_id)), Option.none())
      yield* replace(version(2))
      strictEqual(yield* waits(lock(organization_id), replace(version(3))), "stored")
      same(yield* waits(replace(version(4)), transaction(lock(organization_id))), Option.some(version(4)))
      same(yield* waits(lock(organization_id), transaction(lock(organization_id))), yield* stored)
    })
  },
  { secondTransaction: true }
)

const alone = casesOf("SettingsStore", {
  "answers settings as they were stored, each version after the one before it": Effect.gen(function* () {
    const { replace, stored, version } = yield* given
    const foreign = yield* given
    same(yield* stored, Option.none())
    for (const settings of [version(2), version(3, null), version(4)]) {
      strictEqual(yield* replace(settings), "stored")
      same(yield* stored, Option.some(settings))
    }
    same(yield* foreign.stored, Option.none())
  }),
  "stores no version that does not follow the stored one": Effect.gen(function* () {
    const { domain, ownerOf, replace, stored, version } = yield* given
    strictEqual(yield* replace(version(3)), "changed")
    same(yield* stored, Option.none())
    yield* replace(version(2))
    for (const number of [2, 4]) strictEqual(yield* replace(version(number, domain("other"))), "changed")
    same(yield* stored, Option.some(version(2)))
    strictEqual(yield* ownerOf("other"), undefined)
    // A domain that it has already stays its own.
    strictEqual(yield* replace(version(4, domain("v2"))), "changed")
    strictEqual(yield* replace(version(3, domain("v2"))), "stored")
  }),
  "stores one of several at the same time": Effect.gen(function* () {
    const { domain, ownerOf, organization_id, replace, stored, version } = yield* given
    for (const number of [2, 3, 4, 5, 6, 7]) {
      const names = Array.from({ length: 6 }, (_, i) => `v${number}-${i}`)
      const all = names.map((name) => replace(version(number, domain(name))))
      const done = yield* Effect.all(all, { concurrency: "unbounded" })
      const won = done.indexOf("stored")
      same(yield* stored, Option.some(version(number, domain(names[won] ?? ""))))
      strictEqual(done.filter((outcome) => outcome === "stored").length, 1)
      for (const [i, name] of names.entries()) {
        strictEqual(yield* ownerOf(name), i === won ? organization_id : undefined)
      }
    }
  }),
  "gives a tracking domain to one organization, also after that stores another one, or none": Effect.gen(function* () {
    const [a, b] = [yield* given, yield* given]
    const shared = a.domain("shared")
    strictEqual(yield* a.ownerOf("shared"), undefined)
    yield* a.replace(a.version(2, shared))
    strictEqual(yield* a.ownerOf("shared"), a.organization_id)
    strictEqual(yield* b.replace(b.version(2, shared)), "taken")
    same(yield* b.stored, Option.none())
    yield* a.replace(a.version(3, a.domain("other")))
    yield* a.replace(a.version(4, null))
    for (const name of ["shared", "other"]) {
      strictEqual(yield* a.ownerOf(name), a.organization_id)
      strictEqual(yield* b.replace(b.version(2, a.domain(name))), "taken")
    }
    same(yield* b.stored, Option.none())
    strictEqual(yield* a.replace(a.version(5, shared)), "stored")
    strictEqual(yield* a.ownerOf("shared"), a.organization_id)
  }),
  "frees the tracking domains of an organization that is hidden": Effect.gen(function* () {
    const [a, b, c] = [yield* given, yield* given, yield* given]
    yield* a.replace(a.version(2))
    yield* a.replace(a.version(3))
    yield* c.replace(c.version(2))
    yield* OrganizationStore.use(({ hide }) => hide(a.organization_id, at(4)))
    for (const number of [2, 3]) {
      strictEqual(yield* a.ownerOf(`v${number}`), undefined)
      strictEqual(yield* b.replace(b.version(number, a.domain(`v${number}`))), "stored")
    }
    strictEqual(yield* c.ownerOf("v2"), c.organization_id)
  }),
  "gives a domain to one of several organizations at the same time": Effect.gen(function* () {
    const all = yield* Effect.all(Array.from({ length: 6 }, () => given))
    const shared = all[0]?.domain("shared") ?? ""
    const replaced = all.map(({ replace, version }) => replace(version(2, shared)))
    const outcomes = yield* Effect.all(replaced, { concurrency: "unbounded" })
    strictEqual(outcomes.filter((outcome) => outcome === "stored").length, 1)
    strictEqual(outcomes.filter((outcome) => outcome === "taken").length, 5)
    strictEqual(yield* all[0]?.ownerOf("shared") ?? Effect.succeed(0), all[outcomes.indexOf("stored")]?.organization_id)
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { ownerOf, organization_id, replace, stored, version } = yield* given
    yield* replace(version(2))
    yield* Effect.flip(transaction(Effect.andThen(replace(version(3)), refuse)))
    same(yield* stored, Option.some(version(2)))
    strictEqual(yield* ownerOf("v2"), organization_id)
    strictEqual(yield* ownerOf("v3"), undefined)
  })
})

const together = casesOf(
  "SettingsStore, two transactions",
  {
    "a change waits for another one, and then does not follow it": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { domain, replace, stored, version } = yield* given
      for (const number of [2, 3]) {
        const late = transaction(replace(version(number, domain("late"))))
        strictEqual(yield* waits(replace(version(number)), late), "changed")
        same(yield* stored, Option.some(version(number)))
      }
    }),
    "a change waits for a transaction that takes its domain": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const [a, b] = [yield* given, yield* given]
      const shared = a.domain("shared")
      const second = transaction(b.replace(b.version(2, shared)))
      strictEqual(yield* waits(a.replace(a.version(2, shared)), second), "taken")
      strictEqual(yield* a.ownerOf("shared"), a.organization_id)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...locking, ...together]
