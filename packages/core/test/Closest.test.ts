import { assert, describe, it } from "@effect/vitest"
import { closest } from "../src/Closest.ts"

describe("closest", () => {
  const candidates = ["sslmode", "sslkey", "sslcert", "connect_timeout"]
  it.each([
    ["sslmod", "sslmode"],
    ["SSLMode", "sslmode"],
    ["sslmdoe", "sslmode"],
    ["ssl_mode", "sslmode"],
    ["sslcrt", "sslcert"],
    ["sslkay", "sslkey"],
    ["connectTimeout", "connect_timeout"],
    ["sslmode", "sslmode"]
  ])("%s is probably %s", (input, expected) => assert.strictEqual(closest(input, candidates), expected))
  it.each(["schema", "", "ssl", "timeout"])("%j is none of them", (input) =>
    assert.isUndefined(closest(input, candidates))
  )
})
