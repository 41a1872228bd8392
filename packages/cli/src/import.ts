/** `mailroom import`: imports leads and billing transactions from tables, and existing mail and events. */
import { CustomFields, OnDuplicate } from "@mailroom/core"
import type { OptOutChoice } from "@mailroom/mail/opt-outs"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { campaignCalled } from "./Campaign.ts"
import { Usage } from "./Failure.ts"
import * as Billing from "./import/Billing.ts"
import * as Events from "./import/Events.ts"
import * as Leads from "./import/Leads.ts"
import * as Mail from "./import/Mail.ts"
import * as Running from "./import/Running.ts"
import { sourceOf } from "./import/Source.ts"
import { importAll } from "./moving/Import.ts"

/** Parses `Work email=email`: the name of a field or custom field follows the last `=`. */
const mappingOf = (text: string) => {
  const at = text.lastIndexOf("=")
  const header = text.slice(0, Math.max(at, 0))
  const name = Schema.decodeUnknownOption(CustomFields.CustomFieldName)(text.slice(at + 1).trim())
  return Option.map(name, (name) => ({ header, name })).pipe(Option.filter(() => header.trim() !== ""))
}

/** Parses `Status=inactive,gone`: the values that mean an opt-out, if any, follow the last `=`. `Gone`: all values do. */
const optOutOf = (text: string): Option.Option<OptOutChoice> => {
  const at = text.lastIndexOf("=")
  if (at === -1) return text.trim() === "" ? Option.none() : Option.some({ header: text.trim(), values: "any" })
  const header = text.slice(0, Math.max(at, 0)).trim()
  const values = text
    .slice(at + 1)
    .split(",")
    .filter((value) => value.trim() !== "")
  return header === "" ? Option.none() : Option.some({ header, values })
}

interface FlagsOfTables {
  readonly campaign: Option.Option<unknown>
  readonly create: boolean
  readonly ignore: ReadonlyArray<unknown>
  readonly map: ReadonlyArray<unknown>
  readonly onDuplicate: Option.Option<unknown>
  readonly optOut: ReadonlyArray<unknown>
  readonly organization: Option.Option<unknown>
}

/** The given flags that only an import of a table of leads has. */
const flagsOfTables = (given: FlagsOfTables) => {
  const isGiven = {
    "--campaign": Option.isSome(given.campaign),
    "--create": given.create,
    "--on-duplicate": Option.isSome(given.onDuplicate),
    "--map": given.map.length > 0,
    "--ignore": given.ignore.length > 0,
    "--opt-out": given.optOut.length > 0,
    "--organization": Option.isSome(given.organization)
  }
  return Object.entries(isGiven).flatMap(([flag, given]) => (given ? [flag] : []))
}

const mail = Command.make(
  "mail",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("A raw e-mail, an mbox, or a folder of them, with the folders in it")
    ),
    ...Running.flags
  },
  (options) =>
    Effect.flatMap(sourceOf(options.path), (source) =>
      Mail.importMail(source, options).pipe(Running.over(options))
    ).pipe(Effect.scoped)
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
  ])
)

const events = Command.make(
  "events",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Newline-delimited JSON in UTF-8: on each line an event, as `POST /events` takes it")
    ),
    ...Running.flags
  },
  (options) =>
    Effect.flatMap(sourceOf(options.file), (source) =>
      Events.importEvents(source, options).pipe(Running.over(options))
    ).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Record what happened to leads, as the HTTP API does: sent, opened, replied and so on, in any order. An event that " +
      "was recorded before is not counted again, so a file may be imported twice. A line that is no event, or of no " +
      "known lead, is reported with its number and its reason, and stops nothing."
  ),
  Command.withShortDescription("Record events from newline-delimited JSON"),
  Command.withExamples([
    { command: "mailroom import events events.ndjson" },
    { command: "zcat events.ndjson.gz | mailroom import events -" }
  ])
)

const billing = Command.make(
  "billing",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "A table with a header: CSV, or separated by semicolons or tabs. Its columns are fields of a transaction by " +
          "their names: type, status, amount (an integer in minor units), currency, reference and so on"
      )
    ),
    ...Running.flags
  },
  (options) =>
    Effect.flatMap(sourceOf(options.file), (source) =>
      Billing.importBilling(source, options).pipe(Running.over(options, ", and records rows without a reference again"))
    ).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Record billing transactions, as the HTTP API does: a row with a reference is recorded once, and a pending one " +
      "may end. A row without a reference is recorded again each time. A row that differs from what is recorded, such as " +
      "a pending one that has ended since, or that is no transaction, is reported with its line, and stops nothing."
  ),
  Command.withShortDescription("Record billing transactions from a CSV file"),
  Command.withExamples([{ command: "mailroom import billing transactions.csv" }])
)

