import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Stdio } from "effect"
import { run } from "./Cli.ts"

/** The exit codes of a command that a signal ended, as shells report them. */
const codes = { SIGINT: 130, SIGTERM: 143 }
const signals = ["SIGINT", "SIGTERM"] as const

/** Of a command that was interrupted, unless it says otherwise. */
let interrupted = codes.SIGINT
const onFirst = (first: (typeof signals)[number]) => {
  interrupted = codes[first]
  // Whoever sends a second signal does not want to wait.
  for (const signal of signals) process.once(signal, () => process.exit(codes[signal]))
}
for (const signal of signals) process.once(signal, () => onFirst(signal))

// Whoever reads may leave, as `head` does. What was asked for is done all the same, and a server goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}

Stdio.Stdio.pipe(
  Effect.flatMap(({ args }) => args),
  Effect.flatMap(run),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      onExit(
        Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : Number(process.exitCode ?? interrupted)
      )
  })
)
