/** Commands next to a running server on the same folder. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { server } from "./Beside.ts"
import { mailroom } from "./Harness.ts"
import { call } from "./Requests.ts"

describe("a command beside a server", () => {
  // In one test: a server takes seconds to start.
  it.live(
    "makes a key that the server takes, imports what it shows, and opens the folder when it was killed",
    () =>
      Effect.gen(function* () {
        const { cwd, data, key: firstKey, stop, url } = yield* server
        const command = (...args: ReadonlyArray<string>) => mailroom({}, ...args, "--data", data)
        const campaigns = (key: string) => call(`${url}/campaigns`, key)

        const created = yield* command("keys", "create", "--name", "new")
        assert.strictEqual(created.code, 0, created.stderr)
        const key = /^API key: (mr_\w+)$/u.exec(created.stdout)?.[1] ?? ""
        assert.strictEqual((yield* campaigns(key)).status, 200)
        const listed = JSON.parse((yield* command("keys", "list", "--json")).stdout)
        assert.deepStrictEqual(
          listed.map(({ name }: { readonly name: string }) => name),
          ["First key", "new"]
        )

        const [leads, mail] = [join(cwd, "leads.csv"), join(cwd, "a.eml")]
        writeFileSync(leads, "Email\nada@x.test\ngrace@x.test\n")
        writeFileSync(mail, "From: ada@x.test\nTo: us@ours.test\nMessage-ID: <1@x.test>\n\nHello\n")
        assert.deepStrictEqual(yield* command("import", leads, "--campaign", "Spring", "--create"), {
          code: 0,
          stdout: "Spring: 2 created, 0 updated, 0 duplicate, 0 blacklisted, 0 invalid",
          stderr: ""
        })
        assert.strictEqual((yield* campaigns(firstKey)).body["total"], 1)
        yield* call(`${url}/campaigns`, key, { method: "POST", body: { name: "Autumn" } })
        const again = yield* command("import", leads, "--campaign", "Autumn")
        assert.match(again.stdout, /^Autumn: 2 created/u)
        assert.deepStrictEqual(yield* command("import", "mail", mail), {
          code: 0,
          stdout: "1 mail: 1 other",
          stderr: ""
        })

        const socket = join(data, "socket", "mailroom")
        assert.strictEqual((statSync(socket).mode & 0o777).toString(8), "600")
        assert.strictEqual((statSync(join(data, "socket")).mode & 0o777).toString(8), "700")
        const { stderr, stdout } = yield* stop("SIGKILL")
        assert.notInclude(stdout + stderr, key)
        assert.isTrue(existsSync(socket))
        assert.match((yield* command("keys", "list")).stdout, /^1 +First key/mu)
        assert.isFalse(existsSync(socket))
      }),
    180_000
  )
})
