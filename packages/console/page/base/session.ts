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

/** Whether controls that write are shown: not with a key that may only read, and not while the server does not answer. */
export const useCanWrite = (): boolean => {
  const isOnline = useStore(online)
  return useSession()?.access === "full" && isOnline
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
