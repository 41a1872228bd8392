/** Commands next to a running server on the same folder. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { server } from "./Beside.ts"
import { call } from "./Requests.ts"

const total = ({ url }: { readonly url: string }, key: string) =>
  Effect.map(call(`${url}/campaigns`, key), ({ body }) => body["total"])

describe("a command beside a server", () => {
  it.live("makes a key in place of a lost one, which the server takes at once", () =>
    Effect.gen(function* () {
      const running = yield* server
      const created = yield* running.command("keys", "create", "--name", "new")
      assert.strictEqual(created.code, 0, created.stderr)
      const key = /^API key: (mr_\w+)\n$/u.exec(created.stdout)?.[1] ?? ""
      assert.strictEqual((yield* call(`${running.url}/campaigns`, key)).status, 200)
      const listed = JSON.parse((yield* running.command("keys", "list", "--json")).stdout)
      assert.deepStrictEqual(
        listed.map(({ name }: { readonly name: string }) => name),
        ["First key", "new"]
      )
      const { stderr, stdout } = yield* running.stop("SIGINT")
      assert.notInclude(stdout + stderr, key)
    })
  )

  it.live("imports what the server then shows, and the server's changes are there for it", () =>
    Effect.gen(function* () {
      const running = yield* server
      writeFileSync(join(running.cwd, "leads.csv"), "Email\nada@x.test\ngrace@x.test\n")
      writeFileSync(join(running.cwd, "a.eml"), "From: ada@x.test\nTo: us@ours.test\nMessage-ID: <1@x.test>\n\nHello\n")
      const imported = yield* running.command("import", "leads.csv", "--campaign", "Spring", "--create")
      assert.deepStrictEqual(imported, {
        code: 0,
        stdout: "Spring: 2 created, 0 updated, 0 duplicate, 0 blacklisted, 0 invalid\n",
        stderr: ""
      })
      assert.strictEqual(yield* total(running, running.key), 1)
      yield* call(`${running.url}/campaigns`, running.key, { method: "POST", body: { name: "Autumn" } })
      const again = yield* running.command("import", "leads.csv", "--campaign", "Autumn")
      assert.match(again.stdout, /^Autumn: 2 created/u)
      assert.deepStrictEqual(yield* running.command("import", "mail", "a.eml"), {
        code: 0,
        stdout: "1 mail: 1 other\n",
        stderr: ""
      })
    })
  )

  it.live("is for the owner of the folder alone, and opens the folder when the server was killed", () =>
    Effect.gen(function* () {
      const running = yield* server
      const socket = join(running.data, "socket", "mailroom")
      assert.strictEqual((statSync(socket).mode & 0o777).toString(8), "600")
      assert.strictEqual((statSync(join(running.data, "socket")).mode & 0o777).toString(8), "700")
      yield* running.stop("SIGKILL")
      assert.isTrue(existsSync(socket))
      const listed = yield* running.command("keys", "list")
      assert.match(listed.stdout, /^1 +First key/mu)
      assert.isFalse(existsSync(socket))
    })
  )
})
