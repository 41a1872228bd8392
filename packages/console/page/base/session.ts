/** The session of this page: a cookie that scripts cannot read. */
import type { Session } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api, online } from "./api.ts"
import { useStore } from "./store.ts"

export const sessionQuery = {
  queryKey: ["session"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.session.find({ signal }),
  staleTime: Infinity
} as const

/** The session; `undefined` until the server has answered, and without a valid one. */
export const useSession = (): Session | undefined => useQuery(sessionQuery).data

/** The page at which the app that embeds this page signs its users in; `undefined`: it signs nobody in. */
export const hostSignIn = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="mailroom-sign-in"]')?.content

/** Whether the app that embeds this page signs its users in. */
export const isSignedInByHost = (): boolean => hostSignIn() !== undefined

/** Whether controls of conversations are shown: not with a key that may only read, and not while the server does not answer. */
export const useCanAnswer = (): boolean => {
  const isOnline = useStore(online)
  return useSession()?.access === "full" && isOnline
}

/** Whether all other controls that write are shown: also not to a responder, who only works with conversations. */
export const useCanWrite = (): boolean => {
  const isResponder = useSession()?.role === "responder"
  const canAnswer = useCanAnswer()
  return !isResponder && canAnswer
}

/**
 * The secret of a link: a `code` that signs in once, or the token of an `invitation`. It is removed from the address, and so
 * from the browser's history, before anything else happens.
 */
export const takeSecret = (name: "code" | "invitation"): string | undefined => {
  const [, found, secret] = /^#(code|invitation)=([\w.-]+)$/u.exec(location.hash) ?? []
  if (found !== name) return undefined
  history.replaceState(null, "", location.pathname + location.search)
  return secret
}
