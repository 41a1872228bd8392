import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { day } from "../Durations.ts"
import type { StorageError, Stored } from "../StorageError.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { OrganizationId } from "../ids.ts"
import { OrganizationNotFound } from "../auth/Organizations.ts"
import { isRetaining } from "../organization/OrganizationSettings.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { dueFor } from "../retention/RetentionWork.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { WorkStore } from "../work/WorkStore.ts"
import type { MovedItem, MovedKind, MovedRows } from "./MovedRows.ts"
import { type ImportState, type MovedOrganization, MovingStore } from "./MovingStore.ts"
import { type BytesMissing, type ChangedMeanwhile, makeReadRows } from "./ReadRows.ts"
import { makeWriteItems } from "./WriteItems.ts"

/** How long an import that is not continued is kept, in milliseconds: 7 days. */
const keptFor = 7 * day

/** The database already has an organization with this id. */
export class OrganizationIdTaken extends Schema.TaggedError<OrganizationIdTaken>()("OrganizationIdTaken", {
  id: OrganizationId
}) {
  override get message(): string {
    return `There already is an organization ${this.id} here`
  }
}

/** The database already has an organization with this external id. */
export class ExternalIdTaken extends Schema.TaggedError<ExternalIdTaken>()("ExternalIdTaken", {
  external_id: Schema.String
}) {
  override get message(): string {
    return `Another organization here has the external id of the imported one`
  }
}

/** Another process imports the same file. */
export class ImportedElsewhere extends Schema.TaggedError<ImportedElsewhere>()("ImportedElsewhere", {}) {
  override get message(): string {
    return "Another process imports this file, or its organization was removed meanwhile"
  }
}

/** The whole of an organization, to move it to another database. For operators: not reachable with an API key. */
export class Moving extends Context.Service<
  Moving,
  {
    readonly find: (id: OrganizationId) => Stored<MovedOrganization, OrganizationNotFound>
    /** The number of rows of each kind. */
    readonly counts: (id: OrganizationId) => Stored<Readonly<Record<MovedKind, number>>>
    /**
     * All rows of an organization in the order in which they can be stored, except keys, sessions, answers of
     * `Idempotency-Key` and secrets. Finish multi-step commands first (`Mailroom.finishMultiStep`). It fails at its end if
     * rows were added or removed meanwhile: then a row may refer to one that is missing.
     */
    readonly rows: (id: OrganizationId) => Stream.Stream<MovedItem, BytesMissing | ChangedMeanwhile | StorageError>
    /** Whether this storage has the bytes of the organization's first attachment. `true` without an attachment. */
    readonly areBytesHere: (id: OrganizationId) => Stored<boolean>
    /** All leads by ascending id. */
    readonly leads: (id: OrganizationId) => Stream.Stream<MovedRows["leads"], StorageError>
    /** All entries of the blacklist by ascending id. */
    readonly entries: (id: OrganizationId) => Stream.Stream<MovedRows["blacklist"], StorageError>
    /**
     * Begins an import, or continues one. The organization keeps its id and its external id. With `isRenumbered` it gets a
     * new id, and keeps its external id only if that is free. It stays hidden until `finish`; an import that is not
     * continued for 7 days is removed.
     */
    readonly begin: (
      checksum: string,
      organization: MovedOrganization,
      options?: { readonly isRenumbered?: boolean }
    ) => Stored<ImportState, ExternalIdTaken | OrganizationIdTaken>
    /**
     * Stores the next items of a file, in one transaction, and returns the new state. All parts of an attachment's bytes
     * must be in one call. Active campaigns are paused, and integrations are disabled.
     */
    readonly add: (
      checksum: string,
      state: ImportState,
      items: ReadonlyArray<MovedItem>
    ) => Stored<ImportState, ImportedElsewhere>
    /** The number of campaigns that an import has paused. */
    readonly pausedBy: (id: OrganizationId) => Stored<number>
    /** Shows the organization of a complete import. */
    readonly finish: (
      checksum: string,
      organization: MovedOrganization,
      state: ImportState
    ) => Stored<void, ExternalIdTaken>
  }
>()("@mailroom/core/Moving") {
  static readonly layer = Layer.effect(
    Moving,
    Effect.gen(function* () {
      const settings = yield* SettingsStore
      const store = yield* MovingStore
      const work = yield* WorkStore
      const blobs = yield* BlobStore
      const { transaction } = yield* Transactor
      const { allItems, rowsOf } = yield* makeReadRows
      const writeItems = yield* makeWriteItems

      const until = Effect.map(Timestamp.now, (now) => Timestamp.plus(now, keptFor))

      const checkExternal = Effect.fnUntraced(function* (external_id: string | null) {
        if (external_id === null || Option.isNone(yield* store.findExternal(external_id))) return
        yield* new ExternalIdTaken({ external_id })
      })

      return Moving.of({
        find: traced("Moving.find")(function* (id) {
          const found = yield* store.find(id)
          if (Option.isNone(found)) return yield* new OrganizationNotFound({ id })
          return found.value
        }),
        counts: store.counts,
        rows: allItems,
        areBytesHere: traced("Moving.areBytesHere")(function* (id) {
          const files = Stream.flatMap(rowsOf(id, "messages"), ({ attachments }) => Stream.fromIterable(attachments))
          const first = yield* Stream.runHead(Stream.filter(files, ({ size }) => size > 0))
          return Option.isNone(first) || Option.isSome(yield* Stream.runHead(blobs.read(id, first.value.id)))
        }),
        leads: (id) => rowsOf(id, "leads"),
        entries: (id) => rowsOf(id, "blacklist"),
        begin: traced("Moving.begin")(function* (checksum, organization, { isRenumbered = false } = {}) {
          const found = yield* store.findImport(checksum)
          if (Option.isSome(found)) return found.value
          if (!isRenumbered) yield* checkExternal(organization.external_id)
          const { created_at, id, name } = organization
          const begun = yield* store.begin(checksum, { id: isRenumbered ? null : id, name, created_at }, yield* until)
          if (Option.isNone(begun)) return yield* new OrganizationIdTaken({ id })
          return begun.value
        }),
        add: traced("Moving.add")(function* (checksum, state, items) {
          const after = state.rows + items.length
          const batch = Effect.gen(function* () {
            if (!(yield* store.advance(checksum, { before: state.rows, after }, yield* until))) {
              return yield* new ImportedElsewhere()
            }
            yield* writeItems(state.organization_id, items)
          })
          yield* renewed(transaction(batch))
          return { ...state, rows: after }
        }),
        pausedBy: (id) =>
          Stream.runFold(
            rowsOf(id, "campaigns"),
            () => 0,
            (sum, { status_reason }) => (status_reason === "moved" ? sum + 1 : sum)
          ),
        finish: traced("Moving.finish")(function* (checksum, { external_id, id }, { organization_id }) {
          const isFinished =
            (yield* store.finish(checksum, external_id)) ||
            (organization_id !== id && (yield* store.finish(checksum, null)))
          if (!isFinished) return yield* new ExternalIdTaken({ external_id: external_id ?? "" })
          if (Option.exists(yield* settings.find(organization_id), isRetaining)) {
            yield* dueFor(work, organization_id, yield* Timestamp.now)
          }
        }, transaction)
      })
    })
  )
}
