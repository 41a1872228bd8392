/** A bound on the calls that are under way at once. */

/** At most `size` turns at once; other calls wait for one, in order. */
export const turnsOf = (size: number) => {
  let free = size
  const waiting: Array<() => void> = []
  return {
    /** Waits for a turn, at the front when a call goes on. Rejects with the signal's reason when it aborts before. */
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
    /** Ends a turn. */
    end: () => {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
