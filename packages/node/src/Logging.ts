/** The log, as lines for the app's own logger. */
import { Cause, Context, Logger, Predicate, References } from "effect"
import type { MailroomLogger } from "./Options.ts"

const levels: Readonly<Record<string, keyof MailroomLogger>> = {
  Error: "error",
  Fatal: "error",
  Info: "info",
  Warn: "warn"
}

/** Texts are the message, and all else is the error. */
const lines = (given: MailroomLogger) =>
  Logger.make<unknown, void>(({ cause, fiber, logLevel, message }) => {
    const parts = [message].flat()
    const errors = [
      ...parts.filter((part) => !Predicate.isString(part)).map((error) => Cause.pretty(Cause.fail(error))),
      ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)])
    ]
    given[levels[logLevel] ?? "debug"](parts.filter(Predicate.isString).join(" "), {
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...(errors.length === 0 ? {} : { error: errors.join("\n") })
    })
  })

/** Makes effects log with the app's own logger, if there is one, from the level debug on. */
export const logging = (given: MailroomLogger | undefined): Context.Context<never> =>
  given === undefined
    ? Context.empty()
    : Context.make(Logger.CurrentLoggers, new Set([lines(given)])).pipe(
        Context.add(References.MinimumLogLevel, "Debug")
      )
