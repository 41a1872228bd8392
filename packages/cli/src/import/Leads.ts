/** Leads from a table into a campaign, a batch at a time. */
import { type Campaign, type CreateResult, describeFaults, Leads, type OnDuplicate } from "@mailroom/core"
import { Console, Effect, Option, Stream } from "effect"
import { Failure, withoutPointers } from "../Failure.ts"
import { makeProgress, printable } from "../Output.ts"
import { columnsOf, leadOf } from "./Columns.ts"
import { inspect, type Row, rows } from "./Csv.ts"

/** Rows of one transaction: as many as a request may have. */
const batchSize = 1000

interface Options<E, R> {
  readonly file: string
  readonly onDuplicate: OnDuplicate
  /** Looked up, or made, once the file is known to be readable. */
  readonly campaign: Effect.Effect<Campaign.Campaign, E, R>
}

/** Imports every row that makes a lead, reports the others, and says in the end how many there were of each. */
export const importLeads = Effect.fn("importLeads")(function* <E, R>({ campaign, file, onDuplicate }: Options<E, R>) {
  const leads = yield* Leads
  const format = yield* inspect(file)
  const header = yield* Stream.runHead(rows(file, format))
  const table = columnsOf(Option.match(header, { onNone: () => [], onSome: ({ cells }) => cells }))
  if ("fault" in table) return yield* new Failure({ message: `${file}: ${table.fault}` })
  const { id: campaign_id, name } = yield* campaign
  const custom = table.columns.filter(({ isCustom }) => isCustom).map((column) => column.name)
  if (custom.length > 0) yield* Console.error(`Custom fields: ${custom.join(", ")}`)

  const counts: Record<CreateResult["status"], number> = {
    created: 0,
    updated: 0,
    duplicate: 0,
    blacklisted: 0,
    invalid: 0
  }
  const progress = yield* makeProgress
  const refuse = (line: number, reason: string) => {
    counts.invalid++
    return Console.error(`line ${line}: ${printable(reason)}`)
  }
  const take = Effect.fnUntraced(function* (batch: ReadonlyArray<Row>) {
    const lines: Array<number> = []
    const input: Array<unknown> = []
    for (const { cells, line } of batch) {
      const row = leadOf(table.columns, cells)
      if (row === null) continue
      if ("fault" in row) {
        yield* refuse(line, row.fault)
        continue
      }
      lines.push(line)
      input.push(row.lead)
    }
    if (input.length === 0) return
    const { data } = yield* leads.create({ campaign_id, leads: input, on_duplicate: onDuplicate })
    for (const { errors = [], index, status } of data) {
      if (status === "invalid") yield* refuse(lines[index] ?? 0, withoutPointers(describeFaults(errors)))
      else counts[status]++
    }
    yield* progress(() => `${batch.at(-1)?.line ?? 0} of ${format.lines} lines`)
  })

  const summary = () =>
    Console.log(
      `${name}: ${counts.created} created, ${counts.updated} updated, ` +
        `${counts.duplicate} duplicate, ${counts.blacklisted} blacklisted, ${counts.invalid} invalid`
    )
  yield* rows(file, format).pipe(
    Stream.drop(1),
    Stream.grouped(batchSize),
    Stream.runForEach(take),
    // What was imported before a failure stays imported.
    Effect.ensuring(Effect.suspend(summary))
  )
})
