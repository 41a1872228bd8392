/** The settings of organizations. */
import { type OrganizationId, type SettingsRecord, SettingsStore } from "@mailroom/core"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { readFirst } from "./internal/database/values.ts"

const columns = {
  tracking_domain: Column.TextOrNull,
  updated_at: Column.Instant,
  version: Column.Int
} satisfies Column.Columns<SettingsRecord>
const readSettings = Column.readerOf<SettingsRecord>(columns)

/** The first version that is stored. */
const firstVersion = 2

export const settingsStore = ({ read, sql, write }: Database): SettingsStore["Service"] => {
  const insert = (organization_id: OrganizationId, settings: SettingsRecord) => sql`
    INSERT INTO mailroom.organization_settings (organization_id, ${sql.literal(Column.namesOf(columns))})
    SELECT ${organization_id}::bigint, ${sql.literal(Column.selectionOf(columns, "new"))}
    FROM ${Column.rowsOf(sql, columns, [settings])}
    ON CONFLICT ON CONSTRAINT organization_settings_pkey DO NOTHING RETURNING version`

  const update = (organization_id: OrganizationId, settings: SettingsRecord) => sql`
    UPDATE mailroom.organization_settings stored SET ${sql.literal(Column.assignmentsOf(columns))}
    FROM ${Column.rowsOf(sql, columns, [settings])}
    WHERE stored.organization_id = ${organization_id}::bigint AND stored.version = new.version - 1
    RETURNING stored.version`

  return SettingsStore.of({
    find: (organization_id) =>
      read(
        "SettingsStore.find",
        sql`
          SELECT ${sql.literal(Column.selectionOf(columns))} FROM mailroom.organization_settings
          WHERE organization_id = ${organization_id}::bigint`,
        readFirst(readSettings)
      ),
    replace: (organization_id, settings) =>
      write(
        "SettingsStore.replace",
        (settings.version === firstVersion ? insert : update)(organization_id, settings),
        (rows) => rows.length > 0
      )
  })
}
