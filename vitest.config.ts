import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { existsSync, statfsSync } from "node:fs"
import { join, relative } from "node:path"

/** What takes longest. It goes first also where no earlier run is known, so that no core waits for it at the end. */
const longest = [
  "packages/postgres/test/Outcomes.long.ts",
  "packages/postgres/test/Embedded.long.ts",
  "test/packaging.test.ts",
  "packages/cli/test/Serve.test.ts",
  "test/laws/Activity.long.ts",
  "packages/postgres/test/PostgresStorage.test.ts",
  "test/http/Deliveries.test.ts",
  "test/docs.test.ts"
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

/** Where tests make files, above all databases: in memory where there is room for them, which takes a quarter less time. */
const memory = "/dev/shm"
const room = 8 * 2 ** 30
if (process.env["TMPDIR"] === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize >= room) process.env["TMPDIR"] = memory
}

const conditions = ["mailroom-source", "node", "module", "default"]

/** Of `npm test`. `test/long.config.ts` differs in the files alone. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/test/**/*.test.ts"],
    setupFiles: ["./test/compiled.ts"],
    globalSetup: ["./test/postgres.ts", "./test/command.ts"],
    sequence: { sequencer: LongestFirst },
    execArgv: ["--conditions=mailroom-source"],
    // Loading Effect again for every file takes as long as many of the tests. No file changes what the others import.
    isolate: false,
    maxWorkers: "100%",
    // For the programs that tests start: compiling Effect again takes longer than most of what they do.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compile") },
    // Limits for what hangs: workers share the cores with each other and with the programs that tests start.
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
