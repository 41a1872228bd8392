import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { existsSync, readFileSync, statfsSync } from "node:fs"
import { join, relative } from "node:path"

/** What takes longest. It goes first also where no earlier run is known, so that no core waits for it at the end. */
const longest = [
  "test/packaging.long.ts",
  "packages/postgres/test/HostStorage.long.ts",
  "packages/postgres/test/Outcomes.long.ts",
  "packages/cli/test/Serve.long.ts",
  "test/docs.long.ts",
  "packages/postgres/test/Embedded.long.ts",
  "packages/cli/test/Campaign.long.ts",
  "packages/cli/test/Disturbed.long.ts",
  "packages/mime/test/HostileMail.long.ts",
  "packages/core/test/sending/Rehearsal.long.ts",
  "packages/core/test/sending/Upcoming.long.ts",
  "packages/cli/test/WorkOverDovecot.long.ts",
  "packages/core/test/sending/Year.long.ts",
  "packages/cli/test/Beside.long.ts",
  "packages/postgres/test/PostgresStorage.test.ts",
  "packages/postgres/test/PgBouncer.long.ts",
  "test/laws/Activity.long.ts"
]

class LongestFirst extends BaseSequencer {
  override async sort(files: ReadonlyArray<TestSpecification>) {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.indexOf(relative(import.meta.dirname, moduleId))
      return found === -1 ? longest.length : found
    }
    return (await super.sort([...files])).sort((a, b) => place(a) - place(b))
  }
}

/** A file system of Linux that is in memory. */
const memory = "/dev/shm"

/** Whether the files of tests, above all databases, may be there. Docker makes it small, and runs no programs from it. */
const isUsable = () => {
  if (!existsSync(memory) || / \/dev\/shm \S+ \S*noexec/u.test(readFileSync("/proc/mounts", "utf8"))) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) >= 8 * 2 ** 30
}
// Tests then take a quarter less time.
if (process.env["TMPDIR"] === undefined && isUsable()) process.env["TMPDIR"] = memory

const conditions = ["mailroom-source", "node", "module", "default"]

/** The configuration of `npm test`. `test/long.config.ts` changes `include` and `apiStorages` only. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/test/**/*.test.ts"],
    setupFiles: ["./test/compiled.ts"],
    globalSetup: ["./test/postgres.ts", "./test/command.ts"],
    sequence: { sequencer: LongestFirst },
    provide: { apiStorages: ["memory", "postgres"] },
    // V8 crashes at times when it frees compiled WebAssembly of databases that were closed (nodejs/node#64500).
    execArgv: ["--conditions=mailroom-source", "--no-wasm-code-gc"],
    // Loading Effect again for every file takes as long as many of the tests. No file changes what the others import.
    isolate: false,
    maxWorkers: "100%",
    // For the programs that tests start: compiling Effect again takes longer than most of what they do.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compile") },
    // Limits for what hangs. Slow machines and busy ones pass the tests, so tests have no shorter limits of their own.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
