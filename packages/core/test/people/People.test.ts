/** People: who may do what to whom, passwords, invitations, and how often somebody may try. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { Sessions } from "../../src/auth/Sessions.ts"
import type { PersonId } from "../../src/ids.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { CurrentActor } from "../../src/people/Actor.ts"
import { People } from "../../src/people/People.ts"
import { makePasswords } from "../../src/people/Password.ts"
import { losesLastOwner, managerOf, type PersonRecord } from "../../src/people/Person.ts"
import { PersonStore } from "../../src/people/PersonStore.ts"
import { makeTries } from "../../src/people/Tries.ts"
import { allows, refusalOf, type Role } from "../../src/people/Role.ts"
import { NodeScrypt } from "@mailroom/host"
import { SecureRandom } from "effect/crypto"
import { asOther, type Services, test } from "../Tenant.ts"

describe("roles", () => {
  it("may do what the roles before them may", () => {
    const roles = ["viewer", "responder", "member", "admin", "owner"] as const
    assert.deepStrictEqual(
      roles.map((role) => roles.map((needed) => allows(role, needed))),
      [
        [true, false, false, false, false],
        [true, true, false, false, false],
        [true, true, true, false, false],
        [true, true, true, true, false],
        [true, true, true, true, true]
      ]
    )
  })

  it("are named when they do not suffice, with those that do", () => {
    const cure = "ask somebody with such a role"
    for (const [role, needed, action, text] of [
      ["viewer", "responder", undefined, "only `responder`, `member`, `admin`, and `owner` may do this"],
      ["responder", "member", "change an answer", "only `member`, `admin`, and `owner` may change an answer"],
      ["member", "admin", undefined, "only `admin` and `owner` may do this"],
      ["admin", "owner", "manage owners", "only `owner` may manage owners"]
    ] as const) {
      assert.strictEqual(refusalOf(role, needed, action), `Your role is \`${role}\`, and ${text}: ${cure}`)
    }
  })

  const cases: ReadonlyArray<readonly [why: string, by: Role, before: Role, after: Role, allowed: boolean]> = [
    ["an owner makes an owner", "owner", "admin", "owner", true],
    ["an owner demotes an owner", "owner", "owner", "viewer", true],
    ["an admin adds a member", "admin", "member", "member", true],
    ["an admin makes an admin", "admin", "member", "admin", true],
    ["an admin demotes an admin", "admin", "admin", "viewer", true],
    ["an admin makes no owner", "admin", "admin", "owner", false],
    ["an admin does not demote an owner", "admin", "owner", "viewer", false],
    ["an admin does not block an owner", "admin", "owner", "owner", false],
    ["an admin adds a responder", "admin", "responder", "responder", true],
    ["a responder adds nobody", "responder", "viewer", "viewer", false],
    ["a responder does not promote themselves", "responder", "responder", "member", false],
    ["a member adds nobody", "member", "viewer", "viewer", false],
    ["a member does not promote themselves", "member", "member", "admin", false],
    ["a viewer changes nobody", "viewer", "viewer", "viewer", false]
  ]
  for (const [why, by, before, after, allowed] of cases) {
    it(why, () => assert.strictEqual(allows(by, managerOf(before, after)), allowed))
  }
})

describe("the last owner", () => {
  const person = (id: number, fields: Partial<PersonRecord> = {}): PersonRecord => ({
    id: id as PersonId,
    name: "Ada",
    email: `${id}@x.test`,
    external_id: null,
    role: "owner",
    blocked_at: null,
    created_at: "2026-01-01T00:00:00.000Z" as PersonRecord["created_at"],
    last_signed_in_at: null,
    identity: `email:${id}@x.test`,
    password: "scrypt$",
    invitation: null,
    invited_until: null,
    generation: 0,
    ...fields
  })
  const blocked_at = person(1).created_at
  const owner = person(1)
  const cases: ReadonlyArray<
    readonly [why: string, others: ReadonlyArray<PersonRecord>, after: PersonRecord | undefined, loses: boolean]
  > = [
    ["is not removed", [], undefined, true],
    ["is not demoted", [], { ...owner, role: "admin" }, true],
    ["is not blocked", [], { ...owner, blocked_at }, true],
    ["is renamed", [], { ...owner, name: "Ada L" }, false],
    ["is removed beside another owner", [person(2)], undefined, false],
    ["is not removed beside an admin", [person(2, { role: "admin" })], undefined, true],
    ["is not removed beside a blocked owner", [person(2, { blocked_at })], undefined, true],
    ["is not removed beside an owner who has no password yet", [person(2, { password: null })], undefined, true],
    [
      "is removed beside an owner whom the host signs in",
      [person(2, { password: null, email: null, external_id: "7" })],
      undefined,
      false
    ]
  ]
  for (const [why, others, after, loses] of cases) {
    it(why, () => assert.strictEqual(losesLastOwner([owner, ...others], owner, after), loses))
  }
  it("is not an owner who could not sign in before", () => {
    const invited = person(1, { password: null })
    assert.isFalse(losesLastOwner([invited], invited, undefined))
  })
})

describe("a password", () => {
  it.live("is right in any Unicode form, and in no other spelling", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* makePasswords
      const stored = yield* hash(Redacted.make("Grüße an alle 1"))
      assert.match(stored, /^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/u)
      assert.notStrictEqual(stored, yield* hash(Redacted.make("Grüße an alle 1")))
      for (const [given, isRight] of [
        ["Grüße an alle 1", true],
        ["Grüße an alle 1".normalize("NFD"), true],
        ["grüße an alle 1", false],
        ["Grüße an alle 1 ", false],
        ["", false]
      ] as const) {
        assert.strictEqual(yield* verify(Redacted.make(given), stored), isRight, given)
      }
      assert.isFalse(yield* verify(Redacted.make("Grüße an alle 1"), null))
    }).pipe(Effect.provide([NodeScrypt.layer, SecureRandom.layerWebCrypto]))
  )
})

const people = People.use((service) => Effect.succeed(service))
const password = "correct horse battery"
const add = (role: Role, email = `${role}@x.test`) =>
  Effect.flatMap(people, ({ create }) => create({ name: `The ${role}`, email, role }))
/** A person with a password. */
const addWithPassword = Effect.fnUntraced(function* (role: Role, email?: string) {
  const { person, token } = yield* add(role, email)
  const accepted = Option.getOrThrow(yield* (yield* people).accept(token, password))
  return { ...accepted, id: person.id }
})
const authenticate = (email: string, given = password, source?: string) =>
  Effect.flatMap(people, (service) => service.authenticate({ email, password: Redacted.make(given), source }))
