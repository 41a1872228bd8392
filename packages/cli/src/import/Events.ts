/** Imports events from newline-delimited JSON in batches. */
import { Activity, describeFaults, type RecordResult } from "@mailroom/core"
import { Console, Effect, Result, Stream } from "effect"
import { createReadStream } from "node:fs"
import { Failure, messageOf, withoutPointers } from "../Failure.ts"
import { count, makeProgress, printable } from "../Output.ts"
import { linesOf } from "./Lines.ts"
import { attempt, failIfRejected, summarized } from "./Running.ts"
import type { Source } from "./Source.ts"

/** The number of events in one transaction: the maximum of a request. */
const batchSize = 1000
/** In bytes: the maximum of a request. The line that reaches this size ends a batch, so a longer line is rejected. */
const maximumBytes = 25 * 1024 * 1024

interface Line {
  /** The number of the line, from 1. */
  readonly line: number
  /** The event in the line, or why there is none. */
  readonly event: Result.Result<unknown, string>
}

/** Records every line that is an event, reports the other lines, and prints the number of each at the end. */
export const importEvents = Effect.fn("importEvents")(function* (
  { name, path }: Source,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean }
) {
  const activity = yield* Activity
  const counts: Record<RecordResult["status"], number> = { recorded: 0, duplicate: 0, rejected: 0 }
  const progress = yield* makeProgress
  const reject = (line: number, reason: string) => {
    counts.rejected++
    return Console.error(`line ${line}: ${printable(reason)}`)
  }
  const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Line>) {
    const lines: Array<number> = []
    const input: Array<unknown> = []
    for (const { event, line } of batch) {
      if (Result.isFailure(event)) yield* reject(line, event.failure)
      else {
        lines.push(line)
        input.push(event.success)
      }
    }
    if (input.length === 0) return
    const { data } = yield* attempt(dryRun)(activity.record(input))
    for (const { errors = [], index, status } of data) {
      if (status === "rejected") yield* reject(lines[index] ?? 0, withoutPointers(describeFaults(errors)))
      else counts[status]++
    }
    yield* progress(() => count(batch.at(-1)?.line ?? 0, "line"))
  })
  const summary = () => `${counts.recorded} recorded, ${counts.duplicate} duplicate, ${counts.rejected} rejected`
  yield* Stream.suspend(() =>
    Stream.fromAsyncIterable(batches(path), (error) => new Failure({ message: `${name}: ${messageOf(error)}` }))
  ).pipe(
    Stream.runForEach(importBatch),
    // The summary is also printed after a failure, because events recorded before it stay recorded.
    summarized(json, () => ({ dry_run: dryRun, ...counts }), summary)
  )
  yield* failIfRejected(counts.rejected, "event")
})

/** The lines of a file in batches, without blank ones. */
async function* batches(file: string): AsyncGenerator<ReadonlyArray<Line>> {
  let batch: Array<Line> = []
  let bytes = 0
  let number = 0
  for await (const line of linesOf(createReadStream(file), maximumBytes)) {
    number++
    if (number === 1 && line !== null && isUtf16(line)) throw new Error("is UTF-16: save it again as UTF-8")
    if (line?.every(isBlank)) continue
    batch.push({ line: number, event: line === null ? tooLong : parse(line) })
    bytes += line?.length ?? 0
    if (batch.length < batchSize && bytes < maximumBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

const tooLong = Result.fail("is longer than 25 MiB")

const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** Whether a byte is white space in JSON. */
const isBlank = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (line: Uint8Array): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(decoder.decode(line)))
  } catch (error) {
    return Result.fail(error instanceof SyntaxError ? `is no JSON: ${error.message}` : "is not UTF-8")
  }
}
