/** Imports leads from a table into a campaign in batches. */
import {
  Blacklist,
  type Campaign,
  type CreateResult,
  describeFaults,
  Domain,
  Leads,
  type OnDuplicate,
  Text
} from "@mailroom/core"
import { type OptOutChoice, type OptOutColumn, optOutOf, optOuts } from "@mailroom/mail/opt-outs"
import { Console, Effect, Stream } from "effect"
import { Failure, withoutPointers } from "../Failure.ts"
import { count, makeProgress, printable } from "../Output.ts"
import { type Choices, type Column, columnsOf, leadOf } from "./Columns.ts"
import { type Format, headerOf, inspect, type Row, rows } from "./Csv.ts"
import { questionOf } from "./OptOut.ts"
import { attempt, failIfRejected, summarized } from "./Running.ts"
import type { Source } from "./Source.ts"

/** The number of rows in one transaction: the maximum of a request. */
const batchSize = 1000

interface Table {
  readonly source: Source
  readonly format: Format
  readonly columns: ReadonlyArray<Column>
  /** The columns with opt-outs: whose header says so, or that were chosen. */
  readonly optOutColumns: ReadonlyArray<OptOutColumn>
}

/** The rows below the header. */
const dataOf = ({ format, source }: Pick<Table, "format" | "source">) => Stream.drop(rows(source, format), 1)

/**
 * Reads a table; fails when it is not a list of leads, or when it is unclear which values mean an opt-out.
 */
export const readTable = Effect.fnUntraced(function* (
  source: Source,
  { optOut, ...choices }: Choices & { readonly optOut: ReadonlyArray<OptOutChoice> }
) {
  const failure = (fault: string) => new Failure({ message: `${source.name}: ${fault}` })
  const format = yield* inspect(source)
  const header = yield* headerOf(source, format)
  const table = columnsOf(header, choices)
  if ("fault" in table) return yield* failure(table.fault)
  const found = optOuts(header, optOut)
  if ("fault" in found) return yield* failure(found.fault)
  /** The number of rows with each unclear value, by column. */
  const unclear = new Map<string, Map<string, number>>()
  // A column whose header says nothing may have states such as `unsubscribed`, too.
  const suspects = [...found.columns, ...found.others]
  const scan = Stream.runForEach(dataOf({ format, source }), ({ cells }) =>
    Effect.sync(() => {
      const row = leadOf(table.columns, cells)
      if (row === null || "fault" in row) return
      for (const { header, value } of optOutOf(suspects, cells).unclear) {
        const counts = unclear.get(header) ?? new Map<string, number>()
        unclear.set(header, counts.set(value, (counts.get(value) ?? 0) + 1))
      }
    })
  )
  // Without columns of opt-outs, the rows before one that cannot be read are imported.
  yield* found.columns.length > 0 ? scan : Effect.ignore(scan)
  const question = questionOf(unclear)
  if (question !== undefined) return yield* failure(question)
  return { source, format, columns: table.columns, optOutColumns: found.columns } satisfies Table
})

/** A row that can become a lead. */
interface Input {
  readonly line: number
  readonly lead: Readonly<Record<string, unknown>>
  /** The column with the person's opt-out; `undefined` if the person did not opt out. */
  readonly optedOutBy: string | undefined
}

/**
 * Puts the addresses of people who opted out on the blacklist. Returns the addresses that the blacklist rejects, with
 * the reason. They must not become leads.
 */
const blacklist = Effect.fnUntraced(function* (name: string, inputs: ReadonlyArray<Input>) {
  const faults = new Map<string, string>()
  const byReason = Map.groupBy(
    inputs.filter(({ optedOutBy }) => optedOutBy !== undefined),
    ({ optedOutBy = "" }) => optedOutBy
  )
  for (const [by, optedOut] of byReason) {
    // A longer text is not an address, and will not become a lead either.
    const emails = optedOut.map(({ lead }) => String(lead["email"])).filter(({ length }) => length <= 1_000)
    if (emails.length === 0) continue
    const reason = Text.cut(printable(`Opted out by ${by}: ${name}`), 500)
    const { data } = yield* Blacklist.use(({ add }) => add("email", emails, { reason })).pipe(
      // The command line acts as an owner.
      Effect.catchTag("HigherRole", Effect.die)
    )
    for (const { errors, input, status } of data) {
      if (status === "invalid") faults.set(input, describeFaults(errors ?? []))
    }
  }
  return faults
})

interface Options<E, R> {
  readonly onDuplicate: OnDuplicate
  readonly dryRun: boolean
  readonly json: boolean
  /** Finds or creates the campaign. */
  readonly campaign: Effect.Effect<Campaign.Campaign, E, R>
}

