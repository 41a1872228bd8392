/** The console that an app asks for, when its package cannot be loaded. */
import { assert, describe, it } from "@effect/vitest"
import { consoleOf } from "../src/Console.ts"

const errorOf = (failed: Error) => consoleOf(true, () => Promise.reject(failed)).catch((found: unknown) => found)
const failure = (message: string, code: string) => Object.assign(new Error(message), { code })

describe("the console", () => {
  it.each([
    failure("Cannot find package '@mailroom/console' imported from /app/index.js", "ERR_MODULE_NOT_FOUND"),
    failure("Cannot find module '@mailroom/console'", "MODULE_NOT_FOUND")
  ])("is not installed: %s", async (error) => {
    assert.deepInclude(await errorOf(error), { code: "no_console", cause: error })
  })

  it.each([
    failure("Cannot find package 'other' imported from /app/@mailroom/console/index.js", "ERR_MODULE_NOT_FOUND"),
    failure("EMFILE: too many open files", "EMFILE"),
    new SyntaxError("Unexpected token")
  ])("cannot be loaded: %s", async (error) => {
    assert.strictEqual(await errorOf(error), error)
  })
})
