import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { configDefaults } from "vitest/config"
import config from "../vitest.config.ts"
import { slower } from "./vitest.config.ts"

const root = join(import.meta.dirname, "..")
const everything = process.env["MAILROOM_EVERYTHING"] !== undefined

/**
 * HTTP tests of `npm test`, here on the embedded database. Default: every third file, as `EmbeddedStorage.long.ts` covers
 * the statements of the storage. `MAILROOM_EVERYTHING=1` runs all files.
 */
const onEveryStorage = globSync("packages/http/test/*/*.test.ts", { cwd: root })
  .toSorted()
  .filter((file) => /^onEveryStorage\(/mu.test(readFileSync(join(root, file), "utf8")))
  .filter((_, i) => everything || i % 3 === 0)

/** The storage suite once more, through another process. `EmbeddedGuests.long.ts` tests what differs there. */
const repeated = "packages/postgres/test/EmbeddedGuestsStorage.long.ts"

/** The tests of `npm run test:long`: all that `npm test` leaves out, but for the browser and the generated clients. */
export default {
  ...config,
  root,
  test: {
    ...config.test,
    include: [
      "packages/*/test/**/*.long.ts",
      "test/**/*.long.ts",
      "bench/test/*.long.ts",
      ...slower,
      ...onEveryStorage
    ],
    exclude: [...configDefaults.exclude, ...(everything ? [] : [repeated])],
    provide: { apiStorages: ["embedded"] }
  }
}
