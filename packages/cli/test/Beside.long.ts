/** Commands next to a running server on the same folder: the cases that take longer. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { server } from "./Beside.ts"
import { run } from "./Process.ts"
import { call } from "./Requests.ts"

const total = ({ url }: { readonly url: string }, key: string) =>
  Effect.map(call(`${url}/campaigns`, key), ({ body }) => body["total"])

describe("a command beside a server", () => {
  it.live(
    "does whatever it does without one",
    () =>
      Effect.gen(function* () {
        const running = yield* server
        const outcomes = [
          [["organizations", "create", "Beta"], /^Organization 2\n/u],
          [["organizations", "list"], /^2 +Beta/mu],
          [["demo", "--organization", "2"], /^\d+ campaigns, /u],
          [["rebuild-analytics", "--organization", "2"], /^\d{4} events read\n/u],
          [["keys", "rotate", "1", "--organization", "1"], /^API key: /u],
          [["keys", "revoke", "1", "--organization", "1"], /^Key 1 is revoked\n/u],
          [["keys", "reencrypt"], /^Encrypted 0 secrets/u],
          [["organizations", "remove", "2"], /^Organization 2 is removed/u],
          [["migrate"], /^Up to date\n/u]
        ] as const
        for (const [args, says] of outcomes) {
          const ran = yield* running.command(...args)
          assert.strictEqual(ran.code, 0, `${args.join(" ")}: ${ran.stderr}`)
          assert.match(ran.stdout, says)
        }
      }),
    120_000
  )

  it.live("says that the server has stopped, and goes on with an import when it is run again", () =>
    Effect.gen(function* () {
      const { command, cwd, data, stop } = yield* server
      const rows = Array.from({ length: 30_000 }, (_, i) => `lead-${i}@x.test,CTO`)
      writeFileSync(join(cwd, "leads.csv"), ["Email,Job", ...rows].join("\n"))
      const args = ["import", "leads.csv", "--campaign", "Spring", "--create", "--json"]
      const importing = yield* run([...args, "--data", data], { cwd, ready: /^Custom fields/mu })
      yield* stop("SIGINT")
      const { code, stderr, stdout } = yield* importing.exited
      assert.strictEqual(code, 1)
      assert.match(
        stderr,
        /^Not complete: what was imported is stored\. Run the same command again: it does the rest\n/mu
      )
      assert.match(
        stderr,
        /^mailroom: The database does not answer .*: The process that had the database open has stopped/mu
      )
      const first = JSON.parse(stdout)
      writeFileSync(join(cwd, "leads.csv"), ["Email,Job", ...rows.slice(0, first.created + 2)].join("\n"))
      // The last batch may have been committed without an answer.
      const again = JSON.parse((yield* command(...args)).stdout)
      assert.isAtMost(again.created, 2)
      assert.strictEqual(again.created + again.duplicate, first.created + 2)
    })
  )

  it.live("leaves the server as it was when a signal ends it", () =>
    Effect.gen(function* () {
      const running = yield* server
      const rows = Array.from({ length: 30_000 }, (_, i) => `lead-${i}@x.test,CTO`)
      writeFileSync(join(running.cwd, "leads.csv"), ["Email,Job", ...rows].join("\n"))
      const args = ["import", "leads.csv", "--campaign", "Spring", "--create", "--data", running.data]
      for (const [signal, code] of [
        ["SIGINT", 130],
        ["SIGKILL", "SIGKILL"]
      ] as const) {
        const importing = yield* run(args, { cwd: running.cwd, ready: /^Custom fields/mu })
        assert.strictEqual((yield* importing.stop(signal)).code, code)
        assert.strictEqual(yield* total(running, running.key), 1)
      }
      const { body } = yield* call(`${running.url}/campaigns`, running.key)
      const [campaign] = body["data"] as ReadonlyArray<{ readonly lead_count: number }>
      // Only whole batches are stored.
      assert.strictEqual((campaign?.lead_count ?? 1) % 1000, 0)
    })
  )
})
