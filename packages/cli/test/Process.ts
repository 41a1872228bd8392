/** Runs the command line as users do: in a separate process. */
import { quick } from "../../host/test/Programs.ts"
import { Deferred, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

/** `test/command.ts` builds it before the tests. */
const bin = join(import.meta.dirname, "../dist/test/bin.js")

interface Options {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Options of Node, before the file. */
  readonly node?: ReadonlyArray<string>
  /** Standard output is not read. */
  readonly unread?: boolean
  /** The descriptor of a file for standard error, which is not read then. */
  readonly stderr?: number
  /** Matches the output, standard or error, once the process is as far as the test needs. */
  readonly ready?: RegExp
}

export interface Exited {
  /** The exit code, or the signal that ended it. */
  readonly code: number | NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  /** The standard output until it was ready. */
  readonly greeting: string
  readonly stop: (signal: NodeJS.Signals) => Effect.Effect<Exited>
  /** The result of the process, when it has ended. */
  readonly exited: Effect.Effect<Exited>
}

const isReady = /^(?:Listening on .*|Working)\n/mu

const start = (
  args: ReadonlyArray<string>,
  { cwd, env, node = [], ready: sign = isReady, stderr: file, unread }: Options
) =>
  Effect.gen(function* () {
    const exited = yield* Deferred.make<Exited>()
    const ready = yield* Deferred.make<string>()
    const child = spawn(process.execPath, [quick, ...node, bin, ...args], {
      cwd,
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
      stdio: ["ignore", "pipe", file ?? "pipe"]
    })
    if (unread === true) child.stdout?.destroy()
    let stdout = ""
    let stderr = ""
    const look = () => {
      if (sign.test(stdout) || sign.test(stderr)) Deferred.doneUnsafe(ready, Effect.succeed(stdout))
    }
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
      look()
    })
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString()
      look()
    })
    child.on("close", (code, signal) =>
      Deferred.doneUnsafe(exited, Effect.succeed({ code: code ?? signal, stdout, stderr }))
    )
    yield* Effect.addFinalizer(() =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGKILL")),
        Deferred.await(exited)
      )
    )
    return { child, exited: Deferred.await(exited), ready: Deferred.await(ready) }
  })

/** Runs a command to its end. */
export const mailroom = (args: ReadonlyArray<string>, options: Options): Effect.Effect<Exited, never, Scope.Scope> =>
  Effect.flatMap(start(args, options), ({ exited }) => exited)

/** Starts a process. The greeting is empty. */
export const launch = (args: ReadonlyArray<string>, options: Options): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.map(start(args, options), ({ child, exited }) => running(child, exited, ""))

const running = (child: ChildProcess, exited: Effect.Effect<Exited>, greeting: string): Running => ({
  pid: child.pid ?? 0,
  greeting,
  exited,
  stop: (signal) =>
    Effect.andThen(
      Effect.sync(() => child.kill(signal)),
      exited
    )
})

/** Starts a process and waits until it is ready. If it ends before that, this is a defect. */
export const run = (args: ReadonlyArray<string>, options: Options): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { child, exited, ready } = yield* start(args, options)
    const greeting = yield* Effect.raceFirst(
      ready,
      Effect.flatMap(exited, ({ stderr }) => Effect.die(new Error(stderr)))
    )
    return running(child, exited, greeting)
  })

/** Starts a server on a free port. */
export const serve = (args: ReadonlyArray<string>, options: Options) =>
  Effect.map(run(["serve", "--port", "0", ...args], options), (running) => ({
    ...running,
    /** The address on which it listens. */
    url: /^Listening on (.*)$/mu.exec(running.greeting)?.[1] ?? ""
  }))

/** Starts a process that runs workers and does not serve requests. */
export const work = (args: ReadonlyArray<string>, options: Options) => run(["work", ...args], options)
