/** Reads the mail of a request before everything that needs storage: it takes a second, in which others would wait. */
import type { ReadMail } from "@mailroom/core"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InvalidRequest } from "../Problems.ts"

/** The mail of the current request. */
export class IncomingMail extends Context.Service<IncomingMail, ReadMail>()("@mailroom/http/IncomingMail") {}

/** Its layer is with the handlers: what clients load needs no mail reader. */
export class ReadsMail extends HttpApiMiddleware.Service<ReadsMail, { provides: IncomingMail }>()(
  "@mailroom/http/ReadsMail",
  { error: InvalidRequest }
) {}
