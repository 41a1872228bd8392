/** `mailroom import`: leads and billing transactions from a table, and mail and events that are already there. */
import { Campaign, Campaigns, OnDuplicate, Pagination, Text } from "@mailroom/core"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Failure, Usage } from "./Failure.ts"
import * as Billing from "./import/Billing.ts"
import * as Events from "./import/Events.ts"
import * as Leads from "./import/Leads.ts"
import * as Mail from "./import/Mail.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

const shared = { organization: Tenant.flag, data: Storage.dataFlag }

/** The campaign with this id, or with this name; made when `create` says so. */
const campaignCalled = Effect.fnUntraced(function* (text: string, create: boolean) {
  const campaigns = yield* Campaigns
  const id = Schema.decodeUnknownOption(Campaign.CampaignId)(text.toLowerCase())
  if (Option.isSome(id)) {
    return yield* campaigns
      .find(id.value)
      .pipe(Effect.catchTag("CampaignNotFound", () => new Failure({ message: `There is no campaign ${text}` })))
  }
  const named: Array<Campaign.Campaign> = []
  for (let offset = 0, total = 1; offset < total; offset += Pagination.maximumLimit) {
    const page = yield* campaigns.page({ search: text, offset, limit: Pagination.maximumLimit })
    named.push(...page.data.filter(({ name }) => Text.fold(name) === Text.fold(text)))
    total = page.total
  }
  const [campaign, ...others] = named
  if (campaign === undefined) {
    return create
      ? yield* campaigns.create({ name: text })
      : yield* new Failure({ message: `There is no campaign called "${text}": with --create it is made` })
  }
  if (others.length === 0) return campaign
  const ids = named.map((campaign) => campaign.id).join(", ")
  return yield* new Usage({ message: `There are several campaigns called "${text}", name one by its id: ${ids}` })
})

const mail = Command.make(
  "mail",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("A raw e-mail, an mbox, or a folder of them, with the folders in it")
    ),
    ...shared
  },
  ({ organization, path }) => Mail.importMail(path).pipe(Tenant.within(organization))
).pipe(
  Command.withDescription(
    "Take raw e-mail in, as the HTTP API does: it is matched to leads and threads, and stored once. Files are read in " +
      "the order of their names; what answers a mail should come after it. One that cannot be read is reported and " +
      "stops nothing. MAILROOM_ATTACHMENTS names the folder of the attachments, as for `mailroom serve`."
  ),
  Command.withShortDescription("Take raw e-mail in, from files, folders and mboxes"),
  Command.withExamples([
    { command: "mailroom import mail ./inbox" },
    { command: "mailroom import mail export.mbox --organization 2" }
  ]),
  Command.provide((options) => Storage.layerUseCases(options))
)

const events = Command.make(
  "events",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Newline-delimited JSON in UTF-8: on each line an event, as `POST /events` takes it")
    ),
    ...shared
  },
  ({ file, organization }) => Events.importEvents(file).pipe(Tenant.within(organization))
).pipe(
  Command.withDescription(
    "Record what happened to leads, as the HTTP API does: sent, opened, replied and so on, in any order. An event that " +
      "was recorded before is not counted again, so a file may be imported twice. A line that is no event, or of no " +
      "known lead, is reported with its number and its reason, and stops nothing."
  ),
  Command.withShortDescription("Record events from newline-delimited JSON"),
  Command.withExamples([
    { command: "mailroom import events events.ndjson" },
    { command: "zcat events.ndjson.gz | mailroom import events /dev/stdin" }
  ]),
  Command.provide((options) => Storage.layerUseCases(options))
)

const billing = Command.make(
  "billing",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "A table with a header: CSV, or parted by semicolons or tabs. Its columns are fields of a transaction by their " +
          "names: type, status, amount (an integer in minor units), currency, reference and so on"
      )
    ),
    ...shared
  },
  ({ file, organization }) => Billing.importBilling(file).pipe(Tenant.within(organization))
).pipe(
  Command.withDescription(
    "Record billing transactions, as the HTTP API does: a row with a reference is recorded once, and a pending one " +
      "may end. A row without a reference is recorded again each time. A row that differs from what is recorded, such as " +
      "a pending one that has ended since, or that is no transaction, is reported with its line, and stops nothing."
  ),
  Command.withShortDescription("Record billing transactions from a CSV file"),
  Command.withExamples([{ command: "mailroom import billing transactions.csv" }]),
  Command.provide((options) => Storage.layerUseCases(options))
)

export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "A table with a header: CSV, or parted by semicolons or tabs; UTF-8, or UTF-16 as Excel writes it"
      )
    ),
    campaign: Flag.String("campaign").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("The campaign that the leads go to")
    ),
    create: Flag.Boolean("create").pipe(
      Flag.withDescription("Make the campaign, as a draft, when there is none of this name"),
      Flag.withDefault(false)
    ),
    onDuplicate: Flag.Literals("on-duplicate", OnDuplicate.literals).pipe(
      Flag.withDescription("What to do with an address that the campaign has: leave that lead alone, or change it"),
      Flag.withDefault("skip")
    ),
    ...shared
  },
  ({ campaign, create, file, onDuplicate, organization }) =>
    Leads.importLeads({ file, onDuplicate, campaign: campaignCalled(campaign, create) }).pipe(
      Tenant.within(organization)
    )
).pipe(
  Command.withDescription(
    "Import leads from a table. Columns are known by their headers, as people write them: Email, e-mail address, First " +
      "Name, lastName, Company, Website …; every other column becomes a custom field, Job Title as job_title. A row " +
      "that makes no lead is reported with its line and its reason, and stops nothing."
  ),
  Command.withShortDescription("Import leads from a CSV file; `import mail`, `import events` and `import billing`"),
  Command.withExamples([
    { command: 'mailroom import leads.csv --campaign "Spring outreach" --create' },
    { command: "mailroom import leads.csv --campaign 0198c0de-0000-7000-8000-000000000000 --on-duplicate update" }
  ]),
  Command.provide((options) => Storage.layerUseCases(options)),
  Command.withSubcommands([mail, events, billing])
)
