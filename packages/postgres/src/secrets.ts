/** Secrets of the service itself. */
import { SecretStore } from "@mailroom/core"
import type { Database } from "./internal/database/Database.ts"
import { bytes, type Row } from "./internal/database/values.ts"

export const secretStore = ({ sql, write }: Database): SecretStore["Service"] =>
  SecretStore.of({
    // The update changes nothing, but returns the stored secret, also one inserted a moment ago.
    obtain: (name, candidate) =>
      write(
        "SecretStore.obtain",
        sql<Row<"value">>`
          INSERT INTO mailroom.secrets (name, value) VALUES (${name}, ${candidate})
          ON CONFLICT ON CONSTRAINT secrets_pkey DO UPDATE SET name = excluded.name
          RETURNING value`,
        ([row]) => bytes(row?.value)
      )
  })
