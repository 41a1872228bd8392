/** The meaning of database URLs, and the faults in them. */
import { assert, describe, it } from "@effect/vitest"
import { DatabaseUrl } from "@mailroom/postgres"
import { Redacted, Result, Schema } from "effect"

const plain = { mode: "disable", root: undefined, client: undefined } as const

/** The values that the URL sets; values that it omits are left out. */
const read = (url: string) => {
  const result = DatabaseUrl.parse(url)
  if (Result.isFailure(result)) return result.failure
  const { password, tls, ...rest } = result.success
  const parts = {
    ...rest,
    password: password && Redacted.value(password),
    tls: tls.mode === "disable" ? undefined : tls
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}

describe("a URL", () => {
  it.each<readonly [string, Record<string, unknown>]>([
    [
      "postgres://ada:secret@db.example:6543/mail",
      { host: "db.example", port: 6543, database: "mail", username: "ada", password: "secret" }
    ],
    ["postgresql://db.example", { host: "db.example" }],
    [" POSTGRES://ada@db.example/\n", { host: "db.example", username: "ada" }],
    ["postgres://", {}],
    ["postgres:///mail", { database: "mail" }],
    ["postgres://[::1]:5433/mail", { host: "::1", port: 5433, database: "mail" }],
    [
      "postgres://a%40b:p%40%2F%23%3F%25%3A@h/m%20x",
      { host: "h", username: "a@b", password: "p@/#?%:", database: "m x" }
    ],
    ["postgres://ada:a:b+c&d=[e] f@h/m", { host: "h", username: "ada", password: "a:b+c&d=[e] f", database: "m" }],
    ["postgres://ada@%2Frun%2Fpostgres/mail", { host: "/run/postgres", username: "ada", database: "mail" }],
    [
      "postgres:///?host=/run/postgres&port=5433&user=ada&password=p%26q&dbname=mail",
      { host: "/run/postgres", port: 5433, username: "ada", password: "p&q", database: "mail" }
    ],
    ["postgres://ada:p@/mail?host=/run", { host: "/run", username: "ada", password: "p", database: "mail" }],
    [
      "postgres://h/m?application_name=a+b%20c&connect_timeout=7&options=-c%20search_path=x",
      { host: "h", database: "m", applicationName: "a+b c", connectTimeout: 7, options: "-c search_path=x" }
    ],
    ["postgres://h/?pgbouncer=true", { host: "h", isPooled: true }],
    ["postgres://h/?pgbouncer=false", { host: "h", isPooled: false }],
    ["postgres://h/?sslmode=require", { host: "h", tls: { ...plain, mode: "require" } }],
    ["postgres://h/?sslmode=prefer", { host: "h", tls: { ...plain, mode: "prefer" } }],
    ["postgres://h/?sslmode=verify-full", { host: "h", tls: { ...plain, mode: "verify-full" } }],
    ["postgres://h/?sslrootcert=system", { host: "h", tls: { ...plain, mode: "verify-full", root: "system" } }],
    [
      "postgres://h/?sslmode=verify-ca&sslrootcert=/ca.pem&sslcert=c.pem&sslkey=k.pem",
      { host: "h", tls: { mode: "verify-ca", root: "/ca.pem", client: { cert: "c.pem", key: "k.pem" } } }
    ]
  ])("%s", (url, expected) => assert.deepEqual<unknown>(read(url), expected))

  it.each<readonly [string, RegExp]>([
    ["", /^must be of the form postgres:/u],
    ["hunter2", /^must be of the form postgres:/u],
    ["mysql://ada:hunter2@h/m", /^must be of the form postgres:/u],
    ["postgres:/ada:hunter2@h/m", /^must be of the form postgres:/u],
    ["postgres://ada:hunter2/m", /^must be of the form postgres:/u],
    ["host=h password=hunter2", /^must be of the form postgres:/u],
    ["postgres://ada:hun\nter2@h/m", /^must not contain line breaks/u],
    ["postgres://h:0/m", /^must have a port from 1 to 65535$/u],
    ["postgres://h:65536/m", /^must have a port from 1 to 65535$/u],
    ["postgres://h/?port=x", /^must have a port from 1 to 65535$/u],
    ["postgres://h1,h2/m", /^must name one host/u],
    ["postgres://h1:5432,h2:5432/m", /^must name one host/u],
    ["postgres:///m?host=h1,h2", /^must name one host/u],
    ["postgres://h/m?host=/run", /^has the parameter host beside/u],
    ["postgres://ada:hunter2@h/m?password=other", /^has the parameter password beside/u],
    [
      "postgres://h/?sslmod=require",
      /^has the parameter sslmod, .*: did you mean sslmode\? Supported are sslmode, sslroot/u
    ],
    ["postgres://h/?ssl=true", /^has the parameter ssl, .*: use sslmode=require, or .* the server\. Supported are/u],
    ["postgres://h/?schema=public", /^has the parameter schema, .*schema mailroom/u],
    ["postgres://h/?channel_binding=require", /^has the parameter channel_binding, .*verify-full/u],
    ["postgres://h/?target_session_attrs=any", /^has the parameter target_session_attrs, .* supported: Supported are/u],
    ["postgres://h/?a%0Ab=1", /^has a parameter, which is not supported/u],
    ["postgres://h/?sslmode=full", /^must have one of these for sslmode: disable, /u],
    ["postgres://h/?sslmode=", /^has no value for the parameter sslmode$/u],
    ["postgres://h/?sslmode", /^has no value for the parameter sslmode$/u],
    ["postgres://h/?sslmode=disable&sslmode=require", /^has the parameter sslmode twice$/u],
    ["postgres://h/?pgbouncer=1", /^must have true or false for pgbouncer$/u],
    ["postgres://h/?connect_timeout=0", /^must have a connect_timeout from 1/u],
    ["postgres://h/?options=-c%20statement_timeout=0", /^must not set statement_timeout .* options/u],
    ["postgres://h/?options=--lock-timeout=0", /^must not set lock_timeout .* options/u],
    ["postgres://h/?sslrootcert=ca.pem", /^must have sslmode=verify-full, .* no effect/u],
    ["postgres://h/?sslmode=prefer&sslrootcert=ca.pem", /^must have sslmode=verify-full, .* no effect/u],
    ["postgres://h/?sslmode=require&sslrootcert=system", /^must have sslmode=verify-full with sslrootcert=system/u],
    ["postgres://h/?sslmode=verify-ca", /^must have sslrootcert with sslmode=verify-ca/u],
    ["postgres://h/?sslmode=require&sslcert=c.pem", /^must have both sslcert and sslkey/u],
    ["postgres://h/?sslcert=c.pem&sslkey=k.pem", /^must have an sslmode other than disable/u],
    ["postgres://%2Frun/m?sslmode=require", /^cannot have sslmode with a Unix socket/u],
    ["postgres://%2Frun/m?sslrootcert=system", /^cannot have sslrootcert with a Unix socket/u],
    ["postgres://%2Frun/m?sslcert=c.pem&sslkey=k.pem", /^cannot have sslcert with a Unix socket/u],
    ["postgres://h/?constructor=1", /^has the parameter constructor, which is not supported: Supported are sslmode/u]
  ])("%j is not valid", (url, fault) => {
    const found = read(url)
    assert(typeof found === "string")
    assert.match(found, fault)
    assert.notInclude(found, "hunter2")
  })

  it.each(["p@ss", "pa/ss", "pa#ss", "pa?ss", "100%", "%ff", "1/2", "1?2", "1#2", "a/b?c#d@e"])(
    "with the password %s has one that is not percent-encoded",
    (password) => {
      const found = read(`postgres://ada:${password}@h.example/m`)
      assert(typeof found === "string")
      assert.match(found, /^cannot be read: the password is probably not percent-encoded/u)
    }
  )

  it.prop(
    "has the password that was encoded, and never shows one that was not",
    { password: Schema.String.check(Schema.isPattern(/^[ -~]{1,30}$/u)) },
    ({ password }) => {
      const encoded = read(`postgres://ada:${encodeURIComponent(password)}@h.example/m`)
      assert(typeof encoded !== "string")
      assert.strictEqual(encoded["password"], password)
      for (const url of [
        `postgres://ada:${password}@h.example/m`,
        `postgres://ada:${password}@h.example/m?sslmod=require`,
        `postgres://h.example/m?user=ada&password=${password}`,
        `postgres://h.example/m?password=${password}&sslmod=require`
      ]) {
        const found = read(url)
        if (typeof found === "string") assert.isTrue(faults.has(found), found)
        // The error shows the host when it does not answer.
        else assert.strictEqual(found["host"], "h.example")
      }
    },
    { arbitrary: { runs: 1_000 } }
  )
})

/** Every fault that the URLs of the property can have, for any password. */
const faults = new Set(
  [
    "postgres://ada:%zz@h/m",
    "mysql://h",
    "postgres://h:0/m",
    "postgres://h/m?sslmod=require",
    "postgres://h/m?sslmode=x",
    "postgres://h/m?password=",
    "postgres://h/m?password=a&password=b"
  ].map((url) => String(read(url)))
)
