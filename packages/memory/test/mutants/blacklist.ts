/** Faults in the blacklist. */
import { type BlacklistEntry, BlacklistStore, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const idsOf = (entries: ReadonlyArray<BlacklistEntry.Entry>) => entries.map(({ id }) => id)

/** The entries whose removal has started, by id. They stay in this map after their removal. */
const withRemoved = (
  store: BlacklistStore["Service"],
  change: (removed: ReadonlyMap<BlacklistEntry.EntryId, BlacklistEntry.Entry>) => Partial<BlacklistStore["Service"]>
): Partial<BlacklistStore["Service"]> => {
  const removed = new Map<BlacklistEntry.EntryId, BlacklistEntry.Entry>()
  return {
    startRemoval: (organization_id, kind, ids, at) =>
      Effect.tap(store.startRemoval(organization_id, kind, ids, at), (entries) =>
        Effect.sync(() => {
          for (const entry of entries) removed.set(entry.id, entry)
        })
      ),
    ...change(removed)
  }
}

const onlyRemovals =
  "BlacklistStore, removing entries: an entry that is being removed is found by findRemovals only, until finishRemoval deletes it"
const addedAgain =
  "BlacklistStore, removing entries: a value that is added again while it is removed gets a new entry, with a new id, as it is given"
const covering =
  "BlacklistStore.findCovering: returns the addresses and domains that have an entry, comparing whole values of the right kind"
const left =
  "BlacklistStore, removing entries: finishRemoval leaves entries that are not being removed, of another kind, or of another organization"
const before =
  "BlacklistStore, removing entries: findRemovals returns removals that started before an instant, by ascending id"

const end = Timestamp.Timestamp.make("9999-12-31T23:59:59.999Z")

export const blacklist: ReadonlyArray<Mutant> = [
  mutant(
    "of entries made by events, the one that came first stands",
    BlacklistStore,
    ({ find, insert }) => ({
      insert: (organization_id, kind, entries) =>
        Effect.forEach(
          entries,
          Effect.fnUntraced(function* (given) {
            const [entry] = yield* find(organization_id, kind, { values: [given.value] })
            if (entry !== undefined) return { entry, added: false }
            const [answer] = yield* insert(organization_id, kind, [given])
            return answer ?? (yield* Effect.die(given))
          })
        )
    }),
    "BlacklistStore.insert: keeps, of entries made by events, the smallest, in whatever order they come"
  ),
  mutant(
    "an event's entry in place of a person's",
    BlacklistStore,
    ({ find, finishRemoval, insert, startRemoval }) => ({
      insert: Effect.fnUntraced(function* (organization_id, kind, entries) {
        const values = entries.filter(({ source }) => source !== "manual").map(({ value }) => value)
        const manual = (yield* find(organization_id, kind, { values })).filter(({ source }) => source === "manual")
        yield* startRemoval(organization_id, kind, idsOf(manual), yield* Timestamp.now)
        yield* finishRemoval(organization_id, kind, idsOf(manual))
        return yield* insert(organization_id, kind, entries)
      })
    }),
    "BlacklistStore.insert: leaves a person's entry as it is, and says that it was there"
  ),
  mutant(
    "resumed though another entry matches",
    BlacklistStore,
    ({ findCovering }) => ({
      findCovering: (organization_id, { domains }) => findCovering(organization_id, { addresses: [], domains })
    }),
    "Blacklist.remove, over the storage: keeps leads stopped that another entry matches: by address, by domain, by a parent domain"
  ),
  mutant(
    "covered by entries of the other kind",
    BlacklistStore,
    ({ findCovering }) => ({
      findCovering: (organization_id, { addresses, domains }) => {
        const all = [...addresses, ...domains]
        return findCovering(organization_id, { addresses: all, domains: all })
      }
    }),
    covering
  ),
  mutant(
    "covered by another organization's entries",
    BlacklistStore,
    ({ findCovering, insert }) => {
      const foreign = new Set<string>()
      return {
        insert: (organization_id, kind, entries) => {
          for (const { value } of entries) foreign.add(value)
          return insert(organization_id, kind, entries)
        },
        findCovering: (organization_id, values) =>
          Effect.map(findCovering(organization_id, values), (own) => [
            ...own,
            ...[...values.addresses, ...values.domains].filter((value) => foreign.has(value))
          ])
      }
    },
    covering
  ),
  mutant(
    "covered by entries that are being removed",
    BlacklistStore,
    ({ findCovering, findRemovals }) => ({
      findCovering: Effect.fnUntraced(function* (organization_id, values) {
        const emails = yield* findRemovals(organization_id, "email", end)
        const domains = yield* findRemovals(organization_id, "domain", end)
        return [
          ...(yield* findCovering(organization_id, values)),
          ...emails.filter(({ value }) => values.addresses.includes(value)).map(({ value }) => value),
          ...domains.filter(({ value }) => values.domains.includes(value)).map(({ value }) => value)
        ]
      })
    }),
    onlyRemovals
  ),
  mutant(
    "entries that are being removed are listed",
    BlacklistStore,
    ({ findRemovals, page }) => ({
      page: Effect.fnUntraced(function* (organization_id, kind, query) {
        const rows = yield* page(organization_id, kind, query)
        const removed = yield* findRemovals(organization_id, kind, end)
        return { total: rows.total + removed.length, data: [...rows.data, ...removed] }
      })
    }),
    onlyRemovals
  ),
  mutant(
    "startRemoval deletes at once",
    BlacklistStore,
    ({ finishRemoval, startRemoval }) => ({
      startRemoval: (organization_id, kind, ids, at) =>
        Effect.tap(startRemoval(organization_id, kind, ids, at), () => finishRemoval(organization_id, kind, ids))
    }),
    onlyRemovals
  ),
  mutant(
    "startRemoval leaves the instant of a removal that goes on",
    BlacklistStore,
    ({ findRemovals, startRemoval }) => ({
      startRemoval: Effect.fnUntraced(function* (organization_id, kind, ids, at) {
        const started = idsOf(yield* findRemovals(organization_id, kind, end))
        const fresh = ids.filter((id) => !started.includes(id))
        return yield* startRemoval(organization_id, kind, fresh, at)
      })
    }),
    before
  ),
  mutant(
    "finishRemoval does not say what it deleted",
    BlacklistStore,
    ({ finishRemoval }) => ({
      finishRemoval: (organization_id, kind, ids) => Effect.as(finishRemoval(organization_id, kind, ids), [])
    }),
    onlyRemovals
  ),
  mutant(
    "startRemoval answers entries of the other kind",
    BlacklistStore,
    ({ startRemoval }) => ({
      startRemoval: Effect.fnUntraced(function* (organization_id, kind, ids, at) {
        const other = kind === "email" ? "domain" : "email"
        const found = [
          ...(yield* startRemoval(organization_id, kind, ids, at)),
          ...(yield* startRemoval(organization_id, other, ids, at))
        ]
        return found
      })
    }),
    "BlacklistStore, removing entries: startRemoval returns the entries that exist, once each, by ascending id"
  ),
  mutant(
    "a value that is added again keeps the id that is being removed",
    BlacklistStore,
    (store) =>
      withRemoved(store, (removed) => ({
        insert: (organization_id, kind, entries) =>
          Effect.map(store.insert(organization_id, kind, entries), (answers) =>
            answers.map(({ added, entry }) => {
              const old = [...removed.values()].findLast(({ value }) => value === entry.value)
              return { entry: { ...entry, id: old?.id ?? entry.id }, added }
            })
          )
      })),
    addedAgain
  ),
  mutant(
    "a value that is added again is said to exist",
    BlacklistStore,
    (store) =>
      withRemoved(store, (removed) => ({
        insert: (organization_id, kind, entries) =>
          Effect.map(store.insert(organization_id, kind, entries), (answers) =>
            answers.map(({ added, entry }) => ({
              entry,
              added: added && [...removed.values()].every(({ value }) => value !== entry.value)
            }))
          )
      })),
    addedAgain
  ),
  mutant(
    "a value that is added again is compared with the entry that is being removed",
    BlacklistStore,
    (store) =>
      withRemoved(store, (removed) => ({
        insert: (organization_id, kind, entries) => {
          const old = (value: string) => [...removed.values()].find((entry) => entry.value === value)
          return store.insert(
            organization_id,
            kind,
            entries.map((entry) => ({ ...(old(entry.value) ?? entry), value: entry.value }))
          )
        }
      })),
    addedAgain
  ),
  mutant(
    "finishRemoval deletes a value that was added again",
    BlacklistStore,
    (store) =>
      withRemoved(store, (removed) => ({
        finishRemoval: Effect.fnUntraced(function* (organization_id, kind, ids) {
          const values = ids.flatMap((id) => removed.get(id)?.value ?? [])
          const current = yield* store.find(organization_id, kind, { values })
          yield* store.startRemoval(organization_id, kind, idsOf(current), yield* Timestamp.now)
          return yield* store.finishRemoval(organization_id, kind, [...ids, ...idsOf(current)])
        })
      })),
    addedAgain
  ),
  mutant(
    "finishRemoval deletes entries that are not being removed",
    BlacklistStore,
    ({ finishRemoval, startRemoval }) => ({
      finishRemoval: Effect.fnUntraced(function* (organization_id, kind, ids) {
        yield* startRemoval(organization_id, kind, ids, yield* Timestamp.now)
        return yield* finishRemoval(organization_id, kind, ids)
      })
    }),
    left
  ),
  mutant(
    "finishRemoval deletes entries of the other kind",
    BlacklistStore,
    ({ finishRemoval }) => ({
      finishRemoval: (organization_id, kind, ids) =>
        Effect.andThen(
          finishRemoval(organization_id, kind, ids),
          finishRemoval(organization_id, kind === "email" ? "domain" : "email", ids)
        )
    }),
    left
  ),
  mutant(
    "removals that start at the instant count as started before it",
    BlacklistStore,
    ({ findRemovals }) => ({
      findRemovals: (organization_id, kind, at) =>
        findRemovals(organization_id, kind, Timestamp.fromMillis(Timestamp.toMillis(at) + 1))
    }),
    before
  ),
  mutant(
    "removals in the order in which they started",
    BlacklistStore,
    (store) =>
      withRemoved(store, (removed) => ({
        findRemovals: (organization_id, kind, at) =>
          Effect.map(store.findRemovals(organization_id, kind, at), (entries) => {
            const places = [...removed.keys()]
            return entries.toSorted((a, b) => places.indexOf(a.id) - places.indexOf(b.id))
          })
      })),
    before
  ),
  mutant(
    "organizations with removals in descending order",
    BlacklistStore,
    ({ organizationsWithRemovals }) => ({
      organizationsWithRemovals: Effect.map(organizationsWithRemovals, (ids) => ids.toReversed())
    }),
    "BlacklistStore, removing entries: organizationsWithRemovals returns the organizations with a removal of either kind, once each, ascending"
  )
]
