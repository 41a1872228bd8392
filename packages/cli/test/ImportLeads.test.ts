import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { database, emptyDatabase, type Env, folder, mailroom, mailroomFed, tenancy } from "./Harness.ts"

/** Runs `import` with a file of this content. */
const importing = Effect.fnUntraced(function* (
  env: Env,
  content: string | Uint8Array,
  ...flags: ReadonlyArray<string>
) {
  const file = join(yield* folder, "leads.csv")
  yield* Effect.promise(() => writeFile(file, content))
  return yield* mailroom(env, "import", file, ...flags)
})

const table = `Email,First Name,jobTitle
ada@one.example,Ada,CTO
not an address,Bob,
,Carl,CEO
dora@two.example,"Dora
Maria",

ADA@ONE.example,Again,
eve@three.example,Eve,CEO,too wide
`

describe("import FILE.csv", () => {
  it.live("makes leads of the good rows and tells of the bad ones, each with its line", () =>
    Effect.gen(function* () {
      const ran = yield* importing(yield* tenancy, table, "--campaign", "Spring", "--create")
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stdout, "Spring: 2 created, 0 updated, 1 duplicate, 0 blacklisted, 3 invalid")
      const lines = ran.stderr.split("\n")
      assert.strictEqual(lines[0], "Custom fields: job_title")
      assert.match(ran.stderr, /^line 3: email: .*e-mail address/mu)
      assert.include(lines, "line 4: has no e-mail address")
      assert.include(lines, "line 9: has 4 cells, the header has 3")
      assert.strictEqual(lines[4], "mailroom: 3 rows were rejected")
      assert.lengthOf(lines, 5)
    })
  )

  it.live("once more: leaves the leads alone, or changes them", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const flags = ["--campaign", "Spring"]
      yield* importing(env, "Email,Company\na@x.example,A\nb@x.example,B\n", ...flags, "--create")
      const again = yield* importing(env, "Email,Company\nA@x.example,New\nc@x.example,C\n", ...flags)
      assert.strictEqual(again.stdout, "Spring: 1 created, 0 updated, 1 duplicate, 0 blacklisted, 0 invalid")
      const update = yield* importing(env, "Email,Company\na@x.example,New\n", ...flags, "--on-duplicate", "update")
      assert.strictEqual(update.stdout, "Spring: 0 created, 1 updated, 0 duplicate, 0 blacklisted, 0 invalid")
    })
  )

  it.live("finds the campaign by its name in any case, or creates it with --create", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const leads = "Email\na@x.example\n"
      const missing = yield* importing(env, leads, "--campaign", "Spring")
      assert.strictEqual(missing.code, 1)
      assert.match(missing.stderr, /no campaign called "Spring": with --create/u)
      // The name of this campaign contains the name that is searched for.
      yield* importing(env, leads, "--campaign", "Spring and summer", "--create")
      yield* importing(env, leads, "--campaign", "Spring", "--create")
      const found = yield* importing(env, leads, "--campaign", "SPRING", "--create")
      assert.strictEqual(found.stdout, "Spring: 0 created, 0 updated, 1 duplicate, 0 blacklisted, 0 invalid")
      const id = yield* importing(env, leads, "--campaign", "0198c0de-0000-7000-8000-000000000000")
      assert.strictEqual(id.code, 1)
      assert.match(id.stderr, /no campaign 0198c0de/u)
    })
  )

  it.live("takes rows by the thousand", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 2500 }, (_, row) => (row === 2100 ? "nobody" : `lead-${row}@x.example`))
      const ran = yield* importing(yield* tenancy, `Email\n${rows.join("\n")}\n`, "--campaign", "Many", "--create")
      assert.strictEqual(ran.stdout, "Many: 2499 created, 0 updated, 0 duplicate, 0 blacklisted, 1 invalid")
      assert.match(ran.stderr, /^line 2102: /mu)
    })
  )

  it.live("rejects a file that is not a table of leads, before it creates anything", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const flags = ["--campaign", "Spring", "--create"]
      const refused: ReadonlyArray<readonly [string | Uint8Array, RegExp]> = [
        [
          "Name,Phone\nAda,1\n",
          /no column for the e-mail address, such as Email; choose one with --map "COLUMN=email", among: Name, Phone/u
        ],
        ["Email,E-mail\na@x.example,b@x.example\n", /which column is email, "Email" or "E-mail"\? Choose with --map/u],
        [Buffer.from("Email,City\na@x.example,Köln\n", "latin1"), /is not UTF-8/u],
        ["", /is empty/u]
      ]
      for (const [content, reason] of refused) {
        const ran = yield* importing(env, content, ...flags)
        assert.strictEqual(ran.code, 1)
        assert.match(ran.stderr, reason)
        assert.match(ran.stderr, /^mailroom: \S+leads\.csv: [^\n]+$/u)
      }
      const gone = yield* mailroom(env, "import", "/nowhere/leads.csv", ...flags)
      assert.match(gone.stderr, /ENOENT/u)
      const found = yield* importing(env, "Email\na@x.example\n", "--campaign", "Spring")
      assert.match(found.stderr, /no campaign called "Spring"/u)
    })
  )

  it.live("reads standard input, and prints the outcome as JSON", () =>
    Effect.gen(function* () {
      const flags = ["--campaign", "Spring", "--create", "--map", "Job=job_title", "--ignore", "Notes", "--json"]
      const input = "Email,Job,Notes\na@x.example,CTO,secret\n"
      const env = yield* tenancy
      const ran = yield* mailroomFed(input, env, "import", "-", ...flags)
      assert.deepStrictEqual(JSON.parse(ran.stdout), {
        dry_run: false,
        campaign: "Spring",
        created: 1,
        updated: 0,
        duplicate: 0,
        blacklisted: 0,
        invalid: 0,
        opted_out: 0
      })
      assert.deepStrictEqual([ran.code, ran.stderr], [0, "Custom fields: job_title"])
      const empty = yield* mailroomFed("", env, "import", "-", ...flags)
      assert.deepStrictEqual([empty.code, empty.stderr], [1, "mailroom: standard input: is empty"])
    })
  )

  it.live("in a dry run: says what would happen, and writes nothing", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      // The last hundred rows repeat addresses of earlier rows in another spelling.
      const domainOf = (row: number) => (row < 1400 ? "bücher.example" : "xn--bcher-kva.example")
      const rows = Array.from({ length: 1500 }, (_, row) => `lead-${row % 1400}@${domainOf(row)}`)
      const leads = `Email\n${rows.join("\n")}\nnobody\n`
      const flags = ["--campaign", "Spring", "--create"]
      const dry = yield* importing(env, leads, ...flags, "--dry-run")
      assert.strictEqual(dry.stdout, "Spring: 1400 created, 0 updated, 100 duplicate, 0 blacklisted, 1 invalid")
      assert.match(
        dry.stderr,
        /^Dry run: nothing is written\n(?:\d+ of \d+ lines\n)*line 1502: [^\n]+\nmailroom: 1 row was rejected$/u
      )
      const missing = yield* importing(env, leads, "--campaign", "Spring", "--dry-run")
      assert.match(missing.stderr, /no campaign called "Spring"/u)
      const real = yield* importing(env, leads, ...flags)
      assert.deepStrictEqual([real.code, real.stdout], [dry.code, dry.stdout])
    })
  )

  it.live("makes the database and the organization that are missing, but not in a dry run", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const flags = ["--campaign", "Spring", "--create"]
      const leads = "Email\na@x.example\n"
      const gone = yield* mailroom({ MAILROOM_DATA: data }, "import", "/nowhere/leads.csv", ...flags)
      assert.strictEqual(gone.code, 1)
      const dry = yield* importing({ MAILROOM_DATA: data }, leads, ...flags, "--dry-run")
      assert.strictEqual(dry.stdout, "Spring: 1 created, 0 updated, 0 duplicate, 0 blacklisted, 0 invalid")
      assert.deepStrictEqual([dry.code, dry.stderr, existsSync(data)], [0, "Dry run: nothing is written", false])
      const real = yield* importing({ MAILROOM_DATA: data }, leads, ...flags)
      assert.deepStrictEqual([real.code, real.stdout], [0, dry.stdout])
      assert.match(
        real.stderr,
        /^Making an embedded database in \S+, as DATABASE_URL is not set\nMade organization 1\. .* mailroom keys create --name NAME$/u
      )

      const env = yield* emptyDatabase
      const schemaless = yield* importing(env, leads, ...flags)
      assert.match(schemaless.stderr, /run `mailroom migrate`$/u)
      assert.strictEqual((yield* importing(env, leads, ...flags, "--migrate")).stdout, dry.stdout)
      const unowned = yield* importing(yield* database, leads, ...flags, "--dry-run")
      assert.match(unowned.stderr, /There is no organization yet/u)
    })
  )

  it.live("keeps what came before a row that does not end, and fails", () =>
    Effect.gen(function* () {
      const ran = yield* importing(
        yield* tenancy,
        'Email,Note\na@x.example,1\nb@x.example,"open\nc@x.example,3\n',
        "--campaign",
        "Spring",
        "--create"
      )
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stdout, "Spring: 1 created, 0 updated, 0 duplicate, 0 blacklisted, 0 invalid")
      assert.match(ran.stderr, /leads\.csv: line 3: the row does not end/u)
    })
  )

  it.live("prints any content of a file as plain text", () =>
    Effect.gen(function* () {
      const ran = yield* importing(yield* tenancy, "Email\n\u001B[2J\u0007evil\n", "--campaign", "Spring", "--create")
      assert.match(ran.stderr, /^line 2: /mu)
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(ran.stderr, /[\u0000-\u0009\u000B-\u001F]/u)
    })
  )
})

