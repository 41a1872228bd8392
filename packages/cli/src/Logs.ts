/** The log of `serve` and `work`, on standard error: JSON for programs, lines with colours for people. */
import { version } from "@mailroom/http"
import { Effect, Formatter, Layer, Logger, Option, Predicate, Tracer } from "effect"
import { Flag } from "effect/cli"
import * as LogDrain from "./LogDrain.ts"

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

const makeJson = Effect.map(LogDrain.make(process.stderr), (write) =>
  Logger.map(formatLine, (line) => write(`${line}\n`))
)

/** Replaces the loggers. */
export const layer = (given: Option.Option<Format>): Layer.Layer<never> => {
  const format = Option.getOrElse(given, () => (process.stderr.isTTY ? "pretty" : "json"))
  return format === "json"
    ? Logger.layer([makeJson])
    : Layer.merge(Logger.layer([Logger.consolePretty({ mode: "tty" })]), Layer.succeed(Logger.LogToStderr, true))
}

/** Writes a line to the log when a command has started, and one when it ends. The first line has what the command does, and `fields`. */
export const started = (does: string, fields: Readonly<Record<string, unknown>> = {}) =>
  Effect.acquireRelease(
    Effect.logInfo(`Mailroom ${does}`).pipe(
      Effect.annotateLogs({ version, node: process.versions.node, pid: process.pid, ...fields })
    ),
    () => Effect.logInfo("Mailroom stops")
  )
