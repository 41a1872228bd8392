/** The output of commands: results go to standard output, everything else to standard error. */
import { Clock, Config, Console, Effect, Ref } from "effect"

const maximumLine = 500

/** Converts untrusted text to one line that cannot move a terminal's cursor. */
export const printable = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim()
  return line.length > maximumLine ? `${line.slice(0, maximumLine).toWellFormed()}…` : line
}

/** Aligns columns; each is as wide as its widest cell. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines = rows.map((row) => row.map(printable))
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** Prints a result: as text for people, or as JSON in one line. */
export const printResult = (json: boolean, value: unknown, text: () => string) =>
  json ? Effect.andThen(Console.log(JSON.stringify(value)), warnOfNpm) : Console.log(text())

/** Warns when `npm run` has printed the name and the command of its script to standard output, before the JSON. */
const warnOfNpm = Effect.gen(function* () {
  const [script, level] = yield* Effect.all([variable("npm_lifecycle_event"), variable("npm_config_loglevel")])
  if (script !== "mailroom" || level === "silent") return
  yield* Console.error("npm has printed lines before this JSON: `npm run --silent mailroom -- …` prints the JSON only")
})

const variable = (name: string) =>
  Config.String(name).pipe(
    Config.withDefault(""),
    Effect.orElseSucceed(() => "")
  )

/** A number with its noun: `1 lead`, `2 leads`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`

/** Reports the progress of long work on standard error: the latest line, at most once a second. */
export const makeProgress = Effect.gen(function* () {
  const reported = yield* Ref.make(yield* Clock.currentTimeMillis)
  return Effect.fnUntraced(function* (line: () => string) {
    const now = yield* Clock.currentTimeMillis
    if (now - (yield* Ref.get(reported)) < 1000) return
    yield* Ref.set(reported, now)
    yield* Console.error(line())
  })
})
