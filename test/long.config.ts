import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import config from "../vitest.config.ts"

const root = join(import.meta.dirname, "..")

/**
 * HTTP tests of `npm test`, here on the embedded database. Default: every third file, as `EmbeddedStorage.long.ts` covers
 * the statements of the storage. `MAILROOM_EVERYTHING=1` runs all files.
 */
const onEveryStorage = globSync("packages/http/test/*/*.test.ts", { cwd: root })
  .toSorted()
  .filter((file) => /^onEveryStorage\(/mu.test(readFileSync(join(root, file), "utf8")))
  .filter((_, i) => i % 3 === 0 || process.env["MAILROOM_EVERYTHING"] !== undefined)

/** Tests that take too long for `npm test`: `npm run test:long`. */
export default {
  ...config,
  root,
  test: {
    ...config.test,
    include: ["packages/*/test/**/*.long.ts", "test/**/*.long.ts", "bench/test/*.long.ts", ...onEveryStorage],
    provide: { apiStorages: ["embedded"] }
  }
}
