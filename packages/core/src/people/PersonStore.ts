import { Context, Effect } from "effect"
import type { ListedStore } from "../ListedStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { Stored } from "../StorageError.ts"
import type { DuplicatePerson, PersonDraft, PersonRecord } from "./Person.ts"

/** A person and its organization. */
export interface FoundPerson {
  readonly organization_id: OrganizationId
  readonly person: PersonRecord
}

/** The storage port of people. */
export class PersonStore extends Context.Service<
  PersonStore,
  ListedStore<PersonRecord, PersonDraft, DuplicatePerson> & {
    /**
     * The people with this identity, ignoring case, in all organizations, by ascending organization. With
     * `organization_id`, only in that organization.
     */
    readonly findByIdentity: (
      identity: string,
      query?: { readonly organization_id?: OrganizationId }
    ) => Stored<ReadonlyArray<FoundPerson>>
    /**
     * Locks all people of the organization, by ascending id, and returns them. A person that another transaction adds
     * meanwhile is not locked.
     */
    readonly lockAll: (organization_id: OrganizationId) => Stored<ReadonlyArray<PersonRecord>>
  }
>()("@mailroom/core/PersonStore") {}

/** Replaces a person whose identity stays: it cannot be that of another person. */
export const replacePerson = (
  store: PersonStore["Service"],
  organization_id: OrganizationId,
  person: PersonRecord
): Stored<boolean> => Effect.catchTag(store.replace(organization_id, person), "DuplicatePerson", Effect.die)
