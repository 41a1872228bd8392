/** Imports billing transactions from a table, one row at a time. */
import { Billing, Transaction } from "@mailroom/core"
import { Console, Effect, Stream } from "effect"
import { Failure, withoutPointers } from "../Failure.ts"
import { makeProgress, printable } from "../Output.ts"
import { headerOf, inspect, type Row, rows } from "./Csv.ts"
import { attempt, failIfRejected, summarized } from "./Running.ts"
import type { Source } from "./Source.ts"

/** Records every row that is a transaction, reports the other rows, and prints the number of each at the end. */
export const importBilling = Effect.fn("importBilling")(function* (
  source: Source,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean }
) {
  const billing = yield* Billing
  const format = yield* inspect(source)
  const columns = (yield* headerOf(source, format)).map((cell) => cell.trim())
  const fault = faultOf(columns)
  if (fault !== undefined) return yield* new Failure({ message: `${source.name}: ${fault}` })

  const counts = { recorded: 0, unchanged: 0, conflicting: 0, invalid: 0 }
  const progress = yield* makeProgress
  const reject = (line: number, outcome: "conflicting" | "invalid", reason: string) => {
    counts[outcome]++
    return Console.error(`line ${line}: ${printable(reason)}`)
  }
  const importRow = Effect.fnUntraced(function* ({ cells, line }: Row) {
    const row = transactionOf(columns, cells)
    if ("fault" in row) return yield* reject(line, "invalid", row.fault)
    const isBlank = Object.keys(row.input).length === 0
    if (isBlank) return
    yield* billing.record(row.input as Transaction.NewTransaction).pipe(
      attempt(dryRun),
      Effect.matchEffect({
        onSuccess: ({ outcome }) => Effect.sync(() => counts[outcome === "unchanged" ? outcome : "recorded"]++),
        onFailure: (error) => {
          if (error._tag === "StorageError") return Effect.fail(error)
          const outcome = error._tag === "InvalidInput" ? "invalid" : "conflicting"
          return reject(line, outcome, withoutPointers(error.message))
        }
      })
    )
    yield* progress(() => `${line} of ${format.lines} lines`)
  })

  const summary = () =>
    `${counts.recorded} recorded, ${counts.unchanged} unchanged, ` +
    `${counts.conflicting} conflicting, ${counts.invalid} invalid`
  yield* rows(source, format).pipe(
    Stream.drop(1),
    Stream.runForEach(importRow),
    // The summary is also printed after a failure, because transactions recorded before it stay recorded.
    summarized(json, () => ({ dry_run: dryRun, ...counts }), summary)
  )
  yield* failIfRejected(counts.conflicting + counts.invalid, "row")
})

const fields: ReadonlyArray<string> = Object.keys(Transaction.NewTransaction.fields)
const required = ["type", "status", "amount", "currency"]
const integers: ReadonlySet<string> = new Set(["amount", "credits", "balance_after"])

/** Why the table is not a table of transactions; `undefined` if it is one. */
const faultOf = (columns: ReadonlyArray<string>): string | undefined => {
  const unknown = columns.find((column) => !fields.includes(column))
  if (unknown !== undefined)
    return `"${printable(unknown)}" is no column of a transaction; those are ${fields.join(", ")}`
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index)
  if (repeated !== undefined) return `there are two columns ${repeated}`
  const missing = required.filter((column) => !columns.includes(column))
  return missing.length === 0 ? undefined : `there is no column ${missing.join(", ")}`
}

/**
 * Converts a row without its empty cells to input for `Billing.record`, which validates it; or returns why it cannot.
 */
const transactionOf = (
  columns: ReadonlyArray<string>,
  cells: ReadonlyArray<string>
): { readonly input: Readonly<Record<string, unknown>> } | { readonly fault: string } => {
  const input: Record<string, unknown> = {}
  for (const [index, cell] of cells.entries()) {
    const value = cell.trim()
    const column = columns[index]
    if (value === "") continue
    if (column === undefined) return { fault: `has ${cells.length} cells, the header has ${columns.length}` }
    // Decimals are rejected, because 49.00 must not become 49 cents.
    if (integers.has(column) && !/^-?\d+$/u.test(value)) return { fault: `${column}: must be an integer` }
    input[column] = integers.has(column) ? Number(value) : value
  }
  return { input }
}
