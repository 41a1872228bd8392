import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { invalidBody, storage } from "../Problems.ts"
import { IncomingMail } from "./ReadsMail.ts"

export const layer = HttpApiBuilder.group(Api, "intake", (handlers) =>
  handlers.handleAll({
    receive: ({ query }) =>
      IncomingMail.use((mail) => mail.receive(query)).pipe(
        Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
      )
  })
)
