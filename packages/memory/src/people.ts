/** People. */
import { personRows, type Person, PersonStore, Text } from "@mailroom/core"
import type { Database } from "./internal/Database.ts"
import { namedStore } from "./internal/listed.ts"
import { everywhere } from "./internal/rows.ts"

export const personStore = (database: Database): PersonStore["Service"] => {
  const { read, readState } = database
  return PersonStore.of({
    ...namedStore<Person.PersonRecord, Person.PersonDraft, Person.DuplicatePerson>(database, personRows, "people"),
    // `only`: the organization to look in; `undefined`: all.
    findByIdentity: (identity, { organization_id: only } = {}) =>
      readState((state) =>
        everywhere(state, ({ people }) => people)
          .filter(
            ({ organization_id, row }) =>
              Text.fold(row.identity) === Text.fold(identity) && (only === undefined || only === organization_id)
          )
          .map(({ organization_id, row }) => ({ organization_id, person: row }))
      ),
    // No other transaction runs until this one ends.
    lockAll: (organization_id) => read(organization_id, ({ people }) => [...people.values()])
  })
}
