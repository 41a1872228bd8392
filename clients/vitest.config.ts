import { join } from "node:path"
import { defineConfig } from "vitest/config"

const root = join(import.meta.dirname, "..")
const conditions = ["mailroom-source", "node", "module", "default"]

/** Generated clients, and a Next app: `npm run test:clients`. They are no part of `npm test`, which does not install them. */
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["clients/test/*.test.ts"],
    globalSetup: ["./test/postgres.ts"],
    execArgv: ["--conditions=mailroom-source"],
    testTimeout: 60_000,
    // Five generators and two compilers, on machines that may be busy.
    hookTimeout: 300_000
  }
})
