import { defineConfig } from "vitest/config"

const conditions = ["mailroom-source", "node", "import", "module", "default"]

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
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
