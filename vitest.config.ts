import { defineConfig } from "vitest/config"
import { join } from "node:path"

const conditions = ["mailroom-source", "node", "module", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["./test/postgres.ts"],
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
