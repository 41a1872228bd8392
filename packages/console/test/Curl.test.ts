/** The command that repeats a request of the page: a shell must read it as it was sent. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { curlOf } from "../page/pages/developers/curl.ts"

const base = "https://app.example/mailroom/"

/** The words that a shell makes of a command, with the key in place of its variable. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { env: { KEY: "k" }, encoding: "utf8" })
    .split("\0")
    .slice(0, -1)

describe("a request as curl", () => {
  it("has the whole URL, with a variable in place of the key", () => {
    const command = curlOf({ method: "GET", path: "/leads?limit=1&search=a%20b", body: undefined }, base)
    assert.include(command, "$KEY")
    assert.deepStrictEqual(wordsOf(command), [
      "https://app.example/mailroom/leads?limit=1&search=a%20b",
      "--header",
      "Authorization: Bearer k"
    ])
  })

  it("has the body as it is: quotes, line ends and what a shell would run", () => {
    const body = JSON.stringify({ name: `It's "$(id)" \`id\`\n; $HOME` })
    const words = wordsOf(curlOf({ method: "POST", path: "/campaigns", body }, base))
    assert.deepStrictEqual(words, [
      "https://app.example/mailroom/campaigns",
      "--request",
      "POST",
      "--header",
      "Authorization: Bearer k",
      "--header",
      "Content-Type: application/json",
      "--data-raw",
      body
    ])
  })
})
