/** Routes are in the fragment, `#/inbox/replies/12?search=ada`: so the server needs one route, and its log has no searches. */
import { makeStore, useStore } from "./store.ts"

export interface Route {
  /** The segments of the path. */
  readonly path: ReadonlyArray<string>
  readonly query: Readonly<Record<string, string>>
}

/** The parts of a query that are given. */
export type Query = Readonly<Record<string, boolean | number | string | undefined>>

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const parse = (hash: string): Route => {
  // Links that sign in have the fragment `#code=…`, which is not a route.
  if (!hash.startsWith("#/")) return { path: [], query: {} }
  const [path = "", query = ""] = hash.replace(/^#/u, "").split("?", 2)
  const segments = path.split("/").filter((segment) => segment !== "")
  return { path: segments.map(decoded), query: Object.fromEntries(new URLSearchParams(query)) }
}

const current = makeStore(parse(location.hash))
const update = () => current.set(parse(location.hash))
addEventListener("hashchange", update)
addEventListener("popstate", update)

/** The link to a route. Empty values of the query are left out. */
export const hrefOf = (path: ReadonlyArray<number | string>, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "" && value !== false)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `#/${path.map((segment) => encodeURIComponent(segment)).join("/")}${search === "" ? "" : `?${search}`}`
}

/** Goes to a link. With `replace` the browser's "back" skips the current route. */
export const go = (href: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (href === location.hash) return
  if (replace) history.replaceState(null, "", href)
  else history.pushState(null, "", href)
  update()
}

export const routeNow = current.get

export const useRoute = (): Route => useStore(current)
