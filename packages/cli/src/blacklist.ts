/** `mailroom blacklist`: suppression lists in and out. */
import { Blacklist, type BlacklistEntry, CurrentOrganization, describeFaults, Moving } from "@mailroom/core"
import { Console, Effect, Layer, Option, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { withoutPointers } from "./Failure.ts"
import { inspect, type Row, rows } from "./import/Csv.ts"
import * as Running from "./import/Running.ts"
import { type Source, sourceOf } from "./import/Source.ts"
import { outputFlag, writeTable } from "./moving/Table.ts"
import { count, makeProgress, printable } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

const exportEntries = Effect.fnUntraced(function* (output: Option.Option<string>) {
  const { id } = yield* CurrentOrganization
  let written = 0
  const entries = Stream.map((yield* Moving).entries(id), ({ created_at, kind, reason, source, value }) => {
    written++
    return [value, kind, source, reason, created_at]
  })
  yield* writeTable(output, ["value", "kind", "source", "reason", "created_at"], entries)
  yield* Console.error(`${written} ${written === 1 ? "entry" : "entries"} exported`)
})

const exportCommand = Command.make(
  "export",
  { output: outputFlag, organization: Tenant.flag, data: Storage.dataFlag },
  Effect.fn(function* ({ organization, output }) {
    yield* Tenant.within(organization)(exportEntries(output))
  })
).pipe(
  Command.provide(({ data }) => Layer.provideMerge(Moving.layer, Storage.layerUseCases({ data }))),
  Command.withDescription("Write the blacklist as CSV, by ascending id: value, kind, source, reason, created_at"),
  Command.withShortDescription("Write the blacklist as CSV"),
  Command.withExamples([{ command: "mailroom blacklist export --output suppressions.csv" }])
)

/** Headers of the first column, as suppression lists have them. */
const headers = new Set(["address", "domain", "e-mail", "email", "email address", "value"])

/** The maximum number of values in a call of the use case. */
const batchSize = 1000

/** `x@y` is an address; `y`, `@y` and `*.y` are domains: an `@` at the beginning does not count. */
const kindOf = (value: string): BlacklistEntry.BlacklistKind => (value.indexOf("@") > 0 ? "email" : "domain")

/** Blocks the addresses and domains of a file, in batches, and prints how many were added. */
const importEntries = Effect.fnUntraced(function* (
  source: Source,
  { dryRun, json, reason }: { readonly dryRun: boolean; readonly json: boolean; readonly reason: Option.Option<string> }
) {
  const blacklist = yield* Blacklist
  const progress = yield* makeProgress
  const counts = { added: 0, existing: 0, invalid: 0, leads_stopped: 0 }
  const options = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
  /** Blocks the values of some rows. */
  const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Row>) {
    const values = batch
      .map(({ cells: [value = ""], line }) => ({ line, value: value.trim() }))
      .filter(({ line, value }) => value !== "" && !(line === 1 && headers.has(value.toLowerCase())))
    for (const kind of ["email", "domain"] as const) {
      const ofKind = values.filter(({ value }) => kindOf(value) === kind)
      if (ofKind.length === 0) continue
      const { data, leads_stopped } = yield* Running.attempt(dryRun)(
        blacklist.add(
          kind,
          ofKind.map(({ value }) => value),
          options
        )
      )
      counts.leads_stopped += leads_stopped
      for (const [i, { errors = [], status }] of data.entries()) {
        counts[status]++
        if (status !== "invalid") continue
        const faults = withoutPointers(describeFaults(errors))
        yield* Console.error(`line ${ofKind[i]?.line ?? 0}: ${printable(faults)}`)
      }
    }
    yield* progress(() => count(batch.at(-1)?.line ?? 0, "line"))
  })
  const format = yield* inspect(source)
  yield* Stream.grouped(rows(source, format), batchSize).pipe(
    Stream.runForEach(importBatch),
    Running.summarized(
      json,
      () => ({ dry_run: dryRun, ...counts }),
      () =>
        `${counts.added} added, ${counts.existing} existing, ${counts.invalid} invalid, ` +
        `${count(counts.leads_stopped, "lead")} stopped`
    )
  )
  yield* Running.failIfRejected(counts.invalid, "line")
})

const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "An address or a domain on each line, or a table with them in its first column; - is standard input"
      )
    ),
    reason: Flag.String("reason").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Why they are on the list, for people"),
      Flag.optional
    ),
    ...Running.flags
  },
  (options) =>
    Effect.flatMap(sourceOf(options.file), (source) => importEntries(source, options).pipe(Running.over(options))).pipe(
      Effect.scoped
    )
).pipe(
  Command.withDescription(
    "Put addresses and domains on the blacklist, and stop all leads that they match. A domain covers its subdomains. What is on " +
      "the list already stays as it is. A line that is neither is reported with its number, and stops nothing."
  ),
  Command.withShortDescription("Put addresses and domains on the blacklist"),
  Command.withExamples([
    { command: "mailroom blacklist import suppressions.csv" },
    { command: "cut -d, -f1 unsubscribed.csv | mailroom blacklist import - --reason 'Unsubscribed in our CRM'" }
  ])
)

export const blacklist = Command.make("blacklist").pipe(
  Command.withDescription("Addresses and domains that nothing is sent to"),
  Command.withShortDescription("Suppression lists in and out"),
  Command.withSubcommands([exportCommand, importCommand])
)