describe("import FILE.csv with people who opted out", () => {
  const flags = ["--campaign", "Spring", "--create", "--json"]
  const readonly = { dry_run: false, campaign: "Spring", updated: 0, duplicate: 0, invalid: 0 }

  /** The number of these addresses that a later import accepts, because they are not on the blacklist. */
  const sendable = Effect.fnUntraced(function* (env: Env, ...emails: ReadonlyArray<string>) {
    const ran = yield* importing(env, ["Email", ...emails].join("\n"), "--campaign", "Other", "--create", "--json")
    return JSON.parse(ran.stdout).created as number
  })

  const files: ReadonlyArray<readonly [program: string, file: string]> = [
    [
      "listmonk",
      `uuid,email,name,attributes,status,created_at,updated_at
1,in@x.example,Ada,{},enabled,2024-03-02,2024-03-02
2,out@x.example,Bob,{},blocklisted,2024-03-02,2024-03-02
`
    ],
    [
      "Mailchimp",
      `Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON
in@x.example,Ada,2023-03-02 10:11:12,,,
out@x.example,Bob,2023-03-02 10:11:12,2024-03-02 10:11:12,Spring,NORMAL
`
    ]
  ]
  for (const [program, file] of files) {
    it.live(`puts them on the blacklist: an export of ${program}`, () =>
      Effect.gen(function* () {
        const env = yield* tenancy
        // The lead of an earlier import is stopped, too.
        yield* importing(env, "Email\nout@x.example\n", "--campaign", "Earlier", "--create")
        const dry = yield* importing(env, file, ...flags, "--dry-run")
        assert.deepStrictEqual(JSON.parse(dry.stdout), {
          ...readonly,
          dry_run: true,
          created: 1,
          blacklisted: 1,
          opted_out: 1
        })
        assert.strictEqual(yield* sendable(env, "out@x.example"), 1)
        const ran = yield* importing(env, file, ...flags)
        assert.deepStrictEqual(JSON.parse(ran.stdout), { ...readonly, created: 1, blacklisted: 1, opted_out: 1 })
        assert.match(
          ran.stderr,
          /^Columns that say who opted out: (?:status|UNSUB_TIME, UNSUB_CAMPAIGN_TITLE, UNSUB_REASON)$/mu
        )
        assert.strictEqual(yield* sendable(env, "OUT@X.example", "in@x.example"), 1)
      })
    )
  }

  it.live("says so in text, and stops them before any other row makes them a lead", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      // The first row is about the same person and comes a thousand rows earlier.
      const rows = Array.from({ length: 1_200 }, (_, row) => `lead-${row}@x.example,`)
      const file = `Email,Unsubscribed\nout@x.example,no\n${rows.join("\n")}\nOut@x.example,yes\nnobody,yes\na*b@x.example,yes\n`
      const ran = yield* importing(env, file, "--campaign", "Spring", "--create")
      assert.strictEqual(
        ran.stdout,
        "Spring: 1200 created, 0 updated, 1 duplicate, 1 blacklisted, 2 invalid; 3 rows of people who opted out"
      )
      // A row whose address cannot be blacklisted creates no lead.
      assert.match(ran.stderr, /^line 1205: email: must be one e-mail address: patterns with \*/mu)
      assert.strictEqual(yield* sendable(env, "out@x.example"), 0)
    })
  )

  it.live("asks about values that may mean it, and writes nothing before it knows", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const file = "Email,Status,Unsubscribe code\na@x.example,Inactive,u/1\nb@x.example,Active,u/2\n"
      for (const more of [[], ["--dry-run"]]) {
        const ran = yield* importing(env, file, ...flags, ...more)
        assert.deepStrictEqual([ran.code, ran.stdout], [1, ""])
        assert.match(
          ran.stderr,
          /leads\.csv: do these values say that a person opted out\? "Status": "inactive"; "Unsubscribe code": "u\/1", "u\/2"\. /u
        )
        assert.match(ran.stderr, /--opt-out "Status=inactive" .* --opt-out "Status=" /u)
      }
      const missing = yield* importing(env, "Email\na@x.example\n", "--campaign", "Spring")
      assert.match(missing.stderr, /no campaign called "Spring"/u)
      const answers = ["--opt-out", "Status=inactive", "--opt-out", "Unsubscribe code="]
      const ran = yield* importing(env, file, ...flags, ...answers)
      assert.deepStrictEqual(JSON.parse(ran.stdout), { ...readonly, created: 1, blacklisted: 1, opted_out: 1 })
      assert.strictEqual(yield* sendable(env, "a@x.example", "b@x.example"), 1)
      const unknown = yield* importing(env, file, ...flags, "--opt-out", "State=gone")
      assert.match(unknown.stderr, /there is no column "State" among: Email, Status/u)
    })
  )

  it.live("reads columns and values in the language of the file, and asks about states in other columns", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const german = "E-Mail;Vorname;Newsletter abgemeldet;Club\na@x.example;Ada;ja;\nb@x.example;Bo;nein;\n"
      const ran = yield* importing(env, german, ...flags)
      assert.deepStrictEqual(JSON.parse(ran.stdout), { ...readonly, created: 1, blacklisted: 1, opted_out: 1 })
      assert.strictEqual(yield* sendable(env, "a@x.example", "b@x.example"), 1)
      const remarks = "E-Mail;Bemerkung\nc@x.example;Abgemeldet\nd@x.example;kennt Ada\ne@x.example;Abgemeldet\n"
      const asked = yield* importing(env, remarks, ...flags)
      assert.match(asked.stderr, /opted out\? "Bemerkung": "abgemeldet" \(2\)\. Answer for each column/u)
      const answered = yield* importing(env, remarks, ...flags, "--opt-out", "Bemerkung=abgemeldet")
      assert.deepStrictEqual(JSON.parse(answered.stdout), { ...readonly, created: 1, blacklisted: 2, opted_out: 2 })
      const whole = "E-Mail;Weg seit\nf@x.example;vorigem Mai\ng@x.example;\nh@x.example;nein\n"
      const all = yield* importing(env, whole, ...flags, "--opt-out", "Weg seit")
      assert.deepStrictEqual(JSON.parse(all.stdout), { ...readonly, created: 2, blacklisted: 1, opted_out: 1 })
    })
  )

  it.live("does not take a column that is left out for an answer", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const ran = yield* importing(
        env,
        "Email,UNSUB_TIME\na@x.example,2024-03-02\n",
        ...flags,
        "--ignore",
        "UNSUB_TIME"
      )
      assert.deepStrictEqual(JSON.parse(ran.stdout), { ...readonly, created: 0, blacklisted: 1, opted_out: 1 })
    })
  )
})
