/** Conformance cases: the promises of `SessionStore`. */
import { Effect, Option } from "effect"
import { type SessionRecord, SessionStore } from "../../auth/SessionStore.ts"
import { at, missing, newOrganization, same, uniqueName } from "../fixtures/Fixtures.ts"
import { expiringCases } from "../fixtures/ExpiringSuite.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const record = (fields: Partial<SessionRecord> = {}): SessionRecord => ({
  hash: uniqueName("hash"),
  key_id: missing.key,
  person_id: null,
  generation: null,
  created_at: at(0),
  expires_at: at(10),
  ...fields
})

/** An organization with one session. */
const newSession = Effect.fnUntraced(function* (fields: Partial<SessionRecord> = {}) {
  const organization_id = yield* newOrganization
  const store = yield* SessionStore
  const session = record(fields)
  yield* store.insert(organization_id, session)
  return { organization_id, store, session, stored: store.find(organization_id, session.hash) }
})

const alone = casesOf("SessionStore", {
  "finds a session by its hash in its organization, expired ones too": Effect.gen(function* () {
    const { organization_id, session, store, stored } = yield* newSession({ created_at: at(0.001), expires_at: at(-1) })
    same(yield* stored, Option.some(session))
    same(yield* store.find(organization_id, session.hash.toUpperCase()), Option.none())
    const other = yield* newSession()
    same(yield* store.find(other.organization_id, session.hash), Option.none())
    same(yield* store.find(missing.organization, session.hash), Option.none())
  }),
  "keeps the same hash of two organizations apart": Effect.gen(function* () {
    const { session, store, stored } = yield* newSession()
    const other = yield* newSession({ hash: session.hash, expires_at: at(99) })
    same(yield* store.remove(other.organization_id, session.hash), true)
    same([yield* stored, yield* other.stored], [Option.some(session), Option.none()])
  }),
  "moves the end forward, never back": Effect.gen(function* () {
    const { organization_id, session, store, stored } = yield* newSession()
    const other = yield* newSession()
    yield* store.insert(organization_id, { ...other.session })
    for (const [seconds, end] of [
      [9, 10],
      [10, 10],
      [10.001, 10.001],
      [12, 12],
      [11, 12]
    ] as const) {
      yield* store.extend(organization_id, session.hash, at(seconds))
      same(yield* stored, Option.some({ ...session, expires_at: at(end) }))
    }
    same(yield* other.stored, Option.some(other.session))
    same(yield* store.find(organization_id, other.session.hash), Option.some(other.session))
    yield* store.extend(organization_id, "missing", at(99))
    same(yield* store.find(organization_id, "missing"), Option.none())
  }),
  "removes a session once, and no other": Effect.gen(function* () {
    const { organization_id, session, store, stored } = yield* newSession()
    const second = record()
    yield* store.insert(organization_id, second)
    const remove = store.remove(organization_id, session.hash)
    same([yield* remove, yield* remove], [true, false])
    same([yield* stored, yield* store.find(organization_id, second.hash)], [Option.none(), Option.some(second)])
  })
})

const expiring = expiringCases({
  port: "SessionStore",
  store: SessionStore,
  insert: Effect.fnUntraced(function* (organization_id, expires_at) {
    const session = record({ expires_at })
    yield* (yield* SessionStore).insert(organization_id, session)
    return session.hash
  }),
  lock: (organization_id, hash) => SessionStore.use((store) => store.extend(organization_id, hash, at(1))),
  missing: "missing"
})

export const cases: ReadonlyArray<StorageCase> = [...alone, ...expiring]
