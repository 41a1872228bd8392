import { configDefaults } from "vitest/config"
import { join } from "node:path"
import config from "../vitest.config.ts"

/** The tests that `npm test` leaves to `npm run test:long`: of programs, servers of mail, Postgres alone, planted faults. */
export const slower = [
  "packages/{cli,demo,host,mcp}/test/**/*.test.ts",
  // The suite that all storages pass.
  "packages/postgres/test/**/!(PostgresStorage).test.ts",
  // The faults that the suite must find.
  "packages/memory/test/Mutants.test.ts"
]

/** The tests of `npm test`. None of them runs the bundled command. */
export default {
  ...config,
  root: join(import.meta.dirname, ".."),
  test: { ...config.test, globalSetup: ["./test/postgres.ts"], exclude: [...configDefaults.exclude, ...slower] }
}