const isRight = (email: string, given?: string) => Effect.map(authenticate(email, given), Option.isSome)
const as =
  (role: Role, id: number | null = null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentActor, { role, actor: { type: "person", id, name: role } })

describe("people", () => {
  test("sign in with the password that they chose by the link, once", function* () {
    const { accept } = yield* people
    const { person, token } = yield* add("owner")
    assert.deepInclude(person, { role: "owner", has_password: false, blocked_at: null })
    assert.isFalse(yield* isRight("owner@x.test"))
    assert.deepStrictEqual(
      Object.keys(person).filter((name) => /^(?:invitation|password|generation)$/u.test(name)),
      []
    )
    assert.strictEqual((yield* Effect.flip(accept(token, "too short")))._tag, "InvalidInput")
    // It needs no organization: the token names it.
    assert.isTrue(Option.isSome(yield* asOther(accept(token, password))))
    assert.isTrue(Option.isNone(yield* accept(token, "another long password")))
    for (const [email, given, right] of [
      ["owner@x.test", password, true],
      ["OWNER@X.test", password, true],
      ["owner@x.test", password.toUpperCase(), false],
      ["owner@x.test", "", false],
      ["nobody@x.test", password, false],
      ["", password, false]
    ] as const) {
      assert.strictEqual(yield* isRight(email, given), right, email)
    }
  })

  test("have an address once in an organization, and may have it in another one", function* () {
    yield* add("admin", "ada@x.test")
    assert.strictEqual((yield* Effect.flip(add("member", "ADA@x.test")))._tag, "DuplicatePerson")
    yield* asOther(add("member", "ada@x.test"))
  })

  test("cannot use a link after a week, after a newer one, or with a changed character", function* () {
    const { accept, invite } = yield* people
    const { person, token } = yield* add("member")
    const { token: second } = yield* invite(person.id)
    assert.isTrue(Option.isNone(yield* accept(token, password)))
    const value = Redacted.value(second)
    for (const other of ["", ".", value.slice(0, -1), `${value}A`, value.replace(/^\d+/u, "9999999"), `1${value}`]) {
      assert.isTrue(Option.isNone(yield* accept(Redacted.make(other), password)), other)
    }
    assert.notInclude(inspect(second, { depth: 9 }), value)
    yield* TestClock.adjust("7 days")
    assert.isTrue(Option.isNone(yield* accept(second, password)))
    const { token: third } = yield* invite(person.id)
    yield* TestClock.adjust("6 days")
    assert.isTrue(Option.isSome(yield* accept(third, password)))
  })

  test("cannot use a link that was made for a lower role", function* () {
    const { accept, update } = yield* people
    // An admin has the link of a member, whom an owner makes an owner: the admin must not become that owner.
    const { person, token } = yield* as("admin")(add("member"))
    const { id, invited_until } = yield* update(person.id, { role: "viewer" })
    assert.deepStrictEqual([id, invited_until], [person.id, person.invited_until])
    assert.isNull((yield* update(person.id, { role: "owner" })).invited_until)
    assert.isTrue(Option.isNone(yield* accept(token, password)))
    const { token: second } = yield* (yield* people).invite(person.id)
    yield* update(person.id, { role: "owner", name: "Ada" })
    assert.isTrue(Option.isSome(yield* accept(second, password)))
  })

  test("keep their sessions until they are blocked, removed, or have another password", function* () {
    const sessions = yield* Sessions
    const { changePassword, find, remove, update } = yield* people
    yield* addWithPassword("owner", "boss@x.test")
    const begin = Effect.fnUntraced(function* () {
      return yield* sessions.begin(Option.getOrThrow(yield* authenticate("member@x.test")))
    })
    const isLive = (token: Redacted.Redacted) => Effect.map(sessions.authenticate(token), Option.isSome)
    const { id } = yield* addWithPassword("member")
    const [first, second] = [yield* begin(), yield* begin()]
    const found = Option.getOrThrow(yield* sessions.authenticate(first))
    assert.deepInclude(found.principal, { access: "full", person: { id, name: "The member", role: "member" } })
    const change = { current_password: password, password: "a completely new one" }
    const changed = yield* as("member", id)(changePassword(change))
    const third = yield* sessions.begin(changed)
    assert.deepStrictEqual([yield* isLive(first), yield* isLive(second), yield* isLive(third)], [false, false, true])
    assert.isFalse(yield* isRight("member@x.test"))
    assert.strictEqual((yield* Effect.flip(as("member", id)(changePassword(change))))._tag, "WrongPassword")
    assert.strictEqual((yield* Effect.flip(changePassword(change)))._tag, "NoPerson")
    // A role holds at once, and ends no session.
    yield* update(id, { role: "viewer" })
    const demoted = Option.getOrThrow(yield* sessions.authenticate(third))
    assert.deepInclude(demoted.principal, { access: "read", person: { id, name: "The member", role: "viewer" } })
    const blocked = yield* update(id, { blocked: true })
    assert.isNotNull(blocked.blocked_at)
    assert.isFalse(yield* isLive(third))
    assert.isFalse(yield* isRight("member@x.test", change.password))
    yield* update(id, { blocked: false })
    // The sessions of before do not come back.
    assert.isFalse(yield* isLive(third))
    const last = yield* sessions.begin(Option.getOrThrow(yield* authenticate("member@x.test", change.password)))
    assert.isTrue(yield* isLive(last))
    yield* remove(id)
    assert.isFalse(yield* isLive(last))
    assert.strictEqual((yield* Effect.flip(find(id)))._tag, "PersonNotFound")
  })

  test("lose nothing by a refused change", function* () {
    const { page, remove, update, invite } = yield* people
    const { id } = yield* addWithPassword("owner")
    const { id: admin } = yield* addWithPassword("admin")
    const before = yield* page({ offset: 0, limit: 9 })
    const refused: ReadonlyArray<
      readonly [Effect.Effect<unknown, { readonly _tag: string }, Services | CurrentOrganization>, string]
    > = [
      [remove(id), "LastOwner"],
      [update(id, { role: "admin" }), "LastOwner"],
      [update(id, { blocked: true }), "LastOwner"],
      [as("admin", admin)(remove(id)), "HigherRole"],
      [as("admin", admin)(update(id, { name: "x" })), "HigherRole"],
      [as("admin", admin)(update(admin, { role: "owner" })), "HigherRole"],
      [as("admin", admin)(invite(id)), "HigherRole"],
      [
        as(
          "admin",
          admin
        )(Effect.flatMap(people, ({ create }) => create({ name: "x", email: "x@x.test", role: "owner" }))),
        "HigherRole"
      ],
      [
        as("member")(Effect.flatMap(people, ({ create }) => create({ name: "x", email: "x@x.test", role: "viewer" }))),
        "HigherRole"
      ]
    ]
    for (const [effect, tag] of refused) assert.strictEqual((yield* Effect.flip(effect))._tag, tag)
    assert.deepStrictEqual(yield* page({ offset: 0, limit: 9 }), before)
    yield* as("admin", admin)(remove(admin))
  })

  test("may try ten times in 15 minutes, whether their address is known or not", function* () {
    const tries = makeTries()
    const isAllowed = (address: string, source?: string) =>
      Effect.map(Effect.exit(tries.begin({ address, source })), Exit.isSuccess)
    for (let i = 0; i < 10; i++) assert.isTrue(yield* isAllowed("ada"))
    assert.deepInclude(yield* Effect.flip(tries.begin({ address: "ada" })), { _tag: "TooManyTries", retry_after: 900 })
    assert.isTrue(yield* isAllowed("ben"))
    yield* TestClock.adjust("899 seconds")
    assert.isFalse(yield* isAllowed("ada"))
    yield* TestClock.adjust("1 second")
    for (let i = 0; i < 9; i++) assert.isTrue(yield* isAllowed("ada"))
    // The right password forgets the wrong ones.
    tries.succeed({ address: "ada" })
    for (let i = 0; i < 10; i++) assert.isTrue(yield* isAllowed("ada"))
    assert.isFalse(yield* isAllowed("ada"))
    for (let i = 0; i < 100; i++) assert.isTrue(yield* isAllowed(`${i}`, "203.0.113.5"))
    assert.isFalse(yield* isAllowed("new", "203.0.113.5"))
    assert.isTrue(yield* isAllowed("new", "203.0.113.6"))
  })

  test("are counted by their address in any case, also when nobody has it", function* () {
    for (const email of ["owner@x.test", "nobody@x.test"]) {
      if (email === "owner@x.test") yield* addWithPassword("owner")
      yield* Effect.all(Effect.replicate(10)(Effect.exit(authenticate(email, ""))), { concurrency: "unbounded" })
      assert.strictEqual((yield* Effect.flip(authenticate(email.toUpperCase())))._tag, "TooManyTries")
    }
  })

  test("of a host are added, renamed, and given the role that the host names", function* () {
    const { ofHost, update } = yield* people
    const store = yield* PersonStore
    const { id: organization_id } = yield* CurrentOrganization
    const ada = { id: "user-A", name: "Ada", role: "member" } as const
    const first = yield* ofHost(ada)
    assert.deepInclude(first, { email: null, external_id: "user-A", name: "Ada", role: "member" })
    assert.deepStrictEqual(yield* ofHost(ada), first)
    const changed = yield* ofHost({ ...ada, name: "Ada L", role: "owner" })
    assert.deepStrictEqual(changed, { ...first, name: "Ada L", role: "owner" })
    // Ids of a host are compared exactly.
    assert.notStrictEqual((yield* ofHost({ ...ada, id: "user-a" })).id, first.id)
    assert.notStrictEqual((yield* asOther(ofHost(ada))).id, first.id)
    const all = yield* Effect.replicateEffect(ofHost({ ...ada, id: "new" }), 5, { concurrency: "unbounded" })
    assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
    assert.strictEqual((yield* store.page(organization_id, { offset: 0, limit: 9 })).total, 3)
    assert.strictEqual((yield* Effect.flip(update(first.id, { role: "viewer" })))._tag, "SignedInByHost")
    yield* ofHost({ ...ada, id: "boss", role: "owner" })
    yield* update(first.id, { blocked: true })
    assert.isNotNull((yield* ofHost(ada)).blocked_at)
  })
})
