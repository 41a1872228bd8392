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
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
