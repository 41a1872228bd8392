/** A server over a folder, and commands next to it. */
import { Effect } from "effect"
import { join } from "node:path"
import { folder } from "./Harness.ts"
import { mailroom, serve } from "./Process.ts"

/** A server over a folder, its first key, and commands that use the same folder. */
export const server = Effect.gen(function* () {
  const cwd = yield* folder
  const data = join(cwd, "data")
  const running = yield* serve(["--data", data], { cwd })
  const key = /^API key: (mr_\w+)$/mu.exec(running.greeting)?.[1] ?? ""
  const command = (...args: ReadonlyArray<string>) => mailroom([...args, "--data", data], { cwd })
  return { ...running, cwd, data, key, command }
})
