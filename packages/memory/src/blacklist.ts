/** The blacklist: addresses, and domains with their subdomains. */
import { BlacklistEntry, BlacklistStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database } from "./internal/Database.ts"
import { distinct, pageWhere } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const blacklistStore = ({ organizationsWhere, read, sequence, write }: Database): BlacklistStore["Service"] => {
  const { next: nextId } = sequence<BlacklistEntry.EntryId>("blacklist")
  return BlacklistStore.of({
    insert: (organization_id, kind, entries) =>
      write(organization_id, "BlacklistStore.insert", (tenant) => {
        let { byId, byValue, removals } = tenant.blacklist[kind]
        const removalOf = new Map([...removals.values()].map(({ entry }) => [entry.value, entry.id]))
        const added = entries.map(({ campaign_id, created_at, reason, source, value }) => {
          const stored = byValue.get(value)
          const id = stored?.id ?? nextId()
          const entry = Object.freeze({ id, value, source, reason, campaign_id, created_at })
          if (stored === undefined || BlacklistEntry.precedes(entry, stored)) {
            byId = byId.set(id, entry)
            byValue = byValue.set(value, entry)
          }
          const removal = removalOf.get(value)
          if (removal !== undefined) removals = removals.remove(removal)
          return stored === undefined
        })
        tenant.blacklist = { ...tenant.blacklist, [kind]: { byId, byValue, removals } }
        return Exit.succeed(entries.map(({ value }, i) => ({ entry: byValue.get(value)!, added: added[i]! })))
      }),
    find: (organization_id, kind, which) =>
      read(organization_id, ({ blacklist }) =>
        entriesOf(
          blacklist[kind],
          "ids" in which ? which.ids : which.values.flatMap((value) => blacklist[kind].byValue.get(value)?.id ?? [])
        )
      ),
    findCovering: (organization_id, { addresses, domains }) =>
      read(organization_id, ({ blacklist }) => [
        ...addresses.filter((address) => blacklist.email.byValue.get(address) !== undefined),
        ...domains.filter((domain) => blacklist.domain.byValue.get(domain) !== undefined)
      ]),
    page: (organization_id, kind, { search = "", source, ...query }) =>
      read(organization_id, ({ blacklist }) =>
        pageWhere(
          blacklist[kind].byId,
          query,
          (entry) => (source === undefined || entry.source === source) && entry.value.includes(search)
        )
      ),
    startRemoval: (organization_id, kind, ids, at) =>
      write(organization_id, "BlacklistStore.startRemoval", (tenant) => {
        let { byId, byValue, removals } = tenant.blacklist[kind]
        const removed = distinct(ids).flatMap((id) => byId.get(id) ?? removals.get(id)?.entry ?? [])
        for (const entry of removed) {
          byId = byId.remove(entry.id)
          byValue = byValue.remove(entry.value)
          removals = removals.set(entry.id, { entry, at })
        }
        tenant.blacklist = { ...tenant.blacklist, [kind]: { byId, byValue, removals } }
        return Exit.succeed(removed)
      }),
    finishRemoval: (organization_id, kind, ids) =>
      write(organization_id, "BlacklistStore.finishRemoval", (tenant) => {
        let { removals } = tenant.blacklist[kind]
        const removed = distinct(ids).flatMap((id) => removals.get(id)?.entry ?? [])
        for (const { id } of removed) removals = removals.remove(id)
        tenant.blacklist = { ...tenant.blacklist, [kind]: { ...tenant.blacklist[kind], removals } }
        return Exit.succeed(removed)
      }),
    findRemovals: (organization_id, kind, before) =>
      read(organization_id, ({ blacklist }) =>
        [...blacklist[kind].removals.values()]
          .filter(({ at }) => at < before)
          .slice(0, 1_000)
          .map(({ entry }) => entry)
      ),
    organizationsWithRemovals: organizationsWhere(
      ({ blacklist: { domain, email } }) => domain.removals.size + email.removals.size > 0
    )
  })
}

type Listed = Tenant["blacklist"][BlacklistEntry.BlacklistKind]

const entriesOf = ({ byId }: Listed, ids: ReadonlyArray<BlacklistEntry.EntryId>) =>
  distinct(ids).flatMap((id) => byId.get(id) ?? [])
