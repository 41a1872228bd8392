/**
 * The file of an organization: newline-delimited JSON, compressed when its name ends in `.gz`. The first line is the head,
 * then each line is a row with its kind, and the last line has the number of rows and the SHA-256 of all bytes before it.
 */
import { Arrival, type MovedOrganization, type MovedRows, Organization } from "@mailroom/core"
import { Effect, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Failure, messageOf } from "../Failure.ts"
import { linesOf } from "../import/Lines.ts"
import type { Source } from "../import/Source.ts"

const format = "mailroom-organization"
const version = 1

const Head = Schema.Struct({
  format: Schema.Literal(format),
  version: Schema.Literal(version),
  exported_at: Schema.String,
  organization: Schema.Struct({ ...Organization.fields, external_id: Schema.NullOr(Schema.String) })
})

const End = Schema.Struct({
  kind: Schema.Literal("end"),
  counts: Schema.Record(Schema.String, Schema.Int),
  sha256: Schema.String
})

/** Maximum length of a line in bytes: more than the longest message with its escapes. */
const maximumLine = 128 * 1024 * 1024

const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** The number of rows of each kind. */
export type Counts = Record<string, number>

export const sumOf = (counts: Readonly<Counts>): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** The lines of a file. `counts` is filled while the stream runs; what it counts is in the last line. */
export const linesOfRows = <E, R>(
  organization: MovedOrganization,
  exported_at: string,
  items: Stream.Stream<MovedRows.MovedItem, E, R>,
  counts: Counts
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const hash = createHash("sha256")
    const hashed = (text: string) => {
      hash.update(text)
      return text
    }
    const head = { format, version, exported_at, organization }
    return Stream.concat(
      Stream.map(
        Stream.concat(
          Stream.succeed(line(head)),
          Stream.map(items, (item) => {
            counts[item.kind] = (counts[item.kind] ?? 0) + 1
            return line(item)
          })
        ),
        hashed
      ),
      Stream.suspend(() => Stream.succeed(line({ kind: "end", counts, sha256: hash.digest("hex") })))
    )
  })

const isCompressed = (path: string) => path.endsWith(".gz")

/** Writes lines to a file. The file has another name until it is complete. */
export const writeFile = Effect.fnUntraced(function* <E, R>(path: string, lines: Stream.Stream<string, E, R>) {
  const partial = `${path}.part`
  const chunks = yield* Stream.toAsyncIterableEffect(lines)
  const compression = isCompressed(path) ? [createGzip()] : []
  const write = Effect.tryPromise({
    try: async (signal) => {
      await pipeline([Readable.from(chunks), ...compression, createWriteStream(partial, { mode: 0o600 })], { signal })
      await rename(partial, path)
    },
    // An error of the lines stays as it is.
    catch: (error) => (hasTag(error) ? (error as E) : new Failure({ message: `${path}: ${messageOf(error)}` }))
  })
  yield* Effect.onError(write, () => Effect.promise(() => rm(partial, { force: true })))
})

const hasTag = (error: unknown) => typeof error === "object" && error !== null && "_tag" in error

/** The lines of a file: the bytes of each, and its number from 1. */
async function* numberedLines(source: Source) {
  const raw: AsyncIterable<Uint8Array> = createReadStream(source.path, { highWaterMark: 256 * 1024 })
  const chunks: AsyncIterable<Uint8Array> = isCompressed(source.name) ? (raw as Readable).pipe(createGunzip()) : raw
  let number = 0
  for await (const bytes of linesOf(chunks, maximumLine)) {
    number++
    if (bytes === null) throw new Failure({ message: `${source.name}, line ${number}: it is too long` })
    yield { bytes, number }
  }
}

/** The value of a line; `undefined` if the line is not JSON. */
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
const decoder = new TextDecoder("utf-8", { fatal: true })

const decodeHead = Schema.decodeUnknownOption(Head)
const decodeEnd = Schema.decodeUnknownOption(End)

/** A complete and unchanged file. */
export interface HouseFile {
  readonly source: Source
  readonly organization: MovedOrganization
  readonly exported_at: string
  readonly counts: Readonly<Counts>
  /** The SHA-256 of all lines except the last one, by which an import is known. */
  readonly checksum: string
}

