/** Which methods a path takes: for the answers that are not about a matched route. */
import { HttpApi } from "effect/http-api"
import { Api } from "./Api.ts"

const routes: Array<{ readonly method: string; readonly pattern: RegExp }> = []

HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    routes.push({ method: endpoint.method, pattern: patternOf(endpoint.path) })
  }
})
for (const path of ["/openapi.json", "/docs"]) routes.push({ method: "GET", pattern: patternOf(path) })

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/gu, "\\.").replaceAll(/:\w+/gu, "[^/]+")}$`, "u")
}

/** The methods that a path takes, for `Allow` (RFC 9110, 10.2.1); none when it is no path of ours. */
export const methodsOf = (path: string): ReadonlyArray<string> => {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return []
  if (methods.includes("GET")) methods.push("HEAD")
  return [...new Set(methods), "OPTIONS"].sort()
}
