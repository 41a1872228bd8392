/** The import of an organization rejects rows that no door of the API lets in. */
import { assert, describe, it } from "@effect/vitest"
import type { MovedRows } from "@mailroom/core"
import { Effect, Stream } from "effect"
import { join } from "node:path"
import * as HouseFile from "../src/moving/HouseFile.ts"
import { database, folder, mailroom } from "./Harness.ts"
import { demo, exported, inMemory, rowsOf } from "./MovingHarness.ts"

describe("mailroom import --all", () => {
  it.effect("rejects rows that break a rule of the API, names line, field and rule, and stores nothing", () =>
    Effect.gen(function* () {
      const env = yield* database
      const directory = yield* folder
      const path = join(directory, "demo.ndjson")
      yield* inMemory(Effect.flatMap(demo, (id) => exported(id, path)))
      const rows = yield* rowsOf(path)
      const at = "2026-01-05T09:00:00.000Z"
      const organization = { id: 7, name: "Acme", created_at: at, external_id: null } as never
      const hostile: ReadonlyArray<readonly [kind: MovedRows.MovedKind, change: object, fault: string]> = [
        ["accounts", { email: "a@b.example>\r\nRCPT TO:<x@y>" }, "email must be one e-mail address"],
        ["accounts", { provider: "aol" }, "provider must be one of google, microsoft, smtp"],
        ["accounts", { settings: { daily_limit: 50 } }, "settings.first_name is required"],
        ["accounts", { version: 0 }, "version must be between 1 and 2147483647"],
        ["campaigns", { send_window: { days: [99] } }, "send_window.days.0 must be a day from 1 to 7"],
        ["campaigns", { timezone: "Nowhere/Land" }, "timezone must be"],
        ["campaigns", { status: "zzz" }, "status must be one of draft, active, paused, completed"],
        ["campaigns", { daily_limit: 2 ** 40 }, "daily_limit must be between 0 and 100000"],
        ["campaigns", { name: " " }, "name must not be empty"],
        ["campaigns", { account_ids: ["1"] }, "account_ids.0 must be an integer"],
        ["campaigns", { extra: 1 }, "extra is an unknown field"],
        ["sequences", { body: "{{" }, "body "],
        ["sequences", { body_html: "<a href='javascript:x'>x</a>" }, "body_html "],
        ["sequences", { variant: "Z" }, "variant must be one of"],
        ["tags", { sentiment: "?" }, "sentiment must be one of"],
        ["reply_templates", { body: "{{nope}}" }, "body "],
        ["leads", { email: "a@x.test,b@x.test" }, "email must be one e-mail address"],
        ["leads", { first_name: "a\0b" }, "first_name must not contain NUL"],
        ["leads", { custom_fields: { a: [1] } }, "custom_fields.a must be"],
        ["leads", { stop_sending: true, stop_sending_type: null }, "stop_sending_type must be null exactly when"],
        ["leads", { activity: {} }, "activity.firsts is required"],
        ["leads", { status: "Happy" }, "status must be one of"],
        ["blacklist", { kind: "email", value: "Nobody" }, "value must be one e-mail address"],
        ["blacklist", { kind: "domain", value: "com" }, "value must not be a public suffix"],
        ["events", { type: "exploded" }, "type must be one of"],
        ["rollups", { dimension: "day" }, "dimension must be one of"],
        ["rollups", { sent: -1 }, "sent must be at least 0"],
        ["threads", { state: "snoozed", snoozed_until: null }, "snoozed_until must be null exactly when"],
        ["messages", { kind: "spam" }, "kind must be one of"],
        ["messages", { attachments: [{ id: 1 }] }, "attachments.0.filename is required"],
        ["transactions", { currency: "euro" }, "currency must be three upper-case letters"],
        ["transactions", { invoice_url: "javascript:alert(1)" }, "invoice_url "],
        ["integrations", { events: ["nope"] }, "events.0 must be one of"],
        ["integrations", { config: { url: 1 } }, "config"],
        ["deliveries", { attempts: 2 ** 31 }, "attempts must be"],
        ["deliveries", { tries: [{}] }, "tries.0.at is required"],
        ["sends", { to_email: "x" }, "to_email must be"],
        ["sends", { created: 1 }, "created is an unknown field"],
        ["agenda", { state: "gone" }, "state must be one of"],
        ["plans", { skipped: 1.5 }, "skipped must be an integer"],
        ["settings", { tracking_domain: "https://x" }, "tracking_domain must be a host name"]
      ]
      const others: Array<readonly [fault: string, said: string]> = []
      for (const [i, [kind, change, fault]] of hostile.entries()) {
        const { row } = rows.find((item) => item.kind === kind) ?? assert.fail(kind)
        const items = Stream.make(
          { kind, row },
          { kind, row: { ...row, ...change } }
        ) as Stream.Stream<MovedRows.MovedItem>
        const lines = HouseFile.linesOfRows(organization, at, items, {})
        const hostilePath = join(directory, `${i}.ndjson`)
        yield* HouseFile.writeFile(hostilePath, lines)
        const ran = yield* mailroom(env, "import", "--all", hostilePath)
        assert.strictEqual(ran.code, 1)
        if (!ran.stderr.includes(`${hostilePath}: line 3: ${fault}`)) others.push([fault, ran.stderr])
        assert.notMatch(ran.stderr, /sql|constraint|column|_check|mailroom\./iu)
      }
      assert.deepStrictEqual(others, [])
      // Only the database sees that rows do not fit together.
      const one = (kind: MovedRows.MovedKind) => rows.find((item) => item.kind === kind) ?? assert.fail(kind)
      const { row } = one("tags")
      const tags = (count: number) =>
        Array.from({ length: count }, (_, i) => ({ kind: "tags", row: { ...row, id: 100 + i, name: `Tag ${i}` } }))
      const twice = "the row, or one with the same key, is there twice"
      const missing = "the row refers to a row that is not in the file"
      const unfitting: ReadonlyArray<readonly [name: string, items: ReadonlyArray<object>, fault: string]> = [
        ["twice", [one("tags"), one("tags")], `line 3: ${twice}`],
        ["alone", [one("tags"), one("sequences")], `line 3: ${missing}`],
        ["first", [one("sequences"), ...tags(2)], `line 2: ${missing}`],
        ["late", [...tags(750), one("sequences"), ...tags(2)], `line 752: ${missing}`]
      ]
      for (const [name, items, fault] of unfitting) {
        const apart = join(directory, `${name}.ndjson`)
        yield* HouseFile.writeFile(
          apart,
          HouseFile.linesOfRows(organization, at, Stream.fromIterable(items) as Stream.Stream<MovedRows.MovedItem>, {})
        )
        const ran = yield* mailroom(env, "import", "--all", apart, "--new-id")
        assert.strictEqual(ran.code, 1)
        assert.include(ran.stderr, `${apart}: ${fault}`)
        assert.notMatch(ran.stderr, /sql|constraint|column|_check|mailroom\./iu)
      }
      assert.notInclude((yield* mailroom(env, "organizations", "list")).stdout, "Acme")
    })
  )
})
