/** The selected threads. */
import { makeStore } from "../../app/store.ts"

export const selection = makeStore<ReadonlySet<number>>(new Set())

export const select = (id: number, isSelected = !selection.get().has(id)): void => {
  const next = new Set(selection.get())
  if (isSelected) next.add(id)
  else next.delete(id)
  selection.set(next)
}

export const clearSelection = (): void => {
  if (selection.get().size > 0) selection.set(new Set())
}
