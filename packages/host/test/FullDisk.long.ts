/** An embedded database on a disk that is full. */
import { assert, describe, it } from "@effect/vitest"
import { Organizations } from "@mailroom/core"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MemoryMailer } from "@mailroom/memory"
import { inProcess } from "./InProcess.ts"

const run = (...command: ReadonlyArray<string>) => spawnSync(command[0] ?? "", command.slice(1)).status === 0

/** Mounts a small file system; `undefined`: the user may not mount one. */
const mount = () => {
  const path = mkdtempSync(join(tmpdir(), "mailroom-disk-"))
  if (run("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", path)) return path
  rmSync(path, { recursive: true })
  return undefined
}
const disk = mount()

const fill = (path: string) => {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(2 ** 20), { flag: "a" })
  } catch {
    // It is full.
  }
}

describe("an embedded database on a full disk", () => {
  it.live.skipIf(disk === undefined)("is not ready, until there is room again", () =>
    Effect.gen(function* () {
      const path = yield* Effect.acquireRelease(Effect.succeed(disk ?? ""), (path) =>
        Effect.sync(() => {
          run("umount", path)
          rmSync(path, { recursive: true })
        })
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { run } = yield* inProcess({ database: join(path, "data") }, MemoryMailer.layer())
          const check = run(Organizations.use(({ unreachable }) => unreachable))
          fill(join(path, "fill"))
          const error = yield* Effect.flip(check)
          assert.strictEqual(error._tag === "StorageError" ? error.reason._tag : error, "Unavailable")
          rmSync(join(path, "fill"))
          assert.deepStrictEqual(yield* check, [])
        })
      )
    }).pipe(Effect.scoped)
  )
})
