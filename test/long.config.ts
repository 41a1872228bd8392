import { join } from "node:path"
import config from "../vitest.config.ts"

/** Tests that take too long for `npm test`: `npm run test:long`. */
export default {
  ...config,
  root: join(import.meta.dirname, ".."),
  test: { ...config.test, include: ["packages/*/test/**/*.long.ts", "test/**/*.long.ts", "bench/test/*.long.ts"] }
}
