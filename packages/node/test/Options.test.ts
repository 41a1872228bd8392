/** The options of `createMailroom`. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, type HostClient, MailroomError } from "@mailroom/node"
import type { HostDatabase } from "@mailroom/postgres"
import { drizzle } from "drizzle-orm/node-postgres"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import postgres from "postgres"
import { expectTypeOf, inject } from "vitest"

const failure = async (promise: Promise<unknown>): Promise<MailroomError> => {
  const error = await promise.then(
    () => assert.fail("It did not fail"),
    (error: unknown) => error
  )
  assert.instanceOf(error, MailroomError)
  return error
}

describe("options", () => {
  it("are those of the database client that the storage takes", () => {
    expectTypeOf<HostClient>().toEqualTypeOf<HostDatabase.HostClient>()
  })

  it("name a tracer of OpenTelemetry, which gets spans with their parents", async () => {
    const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")
    const spans: Array<{ readonly name: string; readonly id: string; readonly parent: string | undefined }> = []
    const ended: Array<string> = []
    const tracer = {
      startSpan: (name: string, _options: object, context?: { getValue: (key: symbol) => any }) => {
        const id = String(spans.length).padStart(16, "0")
        spans.push({ name, id, parent: context?.getValue(spanKey).spanContext().spanId })
        return {
          spanContext: () => ({ traceId: "a".repeat(32), spanId: id, traceFlags: 1 }),
          setAttribute: () => {},
          addEvent: () => {},
          setStatus: () => {},
          recordException: () => {},
          end: (_time: readonly [number, number]) => void ended.push(name)
        }
      }
    }
    const mailroom = await createMailroom({ database: "memory", tracer })
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    await mailroom.organization(id).campaigns.create({ name: "Spring" })
    assert.deepInclude(
      spans.map(({ name, parent }) => [name, parent]),
      ["Campaigns.create", undefined]
    )
    const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }
    await mailroom.fetch(new Request("http://localhost/leads/42", { headers }))
    assert.deepInclude(
      spans.map(({ name, parent }) => [name, parent]),
      ["GET /leads/{id}", "b7ad6b7169203331"]
    )
    await mailroom.close()
    assert.includeMembers(ended, ["Campaigns.create", "GET /leads/{id}"])
  })

  it("name a logger of Pino, which gets the fields first, and ask for a line of each request", async () => {
    const lines: Array<readonly [level: string, fields: object, message: string | undefined]> = []
    const write = (level: string) => (fields: object, message?: string) => void lines.push([level, fields, message])
    const logger = {
      bindings: () => ({}),
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: write("error")
    }
    const mailroom = await createMailroom({ database: "memory", logger, accessLog: true })
    await mailroom.fetch(new Request("http://localhost/leads/42", { headers: { "x-request-id": "pino" } }))
    await mailroom.close()
    const [level, { duration_ms, ...fields }, message] = lines.find(([, , message]) =>
      message?.startsWith("GET")
    ) as any
    assert.deepStrictEqual([level, message], ["info", "GET /leads/42 401"])
    assert.deepStrictEqual(fields, { request_id: "pino", method: "GET", route: "/leads/{id}", status: 401 })
    assert.isNumber(duration_ms)
  })

  it("name a logger, which gets each line with its fields", async () => {
    const lines: Array<readonly [level: string, message: string, fields: object]> = []
    const write = (level: string) => (message: string, fields: object) => void lines.push([level, message, fields])
    const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") }
    const mailroom = await createMailroom({
      database: "memory",
      logger,
      authenticate: () => {
        throw new Error("no session store")
      }
    })
    const server = createServer(mailroom.handler)
    await once(server.listen(0, "127.0.0.1"), "listening")
    const { port } = server.address() as AddressInfo
    const ask = {
      fetch: (path: string, init: RequestInit) => mailroom.fetch(new Request(`http://localhost${path}`, init)),
      handler: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    }
    for (const [name, send] of Object.entries(ask)) {
      const sent = async (path: string) => (await send(path, { headers: { "x-request-id": name } })).status
      assert.deepStrictEqual([await sent("/livez"), await sent("/campaigns")], [200, 500])
      const ofRequests = lines.filter(([, , fields]) => "request_id" in fields && fields.request_id === name)
      assert.deepStrictEqual(
        ofRequests.map(([level, message]) => `${level} ${message}`),
        ["debug GET /livez 200", "error GET /campaigns failed", "debug GET /campaigns 500"]
      )
      const [, , fields] = ofRequests[1] ?? []
      assert.match(String(fields && "error" in fields && fields.error), /no session store/u)
    }
    server.close()
    await mailroom.close()
  })

  it("may name a logger that throws: requests go on, and lines are counted", async () => {
    const fail = () => {
      throw new Error("no disk")
    }
    const logger = { debug: fail, info: fail, warn: fail, error: fail }
    const mailroom = await createMailroom({ database: "memory", metrics: true, logger })
    const ask = (path: string) => mailroom.fetch(new Request(`http://localhost${path}`))
    assert.strictEqual((await ask("/livez")).status, 200)
    assert.match(await (await ask("/metrics")).text(), /^mailroom_log_lines_lost_total [1-9]/mu)
    await mailroom.close()
  })

  it("name the mail server that is believed, and a folder for attachments", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mailroom-node-"))
    const mailroom = await createMailroom({
      database: join(folder, "database"),
      attachments: join(folder, "files"),
      authservId: "mx.ours.test"
    })
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    const { intake, unibox } = mailroom.organization(id)
    const mail = (by: string) =>
      [
        `Authentication-Results: ${by}; dmarc=pass header.from=example.com`,
        "From: ada@example.com",
        `Message-ID: <${by}@example.com>`,
        "Content-Type: text/csv; name=numbers.csv",
        "Content-Disposition: attachment; filename=numbers.csv",
        "",
        "1,2"
      ].join("\r\n")
    assert.strictEqual((await intake.receive(mail("mx.ours.test"))).trust, "verified")
    assert.notStrictEqual((await intake.receive(mail("mx.evil.test"))).trust, "verified")
    assert.strictEqual((await unibox.unread()).other, 2)
    const files = readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
    assert.strictEqual(files.filter((file) => file.isFile() && file.parentPath.endsWith(`/${id}`)).length, 2)
    await mailroom.close()
    rmSync(folder, { recursive: true })
  })
})

describe("wrong options", () => {
  it("say why Mailroom cannot start, and what to do", async () => {
    const url = "postgres://postgres:hidden@127.0.0.1:1/none"
    const databases = [
      url,
      new pg.Pool({ connectionString: url }),
      new pg.Pool({ host: "127.0.0.1", port: 1, password: "hidden" }),
      drizzle(url),
      postgres(url)
    ]
    for (const database of databases) {
      const unreachable = await failure(createMailroom({ database }))
      assert.strictEqual(unreachable.code, "unavailable")
      assert.strictEqual(
        unreachable.message,
        "The database at 127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1"
      )
      assert.notInclude(`${unreachable.message}${unreachable.stack}`, "hidden")
    }
    const server = new URL(inject("postgresUrl"))
    server.pathname = "/missing"
    for (const database of [server.href, new pg.Pool({ connectionString: server.href })]) {
      const { code, message } = await failure(createMailroom({ database }))
      assert.strictEqual(code, "unavailable")
      assert.match(message, /^The database at \S+ rejects the connection: .*database "missing" does not exist$/u)
    }
    const wrongKey = await failure(createMailroom({ database: "memory", encryptionKey: "short" }))
    assert.deepStrictEqual(
      [wrongKey.code, wrongKey.message],
      [
        "invalid_secret",
        "The encryption key is not base64 of 32 bytes: `openssl rand -base64 32` makes one for the option encryptionKey"
      ]
    )
  })

  it("say what a database was meant to be, print no secret, and open nothing", async () => {
    const folder = mkdtempSync(join(inject("temporaryDirectory"), "spellings-"))
    const address = /^must begin with postgres:\/\/ to be a Postgres: postgres:\/\/user:password@/u
    const form = /^must be a URL of the form postgres:\/\/user:password@host:port\/database/u
    const faults: ReadonlyArray<readonly [database: unknown, message: RegExp]> = [
      ["Memory", /"memory", in small letters/u],
      [":memory:", /"memory", in small letters/u],
      ["memory://", /"memory", in small letters/u],
      ["in-memory", /"memory", in small letters/u],
      ["memroy", /"memory", in small letters/u],
      ["localhost:5432/app", address],
      ["[::1]:5432/app", address],
      ["u:hunter2@host/app", address],
      ["hunter2@host", address],
      ["jdbc:postgresql://u:hunter2@localhost/app", /^must not begin with jdbc/u],
      ["postgres:/host/app", /^must be of the form postgres:/u],
      ["postgre://u:hunter2@h/db", form],
      ["postgresql+psycopg2://u:hunter2@h/db", form],
      ["prisma+postgres://u:hunter2@h/db", form],
      ["mysql://u:hunter2@h/db", /Postgres only$/u],
      ["https://u:hunter2@h/db", /Postgres only$/u],
      ["sqlite:./x.db", /^must be a path, not a URL of a file/u],
      ["file:./x", /^must be a path, not a URL of a file/u],
      ["host=localhost user=u password=hunter2", /not a list of settings$/u],
      ["Server=h;User Id=u;Password=hunter2", /not a list of settings$/u],
      ["~/data", /^must not begin with ~/u],
      ['"postgres://u:hunter2@h/db"', /^must not have quotes/u],
      ["'./data'", /^must not have quotes/u],
      ["$DATABASE_URL", /^must be the value of the variable/u],
      ["${DATABASE_URL}", /^must be the value of the variable/u],
      ["process.env.DATABASE_URL", /^must be the value of the variable/u],
      ["undefined", /missing value$/u],
      ["", /^must not be empty/u],
      ["  ", /^must not be empty/u],
      ["data", /a folder: \.\/name/u],
      ["data/mailroom", /a folder: \.\/name/u],
      [".mailroom", /a folder: \.\/name/u],
      [{ folder: "" }, /^must not be empty/u],
      [{ folder: "postgres://u:hunter2@h/db" }, /^must be the path of a folder/u],
      [{ folder: 5 }, /^must be the path of a folder/u],
      [{ path: "data" }, /^must be \{ folder \}/u],
      [{ connectionString: "postgres://u:hunter2@h/db" }, /^must be the URL itself/u],
      [new URL("postgres://u:hunter2@h/db"), /^must be a text/u],
      [Promise.resolve("memory"), /^must be awaited/u],
      // As Prisma, TypeORM and Knex are: docs/database.md.
      [{ $transaction: () => {} }, /^cannot be a Prisma: pass the Pool of pg/u],
      [
        { query: () => [], createQueryRunner: () => {} },
        /^cannot be of TypeORM: .*`await manager.queryRunner.connect/u
      ],
      [postgres({ fetch_types: false }), /^cannot be a postgres.js with `fetch_types: false`/u],
      [Object.assign(() => {}, { raw: () => {} }), /^cannot be a Knex: .*`await trx.client.acquireConnection/u]
    ]
    const texts = faults.flatMap(([database]) =>
      typeof database === "string" && database.trim() !== "" ? database : []
    )
    const opened = () => texts.filter((text) => existsSync(text.split("/")[0] ?? ""))
    const before = opened()
    for (const [database, message] of faults) {
      const error = await failure(createMailroom({ database } as never))
      assert.deepStrictEqual(
        error.errors?.map(({ pointer }) => pointer),
        ["/database"],
        String(database)
      )
      assert.match(error.errors?.[0]?.message ?? "", message)
      assert.notInclude(`${error.message}${error.stack}${JSON.stringify(error)}`, "hunter2")
    }
    assert.deepStrictEqual(opened(), before)
    const inner = relative(process.cwd(), folder)
    for (const database of [
      join(folder, "a"),
      `./${inner}/b`,
      { folder: join(inner, "c") },
      { folder: `${folder}/memory` }
    ]) {
      await (await createMailroom({ database })).close()
    }
    assert.deepStrictEqual(readdirSync(folder).toSorted(), ["a", "b", "c", "memory"])
    rmSync(folder, { recursive: true })
  })

  it("name the options that are wrong, and open nothing", async () => {
    const faultsOf = async (options: object | undefined) => {
      const { code, errors = [] } = await failure(createMailroom(options as never))
      assert.strictEqual(code, "invalid_request")
      return errors.map(({ message, pointer }) => `${pointer} ${message}`)
    }
    assert.deepStrictEqual(await faultsOf(undefined), [" must be an object"])
    assert.deepStrictEqual(await faultsOf({}), ["/database is required"])
    for (const database of [null, 5, {}, ""]) {
      const [fault = ""] = await faultsOf({ database })
      assert.match(fault, /^\/database must /u)
    }
    for (const [database, fault] of [
      [" POSTGRES://u:hunter2@h/m?sslmod=require", /^\/database has the parameter sslmod, .*: did you mean sslmode\?/u],
      ["postgres://u:hun/ter2@h/m", /^\/database cannot be read: the password is probably not percent-encoded/u]
    ] as const) {
      const faults = await faultsOf({ database })
      assert.match(faults.join("\n"), fault)
      assert.notMatch(faults.join("\n"), /hun|ter2/u)
    }
    assert.deepStrictEqual(
      ["mysql:", "postgres:", " POSTGRES:"].filter((folder) => existsSync(folder)),
      []
    )
    const wrong: Record<string, ReadonlyArray<unknown>> = {
      maxInFlight: [0, -1, 1.5, NaN, "x"],
      rateLimit: [-1, NaN, "x"],
      publicUrl: ["abc", "/mailroom", "ftp://x/y", "http://h/m?x=1", "http://h/m#x"],
      authenticate: [5],
      mailer: [5, {}],
      accessToken: ["ya29"],
      inbound: ["imap", true],
      trustedOrigins: ["https://app.test", [5]],
      metrics: ["yes"],
      migrate: ["no"],
      allowPrivateTargets: [1],
      encryptionKey: [1],
      attachments: [1, "", "./files", "s3://bucket", "~/files"],
      authservId: [1, ""],
      logger: [1, {}, { info: () => {} }],
      tracer: [1, {}],
      foo: [1]
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const faults = await faultsOf({ database: "memory", [name]: value })
        assert.isNotEmpty(faults)
        for (const fault of faults)
          assert.match(fault, new RegExp(`^/${name}(?:/0)? (?:must|is an unknown field)`, "u"))
      }
    }
  })

  // In one process: the version is read with each call.
  it("are not looked at on a Node that is too old", async () => {
    const versions = ["18.20.8", "20.20.2", "22.9.1", "22.18.0"]
    const database = join(inject("temporaryDirectory"), "old-node")
    const pretend = (version: string) =>
      `Object.defineProperty(process, "versions", { configurable: true, value: { node: ${version} } })`
    const script = `
      import { createMailroom, MailroomError } from "@mailroom/node"
      const errors = []
      for (const version of ${JSON.stringify(versions)}) {
        ${pretend("version")}
        const error = await createMailroom({ database: ${JSON.stringify(database)}, foo: 1 }).catch((error) => error)
        errors.push([error instanceof MailroomError, error.code, error.message])
      }
      console.log(JSON.stringify(errors))`
    // It is also imported there.
    const old = `data:text/javascript,${pretend(JSON.stringify(versions[0]))}`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=mailroom-source", "--import", old, "--input-type=module", "-e", script],
      { cwd: import.meta.dirname }
    )
    assert.deepStrictEqual(
      JSON.parse(stdout),
      versions.map((version) => [true, "unsupported_node", `Node 22.19 or later is needed, and this is ${version}`])
    )
    assert.isFalse(existsSync(database))
  })

  it("say what to write for an origin that is not one", async () => {
    const origins: ReadonlyArray<readonly [origin: string, cure: string]> = [
      ["app.example.com", "must be an origin with its scheme, such as https://app.example.com"],
      ["null", "must be an origin with its scheme, such as https://app.example.com"],
      ["ftp://app.example.com", "must be an origin with its scheme, such as https://app.example.com"],
      ["https://app.example.com/", "must be an origin without anything else: https://app.example.com"],
      ["https://app.example.com/login?a=b", "must be an origin without anything else: https://app.example.com"],
      ["https://App.example.com:443", "must be an origin without anything else: https://app.example.com"],
      ["*", "must name one origin, such as https://app.example.com: * would trust every site"],
      ["https://*.example.com", "must name one origin, such as https://app.example.com: * would trust every site"]
    ]
    for (const [origin, message] of origins) {
      const trustedOrigins = ["https://fine.test:8443", origin]
      const { errors } = await failure(createMailroom({ database: "memory", trustedOrigins }))
      assert.deepStrictEqual(errors, [{ pointer: "/trustedOrigins/1", message }])
    }
  })
})
