/** Reads the mail of a request before everything that needs storage: it takes a second, in which others would wait. */
import { Intake, type ReadMail } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { InvalidRequest, invalidRequest } from "../Problems.ts"

/** The mail of the current request. */
export class IncomingMail extends Context.Service<IncomingMail, ReadMail>()("@mailroom/http/IncomingMail") {}

export class ReadsMail extends HttpApiMiddleware.Service<ReadsMail, { provides: IncomingMail }>()(
  "@mailroom/http/ReadsMail",
  { error: InvalidRequest }
) {
  static readonly layer = Layer.effect(
    ReadsMail,
    Effect.gen(function* () {
      const { read } = yield* Intake
      return ReadsMail.of(
        Effect.fnUntraced(function* (handler) {
          const request = yield* HttpServerRequest.HttpServerRequest
          const bytes = yield* Effect.orDie(request.arrayBuffer)
          const mail = yield* Effect.catchTag(read(new Uint8Array(bytes)), "UnreadableMail", ({ reason }) =>
            Effect.fail(invalidRequest([{ pointer: "/body", message: reason }]))
          )
          return yield* Effect.provideService(handler, IncomingMail, mail)
        })
      )
    })
  )
}
