import { assert, describe, it } from "@effect/vitest"
import { Arrival, BlobStore, CurrentOrganization, MovedRows, Moving, Tags } from "@mailroom/core"
import { HostStorage } from "@mailroom/host"
import { Effect, Stream } from "effect"
import { existsSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as HouseFile from "../src/moving/HouseFile.ts"
import { database, emptyDatabase, folder, mailroom, mailroomFed } from "./Harness.ts"
import {
  answers,
  demo,
  exported,
  imported,
  inMemory,
  inPostgres,
  linesOf,
  rowsOf,
  small,
  withAttachment
} from "./MovingHarness.ts"

const kindsOf = (rows: ReadonlyArray<MovedRows.MovedItem>) => new Set(rows.map(({ kind }) => kind))

describe("moving", () => {
  it.effect("an organization moves from memory to Postgres and back, row by row", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const path = (name: string) => join(directory, name)
      const there = path("there.ndjson.gz")
      const before = yield* inMemory(
        Effect.gen(function* () {
          const id = yield* demo
          yield* exported(id, there)
          return yield* answers(id)
        })
      )
      const [id, onPostgres] = yield* inPostgres(
        Effect.gen(function* () {
          const id = yield* imported(there)
          yield* exported(id, path("back.ndjson"))
          return [id, yield* answers(id)] as const
        })
      )
      const inMemoryAgain = yield* inMemory(
        Effect.gen(function* () {
          assert.strictEqual(yield* imported(path("back.ndjson")), id)
          yield* exported(id, path("again.ndjson"))
          return yield* answers(id)
        })
      )
      const rows = yield* rowsOf(there)
      const missing = ["bytes", ...MovedRows.movedKinds].filter((kind) => !kindsOf(rows).has(kind as "bytes"))
      assert.deepStrictEqual(missing, [])
      assert.deepStrictEqual(yield* rowsOf(path("back.ndjson")), rows.map(Arrival.arrived))
      assert.deepStrictEqual(yield* rowsOf(path("again.ndjson")), rows.map(Arrival.arrived))
      assert.deepStrictEqual(inMemoryAgain, onPostgres)
      const { campaigns, integrations, ...others } = onPostgres
      const { campaigns: campaignsBefore, integrations: integrationsBefore, ...othersBefore } = before
      // Accounts and reports show the status of campaigns; an account has its own status, with a message.
      const paused = JSON.stringify(othersBefore).replaceAll(
        /"((?:campaign_)?status)":"active"(?!,"status_message")/gu,
        '"$1":"paused"'
      )
      // The tracking domain still leads to the service that the organization came from.
      const expected: typeof others = JSON.parse(
        paused.replace('"tracking_domain":"links.acme.test"', '"tracking_domain":null')
      )
      for (const name of Object.keys(others) as ReadonlyArray<keyof typeof others>) {
        assert.deepStrictEqual([name, others[name]], [name, expected[name]])
      }
      assert.deepStrictEqual(
        campaigns.data.map(({ status, status_reason }) => ({ status, status_reason })),
        campaignsBefore.data.map(({ status, status_reason }) =>
          status === "active"
            ? { status: "paused" as const, status_reason: "moved" as const }
            : { status, status_reason }
        )
      )
      assert.deepStrictEqual(
        integrations.data,
        integrationsBefore.data.map((row) => ({ ...row, status: "disabled" as const, retry_at: null, sealed: "" }))
      )
    })
  )

  it.effect("an export fails when the organization changes meanwhile", () =>
    Effect.gen(function* () {
      const error = yield* inMemory(
        Effect.gen(function* () {
          const id = yield* small
          const change = Tags.use((tags) => tags.create({ name: "New", sentiment: "neutral" }))
          const items = Stream.tap((yield* Moving).rows(id), ({ kind, row }) =>
            kind === "leads" && row.email.startsWith("lead-5") ? change : Effect.void
          )
          return yield* Effect.flip(Stream.runDrain(items)).pipe(Effect.provideService(CurrentOrganization, { id }))
        })
      )
      assert.strictEqual(error._tag, "ChangedMeanwhile")
    })
  )

  it.effect("an export fails when the bytes of an attachment are not in this storage", () =>
    Effect.gen(function* () {
      const error = yield* inMemory(
        Effect.gen(function* () {
          const id = yield* withAttachment
          const { areBytesHere, rows } = yield* Moving
          assert.isTrue(yield* areBytesHere(id))
          yield* Stream.runDrain(rows(id))
          yield* BlobStore.use((blobs) => blobs.clear(id))
          assert.isFalse(yield* areBytesHere(id))
          return yield* Effect.flip(Stream.runDrain(rows(id)))
        })
      )
      assert.strictEqual(error._tag, "BytesMissing")
      assert.match(error.message, /^The attachment \d+ has 0 of its 5 bytes here$/u)
    })
  )
})

