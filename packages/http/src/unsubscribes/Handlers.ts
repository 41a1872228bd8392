/** Answers unsubscribe links with pages. */
import { Unsubscribes } from "@mailroom/core"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, type HttpServerResponse } from "effect/http"
import { type PayloadTooLarge, type ServiceUnavailable, storage } from "../contract/Problems.ts"
import { makeBody } from "../pipeline/Body.ts"
import { maximumBody, route } from "./Group.ts"
import { confirmation, notFound, question } from "./Page.ts"

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

const tokenOf = Effect.map(HttpRouter.params, ({ token = "" }) => token)

const problem = (problem: PayloadTooLarge | ServiceUnavailable): Answer<never> =>
  HttpServerRespondable.toResponse(problem)

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const unsubscribes = yield* Unsubscribes

    // Programs follow every link of a mail to check it, so reading must change nothing.
    const ask: Answer<HttpRouter.RouteContext> = Effect.flatMap(tokenOf, unsubscribes.addressOf).pipe(
      Effect.map(question),
      Effect.catchTag("InvalidUnsubscribeToken", () => Effect.succeed(notFound))
    )

    const unsubscribe: Answer<HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest> = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      // Every body means the same, also one that a parser of the host has read already.
      yield* Effect.catchTag(makeBody(request, maximumBody).bytes, "InvalidRequest", () => Effect.void)
      return confirmation(yield* unsubscribes.unsubscribe(yield* tokenOf))
    }).pipe(
      Effect.catchTag("InvalidUnsubscribeToken", () => Effect.succeed(notFound)),
      Effect.catchTag("StorageError", storage),
      Effect.catchTag(["PayloadTooLarge", "ServiceUnavailable"], problem)
    )

    yield* router.add("GET", route.path, ask)
    yield* router.add("POST", route.path, unsubscribe)
  })
)