export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "A table with a header: CSV, or separated by semicolons, tabs or what a first line such as sep=; names; UTF-8, or " +
          "UTF-16 as Excel writes it; - is standard input"
      )
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription(
        "The file is of `mailroom export`: import its organization, with everything that belongs to it"
      ),
      Flag.withDefault(false)
    ),
    newId: Flag.Boolean("new-id").pipe(
      Flag.withDescription("With --all: give the organization a new id, for a database that has one with its id"),
      Flag.withDefault(false)
    ),
    campaign: Flag.String("campaign").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("The campaign that the leads go to; needed without --all"),
      Flag.optional
    ),
    create: Flag.Boolean("create").pipe(
      Flag.withDescription("Make the campaign, as a draft, when there is none of this name"),
      Flag.withDefault(false)
    ),
    onDuplicate: Flag.Literals("on-duplicate", OnDuplicate.literals).pipe(
      Flag.withDescription(
        "What to do with an address that the campaign has: leave that lead alone, or change it (default: skip)"
      ),
      Flag.optional
    ),
    map: Flag.String("map").pipe(
      Flag.withMetavar("COLUMN=FIELD"),
      Flag.withDescription(
        "Where a column goes, by its header: a field of the lead (email, first_name …, verification_status, chosen_sender) or a custom field; repeatable"
      ),
      Flag.filterMap(mappingOf, () => 'COLUMN=FIELD such as "Work email=email"; custom fields are like job_title'),
      Flag.atLeast(0),
      Flag.withDefault([])
    ),
    ignore: Flag.String("ignore").pipe(
      Flag.withMetavar("COLUMN"),
      Flag.withDescription("Leave a column out, by its header; repeatable"),
      Flag.atLeast(0),
      Flag.withDefault([])
    ),
    optOut: Flag.String("opt-out").pipe(
      Flag.withMetavar("COLUMN[=VALUE,…]"),
      Flag.withDescription(
        "Which values of a column say that a person opted out; COLUMN= says that none does, and COLUMN that all do, " +
          "except no. Columns such as UNSUB_TIME, Status or Abgemeldet are known, and where values are unclear the import " +
          "asks; repeatable"
      ),
      Flag.filterMap(
        optOutOf,
        () => 'COLUMN=VALUE,… such as "Status=inactive,gone", "Status=" when no value does, or "Gone" when all do'
      ),
      Flag.atLeast(0),
      Flag.withDefault([])
    ),
    ...Running.flags
  },
  Effect.fn(function* ({ all, file, ...options }) {
    if (all) {
      const flags = flagsOfTables(options)
      if (flags.length === 0) return yield* importAll(file, options)
      const verb = flags.length === 1 ? "is" : "are"
      return yield* new Usage({ message: `${flags.join(" and ")} ${verb} for tables of leads, and not for --all` })
    }
    if (options.newId) return yield* new Usage({ message: "--new-id needs --all" })
    if (Option.isNone(options.campaign)) return yield* new Usage({ message: "Missing required flag: --campaign" })
    const table = yield* Leads.readTable(yield* sourceOf(file), options)
    const campaign = campaignCalled(options.campaign.value, { create: options.create })
    const onDuplicate = Option.getOrElse(options.onDuplicate, () => "skip" as const)
    yield* Leads.importLeads(table, { ...options, campaign, onDuplicate }).pipe(Running.over(options))
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Import leads from a table. Columns are known by their headers, as people write them: Email, e-mail address, First " +
      "Name, lastName, Company, Website …; every other column becomes a custom field, Job Title as job_title. A row " +
      "that makes no lead is reported with its line and its reason, and stops nothing. People of whom a column says that " +
      "they opted out, or that their address is dead, are put on the blacklist."
  ),
  Command.withShortDescription("Import leads from a CSV file; `import mail`, `import events` and `import billing`"),
  Command.withExamples([
    { command: 'mailroom import leads.csv --campaign "Spring outreach" --create' },
    { command: 'mailroom import - --campaign Spring --map "Work email=email" --ignore Notes --dry-run < leads.csv' },
    { command: "mailroom import --all house.ndjson.gz" },
    { command: "mailroom import leads.csv --campaign 0198c0de-0000-7000-8000-000000000000 --on-duplicate update" }
  ]),
  Command.withSubcommands([mail, events, billing])
)
