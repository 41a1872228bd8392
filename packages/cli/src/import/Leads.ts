/** Leads from a table into a campaign, a batch at a time. */
import { type Campaign, type CreateResult, describeFaults, Domain, Leads, type OnDuplicate } from "@mailroom/core"
import { Console, Effect, Stream } from "effect"
import { Failure, withoutPointers } from "../Failure.ts"
import { makeProgress, printable } from "../Output.ts"
import { type Choices, type Column, columnsOf, leadOf } from "./Columns.ts"
import { type Format, headerOf, inspect, type Row, rows } from "./Csv.ts"
import { attempt, failIfRejected, summarized } from "./Running.ts"
import type { Source } from "./Source.ts"

/** Rows of one transaction: as many as a request may have. */
const batchSize = 1000

interface Table {
  readonly source: Source
  readonly format: Format
  readonly columns: ReadonlyArray<Column>
}

/** Reads the header of a table; fails when the table is no list of leads. */
export const readTable = Effect.fnUntraced(function* (source: Source, choices: Choices) {
  const format = yield* inspect(source)
  const table = columnsOf(yield* headerOf(source, format), choices)
  if ("fault" in table) return yield* new Failure({ message: `${source.name}: ${table.fault}` })
  return { source, format, columns: table.columns } satisfies Table
})

interface Options<E, R> {
  readonly onDuplicate: OnDuplicate
  readonly dryRun: boolean
  readonly json: boolean
  /** Looked up, or made. */
  readonly campaign: Effect.Effect<Campaign.Campaign, E, R>
}

/** Imports every row that makes a lead, reports the others, and says in the end how many there were of each. */
export const importLeads = Effect.fn("importLeads")(function* <E, R>(
  { columns, format, source }: Table,
  { campaign, dryRun, json, onDuplicate }: Options<E, R>
) {
  const leads = yield* Leads
  const find = dryRun ? campaign : yield* Effect.cached(campaign)
  const { name } = yield* attempt(dryRun)(find)
  const custom = columns.filter(({ isCustom }) => isCustom).map((column) => column.name)
  if (custom.length > 0) yield* Console.error(`Custom fields: ${custom.join(", ")}`)

  const counts: Record<CreateResult["status"], number> = {
    created: 0,
    updated: 0,
    duplicate: 0,
    blacklisted: 0,
    invalid: 0
  }
  const progress = yield* makeProgress
  const reject = (line: number, reason: string) => {
    counts.invalid++
    return Console.error(`line ${line}: ${printable(reason)}`)
  }
  /** In a dry run: the addresses that earlier batches would have created. */
  const tried = new Set<string>()
  const isRepeated = (input: Readonly<Record<string, unknown>> | undefined, status: CreateResult["status"]) => {
    if (!dryRun || (status !== "created" && status !== "blacklisted")) return false
    const address = Domain.normalizeEmail(String(input?.["email"]))
    return tried.size === tried.add(address).size
  }
  const take = Effect.fnUntraced(function* (batch: ReadonlyArray<Row>) {
    const lines: Array<number> = []
    const input: Array<Readonly<Record<string, unknown>>> = []
    for (const { cells, line } of batch) {
      const row = leadOf(columns, cells)
      if (row === null) continue
      if ("fault" in row) {
        yield* reject(line, row.fault)
        continue
      }
      lines.push(line)
      input.push(row.lead)
    }
    if (input.length === 0) return
    const { data } = yield* Effect.flatMap(find, ({ id }) =>
      leads.create({ campaign_id: id, leads: input, on_duplicate: onDuplicate })
    ).pipe(attempt(dryRun))
    for (const { errors = [], index, status } of data) {
      if (status === "invalid") yield* reject(lines[index] ?? 0, withoutPointers(describeFaults(errors)))
      else if (isRepeated(input[index], status)) counts[onDuplicate === "update" ? "updated" : "duplicate"]++
      else counts[status]++
    }
    yield* progress(() => `${batch.at(-1)?.line ?? 0} of ${format.lines} lines`)
  })

  const summary = () =>
    `${name}: ${counts.created} created, ${counts.updated} updated, ` +
    `${counts.duplicate} duplicate, ${counts.blacklisted} blacklisted, ${counts.invalid} invalid`
  yield* rows(source, format).pipe(
    Stream.drop(1),
    Stream.grouped(batchSize),
    Stream.runForEach(take),
    // What was imported before a failure stays imported.
    summarized(json, () => ({ dry_run: dryRun, campaign: name, ...counts }), summary)
  )
  yield* failIfRejected(counts.invalid, "row")
})
