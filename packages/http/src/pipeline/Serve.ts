/** Answers requests with the operations of a group. */
import type { Fault } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { HttpApiBuilder, type HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { answerError, invalidRequest, placeOf } from "../contract/Problems.ts"
import { publicUrl } from "../contract/PublicUrl.ts"
import { json } from "./Answer.ts"
import type { Authorization } from "./Authorization.ts"
import { CurrentBody, checkBody } from "./Body.ts"
import type { Idempotent } from "./Idempotent.ts"
import { LargePages } from "./LargePages.ts"
import type { Operation, Operations } from "./Operation.ts"
import type { GroupName } from "./OperationTypes.ts"
import { withoutUseCases } from "./RequestContext.ts"
import type { SameSite } from "./SameSite.ts"
import type { Validation } from "./Validation.ts"

const { withHeaders } = HttpApiSchema

type Middleware = Authorization | Idempotent | SameSite | Validation

/** The handlers of a group. */
export const serve = <Name extends GroupName, R>({
  name,
  operations
}: Operations<Name, R>): Layer.Layer<HttpApiGroup.Service<"mailroom", Name>, never, LargePages | Middleware | R> =>
  Layer.fromBuild((memoMap, scope) =>
    Effect.gen(function* () {
      const { page } = yield* LargePages
      const all = yield* operations
      const routes = HttpApiBuilder.group(Api, name, ((handlers: any) => {
        // Untyped, because `operationsOf` compares the types. Raw, because use cases decode the bodies.
        for (const operation of all) handlers.handleRaw(operation.endpoint.identifier, handlerOf(operation, page))
        return handlers
      }) as any) as Layer.Layer<HttpApiGroup.Service<"mailroom", Name>, never, Middleware>
      return yield* withoutUseCases(Layer.buildWithMemoMap(routes, memoMap, scope))
    })
  )

interface Page {
  readonly data: ReadonlyArray<unknown>
}

/** The parts of a request that the framework has decoded by the schemas of the endpoint. */
interface Request {
  readonly headers: { readonly "if-match"?: string }
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
}

/** Makes the handler of an endpoint from its operation: the arguments from the request, the response from the result. */
const handlerOf = (operation: Operation, pageOf: LargePages["Service"]["page"]) => {
  const { answer, body, endpoint, hasQuery, isConditional, isPage, params, run } = operation
  const hasInput = body === "json" || body === "bytes"
  // The part of the request that is the input of the use case: its faults point into it.
  const inputWithoutBody = hasQuery ? "query" : "path"
  const inputPart = hasInput ? "body" : inputWithoutBody

  const answerOf = (result: unknown, args: ReadonlyArray<unknown>) => {
    const body = answer.body === undefined ? result : answer.body(result)
    const headers = answer.etag === undefined ? undefined : { etag: answer.etag(result) }
    const path = answer.location?.(result, ...args)
    // The schema knows the status of a creation.
    if (path !== undefined) {
      return Effect.map(publicUrl, (base) => withHeaders({ body, headers: { ...headers, location: `${base}${path}` } }))
    }
    if (answer.isEncoded === true) return isPage ? pageOf(body as Page) : Effect.succeed(json(body, headers))
    return Effect.succeed(headers === undefined ? body : withHeaders({ body, headers }))
  }

  return Effect.fnUntraced(
    function* (request: Request) {
      const args = params.map((name) => request.params[name])
      const if_version = isConditional ? yield* versionsOf(request.headers["if-match"]) : undefined
      if (hasInput) args.push(yield* (yield* CurrentBody)[body])
      if (body === "empty") yield* checkBody(endpoint)
      if (hasQuery) args.push(request.query)
      if (isConditional) args.push({ if_version })
      return yield* answerOf(yield* run(...args), args)
    },
    Effect.catch((error) => {
      const fault: Fault | undefined = answer.faults?.[error._tag]?.(error)
      if (fault === undefined) return answerError(error, inputPart)
      return Effect.fail(invalidRequest([{ ...fault, pointer: placeOf("/body", fault.pointer) }]))
    })
  )
}