/** The file of a small organization, in a folder. */
const smallFile = Effect.gen(function* () {
  const directory = yield* folder
  const path = join(directory, "house.ndjson")
  yield* inMemory(Effect.flatMap(small, (id) => exported(id, path)))
  const save = (name: string, content: Buffer | string) =>
    Effect.promise(async () => {
      await writeFile(join(directory, name), content)
      return join(directory, name)
    })
  return { directory, path, lines: yield* linesOf(path), save }
})

const names = Effect.fnUntraced(function* (env: Parameters<typeof mailroom>[0]) {
  const { stdout } = yield* mailroom(env, "organizations", "list", "--json")
  return (JSON.parse(stdout) as ReadonlyArray<{ readonly id: number; readonly name: string }>).map(
    ({ id, name }) => `${id} ${name}`
  )
})

describe("attachments in a folder", () => {
  it.effect("an export and a removal want the folder, and change nothing without it", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const path = join(directory, "house.ndjson")
      yield* inMemory(Effect.flatMap(withAttachment, (id) => exported(id, path)))
      const { DATABASE_URL = "" } = yield* database
      const files = join(directory, "attachments")
      const env = { DATABASE_URL, MAILROOM_ATTACHMENTS: files }
      const arrived = yield* mailroom(env, "import", "--all", path, "--json")
      const stored = Effect.promise(() => readdir(join(files, "3")))
      assert.strictEqual((yield* stored).length, 1)

      const again = join(directory, "again.ndjson")
      const without = yield* mailroom({ DATABASE_URL }, "export", "--output", again)
      assert.deepStrictEqual([without.code, without.stdout, existsSync(again)], [1, "", false])
      assert.match(without.stderr, /has 0 of its 5 bytes here: set MAILROOM_ATTACHMENTS as it is for the service/u)
      const left = yield* mailroom(env, "export", "--output", again, "--json")
      assert.deepStrictEqual(yield* rowsOf(again), (yield* rowsOf(path)).map(Arrival.arrived))
      const [{ counts, rows }, inside] = [arrived, left].map(({ stdout }) => JSON.parse(stdout))
      assert.deepStrictEqual([inside.rows, inside.counts], [rows, counts])

      const kept = yield* mailroom({ DATABASE_URL }, "organizations", "remove", "3")
      assert.deepStrictEqual([kept.code, kept.stdout], [1, ""])
      assert.match(kept.stderr, /not in the database: set MAILROOM_ATTACHMENTS/u)
      assert.deepStrictEqual(yield* names(env), ["3 Acme"])
      const removed = yield* mailroom(env, "organizations", "remove", "3")
      assert.deepStrictEqual([removed.code, removed.stderr], [0, ""])
      assert.isFalse(existsSync(join(files, "3")))
    })
  )
})

