/** Secrets of the service itself. */
import { SecretStore } from "@mailroom/core"
import { Option } from "effect"
import type { Database } from "./internal/database/Database.ts"
import { bytes, type Row } from "./internal/database/values.ts"

export const secretStore = ({ read, sql, write }: Database): SecretStore["Service"] =>
  SecretStore.of({
    find: (name) =>
      read("SecretStore.find", sql<Row<"value">>`SELECT value FROM mailroom.secrets WHERE name = ${name}`, ([row]) =>
        row === undefined ? Option.none() : Option.some(bytes(row.value))
      ),
    replace: (name, before, secret) =>
      write(
        "SecretStore.replace",
        before === undefined
          ? sql`
              INSERT INTO mailroom.secrets (name, value) VALUES (${name}, ${secret})
              ON CONFLICT ON CONSTRAINT secrets_pkey DO NOTHING RETURNING name`
          : sql`
              UPDATE mailroom.secrets SET value = ${secret} WHERE name = ${name} AND value = ${before}
              RETURNING name`,
        (rows) => rows.length > 0
      )
  })
