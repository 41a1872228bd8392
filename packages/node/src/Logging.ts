/** Writes the log to the app's own logger. */
import { LostLines } from "@mailroom/host"
import { Cause, Context, Logger, Predicate, References } from "effect"
import type { MailroomLogger, PinoLogger } from "./Options.ts"

const levels: Readonly<Record<string, keyof MailroomLogger>> = {
  Error: "error",
  Fatal: "error",
  Info: "info",
  Warn: "warn"
}

const isPino = (given: MailroomLogger | PinoLogger): given is PinoLogger => "bindings" in given

/** Strings become the message; everything else becomes the error. */
const makeLogger = (given: MailroomLogger | PinoLogger) =>
  Logger.make<unknown, void>(({ cause, fiber, logLevel, message }) => {
    const parts = [message].flat()
    const errors = [
      ...parts.filter((part) => !Predicate.isString(part)).map((error) => Cause.pretty(Cause.fail(error))),
      ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)])
    ]
    const level = levels[logLevel] ?? "debug"
    const text = parts.filter(Predicate.isString).join(" ")
    const fields = {
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...(errors.length === 0 ? {} : { error: errors.join("\n") })
    }
    try {
      if (isPino(given)) given[level](fields, text)
      else given[level](text, fields)
    } catch {
      // A request must not fail because the app's logger does.
      LostLines.count(1, fiber.context)
    }
  })

/** The logger for effects: the app's logger, including debug lines, if there is one. */
export const logging = (given: MailroomLogger | PinoLogger | undefined): Context.Context<never> =>
  given === undefined
    ? Context.empty()
    : Context.make(Logger.CurrentLoggers, new Set([makeLogger(given)])).pipe(
        Context.add(References.MinimumLogLevel, "Debug")
      )
