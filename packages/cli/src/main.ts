/** Runs the command line, and exits with its status. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Stdio } from "effect"
import { run } from "./Cli.ts"
import { codes, isImpatient, type Received } from "./Signals.ts"

let firstSignal: Received | undefined
const onSignal = (signal: Received["signal"]) => {
  const received = { signal, at: performance.now() }
  if (firstSignal === undefined) firstSignal = received
  else if (isImpatient(firstSignal, received)) process.exit(codes[signal])
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => onSignal(signal))

// The reader of the output may close it early, as `head` does. The command then still completes, and a server keeps
// running.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})
// Nor does it end because its log cannot be written, such as to a full disk: `LogDrain.ts` counts the lines.
process.stderr.on("error", () => {})

Stdio.Stdio.pipe(
  Effect.flatMap(({ args }) => args),
  Effect.flatMap(run),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      onExit(
        Exit.isSuccess(exit) && typeof exit.value === "number"
          ? exit.value
          : // The exit code of an interrupted command, unless the command has set one.
            Number(process.exitCode ?? codes[firstSignal?.signal ?? "SIGINT"])
      )
  })
)
