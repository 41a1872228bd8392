/** Every other command beside a running server on the same folder. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { server } from "./Beside.ts"

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
          [["keys", "reencrypt"], /^Encrypted 0 integrations/u],
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
})
