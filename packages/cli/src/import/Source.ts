/** The input of imports: a file, or standard input. */
import { Effect, FileSystem, Stdio, Stream } from "effect"
import { access, constants } from "node:fs/promises"
import { join } from "node:path"
import { Failure, messageOf } from "../Failure.ts"

export interface Source {
  readonly path: string
  /** The name of the input in messages. */
  readonly name: string
}

const unreadable = (name: string) => (error: unknown) => new Failure({ message: `${name}: ${messageOf(error)}` })

/**
 * The file, if it is readable. `-` is standard input. It is copied to a temporary file of the scope, because some
 * imports read their input more than once.
 */
export const sourceOf = Effect.fnUntraced(function* (file: string) {
  if (file !== "-") {
    yield* Effect.tryPromise({ try: () => access(file, constants.R_OK), catch: unreadable(file) })
    return { path: file, name: file } satisfies Source
  }
  const name = "standard input"
  return yield* Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { stdin } = yield* Stdio.Stdio
    const path = join(yield* files.makeTempDirectoryScoped({ prefix: "mailroom-import-" }), "stdin")
    yield* Stream.run(stdin, files.sink(path))
    return { path, name } satisfies Source
  }).pipe(Effect.mapError(unreadable(name)))
})
