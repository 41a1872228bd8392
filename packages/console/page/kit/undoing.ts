import { queries } from "../base/api.ts"
import { toast } from "../base/undo.ts"
import { detailOf } from "./States.tsx"

/**
 * A function that takes a change back by another one, and then fetches the queries that begin with `key` again. When it
 * fails, a message says so: `failed` is its text, by the reason.
 */
export const undoing =
  (key: string, write: () => Promise<unknown>, failed: (reason: string) => string) => async (): Promise<void> => {
    try {
      await write()
      await queries.invalidateQueries({ queryKey: [key] })
    } catch (error) {
      toast(failed(detailOf(error)), { kind: "bad" })
    }
  }
