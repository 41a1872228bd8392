/** Runs command lines in this process, over separate databases. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Redacted, Stdio, Stream } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase, migratedDatabase, prepared } from "../../postgres/test/Server.ts"
import { run } from "../src/Cli.ts"

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A progress report. Their number depends on the machine, so they are removed from the output. */
const progress = /^(?:\d+ of \d+ lines|\d+ lines?|\d+ mails?, last .*)$/u

export type Env = Readonly<Record<string, string>>

/** Runs `mailroom …args` in an environment with these variables only. */
export const mailroom = (env: Env, ...args: ReadonlyArray<string>) => mailroomFed("", env, ...args)

/** The same, with this standard input. */
export const mailroomFed = Effect.fnUntraced(function* (input: string, env: Env, ...args: ReadonlyArray<string>) {
  const stdout: Array<string> = []
  const stderr: Array<string> = []
  const code = yield* run(args).pipe(
    Effect.provideService(Console.Console, {
      ...globalThis.console,
      log: (line: string) => void stdout.push(line),
      error: (line: string) => {
        if (!progress.test(line)) stderr.push(line)
      }
    }),
    Effect.provide(Stdio.layerTest({ stdin: Stream.make(Buffer.from(input)) })),
    Effect.provide([ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)), NodeServices.layer])
  )
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") } satisfies Ran
})

const environment = (url: Redacted.Redacted): Env => ({ DATABASE_URL: Redacted.value(url) })

/** The environment of a database without a schema. */
export const emptyDatabase = Effect.map(freshDatabase, environment)

/** The environment of a database with a schema and no rows. */
export const database = Effect.map(migratedDatabase, environment)

/** The environment of a database with one organization. */
export const tenancy = Effect.map(
  prepared((url) =>
    Effect.andThen(mailroom(environment(url), "migrate"), mailroom(environment(url), "organizations", "create", "Acme"))
  ),
  environment
)

/** An empty folder that is removed with the scope. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "mailroom-cli-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)
