/** Fixtures of the cases of `WorkStore`. */
import { Effect } from "effect"
import { Transactor } from "../Transactor.ts"
import type { Outcome, Work } from "../work/WorkStore.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { at, newOrganization, uniqueName } from "./Fixtures.ts"
import type { OrganizationId } from "../ids.ts"

/** A work item. Its lane has the name of its key unless another lane is given. */
export const work = (key: string, seconds = 0, lane = key): Work => ({ lane, key, due_at: at(seconds) })

export const ends = (key: string): Outcome => ({ key, again: null })
export const again = (key: string, seconds: number, attempts = 0): Outcome => ({ key, again: at(seconds), attempts })

/** The methods of `WorkStore` for one kind of work of one organization, with instants in seconds. */
const workOf = Effect.fnUntraced(function* (organization_id: OrganizationId, kind: string) {
  const store = yield* WorkStore
  return {
    organization_id,
    put: (...items: ReadonlyArray<Work>) => store.put(organization_id, kind, items),
    /** Claims at `now` with a lease of one minute: up to `room` items in each lane. */
    claim: (claim: string, now: number, lanes: ReadonlyArray<string>, room = 1) =>
      store.claim(organization_id, kind, {
        lanes: lanes.map((lane) => ({ lane, room })),
        claim,
        now: at(now),
        until: at(now + 60)
      }),
    settle: (claim: string, now: number, ...outcomes: ReadonlyArray<Outcome>) =>
      store.settle(organization_id, kind, { claim, now: at(now), outcomes })
  }
})

/** A new organization and a unique kind of work: `due` and `next` search all organizations. */
export const newWork = Effect.gen(function* () {
  const store = yield* WorkStore
  const { transaction } = yield* Transactor
  const kind = uniqueName("kind")
  const due = (now: number, limit = 100) => store.due(kind, { now: at(now), limit })
  const own = yield* workOf(yield* newOrganization, kind)
  return {
    ...own,
    kind,
    store,
    transaction,
    due,
    /** The names of the due lanes. */
    lanes: (now: number, limit?: number) => Effect.map(due(now, limit), (lanes) => lanes.map(({ lane }) => lane)),
    next: store.next(kind),
    /** The same kind of work in another organization. */
    foreign: Effect.flatMap(newOrganization, (id) => workOf(id, kind))
  }
})

/** The keys of claimed items. */
export const keysOf = Effect.map((items: ReadonlyArray<Work>) => items.map(({ key }) => key))
