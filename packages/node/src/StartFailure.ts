/** Why Mailroom cannot start, and the cure. */
import { InvalidSecret, StorageError, UnreadableSigningSecret } from "@mailroom/core"
import type { HostStorage } from "@mailroom/host"
import { Migrations } from "@mailroom/postgres"
import { Predicate } from "effect"
import { SqlError } from "effect/sql"
import { MailroomError } from "./MailroomError.ts"

/** Explains a failure of the storage. Other errors stay unchanged. */
export const explain = (error: unknown, database: HostStorage.Database): unknown => {
  if (error instanceof Migrations.SchemaMismatch) {
    const message = error.message.replace(/run `mailroom migrate`$/u, "pass `migrate: true`, or run `mailroom migrate`")
    return new MailroomError("schema_mismatch", message, error)
  }
  if (error instanceof InvalidSecret) {
    const message = `${error.message}: \`openssl rand -base64 32\` makes one for the option encryptionKey`
    return new MailroomError("invalid_secret", message, error)
  }
  if (error instanceof UnreadableSigningSecret) {
    return new MailroomError("invalid_secret", `${error.message}: the option encryptionKey`, error)
  }
  const cause = unconnected(error)
  if (cause === undefined) return error
  const what = hasAnswered(cause) ? "rejects the connection" : "does not answer"
  const reason = messageOf(cause).replace(/^PgConnection: (?:Failed to connect: )?/u, "")
  return new MailroomError("unavailable", `The database${addressOf(database)} ${what}: ${reason}`, error)
}

/** Why the connection failed; `undefined` when the error is a different one. */
const unconnected = (error: unknown): unknown => {
  if (error instanceof StorageError && error.reason._tag === "Unavailable") return error.reason.cause
  return SqlError.isSqlError(error) && error.reason.operation === "connect" ? error.reason.cause : undefined
}

/** Whether a server answered: with an SQLSTATE, or that it has no TLS. */
const hasAnswered = (cause: unknown): boolean =>
  /^(?=.*\d)[\dA-Z]{5}$/u.test(String(fieldOf(cause, "code"))) || messageOf(cause).includes("Server refused TLS")

/** The message of an error. A host with several addresses fails with one error for each address. */
const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ")
  return error instanceof Error ? error.message : String(error)
}

/** ` at host:port`, without user and password. Empty when the client does not show its address. */
const addressOf = (database: HostStorage.Database): string => {
  const client = Predicate.hasProperty(database, "$client") ? database.$client : database
  const settings = Predicate.hasProperty(client, "options") ? client.options : client
  const url = typeof settings === "string" ? settings : fieldOf(settings, "connectionString")
  const { hostname, port } = URL.parse(String(url)) ?? {
    // postgres.js has a list of each.
    hostname: [fieldOf(settings, "host")].flat()[0],
    port: [fieldOf(settings, "port")].flat()[0]
  }
  return Predicate.isString(hostname) && hostname !== "" ? ` at ${hostname}:${String(port || 5432)}` : ""
}

const fieldOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined
