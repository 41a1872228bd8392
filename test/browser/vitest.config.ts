import { join } from "node:path"
import { defineConfig } from "vitest/config"

const root = join(import.meta.dirname, "../..")
const conditions = ["mailroom-source", "node", "module", "default"]

/** Tests in a real browser: `npm run test:browser`. They are not part of `npm test`, which unpacks no browser. */
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/browser/**/*.browser.ts"],
    execArgv: ["--conditions=mailroom-source"],
    // Loading Effect again for every file takes as long as many of the tests.
    isolate: false,
    maxWorkers: "100%",
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
