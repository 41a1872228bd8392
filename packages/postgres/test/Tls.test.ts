/**
 * The effect of `sslmode` and related parameters on connections, to a server with TLS and through a proxy without it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Connection } from "@mailroom/postgres"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { inject } from "vitest"
import { proxy } from "./Proxy.ts"

const certificates = join(import.meta.dirname, "certificates")
const ca = join(certificates, "ca.pem")
const otherCa = join(import.meta.dirname, "../../host/test/certificates/certificate.pem")
const server = new URL(inject("postgresUrl"))

interface Seen {
  readonly ssl: boolean
  /** The subject of the client's certificate. */
  readonly client: string | null
  readonly application: string
}

/** The server's view of a connection with this URL, or the reason why it fails. */
const seen = (parameters: Readonly<Record<string, string>>, { host = "127.0.0.1", port = Number(server.port) } = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Seen>`
      SELECT ssl, client_dn AS client, current_setting('application_name') AS application
      FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
    return row
  }).pipe(
    Effect.provide(
      Connection.layerClient({
        url: Redacted.make(
          `postgres://postgres:postgres@${host}:${port}/postgres?` +
            Object.entries(parameters)
              .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
              .join("&")
        ),
        maxConnections: 1
      }),
      { local: true }
    ),
    Effect.catch((error) => {
      const { cause = error } = "reason" in error ? error.reason : error
      return Effect.succeed(`${error._tag}: ${cause instanceof Error ? cause.message : String(cause)}`)
    })
  )

const plain = { ssl: false, client: null, application: "mailroom" }
const encrypted = { ...plain, ssl: true }
const name = /altnames/u
const untrusted = /self-signed certificate|unable to/u

describe("a server with TLS", () => {
  it.live.each<readonly [Record<string, string>, unknown, string?]>([
    [{}, plain],
    [{ sslmode: "disable" }, plain],
    [{ sslmode: "allow" }, encrypted],
    [{ sslmode: "prefer" }, encrypted],
    [{ sslmode: "require" }, encrypted],
    [{ sslmode: "require", sslrootcert: ca }, encrypted],
    [{ sslmode: "require", sslrootcert: otherCa }, untrusted],
    [{ sslmode: "verify-ca", sslrootcert: ca }, encrypted],
    [{ sslmode: "verify-ca", sslrootcert: otherCa }, untrusted],
    [{ sslmode: "verify-full", sslrootcert: ca }, encrypted, "localhost"],
    [{ sslmode: "verify-full", sslrootcert: ca }, name],
    [{ sslmode: "verify-full", sslrootcert: otherCa }, untrusted, "localhost"],
    [{ sslmode: "verify-full" }, untrusted, "localhost"],
    [{ sslrootcert: "system" }, untrusted, "localhost"],
    [
      {
        sslmode: "require",
        sslcert: join(certificates, "client.pem"),
        sslkey: join(certificates, "client-key.pem"),
        application_name: "Acme mail"
      },
      { ssl: true, client: "/CN=postgres", application: "Acme mail" }
    ]
  ])("%j", ([parameters, expected, host]) =>
    Effect.gen(function* () {
      const found = yield* seen(parameters, host === undefined ? {} : { host })
      if (expected instanceof RegExp) assert.match(String(found), expected)
      else assert.deepStrictEqual(found, expected as Seen)
    })
  )

  it.live.each([
    [{ sslmode: "verify-ca", sslrootcert: "/nowhere/ca.pem" }, /ENOENT.*\/nowhere\/ca\.pem/u],
    [{ sslmode: "verify-ca", sslrootcert: import.meta.filename }, /not in the format PEM/u],
    [{ sslmode: "require", sslcert: ca, sslkey: ca }, /UnreadableFile/u]
  ])("%j names a file that cannot be used", ([parameters, reason]) =>
    Effect.map(seen(parameters as Record<string, string>), (found) => {
      assert.match(String(found), /^UnreadableFile: /u)
      assert.match(String(found), reason as RegExp)
    })
  )
})

describe("a server without TLS", () => {
  it.live.each<readonly [string, unknown]>([
    ["disable", plain],
    ["allow", plain],
    ["prefer", plain],
    ["require", /does not support TLS/u]
  ])("and sslmode=%s", ([sslmode, expected]) =>
    Effect.gen(function* () {
      const found = yield* seen({ sslmode }, { port: yield* proxy() })
      if (expected instanceof RegExp) assert.match(String(found), expected)
      else assert.deepStrictEqual(found, expected as Seen)
    }).pipe(Effect.scoped)
  )
})
