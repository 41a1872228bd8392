/** `mailroom people`: the people of an organization. */
import { invitationLink, type InvitedPerson, People, Person, Role } from "@mailroom/core"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Failure } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { printable, printResult, table } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"
import { publicUrlFlag } from "./work.ts"

const shared = { organization: Tenant.flag, data: Storage.dataFlag }

const url = publicUrlFlag.pipe(
  Flag.withDescription(
    "Where others reach the server, for the link (default: MAILROOM_PUBLIC_URL, or http://localhost:3000)"
  )
)

const id = Argument.Int("id").pipe(
  Argument.withDescription("The person's id, as `mailroom people list` shows it"),
  Argument.withSchema(Person.PersonId)
)

const printInvitation = (json: boolean, base: Option.Option<string>, { person, token }: InvitedPerson) => {
  const link = invitationLink(
    Option.getOrElse(base, () => "http://localhost:3000"),
    token
  )
  return printResult(json, { ...person, secret: link }, () => `Invitation: ${link}`)
}
const noteOnLink = "The person chooses a password with this link, within seven days. It is shown only now."

const add = Command.make(
  "add",
  {
    name: Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription("The name that others see")),
    email: Flag.String("email").pipe(
      Flag.withMetavar("ADDRESS"),
      Flag.withDescription("The address with which the person signs in")
    ),
    role: Flag.Literals("role", Role.literals).pipe(
      Flag.withDescription("What the person may do"),
      Flag.withDefault("member")
    ),
    url,
    json: Flags.json,
    ...shared
  },
  Effect.fn(function* ({ email, json, name, organization, role, url }) {
    const invited = yield* People.use((people) => people.create({ name, email, role })).pipe(
      Effect.catchTag(["DuplicatePerson", "HigherRole"], ({ message }) => new Failure({ message })),
      Tenant.within(organization)
    )
    yield* printInvitation(json, url, invited)
    yield* Console.error(noteOnLink)
  })
).pipe(
  Command.withDescription("Add a person, and print a link by which the person chooses a password"),
  Command.withExamples([{ command: 'mailroom people add --name "Ada Lovelace" --email ada@example.com --role owner' }]),
  Command.provide((options) => Storage.layerUseCases(options))
)

const invite = Command.make(
  "invite",
  { id, url, json: Flags.json, ...shared },
  Effect.fn(function* ({ id, json, organization, url }) {
    const invited = yield* People.use((people) => people.invite(id)).pipe(
      Effect.catchTag(
        ["HigherRole", "PersonBlocked", "PersonNotFound", "SignedInByHost"],
        ({ message }) => new Failure({ message })
      ),
      Tenant.within(organization)
    )
    yield* printInvitation(json, url, invited)
    yield* Console.error(noteOnLink)
  })
).pipe(
  Command.withDescription("Print a new link by which a person chooses a password, also after the password was lost"),
  Command.withShortDescription("Print a new link for a password"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const list = Command.make(
  "list",
  { ...shared, json: Flags.json },
  Effect.fn(function* ({ json, organization }) {
    const { data } = yield* People.use((people) => people.page({ offset: 0, limit: 200 })).pipe(
      Tenant.within(organization)
    )
    const rows = data.map((person) => [
      String(person.id),
      printable(person.name),
      printable(person.email ?? person.external_id ?? ""),
      person.role,
      person.last_signed_in_at ?? "never",
      stateOf(person)
    ])
    const header = ["ID", "NAME", "ADDRESS", "ROLE", "SIGNED IN", "STATE"]
    yield* printResult(json, data, () => table([header, ...rows]))
  })
).pipe(
  Command.withDescription("List the people, the first 200 by id"),
  Command.withShortDescription("List the people"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const stateOf = ({ blocked_at, external_id, has_password, invited_until }: Person.Person) => {
  if (blocked_at !== null) return `blocked ${blocked_at}`
  if (external_id !== null) return "signed in by the host"
  if (has_password) return "active"
  return invited_until === null ? "no password" : `invited until ${invited_until}`
}

const remove = Command.make(
  "remove",
  { id, ...shared },
  Effect.fn(function* ({ id, organization }) {
    yield* People.use((people) => people.remove(id)).pipe(
      Effect.catchTag(["HigherRole", "LastOwner", "PersonNotFound"], ({ message }) => new Failure({ message })),
      Tenant.within(organization)
    )
    yield* Console.log(`Person ${id} is removed`)
  })
).pipe(
  Command.withDescription("Remove a person; running servers end the sessions within a second"),
  Command.withShortDescription("Remove a person"),
  Command.provide((options) => Storage.layerUseCases(options))
)

export const people = Command.make("people").pipe(
  Command.withDescription("The people of an organization, who sign in to the console"),
  Command.withShortDescription("Add, invite, list and remove people"),
  Command.withSubcommands([add, invite, list, remove])
)
