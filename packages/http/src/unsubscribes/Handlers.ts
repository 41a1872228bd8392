/** Answers unsubscribe links with pages. */
import { Unsubscribes } from "@mailroom/core"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable } from "effect/http"
import { storage } from "../contract/Problems.ts"
import { makeBody } from "../pipeline/Body.ts"
import { maximumBody, route } from "./Group.ts"
import { confirmation, notFound, question } from "./Page.ts"

const tokenOf = Effect.map(HttpRouter.params, ({ token = "" }) => token)

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const unsubscribes = yield* Unsubscribes
    // Programs follow every link of a mail to check it, so reading must change nothing.
    yield* router.add(
      "GET",
      route.path,
      Effect.flatMap(tokenOf, unsubscribes.addressOf).pipe(
        Effect.map(question),
        Effect.catchTag("InvalidUnsubscribeToken", () => Effect.succeed(notFound))
      )
    )
    yield* router.add(
      "POST",
      route.path,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        // Every body means the same, also one that a parser of the host has read already.
        yield* Effect.catchTag(makeBody(request, maximumBody).bytes, "InvalidRequest", () => Effect.void)
        return confirmation(yield* unsubscribes.unsubscribe(yield* tokenOf))
      }).pipe(
        Effect.catchTags({
          InvalidUnsubscribeToken: () => Effect.succeed(notFound),
          PayloadTooLarge: (problem) => HttpServerRespondable.toResponse(problem),
          StorageError: (error) => Effect.catchTag(storage(error), "ServiceUnavailable", HttpServerRespondable.toResponse)
        })
      )
    )
  })
)
