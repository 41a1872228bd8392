/** `mailroom organizations`: the tenants. */
import { Moving, OrganizationId, Organizations } from "@mailroom/core"
import { Config, Console, Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import * as Environment from "./Environment.ts"
import { Failure, Usage } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { printResult, table } from "./Output.ts"
import * as Storage from "./Storage.ts"

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What to call it")),
    data: Storage.dataFlag,
    json: Flags.json
  },
  Effect.fn(function* ({ json, name }) {
    const organization = yield* Organizations.use((organizations) => organizations.create({ name }))
    yield* printResult(json, organization, () => `Organization ${organization.id}`)
    yield* Console.error(`Make a key for it with: mailroom keys create --name NAME --organization ${organization.id}`)
  })
).pipe(
  Command.withDescription("Create an organization, with nothing in it"),
  Command.provide((options) => Storage.layerUseCases({ ...options, makeFolder: true }))
)

const list = Command.make(
  "list",
  { data: Storage.dataFlag, json: Flags.json },
  Effect.fn(function* ({ json }) {
    const organizations = yield* Organizations.use(({ list }) => list)
    const rows = organizations.map(({ created_at, id, name }) => [String(id), name, created_at])
    yield* printResult(json, organizations, () => table([["ID", "NAME", "CREATED"], ...rows]))
  })
).pipe(
  Command.withDescription("List the organizations"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const remove = Command.make(
  "remove",
  {
    id: Argument.Int("id").pipe(
      Argument.withSchema(OrganizationId),
      Argument.withDescription("The organization, as `mailroom organizations list` shows it")
    ),
    data: Storage.dataFlag
  },
  Effect.fn(function* ({ id }) {
    const folder = yield* Config.option(Environment.variables.MAILROOM_ATTACHMENTS.config)
    if (Option.isNone(folder) && !(yield* Moving.use(({ areBytesHere }) => areBytesHere(id)))) {
      return yield* new Failure({
        message:
          "The bytes of its attachments are not in the database: set MAILROOM_ATTACHMENTS as it is for the service"
      })
    }
    yield* Organizations.use((organizations) => organizations.remove(id)).pipe(
      Effect.catchTag("OrganizationNotFound", ({ message }) => Effect.fail(new Usage({ message })))
    )
    yield* Console.log(`Organization ${id} is removed, with everything of it`)
  })
).pipe(
  Command.withDescription(
    "Delete an organization with everything of it: nothing can bring it back. MAILROOM_ATTACHMENTS names the folder of the " +
      "attachments, as for `mailroom serve`."
  ),
  Command.withShortDescription("Delete an organization with everything of it"),
  Command.provide((options) => Layer.provideMerge(Moving.layer, Storage.layerUseCases(options)))
)

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("The tenants: each has its own keys, campaigns, leads and threads"),
  Command.withShortDescription("Create, list and remove the tenants"),
  Command.withSubcommands([create, list, remove])
)
