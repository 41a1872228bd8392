/** Which methods a path takes: for the answers that are not about a matched route. */
import { HttpApi } from "effect/http-api"
import { Api } from "./Api.ts"

/** The methods that a path takes, for `Allow` (RFC 9110, 10.2.1); none when it is no path of ours. */
export type MethodsOf = (path: string) => ReadonlyArray<string>

/** Of the API, and of the pages beside it, which are there to be read. */
export const methodsOf = (pages: ReadonlyArray<string>): MethodsOf => {
  const routes = pages.map((path) => ({ method: "GET", pattern: patternOf(path) }))
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => {
      routes.push({ method, pattern: patternOf(path) })
    }
  })
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) return []
    if (methods.includes("GET")) methods.push("HEAD")
    return [...new Set(methods), "OPTIONS"].sort()
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/gu, "[^/]+")}$`, "u")
