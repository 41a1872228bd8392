import { join } from "node:path"
import config from "../vitest.config.ts"

/** `npm run test:long`: what takes too long for `npm test`. */
export default {
  ...config,
  root: join(import.meta.dirname, ".."),
  test: { ...config.test, include: ["packages/*/test/**/*.long.ts", "test/**/*.long.ts"] }
}
