import { Intake } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "../Api.ts"
import { invalidBody, invalidRequest, storage } from "../Problems.ts"
import { group } from "../RequestContext.ts"
import { IncomingMail, ReadsMail } from "./ReadsMail.ts"

export const layerReadsMail = Layer.effect(
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

export const layer = group(Api, "intake", (handlers) =>
  handlers.handleAll({
    receive: ({ query }) =>
      IncomingMail.use((mail) => mail.receive(query)).pipe(
        Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
      )
  })
)
