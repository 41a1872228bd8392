import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { OrganizationId } from "../ids.ts"
import type { SettingsRecord } from "./OrganizationSettings.ts"

/** The storage port of the settings of organizations: one row per organization, which exists from the first change on. */
export class SettingsStore extends Context.Service<
  SettingsStore,
  {
    /** Returns `None` if the organization never changed its settings. */
    readonly find: (organization_id: OrganizationId) => Stored<Option.Option<SettingsRecord>>
    /** Like `find`, and locks the row until the surrounding transaction ends. Without stored settings it locks nothing. */
    readonly lock: (organization_id: OrganizationId) => Stored<Option.Option<SettingsRecord>>
    /**
     * Stores settings as a whole if the stored version is the one before theirs, else `changed`. Version 2 is the first that
     * is stored: it is stored only where there is none. `taken`: another organization has or had the tracking domain, and
     * nothing is stored. Of organizations that store the same domain at the same time, one gets it. All domains that an
     * organization ever stored stay its own, until it is hidden (`OrganizationStore.hide`).
     */
    readonly replace: (
      organization_id: OrganizationId,
      settings: SettingsRecord
    ) => Stored<"changed" | "stored" | "taken">
    /** The organization that has or had a tracking domain. */
    readonly findOwner: (tracking_domain: string) => Stored<Option.Option<OrganizationId>>
  }
>()("@mailroom/core/SettingsStore") {}
