/** The settings of organizations. */
import { SettingsStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import { type Database, noOrganization } from "./internal/Database.ts"

/** The version of an organization that stored no settings. */
const initialVersion = 1

export const settingsStore = ({ read, readState, writeState }: Database): SettingsStore["Service"] =>
  SettingsStore.of({
    find: (organization_id) => read(organization_id, ({ settings }) => Option.fromNullOr(settings)),
    // No other transaction runs until this one ends.
    lock: (organization_id) => read(organization_id, ({ settings }) => Option.fromNullOr(settings)),
    replace: (organization_id, settings) =>
      writeState((state) => {
        const tenant = state.tenants.get(organization_id)
        if (tenant === undefined) return noOrganization("SettingsStore.replace", organization_id)
        if (settings.version !== (tenant.settings?.version ?? initialVersion) + 1) return Exit.succeed("changed")
        const { tracking_domain } = settings
        if (tracking_domain !== null) {
          const owner = state.trackingDomains.get(tracking_domain)?.owner ?? organization_id
          if (owner !== organization_id) return Exit.succeed("taken")
          state.trackingDomains = state.trackingDomains.set(tracking_domain, { domain: tracking_domain, owner })
        }
        state.tenants = state.tenants.set(organization_id, { ...tenant, settings: Object.freeze({ ...settings }) })
        return Exit.succeed("stored")
      }),
    findOwner: (tracking_domain) =>
      readState(({ trackingDomains }) => Option.fromUndefinedOr(trackingDomains.get(tracking_domain)?.owner))
  })
