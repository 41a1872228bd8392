/** Servers that tests run as programs, such as Dovecot and nginx, on loopback. */
import { Effect, type Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"

/** The search path, with the folders where Debian installs servers. */
export const path = [process.env["PATH"], "/usr/local/sbin", "/usr/sbin"].join(":")

/** Whether a program can be started. It need not know the option `--version`. */
export const isInstalled = (command: string): boolean =>
  spawnSync(command, ["--version"], { env: { PATH: path } }).error === undefined

/** A port of loopback on which nothing listens now. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * V8 compiles PGlite once and quickly. By default it then optimizes it in the background, which takes longer than most
 * programs of tests live, and they wait for its end before they exit.
 */
export const quick = "--liftoff-only"

export interface Program {
  /** Its output so far, standard and error. */
  readonly log: () => string
  readonly hasEnded: () => boolean
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** The part of its output with which it has started. Default: it is not waited for. */
  readonly ready?: string
  /** The signal that ends it. */
  readonly signal?: NodeJS.Signals
}

/** Runs a program until the scope closes. If it ends before it is ready, this is a defect. */
export const program = (
  command: string,
  args: ReadonlyArray<string>,
  { env = {}, ready = "", signal = "SIGTERM" }: Options = {}
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Program & { readonly stop: () => Promise<void> }>((resume) => {
      const child = spawn(command, args, { env: { PATH: path, ...env }, stdio: ["ignore", "pipe", "pipe"] })
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      const stop = async () => {
        if (hasEnded()) return
        const ended = once(child, "exit")
        child.kill(signal)
        await ended
      }
      let log = ""
      const add = (text: string) => {
        log += text
        if (log.includes(ready)) resume(Effect.succeed({ log: () => log, hasEnded, stop }))
      }
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", add)
      child.once("exit", (code) => resume(Effect.die(new Error(`${command} ended with ${code}: ${log}`))))
      add("")
    }),
    ({ stop }) => Effect.promise(stop)
  )
