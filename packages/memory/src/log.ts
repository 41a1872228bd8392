/** The log of who did what. */
import { Actor, type LogEntry, LogStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database } from "./internal/Database.ts"
import { byKeyset, type Tenant } from "./internal/State.ts"

/** Makes the function that adds an entry to the log of an organization. */
export const addingEntries = ({ sequence }: Pick<Database, "sequence">) => {
  const { next: nextId } = sequence<LogEntry.LogEntryId>("log_entries")
  return (tenant: { log: Tenant["log"] }, entry: LogEntry.LogEntryDraft) => {
    const stored = Object.freeze({ ...entry, id: nextId() })
    tenant.log = tenant.log.set(stored, stored)
  }
}

export const logStore = (database: Database): LogStore["Service"] => {
  const { read, write } = database
  const add = addingEntries(database)
  return LogStore.of({
    insert: (organization_id, entry) =>
      write(organization_id, "LogStore.insert", (tenant) => {
        add(tenant, entry)
        return Exit.void
      }),
    page: (organization_id, { before, limit, person_id, since, subject, until }) =>
      read(organization_id, ({ log }) =>
        [...log.reversed()]
          .filter(
            (entry) =>
              (before === undefined || byKeyset(entry, before) < 0) &&
              (person_id === undefined || Actor.personIdOf(entry.actor) === person_id) &&
              (subject === undefined || entry.subjects.includes(subject)) &&
              (since === undefined || entry.at >= since) &&
              (until === undefined || entry.at < until)
          )
          .slice(0, limit)
      ),
    removeBefore: (organization_id, { before, limit }) =>
      write(organization_id, "LogStore.removeBefore", (tenant) => {
        const old = [...tenant.log.values()].filter(({ at }) => at < before).slice(0, limit)
        for (const entry of old) tenant.log = tenant.log.remove(entry)
        return Exit.succeed(old.length)
      })
  })
}
