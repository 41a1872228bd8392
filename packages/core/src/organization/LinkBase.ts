/** The beginning of the links to Mailroom in the mails of an organization. */
import { Effect, Option } from "effect"
import { CurrentOrganization } from "../Organization.ts"
import { PublicUrl, withoutTrailingSlashes } from "../PublicUrl.ts"
import { SettingsStore } from "./SettingsStore.ts"

/** The public URL with another host, and without a port. No trailing slash. */
export const linkBaseOf = (publicUrl: string, tracking_domain: string | null): string => {
  const url = URL.parse(publicUrl)
  if (tracking_domain === null || url === null) return publicUrl
  return `${url.protocol}//${tracking_domain}${withoutTrailingSlashes(url.pathname)}`
}

/**
 * Makes a function that reads the beginning of the links of the current organization; `undefined` without a public URL. It is
 * one read: call it once for many mails.
 */
export const makeLinkBase = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const settings = yield* SettingsStore
  return Effect.gen(function* () {
    if (publicUrl === undefined) return undefined
    const { id } = yield* CurrentOrganization
    const stored = Option.getOrUndefined(yield* settings.find(id))
    return linkBaseOf(publicUrl, stored?.tracking_domain ?? null)
  })
})
