/** Checks the URL of the server. */
import type { ClientOptions } from "./ClientOptions.ts"
import { invalidOptions } from "./MailroomError.ts"

/** The URL to which paths are appended. Throws if it is malformed: `baseUrl` may come from the environment. */
export const baseOf = ({ baseUrl, fetch }: ClientOptions): string => {
  const wrong = (what: string) => invalidOptions(`baseUrl ${what}: give a URL such as https://example.com/mailroom`)
  if (!baseUrl) throw wrong("is missing")
  // A path alone is enough in a browser, and may be enough for the caller's own `fetch`.
  const isPath = baseUrl.startsWith("/") && (fetch !== undefined || "location" in globalThis)
  if (!isPath && !/^https?:/iu.test(baseUrl)) throw wrong("does not begin with https:// or http://")
  if (!/^(?:https?:\/\/[^\s/?#@]+)?(?:\/[^\s?#]*)?$/iu.test(baseUrl))
    throw wrong("is not made of scheme, host and path")
  return baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl
}
