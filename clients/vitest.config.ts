import { join } from "node:path"
import { defineConfig } from "vitest/config"

const root = join(import.meta.dirname, "..")
const conditions = ["mailroom-source", "node", "module", "default"]

/**
 * Tests of generated clients: `npm run test:clients`. They are not part of `npm test`, which does not install the
 * generators.
 */
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["clients/test/*.test.ts"],
    globalSetup: ["./test/postgres.ts", "./clients/test/packed.ts"],
    execArgv: ["--conditions=mailroom-source"],
    maxWorkers: "100%",
    // Enough time for five generators and two compilers on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
