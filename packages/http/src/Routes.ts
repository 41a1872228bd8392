/** The methods of each path, for answers that do not depend on a matched route. */
import { HttpApi } from "effect/http-api"
import { Api } from "./Api.ts"
import type { MethodsOf, RouteOf } from "./pipeline/MethodsOf.ts"

interface Route {
  /** The segments of the path; `:` stands for a parameter. */
  readonly segments: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
  /** The path with the names of its parameters: `/leads/{id}`. */
  readonly name: string
}

/** A path that is not a part of the API, and its methods. */
interface Page {
  readonly path: string
  readonly methods: ReadonlyArray<string>
}

/** The methods and the names of the paths of the API and of these additional pages. */
export const tableOf = (pages: ReadonlyArray<Page>): { readonly methodsOf: MethodsOf; readonly routeOf: RouteOf } => {
  const methodsByPath = new Map<string, Set<string>>()
  const names = new Map<string, string>()
  const add = (method: string, path: string) => {
    // Paths that differ only in the names of their parameters are one.
    const shape = path.replaceAll(/:\w+/gu, ":")
    if (!names.has(shape)) names.set(shape, path.replaceAll(/:(\w+)/gu, "{$1}"))
    methodsByPath.set(shape, (methodsByPath.get(shape) ?? new Set(["OPTIONS"])).add(method))
  }
  for (const { methods, path } of pages) for (const method of methods) add(method, path)
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => add(method, path)
  })

  // Every rejected request calls this, so routes are indexed by `keyOf` and few are compared.
  const routes = new Map<string, Array<Route>>()
  for (const [path, methods] of methodsByPath) {
    if (methods.has("GET")) methods.add("HEAD")
    const segments = path.split("/")
    const alike = routes.get(keyOf(segments)) ?? []
    routes.set(keyOf(segments), [...alike, { segments, methods: [...methods].sort(), name: names.get(path) ?? path }])
  }
  const routesOf = (path: string) => {
    const segments = path.split("/")
    return routes.get(keyOf(segments))?.filter((route) => matches(route, segments)) ?? []
  }
  return {
    methodsOf: (path) => {
      const found = routesOf(path)
      if (found.length < 2) return found[0]?.methods ?? []
      return [...new Set(found.flatMap(({ methods }) => methods))].sort()
    },
    // The router prefers a path without parameters, if that has the method.
    routeOf: (method, path) => {
      const found = routesOf(path).toSorted((a, b) => parametersOf(a) - parametersOf(b))
      return (found.find(({ methods }) => methods.includes(method)) ?? found[0])?.name
    }
  }
}

const parametersOf = ({ segments }: Route) => segments.filter((segment) => segment === ":").length

/** Returns the methods of the paths of the API and of these additional pages. */
export const methodsOf = (pages: ReadonlyArray<Page>): MethodsOf => tableOf(pages).methodsOf

/** The first segment and the number of segments: equal for a path and its route. */
const keyOf = (segments: ReadonlyArray<string>) => `${segments[1]} ${segments.length}`

/** Whether a path with these segments is one of the route. */
const matches = (route: Route, segments: ReadonlyArray<string>) =>
  route.segments.every((segment, i) => (segment === ":" ? segments[i] !== "" : segment === segments[i]))
