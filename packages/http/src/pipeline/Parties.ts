/** The party of a request before it is authenticated: the organization last seen with its credentials. */
import type { OrganizationId } from "@mailroom/core"
import { Hash } from "effect"
import type { Headers } from "./HeaderFields.ts"
import { tokenOf } from "./SessionCookie.ts"

/** Places are shared between the organizations. All requests whose organization is unknown are one more party. */
export type Party = OrganizationId | "unknown"

/** The organization is remembered for this many credentials. Longer credentials than `longestCredential` are hashed. */
const maximumCredentials = 10_000
const longestCredential = 4096

/**
 * The credentials of a request, as a text that only selects the queue, and grants nothing. How a host authenticates is
 * unknown, but a cookie is common. Otherwise it is the token of a session, or a key. A cookie that contains a session may
 * be long; no API key is.
 */
const credentialOf = (headers: Headers, isByHost: boolean): string => {
  const { authorization = "", cookie = "" } = headers
  const ofPerson = isByHost ? cookie && `${cookie}\n${authorization}` : tokenOf(headers)
  const credential = ofPerson || String(authorization)
  return credential.length > longestCredential ? `${credential.length} ${Hash.string(credential)}` : credential
}

/**
 * Remembers the last organization seen with each credential. It allows a request to be queued or rejected before routing
 * and authentication, which cost as much as many such answers. The oldest entries are dropped.
 */
export const makeParties = (isByHost: boolean) => {
  const organizations = new Map<string, OrganizationId>()
  return {
    partyOf: (headers: Headers): Party => organizations.get(credentialOf(headers, isByHost)) ?? "unknown",
    remember: (headers: Headers, organization: OrganizationId): void => {
      const credential = credentialOf(headers, isByHost)
      if (organizations.get(credential) === organization) return
      if (credential === "") return
      const [oldest] = organizations.size < maximumCredentials ? [] : organizations.keys()
      if (oldest !== undefined) organizations.delete(oldest)
      organizations.set(credential, organization)
    },
    forget: (headers: Headers): void => void organizations.delete(credentialOf(headers, isByHost))
  }
}
