/** The log of `serve` and `work`, on standard error: JSON for programs, lines with colours for people. */
import { version } from "@mailroom/http"
import { Effect, Formatter, Layer, Logger, Option, Predicate, Tracer } from "effect"
import { Flag } from "effect/cli"

const formats = ["json", "pretty"] as const
export type Format = (typeof formats)[number]

export const formatFlag = Flag.Literals("log-format", formats).pipe(
  Flag.withDescription("How lines of the log are written (default: pretty on a terminal, otherwise json)"),
  Flag.optional
)

const textOf = (message: unknown): string =>
  [message]
    .flat()
    .map((part) => (Predicate.isString(part) ? part : Formatter.formatJson(part)))
    .join(" ")

/** One JSON object: `timestamp`, `level` and `message`, then the fields of the line, and `error` with its stack. */
const formatLine = Logger.make<unknown, string>((options) => {
  const { annotations, cause, level, message, timestamp } = Logger.formatStructured.log(options)
  const span = options.fiber.cache.span
  const isTraced = span !== undefined && options.fiber.cache.tracer !== Tracer.nativeTracer
  return Formatter.formatJson({
    timestamp,
    level: level.toLowerCase(),
    message: textOf(message),
    ...annotations,
    ...(isTraced && span !== undefined ? { trace_id: span.traceId, span_id: span.spanId } : {}),
    ...(cause === undefined ? {} : { error: cause })
  })
})

/**
 * Writes the lines of one turn of the event loop together: each write to a pipe waits for the system. What is left is
 * written when the process exits.
 */
const makeJson = Effect.gen(function* () {
  const lines: Array<string> = []
  const flush = () => {
    if (lines.length > 0) process.stderr.write(lines.splice(0).join(""))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", flush)),
    () =>
      Effect.sync(() => {
        flush()
        process.off("exit", flush)
      })
  )
  return Logger.map(formatLine, (line) => {
    if (lines.push(`${line}\n`) === 1) setImmediate(flush)
  })
})

/** Replaces the loggers. */
export const layer = (given: Option.Option<Format>): Layer.Layer<never> => {
  const format = Option.getOrElse(given, () => (process.stderr.isTTY ? "pretty" : "json"))
  return format === "json"
    ? Logger.layer([makeJson])
    : Layer.merge(Logger.layer([Logger.consolePretty({ mode: "tty" })]), Layer.succeed(Logger.LogToStderr, true))
}

/** Writes a line when a command has started, with these fields, and one when it has ended. */
export const started = (what: string, fields: Readonly<Record<string, unknown>> = {}) =>
  Effect.acquireRelease(
    Effect.logInfo(`Mailroom ${what}`).pipe(
      Effect.annotateLogs({ version, node: process.versions.node, pid: process.pid, ...fields })
    ),
    () => Effect.logInfo("Mailroom stops")
  )
