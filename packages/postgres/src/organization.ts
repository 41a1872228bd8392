/** The settings of organizations. */
import { type OrganizationId, type SettingsRecord, SettingsStore, settingsTable } from "@mailroom/core"
import { Data, Effect, Option } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { inserting, insertInto } from "./internal/database/insertion.ts"
import { int, readFirst, type Row } from "./internal/database/values.ts"

const columns = Column.of(settingsTable)
const readSettings = Column.readerOf<SettingsRecord>(columns)

/** Undoes a change whose tracking domain another organization has. */
class Taken extends Data.TaggedError("Taken") {}

/** The version of the first settings that are stored: without a row, an organization has the default settings, version 1. */
const firstVersion = 2

export const settingsStore = ({ read, sql, transaction, write }: Database): SettingsStore["Service"] => {
  const select = (organization_id: OrganizationId) => sql`
    SELECT ${sql.literal(Column.selectionOf(columns))} FROM mailroom.organization_settings
    WHERE organization_id = ${organization_id}::bigint`

  const insert = (organization_id: OrganizationId, settings: SettingsRecord) => sql`
    ${insertInto(sql, "organization_settings", organization_id, { columns, rows: [settings] })}
    ON CONFLICT ON CONSTRAINT organization_settings_pkey DO NOTHING RETURNING version`

  const update = (organization_id: OrganizationId, settings: SettingsRecord) => sql`
    UPDATE mailroom.organization_settings stored SET ${sql.literal(Column.assignmentsOf(columns))}
    FROM ${Column.rowsOf(sql, columns, [settings])}
    WHERE stored.organization_id = ${organization_id}::bigint AND stored.version = new.version - 1
    RETURNING stored.version`

  const storeVersion = (organization_id: OrganizationId, settings: SettingsRecord) =>
    inserting({ read, sql, write })(
      "SettingsStore.replace",
      organization_id,
      (settings.version === firstVersion ? insert : update)(organization_id, settings),
      (rows) => rows.length > 0
    )

  /**
   * Takes a domain, unless an organization has it. Returns the organization that has it afterwards. The update changes nothing:
   * it waits for a transaction that takes the domain, and returns the row.
   */
  const take = (organization_id: OrganizationId, domain: string) =>
    write(
      "SettingsStore.replace",
      sql<Row<"owner">>`
        INSERT INTO mailroom.tracking_domains AS stored (domain, organization_id)
        VALUES (${domain}, ${organization_id}::bigint)
        ON CONFLICT ON CONSTRAINT tracking_domains_pkey DO UPDATE SET domain = stored.domain
        RETURNING organization_id AS owner`,
      ([row]) => int<OrganizationId>(row?.owner)
    )

  return SettingsStore.of({
    find: (organization_id) => read("SettingsStore.find", select(organization_id), readFirst(readSettings)),
    lock: (organization_id) =>
      write("SettingsStore.lock", sql`${select(organization_id)} FOR NO KEY UPDATE`, readFirst(readSettings)),
    // The settings first: changes of an organization wait there for each other, before they lock a domain.
    replace: (organization_id, settings) =>
      transaction(
        Effect.gen(function* () {
          const { tracking_domain } = settings
          if (!(yield* storeVersion(organization_id, settings))) return "changed" as const
          const owner = tracking_domain === null ? organization_id : yield* take(organization_id, tracking_domain)
          if (owner !== organization_id) return yield* new Taken()
          return "stored" as const
        })
      ).pipe(Effect.catchTag("Taken", () => Effect.succeed("taken" as const))),

    findOwner: (tracking_domain) =>
      read(
        "SettingsStore.findOwner",
        sql<Row<"id">>`
          SELECT organization_id AS id FROM mailroom.tracking_domains WHERE domain = ${tracking_domain}::text`,
        ([row]) => (row === undefined ? Option.none() : Option.some(int<OrganizationId>(row.id)))
      )
  })
}
