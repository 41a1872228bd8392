/** Imports that are ended by a signal. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { folder, tenancy } from "./Harness.ts"
import { mailroom, run } from "./Process.ts"

const rows = 30_000
const leads = () => `Email,Job\n${Array.from({ length: rows }, (_, i) => `lead-${i}@x.test,CTO\n`).join("")}`
const transaction = "payment,succeeded,4900,EUR"
const billing = () => `type,status,amount,currency,reference\n${`${transaction},\n`.repeat(rows)}`

describe("an import that is interrupted", () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    it.live(`says after ${signal} that the same command goes on, and it does`, () =>
      Effect.gen(function* () {
        const cwd = yield* folder
        const env = yield* tenancy
        writeFileSync(join(cwd, "leads.csv"), leads())
        const args = ["import", "leads.csv", "--campaign", "Spring", "--create", "--json"]
        const importing = yield* run(args, { cwd, env, ready: /^Custom fields/mu })
        const ended = yield* importing.stop(signal)
        assert.strictEqual(ended.code, code)
        const last = ended.stderr.trim().split("\n").at(-1)
        assert.strictEqual(
          last,
          "Interrupted: what was imported is stored. Run the same command again: it does the rest"
        )
        const first = JSON.parse(ended.stdout)
        assert.isBelow(first.created, rows)
        assert.strictEqual(first.created % 1000, 0)

        // Two rows more than were stored, so that the second run is short.
        writeFileSync(
          join(cwd, "leads.csv"),
          leads()
            .split("\n")
            .slice(0, first.created + 3)
            .join("\n")
        )
        const again = yield* mailroom(args, { cwd, env })
        assert.strictEqual(again.code, 0)
        const second = JSON.parse(again.stdout)
        assert.isAtMost(second.created, 2)
        assert.strictEqual(second.created + second.duplicate, first.created + 2)
      })
    )
  }

  it.live("says that billing transactions without a reference are recorded again", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const env = yield* tenancy
      writeFileSync(join(cwd, "billing.csv"), billing())
      const importing = yield* run(["import", "billing", "billing.csv"], { cwd, env, ready: /lines$/mu })
      const ended = yield* importing.stop("SIGINT")
      assert.strictEqual(ended.code, 130)
      assert.match(ended.stderr, /it does the rest, and records rows without a reference again\n$/u)
      assert.match(ended.stdout, /^[1-9]\d* recorded, 0 unchanged/u)
    })
  )

  it.live("says nothing about it when nothing was to be stored", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      writeFileSync(join(cwd, "leads.csv"), leads())
      const args = ["import", "leads.csv", "--campaign", "Spring", "--create", "--dry-run"]
      const importing = yield* run(args, { cwd, env: yield* tenancy, ready: /^Custom fields/mu })
      const ended = yield* importing.stop("SIGINT")
      assert.deepStrictEqual([ended.code, ended.stderr.includes("Interrupted")], [130, false])
    })
  )
})
