import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { version } from "../Api.ts"
import { ServedConsole } from "../console/Console.ts"
import { paths as consolePaths } from "../console/Group.ts"
import { paths } from "../openapi/Docs.ts"
import { ServiceUnavailable } from "../contract/Problems.ts"
import { pathOf, publicUrl } from "../contract/PublicUrl.ts"
import { Readiness } from "../pipeline/Readiness.ts"
import { json } from "../pipeline/Answer.ts"
import { operationsOf } from "../pipeline/Operation.ts"

/** Whether the client is a browser that opens a page. `curl` and most programs accept any type, and get JSON. */
const wantsPage = (accept = "") => accept.split(",").some((type) => /^\s*text\/html\s*(?:;|$)/iu.test(type))

/** The names of the servers are only logged, because this endpoint needs no key. */
const degraded = "A part of storage does not answer: requests of the organizations there fail, others do not"

const services = Effect.gen(function* () {
  return { readiness: yield* Readiness, hasConsole: (yield* ServedConsole) !== undefined }
})

export const operations = operationsOf("system", services, ({ hasConsole, readiness }) => ({
  about: Effect.gen(function* () {
    const base = yield* publicUrl
    const links = { docs: `${base}${paths.docs}`, openapi: `${base}${paths.openApi}`, health: `${base}/readyz` }
    const about = { name: "Mailroom", version, links }
    if (!hasConsole) return about
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const vary = { vary: "accept" }
    return wantsPage(headers["accept"])
      ? HttpServerResponse.redirect(`${pathOf(base)}${consolePaths.page}`, { status: 303, headers: vary })
      : json(about, vary)
  }),
  livez: Effect.succeed({ status: "ok" as const }),
  readyz: Effect.gen(function* () {
    const found = yield* readiness.check
    if (found === "ready") return { status: "ok" as const }
    if (found === "degraded") return { status: "degraded" as const, detail: degraded }
    return yield* new ServiceUnavailable({
      detail: "Storage does not answer or cannot be written, or the server is stopping"
    })
  })
}))
