/** Answers the links of tracking: with an image, and with redirections. */
import { Settings, Tracking } from "@mailroom/core"
import { Effect, Option, Result } from "effect"
import { Base64 } from "effect/encoding"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { storage } from "../contract/Problems.ts"
import { notFound } from "../unsubscribes/Page.ts"
import { clickRoute, extension, openRoute } from "./Group.ts"

/** A transparent image of one pixel. */
const image = Result.getOrThrow(Base64.decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="))

const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" }

/** The parts of a request that are looked at. Nothing of it is stored. */
const asked = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, method }) => ({
  user_agent: headers["user-agent"] ?? "",
  host: headers["host"] ?? "",
  isCounted: method !== "HEAD"
}))

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const settings = yield* Settings
    const tracking = yield* Tracking

    // The answer is the same whatever the token is, and whatever happens: it tells nobody which tokens are genuine.
    const open = Effect.gen(function* () {
      const { file = "" } = yield* HttpRouter.params
      // A check of a tracking domain asks whether this service answers.
      const answer = yield* settings.answerChallenge(file)
      if (Option.isSome(answer)) return HttpServerResponse.text(answer.value, { headers })
      if (file.endsWith(extension)) {
        yield* tracking
          .open(file.slice(0, -extension.length), yield* asked)
          .pipe(Effect.catchTag("StorageError", (error) => Effect.logWarning("An open was not counted", error)))
      }
      return HttpServerResponse.uint8Array(image, { contentType: "image/gif", headers })
    })

    const click = Effect.gen(function* () {
      const { token = "" } = yield* HttpRouter.params
      const location = yield* tracking.click(token, yield* asked)
      return HttpServerResponse.empty({ status: 302, headers: { ...headers, location } })
    }).pipe(
      Effect.catchTag("InvalidTrackingToken", () => Effect.succeed(notFound)),
      Effect.catchTag("StorageError", storage),
      Effect.catchTag("ServiceUnavailable", (problem) => HttpServerRespondable.toResponse(problem))
    )

    yield* router.add("GET", openRoute.path, open)
    yield* router.add("GET", clickRoute.path, click)
  })
)
