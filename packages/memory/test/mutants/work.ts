/** Faults in work and its leases. */
import { consideredOfEach, Timestamp, WorkStore } from "@mailroom/core"
import { Effect } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

type Store = WorkStore["Service"]
type Claim = Store["claim"]

export const work: ReadonlyArray<Mutant> = [
  mutant(
    "a claim moves the instant instead of leasing",
    WorkStore,
    ({ claim, settle }) => ({
      claim: Effect.fnUntraced(function* (...[organization_id, kind, query]: Parameters<Claim>) {
        const items = yield* claim(organization_id, kind, query)
        const outcomes = items.map(({ attempts, key }) => ({ key, again: query.until, attempts }))
        yield* settle(organization_id, kind, { claim: query.claim, now: query.now, outcomes })
        return items
      })
    }),
    "WorkStore.claim: keeps the place of work whose lease ended: it is claimed before what is due later"
  ),
  mutant(
    "a settlement without a fence",
    WorkStore,
    ({ claim, settle }) => {
      const holders = new Map<string, string>()
      const idOf = (...parts: ReadonlyArray<unknown>) => JSON.stringify(parts)
      return {
        claim: (organization_id, kind, query) =>
          Effect.tap(claim(organization_id, kind, query), (items) =>
            Effect.sync(() => {
              for (const { key } of items) holders.set(idOf(organization_id, kind, key), query.claim)
            })
          ),
        settle: (organization_id, kind, { claim, now, outcomes }) =>
          Effect.forEach(outcomes, (outcome) => {
            const holder = holders.get(idOf(organization_id, kind, outcome.key)) ?? claim
            return settle(organization_id, kind, { claim: holder, now, outcomes: [outcome] })
          }).pipe(Effect.map((keys) => keys.flat().toSorted()))
      }
    },
    "WorkStore.settle: is fenced: a claim that lost its lease to another one cannot settle"
  ),
  mutant(
    "a put of work that is claimed is ignored",
    WorkStore,
    ({ next, put }) => {
      // Ignores every put of a key after the first one: the suite's second put finds the work claimed.
      const known = new Set<string>()
      return {
        put: (organization_id, kind, items) => {
          const fresh = items.filter(({ key }) => !known.has(`${organization_id} ${kind} ${key}`))
          for (const { key } of items) known.add(`${organization_id} ${kind} ${key}`)
          return Effect.asVoid(Effect.andThen(next(kind), put(organization_id, kind, fresh)))
        }
      }
    },
    "WorkStore.settle: makes work due at once that was put again, instead of ending it"
  ),
  mutant(
    "a put of work that waits changes nothing",
    WorkStore,
    ({ next, put }) => {
      const known = new Set<string>()
      const idOf = (...parts: ReadonlyArray<unknown>) => JSON.stringify(parts)
      return {
        put: (organization_id, kind, items) => {
          const again = items.map((item) => {
            const id = idOf(organization_id, kind, item.key)
            // Later than the stored instant, so that only a claim shows the fault.
            const due_at = known.has(id) ? Timestamp.fromMillis(Infinity) : item.due_at
            known.add(id)
            return { ...item, due_at }
          })
          return Effect.asVoid(Effect.andThen(next(kind), put(organization_id, kind, again)))
        }
      }
    },
    "WorkStore.put: moves work that was settled for later, and keeps its attempts"
  ),
  mutant(
    "one organization takes all the turns",
    WorkStore,
    ({ due }) => ({
      due: (kind, query) =>
        Effect.map(due(kind, { ...query, limit: 1000 }), (lanes) =>
          lanes.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1)).slice(0, query.limit)
        )
    }),
    "WorkStore.due: lets organizations take turns"
  ),
  mutant(
    "a large backlog of one organization hides the others",
    WorkStore,
    ({ due }) => ({
      due: (kind, query) =>
        Effect.map(due(kind, { ...query, limit: 1000 }), (lanes) => {
          const [first] = lanes
          const own = lanes.filter(({ organization_id }) => organization_id === first?.organization_id)
          return (own.length === consideredOfEach ? own : lanes).slice(0, query.limit)
        })
    }),
    "WorkStore.due: shows the earliest work of every organization, however much is due of one"
  ),
  mutant(
    "next forgets that a lease ends",
    WorkStore,
    ({ due, next }) => ({
      next: (kind) =>
        Effect.flatMap(next(kind), (at) =>
          at === null
            ? Effect.succeed(at)
            : Effect.map(due(kind, { now: Timestamp.plus(at, -1), limit: 1 }), ([lane]) => lane?.due_at ?? null)
        )
    }),
    "WorkStore.next: answers when a lease ends, if nothing else is due before"
  ),
  mutant(
    "workers are woken before the commit",
    WorkStore,
    ({ onPut, put }) => {
      const wakes = new Set<() => void>()
      return {
        onPut: (kind, wake) =>
          Effect.andThen(
            onPut(kind, wake),
            Effect.sync(() => void wakes.add(wake))
          ),
        put: (...inputs) =>
          Effect.tap(put(...inputs), () =>
            Effect.sync(() => {
              for (const wake of wakes) wake()
            })
          )
      }
    },
    "WorkStore.onPut: wakes after the commit of the outermost transaction, not before"
  )
]
