/** The settings of organizations. */
import { SettingsStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database } from "./internal/Database.ts"

/** The version of an organization that stored no settings. */
const initialVersion = 1

export const settingsStore = ({ read, write }: Database): SettingsStore["Service"] =>
  SettingsStore.of({
    find: (organization_id) => read(organization_id, ({ settings }) => Option.fromNullOr(settings)),
    replace: (organization_id, settings) =>
      write(organization_id, "SettingsStore.replace", (tenant) => {
        if (settings.version !== (tenant.settings?.version ?? initialVersion) + 1) return Exit.succeed(false)
        tenant.settings = Object.freeze({ ...settings })
        return Exit.succeed(true)
      })
  })
