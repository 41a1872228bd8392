/** Rows that are selected, by id. */
import { makeStore, type Store } from "../base/store.ts"

export interface Selection {
  readonly ids: Store<ReadonlySet<number>>
  /** Selects a row or not; without `isSelected`, the other way round. */
  readonly select: (id: number, isSelected?: boolean) => void
  readonly clear: () => void
}

export const makeSelection = (): Selection => {
  const ids = makeStore<ReadonlySet<number>>(new Set())
  return {
    ids,
    select: (id, isSelected = !ids.get().has(id)) => {
      const next = new Set(ids.get())
      if (isSelected) next.add(id)
      else next.delete(id)
      ids.set(next)
    },
    clear: () => {
      if (ids.get().size > 0) ids.set(new Set())
    }
  }
}
