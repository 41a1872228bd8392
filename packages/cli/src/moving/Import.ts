/** `mailroom import --all`: stores the organization of a file with everything that belongs to it. */
import { Moving, type MovedOrganization, type OrganizationId, StorageError } from "@mailroom/core"
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

/** The next steps of a person in the new database. */
const next = (id: OrganizationId) => [
  `  Make a key for it: mailroom keys create --organization ${id} --name NAME`,
  "  Enter the credentials of its mailboxes and the secrets of its integrations: they were not in the file",
  "  Enter its tracking domain again, if it had one, when that leads to this service",
  "  Start its campaigns again where sending has ended in the database that it came from"
]

/** Whether the database rejects the rows themselves: SQLSTATEs of data, and of keys. */
const isRejected = (error: unknown): boolean => {
  const cause = error instanceof StorageError ? error.reason.cause : undefined
  return typeof cause === "object" && cause !== null && "code" in cause && /^2[23]/u.test(String(cause.code))
}

/** The fault of rows that do not fit to each other. The first row is in the second line. */
const unfitting = ({ source }: HouseFile.HouseFile, before: number, size: number) =>
  new Failure({
    message: `${source.name}: lines ${before + 2} to ${before + 1 + size}: a row is there twice, or refers to a row that is not in the file`
  })

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
        moving.add(file.checksum, state, items).pipe(
          Effect.mapError((error) => (isRejected(error) ? unfitting(file, state.rows, items.length) : error)),
          Effect.tap(({ rows }) => progress(() => `${rows} of ${total} rows`))
        )
    )
  )
  yield* moving.finish(file.checksum, file.organization, stored)
  const paused = yield* moving.pausedBy(organization_id)
  yield* printResult(json, { organization_id, rows: total, counts: file.counts, campaigns_paused: paused }, () =>
    [
      `${named({ ...file.organization, id: organization_id })}: ${count(total, "row")} imported, ${count(paused, "campaign")} paused`,
      ...next(organization_id)
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
    Effect.onInterrupt(() => Console.error(`Interrupted: ${goesOn}`)),
    Effect.tapError((error) => (error instanceof StorageError ? Console.error(`Not complete: ${goesOn}`) : Effect.void))
  )
})

const goesOn =
  "the organization stays hidden until it is complete. Run the same command again: it does the rest. After seven days without that, what was stored is removed"
