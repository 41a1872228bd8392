import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { database, emptyDatabase, type Env, folder, mailroom } from "./Harness.ts"

/** Rejected before a database is opened: this address has no server. */
const nowhere = { DATABASE_URL: "postgres://ada:hunter2@127.0.0.1:1/nothing" }

const misspelt = (parameters: string) => ({ DATABASE_URL: `${nowhere.DATABASE_URL}?${parameters}` })
const noFile = "sslmode=verify-full&sslrootcert=/nowhere/ca.pem"

describe("usage", () => {
  const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, says: RegExp, env?: Record<string, string>]> = [
    [["serve", "--prot", "1"], /Unrecognized flag: --prot .*--port/u],
    [["serve", "--port", "x"], /--port: "x"/u],
    [["serve", "--port", "65536"], /a port from 0 to 65535/u],
    [["serve"], /--port: "99999"/u, { PORT: "99999" }],
    [["serve"], /Invalid value of PORT\. Expected a string representing a finite number/u, { PORT: "abc" }],
    [["serve"], /Invalid value of MAILROOM_RATE_LIMIT\./u, { MAILROOM_RATE_LIMIT: "x" }],
    [["serve", "--drain", "5"], /a duration such as 30s/u],
    [["serve", "--public-url", "example.com"], /a URL such as/u],
    [["serve", "--public-url", "https://example.com/?x=1"], /a URL such as .*, without a query/u],
    [["serve", "--memory", "--data", "x"], /--memory and --data exclude each other/u, {}],
    [["keys", "list", "--data", "x"], /DATABASE_URL is set/u],
    [["keys", "list"], /DATABASE_URL must be of the form/u, { DATABASE_URL: "mysql://ada:hunter2@127.0.0.1/x" }],
    [["keys", "list"], /DATABASE_URL must be of the form/u, { DATABASE_URL: "hunter2" }],
    ...["hunter2%zz", "hunter2@ter", "hunter2/ter", "hunter2#ter", "hunter2?ter"].map(
      (password) =>
        [
          ["migrate", "--json"],
          /DATABASE_URL cannot be read: the password is probably not percent-encoded/u,
          { DATABASE_URL: `postgres://ada:${password}@127.0.0.1:1/x` }
        ] as const
    ),
    [["keys", "list"], /DATABASE_URL has the parameter sslmod, .*did you mean sslmode/u, misspelt("sslmod=require")],
    [["serve"], /DATABASE_URL has the parameter ssl, .*use sslmode=require/u, misspelt("ssl=true")],
    [["work"], /DATABASE_URL: the file of sslrootcert cannot be used: .*ENOENT/u, misspelt(noFile)],
    [["migrate"], /DATABASE_URL is empty: unset it to use the embedded database, or/u, { DATABASE_URL: "" }],
    [["serve", "--data", "x"], /DATABASE_URL is empty/u, { DATABASE_URL: "" }],
    [["import", "events", import.meta.filename, "--dry-run"], /DATABASE_URL is empty/u, { DATABASE_URL: "" }],
    [["serve", "--memory"], /PORT is empty/u, { DATABASE_URL: "", PORT: "" }],
    [["keys", "list"], /MAILROOM_ENCRYPTION_KEY is empty: unset it, or/u, { ...nowhere, MAILROOM_ENCRYPTION_KEY: "" }],
    [
      ["serve"],
      /no variable MAILROOM_ENCRPTION_KEY: did you mean MAILROOM_ENCRYPTION_KEY\?/u,
      {
        ...nowhere,
        MAILROOM_ENCRPTION_KEY: "x"
      }
    ],
    [["serve", "--data", "postgres://ada:hunter2@h/m"], /--data must be the path of a folder, not a URL/u, {}],
    [["serve", "--data", "ada:hunter2@h/m"], /--data must be the path of a folder, not a URL/u, {}],
    [["serve"], /MAILROOM_DATA must be the path of a folder, not a URL/u, { MAILROOM_DATA: "mysql://ada:hunter2@h/m" }],
    [["serve"], /MAILROOM_DATA must not have quotes/u, { MAILROOM_DATA: '"./data"' }],
    [["keys", "list", "--data", ""], /--data.*the name of a folder/u, {}],
    [["keys", "create"], /Missing required flag: --name/u],
    [["keys", "create", "--name", "x", "--access", "write"], /--access/u],
    [["keys", "revoke", "one"], /<id>: "one"/u],
    [["keys", "revoke", "0"], /<id>: "0"\. Expected: a value between 1 and/u],
    [["keys", "rotate", "1", "--grace", "soon"], /a duration such as 30s/u],
    [["migrate", "--dry-run"], /--dry-run needs --distribute/u],
    [["keys", "creat"], /Unknown subcommand "creat".*create/u],
    [["import", "leads.csv"], /Missing required flag: --campaign/u],
    [["import", "leads.csv", "--campaign", "x", "--new-id"], /--new-id needs --all/u],
    [["import", "a.ndjson", "--all", "--campaign", "x"], /--campaign is for tables of leads, and not for --all/u],
    [["import", "a.ndjson", "--all", "--create", "--map", "A=email"], /--create and --map are for tables/u],
    [["import", "a.ndjson", "--all", "--on-duplicate", "skip"], /--on-duplicate is for tables/u],
    [["import", "a.ndjson", "--all", "--organization", "2"], /--organization is for tables/u],
    [["import", "--campaign", "x"], /Missing required argument: file/u],
    [["import", "mail"], /Missing required argument: path/u],
    [["import", "events"], /Missing required argument: file/u],
    [["rebuild-analytics", "--organization", "0"], /--organization/u],
    [["import", "a.csv", "--campaign", "x", "--on-duplicate", "replace"], /--on-duplicate/u],
    [["import", "a.csv", "--campaign", "x", "--map", "Work email"], /--map.*COLUMN=FIELD such as/u],
    [["import", "a.csv", "--campaign", "x", "--map", "=email"], /--map/u],
    [["import", "a.csv", "--campaign", "x", "--map", "A=Job Title"], /custom fields are like job_title/u],
    [["help", "keys", "creat"], /There is no command keys creat/u]
  ]
  for (const [args, says, env = nowhere] of wrong) {
    it.live(`refuses ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const ran = yield* mailroom(env, ...args)
        assert.strictEqual(ran.code, 2)
        assert.strictEqual(ran.stdout, "")
        assert.match(ran.stderr, says)
        assert.match(ran.stderr, /^mailroom: [^\n]+(?:\nSee: mailroom [^\n]+ --help)?$/u)
        assert.notInclude(ran.stderr, "hunter2")
      })
    )
  }

  it.live("ignores variables that others make", () =>
    Effect.gen(function* () {
      const env = {
        MAILROOM_PORT: "tcp://10.0.0.7:3000",
        MAILROOM_SERVICE_HOST: "10.0.0.7",
        MAILROOM_PORT_3000_TCP: "x"
      }
      const ran = yield* mailroom({ ...nowhere, ...env }, "migrate")
      assert.match(ran.stderr, /ECONNREFUSED/u)
    })
  )

  it.live("shows what there is when no command is given", () =>
    Effect.gen(function* () {
      const ran = yield* mailroom({})
      assert.strictEqual((yield* mailroom({}, "help")).stdout, ran.stdout)
      assert.strictEqual(ran.code, 2)
      for (const command of ["serve", "migrate", "keys", "organizations", "import", "rebuild-analytics", "demo"]) {
        assert.match(ran.stdout, new RegExp(`^  ${command} +\\S`, "mu"))
      }
    })
  )

  it.live("helps with every command", () =>
    Effect.gen(function* () {
      const commands = [
        "serve",
        "migrate",
        "keys create",
        "keys rotate",
        "organizations create",
        "import",
        "import mail",
        "import events",
        "import billing",
        "rebuild-analytics",
        "demo"
      ]
      for (const command of commands) {
        const ran = yield* mailroom(nowhere, ...command.split(" "), "--help")
        assert.strictEqual(ran.code, 0)
        assert.match(ran.stdout, new RegExp(`USAGE\\s+mailroom ${command}\\b`, "u"))
        assert.deepStrictEqual(yield* mailroom(nowhere, "help", ...command.split(" ")), ran)
      }
    })
  )
})

describe("--json", () => {
  it.live("names the option of npm without which its own lines come before the JSON", () =>
    Effect.gen(function* () {
      const env = yield* database
      const npm = { ...env, npm_lifecycle_event: "mailroom" }
      const list = (env: Env) => mailroom(env, "organizations", "list", "--json")
      assert.deepStrictEqual(yield* list(npm), {
        code: 0,
        stdout: "[]",
        stderr: "npm has printed lines before this JSON: `npm run --silent mailroom -- …` prints the JSON only"
      })
      const expected = { code: 0, stdout: "[]", stderr: "" }
      for (const quiet of [env, { ...npm, npm_config_loglevel: "silent" }]) {
        assert.deepStrictEqual(yield* list(quiet), expected)
      }
      assert.strictEqual((yield* mailroom(npm, "organizations", "list")).stderr, "")
    })
  )
})

describe("a database that is not as it should be", () => {
  it.live("is not there: says so, without the password", () =>
    Effect.gen(function* () {
      const manyAddresses = { DATABASE_URL: nowhere.DATABASE_URL.replace("127.0.0.1", "localhost") }
      for (const [command, env] of [
        ["migrate", nowhere],
        ["demo", nowhere],
        ["demo", manyAddresses]
      ] as const) {
        const ran = yield* mailroom(env, command)
        assert.strictEqual(ran.code, 1)
        assert.match(ran.stderr, /^mailroom: The database .*ECONNREFUSED [^\n]*:1$/u)
        assert.notInclude(ran.stderr, "hunter2")
      }
    })
  )

  it.live("is in no folder: makes none where it only looked", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      for (const env of [{ MAILROOM_DATA: data }, {}]) {
        const flags = "MAILROOM_DATA" in env ? [] : ["--data", data]
        for (const command of [["keys", "list"], ["migrate"]]) {
          const ran = yield* mailroom(env, ...command, ...flags)
          assert.strictEqual(ran.code, 1)
          assert.strictEqual(
            ran.stderr,
            `mailroom: There is no database in ${data}, and DATABASE_URL is not set: ` +
              "`mailroom serve` makes one, --data names another folder"
          )
        }
      }
      assert.isFalse(existsSync(data))
    })
  )

  it.live("is new: says where", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const ran = yield* mailroom({}, "organizations", "create", "Acme", "--data", data)
      assert.strictEqual(ran.code, 0)
      assert.match(ran.stderr, /^Making an embedded database in \S+\/data, as DATABASE_URL is not set\n/u)
      const again = yield* mailroom({}, "organizations", "create", "Beta", "--data", data)
      assert.notInclude(again.stderr, "Making")
    })
  )

  it.live("has no schema: names the command that makes it, and changes nothing", () =>
    Effect.gen(function* () {
      const env = yield* emptyDatabase
      for (const args of [
        ["keys", "list"],
        ["serve", "--port", "0"],
        ["organizations", "create", "Acme"]
      ]) {
        const ran = yield* mailroom(env, ...args)
        assert.strictEqual(ran.code, 1)
        assert.strictEqual(ran.stderr, "mailroom: The database has no Mailroom schema: run `mailroom migrate`")
      }
      const migrated = yield* mailroom(env, "migrate")
      assert.match(migrated.stdout, /^0001 baseline\n?$/u)
      assert.deepStrictEqual(yield* mailroom(env, "migrate"), { code: 0, stdout: "Up to date", stderr: "" })
    })
  )

  it.live("has no organization: says how to make one", () =>
    Effect.gen(function* () {
      const ran = yield* mailroom(yield* database, "keys", "list")
      assert.strictEqual(ran.code, 1)
      assert.match(ran.stderr, /`mailroom serve` or `mailroom organizations create NAME`/u)
    })
  )
})
