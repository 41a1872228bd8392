/** Which methods a path takes: for the answers that are not about a matched route. */
import { HttpApi } from "effect/http-api"
import { Api } from "./Api.ts"
import type { MethodsOf } from "./MethodsOf.ts"

interface Route {
  /** A parameter is `:`. */
  readonly segments: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
}

/** Of the API, and of the pages beside it, which are there to be read. */
export const methodsOf = (pages: ReadonlyArray<string>): MethodsOf => {
  const methodsByPath = new Map<string, Set<string>>()
  const add = (method: string, path: string) => {
    const shape = path.replaceAll(/:\w+/gu, ":")
    methodsByPath.set(shape, (methodsByPath.get(shape) ?? new Set(["OPTIONS"])).add(method))
  }
  for (const path of pages) add("GET", path)
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => add(method, path)
  })

  // Every rejected request asks, so only routes that begin alike are compared.
  const routes = new Map<string, Array<Route>>()
  for (const [path, methods] of methodsByPath) {
    if (methods.has("GET")) methods.add("HEAD")
    const segments = path.split("/")
    const alike = routes.get(keyOf(segments)) ?? []
    routes.set(keyOf(segments), [...alike, { segments, methods: [...methods].sort() }])
  }
  return (path) => {
    const segments = path.split("/")
    const found = routes.get(keyOf(segments))?.filter((route) => takes(route, segments)) ?? []
    if (found.length < 2) return found[0]?.methods ?? []
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

/** The first segment and the number of segments: the same for a path and the route that it takes. */
const keyOf = (segments: ReadonlyArray<string>) => `${segments[1]} ${segments.length}`

const takes = (route: Route, segments: ReadonlyArray<string>) =>
  route.segments.every((segment, i) => (segment === ":" ? segments[i] !== "" : segment === segments[i]))
