/** Conformance cases: the promises of `PersonStore`. */
import { Effect, Exit, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { DuplicatePerson, identityOf, type PersonDraft, table } from "../../people/Person.ts"
import { PersonStore } from "../../people/PersonStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, missing, newOrganization, same, uniqueName } from "../fixtures/Fixtures.ts"
import { listedSuite } from "../fixtures/ListedSuite.ts"
import { isFound, type Sample } from "../fixtures/Samples.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const roles = ["owner", "admin", "member", "responder", "viewer"] as const

/** A person whose fields depend on `n`, except the identity. */
const draft = (name: string, n: number): PersonDraft => ({
  name,
  email: n % 2 === 0 ? `${n}@x.test` : null,
  external_id: null,
  role: roles[n % 5] ?? "viewer",
  blocked_at: n % 3 === 0 ? null : at(n),
  created_at: at(n),
  last_signed_in_at: n % 3 === 1 ? at(n + 1) : null,
  identity: name,
  password: n % 2 === 0 ? null : `scrypt$${n}`,
  invitation: n % 2 === 1 ? null : "ab".repeat(32),
  invited_until: n % 2 === 1 ? null : at(n + 2),
  generation: n
})

const insert = (organization_id: Parameters<PersonStore["Service"]["insert"]>[0], row: PersonDraft) =>
  Effect.flatMap(PersonStore, (store) => store.insert(organization_id, row))

const people = casesOf("PersonStore", {
  "keeps every field, and finds a person by the identity, ignoring case": Effect.gen(function* () {
    const store = yield* PersonStore
    const organization_id = yield* newOrganization
    const email = `${uniqueName("Ada")}@X.test`
    const row = { ...draft("Ada", 1), email, identity: identityOf({ email }) }
    const person = yield* store.insert(organization_id, row)
    same(person, { ...row, id: person.id })
    for (const given of [email, email.toUpperCase(), email.toLowerCase()]) {
      same(yield* store.findByIdentity(identityOf({ email: given })), [{ organization_id, person }])
    }
    same(yield* store.findByIdentity(identityOf({ email: `x${email}` })), [])
    same(yield* store.findByIdentity(identityOf({ external_id: email })), [])
  }),
  "finds the people with an identity in all organizations, or in one": Effect.gen(function* () {
    const store = yield* PersonStore
    const identity = uniqueName("email:zoë@x.test")
    const ids = [yield* newOrganization, yield* newOrganization]
    const found = yield* Effect.forEach(ids, (organization_id) =>
      Effect.map(store.insert(organization_id, draft(identity, 1)), (person) => ({ organization_id, person }))
    )
    same(yield* store.findByIdentity(identity), found)
    for (const one of found) {
      same(yield* store.findByIdentity(identity, { organization_id: one.organization_id }), [one])
    }
    same(yield* store.findByIdentity(identity, { organization_id: missing.organization }), [])
  }),
  "has an identity once in an organization, also for concurrent inserts and changes": Effect.gen(function* () {
    const store = yield* PersonStore
    const organization_id = yield* newOrganization
    const attempts = yield* Effect.replicateEffect(
      Effect.exit(store.insert(organization_id, draft("email:ÉLAN", 1))),
      8,
      {
        concurrency: "unbounded"
      }
    )
    strictEqual(attempts.filter(Exit.isSuccess).length, 1)
    same(
      yield* Effect.flip(store.insert(organization_id, draft("email:élan", 2))),
      new DuplicatePerson({ identity: "email:élan" })
    )
    const other = yield* store.insert(organization_id, draft("email:b", 1))
    same(
      yield* Effect.flip(store.replace(organization_id, { ...other, identity: "EMAIL:Élan" })),
      new DuplicatePerson({ identity: "EMAIL:Élan" })
    )
    same(yield* store.find(organization_id, other.id), Option.some(other))
  }),
  "locks all people of the organization by ascending id": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const store = yield* PersonStore
    const organization_id = yield* newOrganization
    const rows = yield* Effect.forEach(["c", "a", "b"], (name) => store.insert(organization_id, draft(name, 1)))
    yield* insert(yield* newOrganization, draft("a", 1))
    same(yield* transaction(store.lockAll(organization_id)), rows)
    same(yield* transaction(store.lockAll(missing.organization)), [])
  })
})

const together = casesOf(
  "PersonStore, in two transactions",
  {
    "of two that lock all people, the second sees what the first changed": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const store = yield* PersonStore
      const organization_id = yield* newOrganization
      const person = yield* store.insert(organization_id, draft("a", 1))
      const demote = Effect.gen(function* () {
        const [locked] = yield* store.lockAll(organization_id)
        ok(locked)
        yield* store.replace(organization_id, { ...locked, generation: locked.generation + 1 })
      })
      yield* waits(demote, transaction(demote))
      const after = Option.getOrThrow(yield* store.find(organization_id, person.id))
      strictEqual(after.generation, person.generation + 2)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [
  ...people,
  ...together,
  ...listedSuite({ port: "PersonStore", table, store: PersonStore, insert, draft })
]

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id }) {
  const store = yield* PersonStore
  const { id } = yield* store.insert(organization_id, draft(uniqueName("person"), 1))
  return Effect.map(store.find(organization_id, id), isFound)
})
