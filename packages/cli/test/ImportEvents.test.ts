import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Env, folder, mailroom, mailroomFed, tenancy } from "./Harness.ts"

/** An organization whose leads have the ids 1 to `leads`. */
const tenancyWith = Effect.fnUntraced(function* (leads: number) {
  const env = yield* tenancy
  const file = join(yield* folder, "leads.csv")
  const rows = Array.from({ length: leads }, (_, lead) => `lead-${lead + 1}@x.example`)
  yield* Effect.promise(() => writeFile(file, `Email\n${rows.join("\n")}\n`))
  yield* mailroom(env, "import", file, "--campaign", "Spring", "--create")
  return env
})

/** Runs `import events` with a file of this content. */
const importing = Effect.fnUntraced(function* (env: Env, content: string | Uint8Array) {
  const file = join(yield* folder, "events.ndjson")
  yield* Effect.promise(() => writeFile(file, content))
  return yield* mailroom(env, "import", "events", file)
})

const event = (lead_id: number, type: string, more: object = {}) =>
  JSON.stringify({
    type,
    lead_id,
    occurred_at: "2026-03-02T09:30:00.000Z",
    message_id: `<${lead_id}@y.example>`,
    ...more
  })

describe("import events", () => {
  it.live("records the lines that are events, and reports the others with their line number", () =>
    Effect.gen(function* () {
      const env = yield* tenancyWith(2)
      const lines = [
        event(1, "sent"),
        "",
        event(1, "opened"),
        '{"type":"sent",',
        event(3, "sent"),
        event(2, "sent", { occurred_at: "2025-13-01T00:00:00.000Z" }),
        event(2, "sent", { occurred_at: "0000-01-01T00:00:00.000Z" }),
        event(2, "sent", { occured_at: "2026-03-02T09:30:00.000Z" }),
        "  \t\r",
        event(1, "opened", { occurred_at: "2026-03-02T10:30:00.000Z" }),
        "[]",
        event(2, "sent")
      ]
      const ran = yield* importing(env, `\uFEFF${lines.join("\n")}`)
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stdout, "3 recorded, 1 duplicate, 6 rejected")
      const reports = ran.stderr.split("\n")
      assert.strictEqual(reports[6], "mailroom: 6 events were rejected")
      assert.lengthOf(reports, 7)
      assert.match(ran.stderr, /^line 4: is no JSON: /mu)
      assert.include(reports, "line 5: lead_id: the lead does not exist")
      assert.match(ran.stderr, /^line 6: occurred_at: must have a month from 01 to 12$/mu)
      assert.match(ran.stderr, /^line 7: occurred_at: must be of the years 0001 to 9999 in UTC$/mu)
      assert.match(ran.stderr, /^line 8: occured_at: /mu)
      assert.match(ran.stderr, /^line 11: /mu)
      const again = yield* importing(env, lines.join("\r\n"))
      assert.strictEqual(again.stdout, "0 recorded, 4 duplicate, 6 rejected")
    })
  )

  it.live("reads standard input, tries without recording, and prints the outcome as JSON", () =>
    Effect.gen(function* () {
      const env = yield* tenancyWith(1)
      const input = `${event(1, "sent")}\n${event(1, "sent")}\n`
      const counts = { recorded: 1, duplicate: 1, rejected: 0 }
      const dry = yield* mailroomFed(input, env, "import", "events", "-", "--json", "--dry-run")
      assert.deepStrictEqual(JSON.parse(dry.stdout), { dry_run: true, ...counts })
      const real = yield* mailroomFed(input, env, "import", "events", "-", "--json")
      assert.deepStrictEqual(JSON.parse(real.stdout), { dry_run: false, ...counts })
      assert.deepStrictEqual([dry.code, real.code, real.stderr], [0, 0, ""])
    })
  )

  it.live("records thousands of events, and reads all of them when totals are recomputed", () =>
    Effect.gen(function* () {
      const env = yield* tenancyWith(50)
      const lines = Array.from({ length: 2500 }, (_, number) =>
        number === 2100
          ? event(51, "sent")
          : event(1 + (number % 50), "opened", { idempotency_key: `opening ${number}` })
      )
      const ran = yield* importing(env, `${lines.join("\n")}\n`)
      assert.strictEqual(ran.stdout, "2499 recorded, 0 duplicate, 1 rejected")
      assert.strictEqual(ran.stderr.split("\n").at(-2), "line 2101: lead_id: the lead does not exist")
      const rebuilt = yield* mailroom(env, "rebuild-analytics")
      assert.deepStrictEqual(rebuilt, { code: 0, stdout: "2499 events read", stderr: "" })
    })
  )

  it.live("passes over a line that is not UTF-8, and refuses a file in UTF-16", () =>
    Effect.gen(function* () {
      const env = yield* tenancyWith(1)
      const latin1 = Buffer.from(`${event(1, "bounced", { data: { reason: "Größe" } })}\n${event(1, "sent")}`, "latin1")
      const ran = yield* importing(env, latin1)
      assert.strictEqual(ran.stderr, "line 1: is not UTF-8\nmailroom: 1 event was rejected")
      assert.strictEqual(ran.stdout, "1 recorded, 0 duplicate, 1 rejected")
      const utf16 = yield* importing(env, Buffer.from(`\uFEFF${event(1, "opened")}`, "utf16le"))
      assert.strictEqual(utf16.code, 1)
      assert.match(utf16.stderr, /^mailroom: \S+events\.ndjson: is UTF-16: save it again as UTF-8$/u)
      assert.strictEqual(utf16.stdout, "0 recorded, 0 duplicate, 0 rejected")
    })
  )

  it.live("fails for a file that is not there", () =>
    Effect.gen(function* () {
      const ran = yield* mailroom(yield* tenancy, "import", "events", "/nowhere/events.ndjson")
      assert.strictEqual(ran.code, 1)
      assert.match(ran.stderr, /^mailroom: \/nowhere\/events\.ndjson: ENOENT/u)
    })
  )

  it.live("prints any content of a file as plain text", () =>
    Effect.gen(function* () {
      const ran = yield* importing(yield* tenancy, "\u001B[2J\u0007evil\n")
      assert.match(ran.stderr, /^line 1: /mu)
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(ran.stderr, /[\u0000-\u0009\u000B-\u001F]/u)
    })
  )
})

describe("rebuild-analytics", () => {
  it.live("reads no events where there are none", () =>
    Effect.gen(function* () {
      const ran = yield* mailroom(yield* tenancy, "rebuild-analytics", "--organization", "1")
      assert.deepStrictEqual(ran, { code: 0, stdout: "0 events read", stderr: "" })
    })
  )
})
