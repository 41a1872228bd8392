/** Bounds calls in time. */
import { createHash } from "node:crypto"
import { Failure } from "./Failure.ts"

/** Counts a call. Fails with a `Failure` when the calls of this minute are used up. */
export type Pace = () => void

const minute = 60_000

export const makePace = (callsPerMinute: number): Pace => {
  let began = 0
  let calls = 0
  return () => {
    const now = Date.now()
    if (now - began >= minute) {
      began = now
      calls = 0
    }
    if (calls >= callsPerMinute) {
      const retry_after = Math.ceil((began + minute - now) / 1000)
      throw new Failure({ code: "too_many_calls", detail: `At most ${callsPerMinute} calls a minute`, retry_after })
    }
    calls++
  }
}

/** The number of keys whose calls are counted. Beyond it, the key that came first is forgotten. */
const maxKeys = 10_000

/** A pace for each key, which is kept as a hash. */
export const makePaces = (callsPerMinute: number): ((key: string) => Pace) => {
  const paces = new Map<string, Pace>()
  return (key) => {
    const hash = createHash("sha256").update(key).digest("base64")
    const known = paces.get(hash)
    if (known !== undefined) return known
    const pace = makePace(callsPerMinute)
    for (const oldest of paces.keys()) {
      if (paces.size < maxKeys) break
      paces.delete(oldest)
    }
    paces.set(hash, pace)
    return pace
  }
}
