/** `mailroom leads export`: writes leads as a table. */
import { CurrentOrganization, Lead, Moving } from "@mailroom/core"
import { Console, Effect, Layer, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { campaignCalled } from "./Campaign.ts"
import { type Cell, outputFlag, writeTable } from "./moving/Table.ts"
import { count } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

const columns = Object.keys(Lead.Lead.fields) as ReadonlyArray<keyof Lead.Lead>

const exportLeads = Effect.fnUntraced(function* (campaign: Option.Option<string>, output: Option.Option<string>) {
  const { id } = yield* CurrentOrganization
  const moving = yield* Moving
  const only = Option.isSome(campaign) ? yield* campaignCalled(campaign.value) : undefined
  const leads = Stream.filter(moving.leads(id), ({ campaign_id }) => only === undefined || campaign_id === only.id)
  // Custom fields become columns, so their names are needed for the header.
  const names = yield* Stream.runFold(
    leads,
    () => new Set<string>(),
    (names, { custom_fields }) => {
      for (const name of Object.keys(custom_fields)) names.add(name)
      return names
    }
  )
  const fields = [...names].sort()
  let written = 0
  const rows = Stream.map(leads, (lead): ReadonlyArray<Cell> => {
    written++
    const { custom_fields } = lead
    return [
      ...columns.map((name) => lead[name]),
      ...fields.map((name) => (Object.hasOwn(custom_fields, name) ? (custom_fields[name] ?? null) : null))
    ]
  })
  const header = fields.map((name) => (Object.hasOwn(Lead.Lead.fields, name) ? `custom.${name}` : name))
  yield* writeTable(output, [...columns, ...header], rows)
  yield* Console.error(`${count(written, "lead")} exported`)
})

const exportCommand = Command.make(
  "export",
  {
    campaign: Flag.String("campaign").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("Only the leads of this campaign"),
      Flag.optional
    ),
    output: outputFlag,
    organization: Tenant.flag,
    data: Storage.dataFlag
  },
  Effect.fn(function* ({ campaign, organization, output }) {
    yield* Tenant.within(organization)(exportLeads(campaign, output))
  })
).pipe(
  Command.provide(({ data }) => Layer.provideMerge(Moving.layer, Storage.layerUseCases({ data }))),
  Command.withDescription(
    "Write leads as CSV, by ascending id: the fields of the HTTP API, then a column for each custom field. Spreadsheets open it " +
      "with umlauts and other letters as they are. A text that begins like a formula (=, +, -, @) gets an apostrophe, so that " +
      'no spreadsheet runs what a stranger has written; an import removes it. A custom field with the name of a column gets "custom." ' +
      "in front of it."
  ),
  Command.withShortDescription("Write leads as CSV"),
  Command.withExamples([
    { command: "mailroom leads export --output leads.csv" },
    { command: "mailroom leads export --campaign Spring > spring.csv" }
  ])
)

export const leads = Command.make("leads").pipe(
  Command.withDescription("Leads as tables; `mailroom import` takes them in"),
  Command.withSubcommands([exportCommand])
)