/** Imports every row that can become a lead, reports the other rows, and prints the number of each at the end. */
export const importLeads = Effect.fn("importLeads")(function* <E, R>(
  table: Table,
  { campaign, dryRun, json, onDuplicate }: Options<E, R>
) {
  const { columns, format, optOutColumns, source } = table
  const leads = yield* Leads
  // A dry run takes the creation of the campaign back each time, so it has to find or create it for each batch.
  const findCampaign = dryRun ? campaign : yield* Effect.cached(campaign)
  const { name } = yield* attempt(dryRun)(findCampaign)
  const custom = columns.filter(({ isCustom }) => isCustom).map((column) => column.name)
  if (custom.length > 0) yield* Console.error(`Custom fields: ${custom.join(", ")}`)
  const optOutHeaders = optOutColumns.map(({ header }) => header).join(", ")
  if (optOutHeaders !== "") yield* Console.error(`Columns that say who opted out: ${printable(optOutHeaders)}`)

  const counts: Record<CreateResult["status"], number> = {
    created: 0,
    updated: 0,
    duplicate: 0,
    blacklisted: 0,
    invalid: 0
  }
  /** The number of rows of people who opted out, whatever their result. */
  let optedOut = 0
  const progress = yield* makeProgress
  const reject = (line: number, reason: string) => {
    counts.invalid++
    return Console.error(`line ${line}: ${printable(reason)}`)
  }
  /** In a dry run: the addresses of leads that earlier batches would have created. */
  const wouldExist = new Set<string>()
  /** Whether an earlier batch of this dry run would have created the lead, so that its status is wrong. */
  const isRepeated = (lead: Readonly<Record<string, unknown>> | undefined, status: CreateResult["status"]) => {
    if (!dryRun || (status !== "created" && status !== "blacklisted")) return false
    const address = Domain.normalizeEmail(String(lead?.["email"]))
    const isKnown = wouldExist.has(address)
    wouldExist.add(address)
    return isKnown
  }
  /** The rows of a batch that can become leads, and the faults of the others. */
  const inputsOf = (batch: ReadonlyArray<Row>) => {
    const inputs: Array<Input> = []
    const faults: Array<{ readonly line: number; readonly fault: string }> = []
    for (const { cells, line } of batch) {
      const row = leadOf(columns, cells)
      if (row === null) continue
      if ("fault" in row) faults.push({ line, fault: row.fault })
      else inputs.push({ line, lead: row.lead, optedOutBy: optOutOf(optOutColumns, cells).by })
    }
    return { inputs, faults }
  }
  /** The addresses of people who opted out that the blacklist rejects, with the reason. */
  const notBlocked = new Map<string, string>()
  const blacklistBatch = Effect.fnUntraced(function* (inputs: ReadonlyArray<Input>) {
    for (const [email, fault] of yield* blacklist(source.name, inputs)) notBlocked.set(email, fault)
  })
  /** Adds the leads of one batch, and counts what became of each row. */
  const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Row>) {
    const { faults, inputs } = inputsOf(batch)
    for (const { fault, line } of faults) yield* reject(line, fault)
    optedOut += inputs.filter(({ optedOutBy }) => optedOutBy !== undefined).length
    if (inputs.length === 0) return
    const { data, taken } = yield* Effect.gen(function* () {
      // In a real run, all batches were put on the blacklist before.
      if (dryRun) yield* blacklistBatch(inputs)
      const taken = inputs.filter(
        ({ lead, optedOutBy }) => optedOutBy === undefined || !notBlocked.has(String(lead["email"]))
      )
      if (taken.length === 0) return { data: [], taken }
      const { id } = yield* findCampaign
      const { data } = yield* leads.create({
        campaign_id: id,
        leads: taken.map(({ lead }) => lead),
        on_duplicate: onDuplicate
      })
      return { data, taken }
    }).pipe(attempt(dryRun))
    for (const input of inputs) {
      if (taken.includes(input)) continue
      yield* reject(input.line, `email: ${notBlocked.get(String(input.lead["email"])) ?? ""}`)
    }
    for (const { errors = [], index, status } of data) {
      if (status === "invalid") yield* reject(taken[index]?.line ?? 0, withoutPointers(describeFaults(errors)))
      else if (isRepeated(taken[index]?.lead, status)) counts[onDuplicate === "update" ? "updated" : "duplicate"]++
      else counts[status]++
    }
    yield* progress(() => `${batch.at(-1)?.line ?? 0} of ${format.lines} lines`)
  })

  const summary = () =>
    `${name}: ${counts.created} created, ${counts.updated} updated, ` +
    `${counts.duplicate} duplicate, ${counts.blacklisted} blacklisted, ${counts.invalid} invalid` +
    (optedOut === 0 ? "" : `; ${count(optedOut, "row")} of people who opted out`)
  const batches = Stream.grouped(dataOf(table), batchSize)
  // All opt-outs are put on the blacklist before the first lead is created: the same person may also be in an earlier
  // row.
  if (optOutColumns.length > 0 && !dryRun) {
    yield* Stream.runForEach(batches, (batch) => blacklistBatch(inputsOf(batch).inputs))
  }
  yield* batches.pipe(
    Stream.runForEach(importBatch),
    // The summary is also printed after a failure, because leads imported before it stay imported.
    summarized(json, () => ({ dry_run: dryRun, campaign: name, ...counts, opted_out: optedOut }), summary)
  )
  yield* failIfRejected(counts.invalid, "row")
})
