import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import config from "../vitest.config.ts"

const root = join(import.meta.dirname, "..")

/**
 * The HTTP tests of `npm test` that run once more here, on the embedded database: every third file, because its statements
 * are those of Postgres, and `EmbeddedStorage.long.ts` runs them all. With `MAILROOM_EVERYTHING=1` all files.
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
