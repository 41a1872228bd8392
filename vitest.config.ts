import { defineConfig } from "vitest/config"

const conditions = ["mailroom-source", "node", "import", "module", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["./test/postgres.ts"],
    execArgv: ["--conditions=mailroom-source"],
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
