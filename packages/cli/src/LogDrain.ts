/** Writes the lines of the log. What cannot be written is counted, and said when lines arrive again. */
import { LostLines } from "@mailroom/host"
import { Effect, Formatter } from "effect"

/** The part of `process.stderr` that is used. */
interface Stream {
  readonly writableLength: number
  write(text: string, done: (error?: Error | null) => void): unknown
}

/** The maximum number of bytes that wait for a reader that is slow or hangs. Lines beyond it are lost, to save memory. */
const maximumPending = 4 * 2 ** 20

const notice = (lost: number) => {
  const line = {
    timestamp: new Date().toISOString(),
    level: "warn",
    message: `The log is written again: ${lost} lines were lost`
  }
  return `${Formatter.formatJson(line)}\n`
}

/**
 * A function that takes a line with its end. Lines of one turn of the event loop are written together: each write to a pipe waits
 * for the system. What is left is written when the process exits. The stream must have a listener for errors.
 */
export const make = Effect.fnUntraced(function* (stream: Stream) {
  const count = yield* LostLines.make
  const lines: Array<string> = []
  /** Lines that were lost since the last notice. */
  let lost = 0
  const lose = (more: number) => {
    lost += more
    count(more)
  }
  const flush = () => {
    if (lines.length === 0) return
    const batch = lines.splice(0)
    if (stream.writableLength > maximumPending) return lose(batch.length)
    const lostBefore = lost
    lost = 0
    stream.write((lostBefore === 0 ? "" : notice(lostBefore)) + batch.join(""), (error) => {
      if (!error) return
      // The notice was not written either, so the next one says it. The metric has these lines already.
      lost += lostBefore
      lose(batch.length)
    })
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", flush)),
    () =>
      Effect.sync(() => {
        flush()
        process.off("exit", flush)
      })
  )
  return (line: string) => {
    if (lines.push(line) === 1) setImmediate(flush)
  }
})
