import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Env, folder, mailroom, mailroomFed, tenancy } from "./Harness.ts"

/** Runs `import billing` with a file of this content. */
const importing = Effect.fnUntraced(function* (env: Env, content: string | Uint8Array) {
  const file = join(yield* folder, "billing.csv")
  yield* Effect.promise(() => writeFile(file, content))
  return yield* mailroom(env, "import", "billing", file)
})

const table = `reference,type,status,amount,currency,created_at,description
in_1,payment,succeeded,4900,EUR,2026-01-01T00:00:00.000Z,"Pro, monthly"
in_2,payment,pending,4900,EUR,2026-02-01T00:00:00.000Z,
in_3,payment,succeeded,49.00,EUR,,

in_4,payment,paid,4900,eur,,
in_1,payment,succeeded,9900,EUR,2026-01-01T00:00:00.000Z,"Pro, monthly"
,refund,succeeded,-4900,EUR,2026-02-02T00:00:00.000Z,Sorry
in_5,payment,succeeded,1,EUR,,,too wide
`

describe("import billing", () => {
  it.live("records the good rows and reports the others, each with its line", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const ran = yield* importing(env, table)
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stdout, "3 recorded, 0 unchanged, 1 conflicting, 3 invalid")
      const lines = ran.stderr.split("\n")
      assert.strictEqual(lines[4], "mailroom: 4 rows were rejected")
      assert.lengthOf(lines, 5)
      assert.include(lines, "line 4: amount: must be an integer")
      assert.match(ran.stderr, /^line 6: status: .*; currency: must be three upper-case letters, such as EUR$/mu)
      assert.include(lines, "line 7: The reference in_1 is recorded with another amount")
      assert.include(lines, "line 9: has 8 cells, the header has 7")
    })
  )

  it.live("once more: leaves rows alone by their reference, and ends what was pending", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const header = "amount;currency;type;status;reference;paid_at\n"
      const pending = "4900;EUR;payment;pending;in_1;\n-100;EUR;usage;succeeded;in_2;\n"
      assert.strictEqual(
        (yield* importing(env, header + pending)).stdout,
        "2 recorded, 0 unchanged, 0 conflicting, 0 invalid"
      )
      const dry = yield* mailroomFed(header + pending, env, "import", "billing", "-", "--json", "--dry-run")
      assert.deepStrictEqual(JSON.parse(dry.stdout), {
        dry_run: true,
        recorded: 0,
        unchanged: 2,
        conflicting: 0,
        invalid: 0
      })
      const settled = `${header}4900;EUR;payment;succeeded;in_1;2026-02-02T00:00:00.000Z\n-100;EUR;usage;succeeded;in_2;\n`
      for (const summary of [
        "1 recorded, 1 unchanged, 0 conflicting, 0 invalid",
        "0 recorded, 2 unchanged, 0 conflicting, 0 invalid"
      ]) {
        assert.deepStrictEqual(yield* importing(env, settled), { code: 0, stdout: summary, stderr: "" })
      }
    })
  )

  it.live("rejects a file that is not a table of transactions, before it records anything", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const row = "payment,succeeded,1,EUR,in_1\n"
      const refused: ReadonlyArray<readonly [string | Uint8Array, RegExp]> = [
        [`type,status,Amount,currency,reference\n${row}`, /"Amount" is no column of a transaction; those are type, /u],
        [`type,status,amount,reference,reference\n${row}`, /there are two columns reference$/u],
        [`type,description,amount,reference,paid_at\n${row}`, /there is no column status, currency$/u],
        [
          Buffer.from(`type,status,amount,currency,description\npayment,succeeded,1,EUR,Köln\n`, "latin1"),
          /not UTF-8/u
        ],
        ["", /is empty/u]
      ]
      for (const [content, reason] of refused) {
        const ran = yield* importing(env, content)
        assert.strictEqual(ran.code, 1)
        assert.match(ran.stderr, reason)
        assert.match(ran.stderr, /^mailroom: \S+billing\.csv: [^\n]+$/u)
      }
      const ran = yield* importing(env, `type,status,amount,currency,reference\n${row}`)
      assert.strictEqual(ran.stdout, "1 recorded, 0 unchanged, 0 conflicting, 0 invalid")
    })
  )

  it.live("prints any content of a file as plain text", () =>
    Effect.gen(function* () {
      const header = "type,status,amount,currency,reference\n"
      const ran = yield* importing(yield* tenancy, `${header}payment,\u001B[2J\u0007evil,1,EUR,in_1\n`)
      assert.match(ran.stderr, /^line 2: status: /mu)
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(ran.stderr, /[\u0000-\u0009\u000B-\u001F]/u)
    })
  )
})
