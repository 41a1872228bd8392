/** The settings of organizations. */
import { SettingsStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import { type Database, noOrganization } from "./internal/Database.ts"
import type { State } from "./internal/State.ts"

/** The version of an organization that stored no settings. */
const initialVersion = 1

/** The organization that has a tracking domain. A hidden organization has none. */
const ownerOf = ({ organizations, tenants }: State, domain: string) =>
  [...organizations.values()].find(({ organization: { id } }) => tenants.get(id)?.settings?.tracking_domain === domain)
    ?.organization.id

export const settingsStore = ({ read, readState, writeState }: Database): SettingsStore["Service"] =>
  SettingsStore.of({
    find: (organization_id) => read(organization_id, ({ settings }) => Option.fromNullOr(settings)),
    replace: (organization_id, settings) =>
      writeState((state) => {
        const tenant = state.tenants.get(organization_id)
        if (tenant === undefined) return noOrganization("SettingsStore.replace", organization_id)
        if (settings.version !== (tenant.settings?.version ?? initialVersion) + 1) return Exit.succeed("changed")
        const { tracking_domain } = settings
        const owner = tracking_domain === null ? undefined : ownerOf(state, tracking_domain)
        if (owner !== undefined && owner !== organization_id) return Exit.succeed("taken")
        state.tenants = state.tenants.set(organization_id, { ...tenant, settings: Object.freeze({ ...settings }) })
        return Exit.succeed("stored")
      }),
    findOwner: (tracking_domain) => readState((state) => Option.fromUndefinedOr(ownerOf(state, tracking_domain)))
  })