describe("mailroom import --all", () => {
  it.effect("rejects a file that is cut off, changed, or of another version, and stores nothing", () =>
    Effect.gen(function* () {
      const env = yield* database
      const { lines, save } = yield* smallFile
      const text = lines.map((line) => `${line}\n`)
      const changed = text.map((line) => line.replace("lead-7@x.test", "lead-0@y.test"))
      const unknown = text.map((line) => line.replace('"kind":"leads"', '"kind":"loads"'))
      const other = text.map((line) => line.replace('"version":1', '"version":2'))
      const field = text.map((line) => line.replace('"stop_sending":false', '"stop_sending":null'))
      const row = {
        id: 9,
        campaign_id: "00000000-0000-4000-8000-000000000000",
        step_id: null,
        position: 1,
        variant: "A"
      }
      const step = { ...row, weight: 1, subject: null, body: "Hi {FIRSTNAME},", body_html: null, delay_days: 1 }
      const foreign = [text[0], `${JSON.stringify({ kind: "sequences", row: step })}\n`, ...text.slice(1)]
      const packed = gzipSync(text.join(""))
      const cases: ReadonlyArray<readonly [string, Buffer | string, RegExp]> = [
        ["cut.ndjson", text.slice(0, -1).join(""), /it is cut off: its last line is missing/u],
        ["half.ndjson", text.join("").slice(0, -300), /it is cut off: its last line is missing|has no known kind/u],
        ["cut.ndjson.gz", packed.subarray(0, -20), /it is cut off: its compressed data ends too early/u],
        ["changed.ndjson", changed.join(""), /it was changed: its SHA-256 differs/u],
        ["missing.ndjson", [...text.slice(0, 5), ...text.slice(6)].join(""), /it was changed: its SHA-256 differs/u],
        ["more.ndjson", [...text, text[1]].join(""), /it continues behind its end/u],
        ["unknown.ndjson", unknown.join(""), /line \d+: it has no known kind/u],
        ["field.ndjson", field.join(""), /line \d+: stop_sending must be true or false/u],
        ["foreign.ndjson", foreign.join(""), /line 2: body has \{FIRSTNAME\}.*write \{\{first_name\|there\}\}/u],
        ["other.ndjson", other.join(""), /its version 2 is not the version of this release, which is 1/u],
        ["leads.csv", "Email\na@x.test\n", /it is no file of `mailroom export`/u],
        ["empty.ndjson", "", /it is empty/u]
      ]
      for (const [name, content, expected] of cases) {
        const ran = yield* mailroom(env, "import", "--all", yield* save(name, content))
        assert.match(ran.stderr, expected, name)
        assert.strictEqual(ran.code, 1, name)
      }
      assert.deepStrictEqual(yield* names(env), [])
    })
  )

  it.effect("continues after it was killed, shows the organization when it is complete, and imports a file once", () =>
    Effect.gen(function* () {
      const env = yield* database
      const { directory, lines, path } = yield* smallFile
      const killed = Effect.gen(function* () {
        const moving = yield* Moving
        const file = yield* HouseFile.check({ path, name: path })
        const begun = yield* moving.begin(file.checksum, file.organization)
        const [batch = []] = yield* Stream.runCollect(Stream.take(HouseFile.batches(file, 0, 4), 1))
        return yield* moving.add(file.checksum, begun, batch)
      })
      const storage = HostStorage.layer({ database: env["DATABASE_URL"] ?? "" })
      const { rows } = yield* killed.pipe(Effect.provide(Moving.layer), Effect.provide(storage, { local: true }))
      assert.strictEqual(rows, 4)
      assert.deepStrictEqual(yield* names(env), [])

      const ran = yield* mailroom(env, "import", "--all", path, "--json")
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.match(ran.stderr, /Continuing after 4 rows/u)
      const { campaigns_paused, organization_id, rows: total } = JSON.parse(ran.stdout)
      assert.deepStrictEqual([campaigns_paused, organization_id, total], [1, 3, lines.length - 2])
      assert.deepStrictEqual(yield* names(env), ["3 Acme"])
      const again = join(directory, "again.ndjson")
      const back = yield* mailroom(env, "export", "--output", again)
      assert.strictEqual(back.code, 0, back.stderr)
      assert.deepStrictEqual(yield* rowsOf(again), (yield* rowsOf(path)).map(Arrival.arrived))

      const second = yield* mailroom(env, "import", "--all", path)
      assert.deepStrictEqual([second.code, second.stdout], [1, ""])
      assert.match(second.stderr, /This file was imported before, as organization 3/u)
      const taken = yield* mailroom(env, "import", "--all", again)
      assert.strictEqual(taken.code, 1)
      assert.match(taken.stderr, /Another organization here has the external id/u)
      const copied = yield* mailroom(env, "import", "--all", again, "--new-id")
      assert.strictEqual(copied.code, 0, copied.stderr)
      assert.strictEqual((yield* names(env)).length, 2)
    })
  )

  it.effect("says in a dry run, too, that the database has no schema, unless the import makes one", () =>
    Effect.gen(function* () {
      const env = yield* emptyDatabase
      const { path } = yield* smallFile
      const dry = yield* mailroom(env, "import", "--all", path, "--dry-run")
      assert.deepStrictEqual([dry.code, dry.stdout], [1, ""])
      assert.match(dry.stderr, /The database has no Mailroom schema: run `mailroom migrate`/u)
      const migrating = yield* mailroom(env, "import", "--all", path, "--dry-run", "--migrate")
      assert.deepStrictEqual([migrating.code, migrating.stdout.includes("complete and unchanged")], [0, true])
      const list = yield* mailroom(env, "organizations", "list")
      assert.match(list.stderr, /no Mailroom schema/u)
      const ready = yield* mailroom(yield* database, "import", "--all", path, "--dry-run")
      assert.strictEqual(ready.code, 0, ready.stderr)
    })
  )

  it.effect("moves an organization into an embedded database", () =>
    Effect.gen(function* () {
      const { directory, path } = yield* smallFile
      const env = { MAILROOM_DATA: join(directory, "data") }
      const dry = yield* mailroom(env, "import", "--all", path, "--dry-run")
      assert.match(dry.stdout, /^organization 3 \(Acme\): \d+ rows, complete and unchanged/u)
      const ran = yield* mailroom(env, "import", "--all", path)
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.match(ran.stdout, /1 campaign paused/u)
      const unclear = yield* mailroom(env, "export", "--json")
      assert.deepStrictEqual([unclear.code, unclear.stdout], [2, ""])
      assert.match(unclear.stderr, /--json needs --output/u)
      const again = join(directory, "again.ndjson.gz")
      yield* mailroom(env, "export", "--output", again)
      assert.deepStrictEqual(yield* rowsOf(again), (yield* rowsOf(path)).map(Arrival.arrived))
    })
  )
})