/** Why a file is rejected. */
const rejected = ({ name }: Source, fault: string) => new Failure({ message: `${name}: ${fault}` })

/** The head of a file, which is its first line (`bytes`). Throws a `Failure` that says what is wrong with the line. */
const headOf = (source: Source, bytes: Uint8Array): typeof Head.Type => {
  const value = parsed(bytes)
  const found = decodeHead(value)
  if (Option.isSome(found)) return found.value
  const given = (value ?? {}) as { readonly format?: unknown; readonly version?: unknown }
  if (given.format !== format) throw rejected(source, "it is no file of `mailroom export`")
  if (given.version !== version) {
    throw rejected(
      source,
      `its version ${String(given.version)} is not the version of this release, which is ${version}`
    )
  }
  throw rejected(source, "line 1: it names no organization")
}

/**
 * Yields the items of a file with the sizes of their lines in bytes, and returns the file. Throws a `Failure` at the first
 * fault; only when it returns, the file was complete and unchanged.
 */
async function* itemsOf(source: Source) {
  const hash = createHash("sha256")
  const counts: Counts = {}
  let head: typeof Head.Type | undefined
  let end: typeof End.Type | undefined
  for await (const { bytes, number } of numberedLines(source)) {
    if (end !== undefined) throw rejected(source, "it continues behind its end")
    if (head === undefined) head = headOf(source, bytes)
    else {
      const value = parsed(bytes)
      end = Option.getOrUndefined(decodeEnd(value))
      if (end !== undefined) continue
      const found = Arrival.itemOf(value)
      if ("fault" in found) throw rejected(source, `line ${number}: ${found.fault}`)
      counts[found.item.kind] = (counts[found.item.kind] ?? 0) + 1
      yield { item: found.item, size: bytes.length }
    }
    hash.update(bytes).update("\n")
  }
  if (head === undefined) throw rejected(source, "it is empty")
  if (end === undefined) throw rejected(source, "it is cut off: its last line is missing")
  const checksum = hash.digest("hex")
  if (checksum !== end.sha256)
    throw rejected(source, "it was changed: its SHA-256 differs from the one in its last line")
  const { exported_at, organization } = head
  return { source, organization, exported_at, counts, checksum } satisfies HouseFile
}

const failureOf =
  ({ name }: Source) =>
  (error: unknown) =>
    error instanceof Failure ? error : new Failure({ message: `${name}: ${reasonOf(error)}` })

const reasonOf = (error: unknown) => {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "Z_BUF_ERROR") return "it is cut off: its compressed data ends too early"
  return code === "Z_DATA_ERROR" ? "it was changed: its compressed data is damaged" : messageOf(error)
}

/** Reads the whole file, and fails unless it is complete, unchanged and of this version. */
export const check = (source: Source) =>
  Effect.tryPromise({
    try: async (signal) => {
      const items = itemsOf(source)
      while (true) {
        signal.throwIfAborted()
        const next = await items.next()
        if (next.done === true) return next.value
      }
    },
    catch: failureOf(source)
  })

/** Maximum number of items in a transaction, and of bytes, unless an attachment is longer. */
const batchSize = 500
const batchBytes = 4 * 1024 * 1024

/** Items after the first `skipped`, at most `maximum` in a batch; more only where the bytes of an attachment need it. */
async function* batchesOf({ checksum, source }: HouseFile, skipped: number, maximum: number) {
  let batch: Array<MovedRows.MovedItem> = []
  let bytes = 0
  let number = 0
  const items = itemsOf(source)
  while (true) {
    const next = await items.next()
    if (next.done === true) {
      if (next.value.checksum !== checksum) throw rejected(source, "it was changed while it was imported")
      break
    }
    number++
    if (number <= skipped) continue
    const { item, size } = next.value
    batch.push(item)
    bytes += size
    // All parts of an attachment are stored together.
    if (item.kind === "bytes" && !item.row.is_last) continue
    if (batch.length < maximum && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/** The items of a checked file after the first `skipped`, in batches. Fails if the file was changed since. */
export const batches = (
  file: HouseFile,
  skipped: number,
  maximum = batchSize
): Stream.Stream<ReadonlyArray<MovedRows.MovedItem>, Failure> =>
  Stream.suspend(() => Stream.fromAsyncIterable(batchesOf(file, skipped, maximum), failureOf(file.source)))
