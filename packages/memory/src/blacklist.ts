/** The blacklist: addresses, and domains with their subdomains. */
import { type BlacklistEntry, BlacklistStore, Domain } from "@mailroom/core"
import { Exit } from "effect"
import { type Database, sequence } from "./internal/Database.ts"
import { distinct, pageWhere } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const blacklistStore = ({ read, write }: Database): BlacklistStore["Service"] => {
  const nextId = sequence<BlacklistEntry.EntryId>()
  return BlacklistStore.of({
    insert: (organization_id, kind, entries) =>
      write(organization_id, "BlacklistStore.insert", (tenant) => {
        let { byId, byValue } = tenant.blacklist[kind]
        const added = entries.map(({ campaign_id, created_at, reason, source, value }) => {
          const stored = byValue.get(value)
          const id = stored?.id ?? nextId()
          const entry = Object.freeze({ id, value, source, reason, campaign_id, created_at })
          if (stored === undefined || precedes(entry, stored)) {
            byId = byId.set(id, entry)
            byValue = byValue.set(value, entry)
          }
          return stored === undefined
        })
        tenant.blacklist = { ...tenant.blacklist, [kind]: { byId, byValue } }
        return Exit.succeed(entries.map(({ value }, i) => ({ entry: byValue.get(value)!, added: added[i]! })))
      }),
    findByValues: (organization_id, kind, values) =>
      read(organization_id, ({ blacklist }) =>
        entriesOf(
          blacklist[kind],
          values.flatMap((value) => blacklist[kind].byValue.get(value)?.id ?? [])
        )
      ),
    findByIds: (organization_id, kind, ids) =>
      read(organization_id, ({ blacklist }) => entriesOf(blacklist[kind], ids)),
    page: (organization_id, kind, { search = "", source, ...query }) =>
      read(organization_id, ({ blacklist }) =>
        pageWhere(
          blacklist[kind].byId.values(),
          query,
          (entry) => (source === undefined || entry.source === source) && entry.value.includes(search)
        )
      ),
    remove: (organization_id, kind, ids) =>
      write(organization_id, "BlacklistStore.remove", (tenant) => {
        let { byId, byValue } = tenant.blacklist[kind]
        const removed = entriesOf(tenant.blacklist[kind], ids)
        for (const { id, value } of removed) {
          byId = byId.remove(id)
          byValue = byValue.remove(value)
        }
        tenant.blacklist = { ...tenant.blacklist, [kind]: { byId, byValue } }
        return Exit.succeed(removed)
      })
  })
}

/** Whether an entry names the normalized address, or a domain that it is in. */
export const isListed = ({ blacklist }: Tenant, address: string): boolean =>
  blacklist.email.byValue.get(address) !== undefined ||
  Domain.domainsOf(address).some((domain) => blacklist.domain.byValue.get(domain) !== undefined)

type Listed = Tenant["blacklist"][BlacklistEntry.Kind]

const entriesOf = ({ byId }: Listed, ids: ReadonlyArray<BlacklistEntry.EntryId>) =>
  distinct(ids).flatMap((id) => byId.get(id) ?? [])

/** Of entries made by events, whether the one stands in the other's place: it does not matter which came in first. */
const precedes = (entry: BlacklistEntry.Entry, other: BlacklistEntry.Entry): boolean => {
  if (entry.source === "manual" || other.source === "manual") return false
  return key(entry) < key(other)
}
/** Sorts as its parts do: none but the last contains a space, and no reason comes before any. */
const key = ({ campaign_id, created_at, reason, source }: BlacklistEntry.Entry) =>
  [created_at, source, campaign_id ?? "", ...(reason === null ? [] : [reason])].join(" ")