describe("tables", () => {
  it.effect("leads and the blacklist go out as CSV, and suppression lists come in", () =>
    Effect.gen(function* () {
      const env = yield* database
      const { directory, path } = yield* smallFile
      yield* mailroom(env, "import", "--all", path)
      const leads = join(directory, "leads.csv")
      const ran = yield* mailroom(env, "leads", "export", "--campaign", "Spring", "--output", leads)
      assert.deepStrictEqual([ran.code, ran.stderr], [0, "10 leads exported"])
      const text = yield* Effect.promise(() => readFile(leads, "utf8"))
      const [header = "", first = "", ...rest] = text.split("\r\n")
      assert.match(header, /^\u{feff}id,email,first_name,.*,provider,job_title,points$/u)
      assert.match(first, /^1,lead-0@x\.test,'=1\+1,,"Grüße 0, ""Söhne""",.*,Müller,0$/u)
      assert.match(rest.at(-2) ?? "", /^10,.*,Müller,-9$/u)

      const list = "E-mail\nLead-3@x.test\n\n@y.test\nnot an address@\n*.x.test\nspam.test\n"
      const came = yield* mailroomFed(list, env, "blacklist", "import", "-", "--reason", "Unsubscribed elsewhere")
      assert.strictEqual(came.code, 1)
      assert.strictEqual(came.stdout, "3 added, 1 existing, 1 invalid, 10 leads stopped")
      assert.match(came.stderr, /^line 5: /u)
      const entries = join(directory, "blacklist.csv")
      yield* mailroom(env, "blacklist", "export", "--output", entries)
      const lines = (yield* Effect.promise(() => readFile(entries, "utf8"))).split("\r\n")
      assert.deepStrictEqual(
        lines.map((line) => line.split(",").slice(0, 4).join(",")),
        [
          "\u{feff}value,kind,source,reason",
          "spam.test,domain,manual,Asked by phone",
          "lead-3@x.test,email,manual,Unsubscribed elsewhere",
          "y.test,domain,manual,Unsubscribed elsewhere",
          "x.test,domain,manual,Unsubscribed elsewhere",
          ""
        ]
      )
      // The exported list can be imported: everything in it exists.
      const again = yield* mailroom(env, "blacklist", "import", entries)
      assert.strictEqual(again.stdout, "0 added, 4 existing, 0 invalid, 0 leads stopped")

      // Imported again, the names and numbers are the same: apostrophes were removed.
      yield* mailroom(env, "import", leads, "--campaign", "Again", "--create")
      const copied = join(directory, "copied.csv")
      yield* mailroom(env, "leads", "export", "--campaign", "Again", "--output", copied)
      const copy = yield* Effect.promise(() => readFile(copied, "utf8"))
      assert.match(copy, /,lead-0@x\.test,'=1\+1,/u)
    })
  )
})
