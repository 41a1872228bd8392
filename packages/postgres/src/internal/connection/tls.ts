/** Encryption of connections as libpq has it (PostgreSQL documentation, 32.19). */
import { PgConnection, type PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { readFile } from "node:fs/promises"
import * as Tls from "node:tls"
import { type Tls as Settings, UnreadableFile } from "../../DatabaseUrl.ts"

/**
 * The settings of connections that are encrypted as `tls` says. `allow` and `prefer` ask the server once, here: afterwards
 * every connection is encrypted, or none.
 */
export const negotiated = Effect.fnUntraced(function* <Config extends PgPool.Config>(tls: Settings, settings: Config) {
  if (tls.mode === "disable") return { ...settings, ssl: false as const }
  const ssl = yield* optionsOf(tls)
  if (tls.mode !== "allow" && tls.mode !== "prefer") return { ...settings, ssl }
  return yield* PgConnection.make({ ...settings, ssl }).pipe(
    Effect.scoped,
    Effect.as({ ...settings, ssl }),
    Effect.catchIf(isWithoutTls, () => Effect.succeed({ ...settings, ssl: false as const }))
  )
})

/** Whether the server answered that it has no TLS. */
const isWithoutTls = ({ reason }: SqlError.SqlError) => reason.message === "PgConnection: Server refused TLS"

const optionsOf = Effect.fnUntraced(function* ({ client, mode, root }: Settings) {
  const trusted = root === "system" ? Tls.getCACertificates("system") : undefined
  const ca = trusted ?? (root && (yield* read("sslrootcert", root)))
  const cert = client && (yield* read("sslcert", client.cert))
  const key = client && (yield* read("sslkey", client.key))
  return {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    // Without certificates to trust, `require` encrypts and verifies nothing. With them it is `verify-ca`.
    rejectUnauthorized: ca !== undefined || mode === "verify-full",
    ...(mode !== "verify-full" && { checkServerIdentity: () => undefined })
  } satisfies Tls.ConnectionOptions
})

/** The TLS option for the content of each file. */
const optionOf = {
  sslrootcert: (ca: string) => ({ ca }),
  sslcert: (cert: string) => ({ cert }),
  sslkey: (key: string) => ({ key })
}

/** The text of a file in PEM. Fails unless Node can use it. */
const read = (parameter: keyof typeof optionOf, path: string) =>
  Effect.tryPromise({
    try: async () => {
      const text = await readFile(path, "utf8")
      // Node ignores a list of trusted certificates that has none, and would trust nobody.
      if (!text.includes("-----BEGIN ")) throw new Error("it is not in the format PEM")
      Tls.createSecureContext(optionOf[parameter](text))
      return text
    },
    catch: (cause) => new UnreadableFile({ parameter, cause })
  })
