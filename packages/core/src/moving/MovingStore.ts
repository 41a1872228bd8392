import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { OrganizationId } from "../ids.ts"
import type { Organization } from "../Organization.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MovedKind, MovedRows } from "./MovedRows.ts"

/** An organization with the id that its host has for it. */
export interface MovedOrganization extends Organization {
  readonly external_id: string | null
}

/** How far a file was imported. */
export interface ImportState {
  readonly organization_id: OrganizationId
  /** How many rows of the file are stored. */
  readonly rows: number
  readonly is_finished: boolean
}

/**
 * The storage port of moves from database to database. An organization that is imported is hidden until it is complete: it
 * is stored like one that is being removed, but the instant since which it is hidden is in the future
 * (`OrganizationStore.findHidden`). So an import that nobody continues is removed after that instant.
 */
export class MovingStore extends Context.Service<
  MovingStore,
  {
    /** The organization, unless it is hidden. */
    readonly find: (id: OrganizationId) => Stored<Option.Option<MovedOrganization>>
    /**
     * At most `limit` rows of a kind, by ascending key, after the key of the row `after`. Rows of hidden campaigns, and
     * blacklist entries that are being removed, are left out.
     */
    readonly read: <Kind extends MovedKind>(
      organization_id: OrganizationId,
      kind: Kind,
      query: { readonly after: MovedRows[Kind] | undefined; readonly limit: number }
    ) => Stored<ReadonlyArray<MovedRows[Kind]>>
    /** The number of rows that `read` returns, for each kind. It may take long. */
    readonly counts: (organization_id: OrganizationId) => Stored<Readonly<Record<MovedKind, number>>>
    /** How far the file with this checksum was imported. */
    readonly findImport: (checksum: string) => Stored<Option.Option<ImportState>>
    /** The organization with this external id. */
    readonly findExternal: (external_id: string) => Stored<Option.Option<OrganizationId>>
    /**
     * Begins the import of a file, with a hidden organization: under the given id or, without one, under a new id.
     * Returns none if the id is taken.
     */
    readonly begin: (
      checksum: string,
      organization: Pick<Organization, "created_at" | "name"> & { readonly id: OrganizationId | null },
      until: Timestamp
    ) => Stored<Option.Option<ImportState>>
    /**
     * Stores rows with their ids. Rows that they refer to must be stored. What can be derived from rows (search texts, counts,
     * the newest message of a thread) is stored with them. Ids that are made later are higher.
     */
    readonly write: <Kind extends MovedKind>(
      organization_id: OrganizationId,
      kind: Kind,
      rows: ReadonlyArray<MovedRows[Kind]>
    ) => Stored<void>
    /**
     * Notes, in the transaction of its rows, how far a file is imported, and hides its organization until `until`.
     * Returns false, and changes nothing, unless exactly `before` rows were noted, by an unfinished import.
     */
    readonly advance: (
      checksum: string,
      rows: { readonly before: number; readonly after: number },
      until: Timestamp
    ) => Stored<boolean>
    /**
     * Shows the organization, with this external id. Returns false, and changes nothing, if the external id is taken.
     */
    readonly finish: (checksum: string, external_id: string | null) => Stored<boolean>
  }
>()("@mailroom/core/MovingStore") {}
