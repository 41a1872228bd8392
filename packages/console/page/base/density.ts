/** How high the rows of lists and tables are. */
import { useStore } from "./store.ts"
import { makeChoice } from "./stored.ts"

export const density = makeChoice("rows", ["normal", "compact"])

/** In pixels. The styles have the same values as `--thread-row` and `--table-row`. */
const heights = {
  thread: { normal: 76, compact: 56 },
  table: { normal: 40, compact: 32 }
} as const
type Kind = keyof typeof heights

/** The height of a row, in pixels. */
export const useRowHeight = (kind: Kind): number => heights[kind][useStore(density)]

const apply = () => {
  const chosen = density.get()
  const { dataset, style } = document.documentElement
  dataset["rows"] = chosen
  for (const kind of ["thread", "table"] as const) style.setProperty(`--${kind}-row`, `${heights[kind][chosen]}px`)
}
density.subscribe(apply)
apply()
