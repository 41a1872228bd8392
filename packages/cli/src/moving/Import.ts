/** `mailroom import --all`: stores the organization of a file with everything that belongs to it. */
import {
  type ImportedElsewhere,
  type ImportState,
  type MovedOrganization,
  type MovedRows,
  Moving,
  type OrganizationId,
  StorageError
} from "@mailroom/core"
import { Console, Effect, type Option, Stream } from "effect"
import { Failure } from "../Failure.ts"
import { sourceOf } from "../import/Source.ts"
import { count, makeProgress, printable, printResult } from "../Output.ts"
import * as Storage from "../Storage.ts"
import * as HouseFile from "./HouseFile.ts"

interface Options {
  readonly data: Option.Option<string>
  readonly dryRun: boolean
  readonly json: boolean
  readonly migrate: boolean
  readonly newId: boolean
}

const named = ({ id, name }: Pick<MovedOrganization, "id" | "name">) => `organization ${id} (${printable(name)})`

/** The lines that tell a person what to do next in the new database. */
const nextSteps = (id: OrganizationId) => [
  `  Make a key for it: mailroom keys create --organization ${id} --name NAME`,
  "  Enter the credentials of its mailboxes and the secrets of its integrations: they were not in the file",
  "  Enter its tracking domain again, if it had one, when that leads to this service",
  "  Start its campaigns again where sending has ended in the database that it came from"
]

/** The fault of a row that the database rejects, by its SQLSTATE; `undefined`: it is another error. */
const faultOf = (error: unknown): string | undefined => {
  const cause = error instanceof StorageError ? error.reason.cause : undefined
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
  if (code === "23503") return "the row refers to a row that is not in the file"
  if (code === "23505") return "the row, or one with the same key, is there twice"
  return /^2[23]/u.test(code) ? "the row does not fit the others" : undefined
}

/** The place at which rows that cannot be stored together are divided: the middle, but not within the bytes of an attachment. */
const middleOf = (items: ReadonlyArray<MovedRows.MovedItem>): number => {
  const isEnd = (item: MovedRows.MovedItem | undefined) => item?.kind !== "bytes" || item.row.is_last
  let middle = Math.ceil(items.length / 2)
  while (middle < items.length && !isEnd(items[middle - 1])) middle++
  return middle
}

/**
 * Stores rows. If the database rejects them, stores the first half and then the second half, each in the same way. Fails
 * with the line of the first row that is rejected alone: all rows before it are stored then.
 */
const add = (
  moving: Moving["Service"],
  file: HouseFile.HouseFile,
  state: ImportState,
  items: ReadonlyArray<MovedRows.MovedItem>
): Effect.Effect<ImportState, Failure | ImportedElsewhere | StorageError> =>
  moving.add(file.checksum, state, items).pipe(
    Effect.catch((error) => {
      const fault = faultOf(error)
      if (fault === undefined) return Effect.fail(error)
      const middle = middleOf(items)
      // The first row is in the second line.
      if (middle === items.length) {
        return new Failure({ message: `${file.source.name}: line ${state.rows + 2}: ${fault}` })
      }
      return Effect.flatMap(add(moving, file, state, items.slice(0, middle)), (next) =>
        add(moving, file, next, items.slice(middle))
      )
    })
  )

/** Stores the rows of a file, from where an earlier import of it ended, and prints the result. */
const store = Effect.fnUntraced(function* (file: HouseFile.HouseFile, { json, newId }: Options) {
  const moving = yield* Moving
  const total = HouseFile.sumOf(file.counts)
  const begun = yield* moving.begin(file.checksum, file.organization, { isRenumbered: newId })
  const { organization_id } = begun
  if (begun.is_finished) {
    return yield* new Failure({ message: `This file was imported before, as organization ${organization_id}` })
  }
  if (begun.rows > 0) yield* Console.error(`Continuing after ${count(begun.rows, "row")}`)
  const progress = yield* makeProgress
  const stored = yield* HouseFile.batches(file, begun.rows).pipe(
    Stream.runFoldEffect(
      () => begun,
      (state, items) =>
        Effect.tap(add(moving, file, state, items), ({ rows }) => progress(() => `${rows} of ${total} rows`))
    )
  )
  yield* moving.finish(file.checksum, file.organization, stored)
  const paused = yield* moving.pausedBy(organization_id)
  yield* printResult(json, { organization_id, rows: total, counts: file.counts, campaigns_paused: paused }, () =>
    [
      `${named({ ...file.organization, id: organization_id })}: ${count(total, "row")} imported, ${count(paused, "campaign")} paused`,
      ...nextSteps(organization_id)
    ].join("\n")
  )
})

/**
 * Checks for a dry run that the database can take the import. Fails, for instance, if it has no schema. A database that
 * does not exist is not checked, and with `--migrate` none is: the import would make the database, and the schema.
 */
const checkDatabase = Effect.fnUntraced(function* ({ data, migrate }: Options) {
  if (migrate || !(yield* Storage.exists(data))) return
  yield* Effect.provide(Effect.void, Storage.layerUseCases({ data }))
})

/** Imports the file of an organization. With `dryRun` it only checks the file and the database. */
export const importAll = Effect.fnUntraced(function* (path: string, options: Options) {
  const file = yield* HouseFile.check(yield* sourceOf(path))
  if (options.dryRun) {
    yield* Console.error("Dry run: nothing is written")
    yield* checkDatabase(options)
    const rows = HouseFile.sumOf(file.counts)
    return yield* printResult(
      options.json,
      { dry_run: true, organization: file.organization, exported_at: file.exported_at, rows, counts: file.counts },
      () =>
        `${named(file.organization)}: ${count(rows, "row")}, complete and unchanged, exported at ${file.exported_at}`
    )
  }
  const { data, migrate } = options
  yield* store(file, options).pipe(
    Effect.provide(Moving.layer),
    Effect.provide(Storage.layerUseCases({ data, migrate, makeFolder: true })),
    Effect.catchTags({
      OrganizationIdTaken: ({ id, message }) =>
        new Failure({ message: `${message}: with --new-id the imported one gets another id instead of ${id}` }),
      ExternalIdTaken: ({ message }) => new Failure({ message }),
      ImportedElsewhere: ({ message }) => new Failure({ message })
    }),
    Effect.onInterrupt(() => Console.error(`Interrupted: ${howToContinue}`)),
    Effect.tapError((error) =>
      error instanceof StorageError ? Console.error(`Not complete: ${howToContinue}`) : Effect.void
    )
  )
})

const howToContinue =
  "the organization stays hidden until it is complete. Run the same command again: it does the rest. After seven days without that, what was stored is removed"
