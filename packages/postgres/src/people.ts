/** People. */
import { type FoundPerson, type OrganizationId, Person, personRows, PersonStore, Text } from "@mailroom/core"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/listedRows.ts"
import { int } from "./internal/database/values.ts"

const columns = Column.of(Person.table)
const stored = Column.selectionOf(columns)
const readPerson = Column.readerOf<Person.PersonRecord>(columns)

export const personStore = (database: Database): PersonStore["Service"] => {
  const { read, sql, write } = database
  return PersonStore.of({
    ...namedStore<Person.PersonRecord, Person.PersonDraft, Person.DuplicatePerson>(database, personRows),
    findByIdentity: (identity, { organization_id } = {}) => {
      const within =
        organization_id === undefined ? sql.literal("TRUE") : sql`organization_id = ${organization_id}::bigint`
      return read(
        "PersonStore.findByIdentity",
        sql`
          SELECT organization_id, ${sql.literal(stored)} FROM mailroom.people
          WHERE identity_folded = ${Text.fold(identity)}::text AND ${within}
          ORDER BY organization_id`,
        (rows) =>
          rows.map((row): FoundPerson => ({
            organization_id: int<OrganizationId>(row["organization_id"]),
            person: readPerson(row)
          }))
      )
    },
    lockAll: (organization_id) =>
      write(
        "PersonStore.lockAll",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.people WHERE organization_id = ${organization_id}::bigint
          ORDER BY id FOR NO KEY UPDATE`,
        (rows) => rows.map(readPerson)
      )
  })
}
