import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Stdio } from "effect"
import { run } from "./Cli.ts"

/** Of a command that was interrupted, unless it says otherwise. */
const interrupted = 130

// Whoever sends a second signal does not want to wait.
const signals = ["SIGINT", "SIGTERM"] as const
const onFirst = () => {
  for (const signal of signals) process.once(signal, () => process.exit(interrupted))
}
for (const signal of signals) process.once(signal, onFirst)

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
