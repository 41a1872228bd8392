/** How often the disk of an embedded database is tried. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationStore } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import * as Disk from "../src/internal/disk.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(inject("temporaryDirectory"), "disk-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

describe("The disk of an embedded database", () => {
  it.effect("is tried at most every ten seconds while it takes writes, and each time while it does not", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { unreachable } = yield* Effect.provide(OrganizationStore, Disk.layer(folder))
      assert.deepStrictEqual(yield* unreachable, [])
      rmSync(folder, { recursive: true })
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(yield* unreachable, [])
      yield* TestClock.adjust("1 second")
      for (let i = 0; i < 2; i++) assert.strictEqual((yield* Effect.flip(unreachable))._tag, "StorageError")
      mkdirSync(folder)
      assert.deepStrictEqual(yield* unreachable, [])
    }).pipe(Effect.provide(MemoryStorage.layer))
  )
})
