import { Settings, type VersionedSettings } from "@mailroom/core"
import { etags } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const versioned = { body: ({ settings }: VersionedSettings) => settings, etag: etags.organization }

export const operations = operationsOf("organization", Settings, (settings) => ({
  ...settings,
  find: operation(() => settings.find, versioned),
  update: operation(settings.update, versioned)
}))
