/** Limits the number of concurrent calls. */

/** Grants at most `size` slots at the same time. Other calls wait for one, in order. */
export const makeSlots = (size: number) => {
  let free = size
  const waiting: Array<() => void> = []
  return {
    /**
     * Waits for a slot; a call that continues (`goesOn`) waits at the front. Rejects with the signal's reason when the
     * signal aborts first.
     */
    take: async (signal: AbortSignal | undefined, goesOn: boolean): Promise<void> => {
      signal?.throwIfAborted()
      if (free > 0) {
        free--
        return
      }
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener("abort", leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(begin), 1)
          reject(signal?.reason)
        }
        if (goesOn) waiting.unshift(begin)
        else waiting.push(begin)
        signal?.addEventListener("abort", leave)
      })
    },
    /** Releases a slot. */
    release: () => {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
