/** The session of this page: a cookie that scripts cannot read. */
import { MailroomError, type Session } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api, online, queries, send, signedOut } from "./api.ts"
import { base } from "./base.ts"
import { makeStore, useStore } from "./store.ts"
import { forgetStored } from "./stored.ts"
import { forgetAll } from "./undo.ts"

export const sessionQuery = {
  queryKey: ["session"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.session.find({ signal }),
  staleTime: Infinity
} as const

/** The session; `undefined` until the server has answered, and without a valid one. */
export const useSession = (): Session | undefined => useQuery(sessionQuery).data

/** Whether controls that write are shown: not with a key that may only read, and not while the server does not answer. */
export const useCanWrite = (): boolean => {
  const isOnline = useStore(online)
  return useSession()?.access === "full" && isOnline
}

/** The page at which the users of the host sign in. */
export const hostSignIn = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="mailroom-sign-in"]')?.content

/** Why a sign-in by the code of a link has failed. */
export const codeFailure = makeStore("")

/** Signs in. Fails with a `MailroomError`, `unauthorized` if the key or code is not valid. */
export const signIn = async (credential: { readonly code: string } | { readonly key: string }): Promise<void> => {
  const response = await send(`${base}session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credential)
  })
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}))
    throw new MailroomError(problem.detail ?? problem.title ?? response.statusText, {
      code: "unauthorized",
      ...problem
    })
  }
  signedOut.set(false)
  await queries.refetchQueries({ type: "active" })
}

/** Signs out, and forgets everything that this browser has kept of the organization. */
export const signOut = async (): Promise<void> => {
  await send(`${base}session`, { method: "DELETE" }).catch(() => {})
  forgetStored("draft ")
  forgetAll()
  signedOut.set(true)
  queries.clear()
}

/**
 * The code of a link that signs in once. It is removed from the address, and so from the browser's history, before
 * anything else happens.
 */
export const takeCode = (): string | undefined => {
  const [, code] = /^#code=([\w-]+)$/u.exec(location.hash) ?? []
  if (code !== undefined) history.replaceState(null, "", location.pathname + location.search)
  return code
}
