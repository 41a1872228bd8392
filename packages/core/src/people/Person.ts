/** A person who works for an organization: entity, transitions and the rules about roles. */
import { EmailAddress, Name } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { Hex } from "effect/encoding"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { PersonId } from "../ids.ts"
import type { NamedRows } from "../ListedStore.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { allows, refusalOf, Role } from "./Role.ts"

export { PersonId } from "../ids.ts"

const name = described(Name, "The name that others see: 1 to 200 characters.", "Ada Lovelace")

/** A person as it is stored. */
export const PersonRecord = Schema.Struct({
  id: PersonId,
  name,
  email: described(
    Schema.NullOr(EmailAddress),
    "The address with which the person signs in. `null`: the host signs the person in.",
    "ada@example.com"
  ),
  external_id: described(
    Schema.NullOr(Schema.String),
    "The host's id of the person. `null`: the person signs in with an address and a password.",
    null
  ),
  role: Role,
  blocked_at: described(Schema.NullOr(Timestamp), "When the person was blocked; `null`: not blocked.", null),
  created_at: described(Timestamp, "When the person was added.", "2026-03-02T08:00:00.000Z"),
  last_signed_in_at: described(Schema.NullOr(Timestamp), "When the person last signed in; `null`: never.", null),
  /** `identityOf`. Unique in the organization, by its folded form. */
  identity: Schema.String,
  /** `Password.hash`; `null`: the person has no password. */
  password: Schema.NullOr(Schema.String),
  /** SHA-256 of the token of the open invitation, in lower-case hex. */
  invitation: Schema.NullOr(Schema.String),
  invited_until: described(
    Schema.NullOr(Timestamp),
    "When the link of the open invitation expires; `null`: there is none.",
    null
  ),
  /** Grows when all sessions of the person end. */
  generation: Count
})
export type PersonRecord = typeof PersonRecord.Type

export const table = Table.of("people", PersonRecord, {
  key: ["id"],
  fixed: ["external_id", "created_at"],
  unique: "identity"
})

export const Person = Schema.Struct({
  ...Struct.omit(PersonRecord.fields, ["generation", "identity", "invitation", "password"]),
  has_password: described(Schema.Boolean, "Whether the person has a password.", true)
}).annotate({ identifier: "Person", description: "A person who works for the organization." })
export type Person = typeof Person.Type

export const toPerson = ({
  generation: _,
  identity: __,
  invitation: ___,
  password,
  ...person
}: PersonRecord): Person => ({
  ...person,
  has_password: password !== null
})

/** A person without an id. */
export type PersonDraft = Omit<PersonRecord, "id">

export const NewPerson = Schema.Struct({
  name,
  email: described(
    EmailAddress,
    "The address with which the person signs in. It is unique in the organization.",
    "ada@example.com"
  ),
  role: Role
}).annotate({ identifier: "NewPerson", description: "A person to add." })
export type NewPerson = typeof NewPerson.Type

export const PersonPatch = Schema.Struct({
  name: Schema.optionalKey(name),
  role: Schema.optionalKey(Role),
  blocked: described(
    Schema.optionalKey(Schema.Boolean),
    "`true` ends all sessions of the person, and rejects new ones. `false` allows them again.",
    true
  )
}).annotate({ identifier: "PersonPatch", description: "The changes of a person. Absent fields stay unchanged." })
export type PersonPatch = typeof PersonPatch.Type

/**
 * The text by which a person is unique. An address is compared without case; the id of a host exactly, so it is written
 * as hex.
 */
export const identityOf = (person: { readonly email: string } | { readonly external_id: string }): string =>
  "email" in person ? `email:${person.email}` : `host:${Hex.encode(person.external_id)}`

/** Whether the person may have sessions. */
export const isActive = ({ blocked_at }: Pick<PersonRecord, "blocked_at">): boolean => blocked_at === null

/** Whether the person can sign in as an owner. An invited owner without a password cannot yet. */
const isWorkingOwner = (person: PersonRecord): boolean =>
  person.role === "owner" && isActive(person) && (person.password !== null || person.external_id !== null)

/** Whether the organization would lose its last owner, if `before` became `after`. `undefined`: the person is removed. */
export const losesLastOwner = (
  people: ReadonlyArray<PersonRecord>,
  before: PersonRecord,
  after: PersonRecord | undefined
): boolean =>
  isWorkingOwner(before) &&
  !(after !== undefined && isWorkingOwner(after)) &&
  !people.some((other) => other.id !== before.id && isWorkingOwner(other))

/** The role that may add, change or remove a person: nobody may act on a person with a higher role, or give one. */
export const managerOf = (before: Role, after: Role = before): Role =>
  before === "owner" || after === "owner" ? "owner" : "admin"

const noInvitation = { invitation: null, invited_until: null }

/**
 * The person with these changes. A block ends all sessions. A higher role ends an open invitation, because the person who made its link may have a lower role.
 */
export const patch = (person: PersonRecord, { blocked, ...changes }: PersonPatch, at: Timestamp): PersonRecord => {
  const isRaised = changes.role !== undefined && !allows(person.role, changes.role)
  const changed = { ...person, ...changes, ...(isRaised ? noInvitation : {}) }
  if (blocked === undefined || blocked === (person.blocked_at !== null)) return changed
  return blocked
    ? { ...changed, blocked_at: at, ...noInvitation, generation: person.generation + 1 }
    : { ...changed, blocked_at: null }
}

export class PersonNotFound extends Schema.TaggedError<PersonNotFound>()("PersonNotFound", { id: PersonId }) {
  override get message(): string {
    return `There is no person ${this.id}`
  }
}
/** The organization has a person with this identity. */
export class DuplicatePerson extends Schema.TaggedError<DuplicatePerson>()("DuplicatePerson", {
  identity: Schema.String
}) {
  override get message(): string {
    return "Another person of the organization has this address"
  }
}
/** The organization would have no owner who can sign in. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {
  override get message(): string {
    return "The person is the last owner who can sign in: make somebody else an owner first"
  }
}
/** The role of the caller does not allow to change this person, to give this role, or to call an operation with these values. */
export class HigherRole extends Schema.TaggedError<HigherRole>()("HigherRole", {
  role: Role,
  /** The lowest role that may do the action. */
  needed: Role,
  /** The action that the caller may not do: the words after "may", such as `manage owners`. */
  action: Schema.String
}) {
  override get message(): string {
    return refusalOf(this.role, this.needed, this.action)
  }
}
/** The person is blocked. */
export class PersonBlocked extends Schema.TaggedError<PersonBlocked>()("PersonBlocked", {}) {
  override get message(): string {
    return "The person is blocked: unblock the person first"
  }
}
/** The host signs the person in, so the person has no password here. */
export class SignedInByHost extends Schema.TaggedError<SignedInByHost>()("SignedInByHost", {}) {
  override get message(): string {
    return "The app that embeds Mailroom signs this person in, and names the role"
  }
}

export const personRows: NamedRows<DuplicatePerson> = {
  port: "PersonStore",
  table,
  duplicate: (identity) => new DuplicatePerson({ identity })
}

/** The fields of a new person that nobody chooses. */
export const blank = {
  external_id: null,
  blocked_at: null,
  last_signed_in_at: null,
  password: null,
  invitation: null,
  invited_until: null,
  generation: 0
}
