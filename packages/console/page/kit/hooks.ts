/** Hooks for time and for the size of the screen. */
import { useEffect, useState } from "preact/hooks"

/** True after `milliseconds` of waiting: quick answers show no skeleton. */
export const useSlow = (isWaiting: boolean, milliseconds = 150): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isWaiting, milliseconds])
  return isWaiting && isSlow
}

/** The value, `milliseconds` after its last change. */
export const useDelayed = <A>(value: A, milliseconds: number): A => {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return delayed
}

/** Whether a media query matches. */
export const useMedia = (query: string): boolean => {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setMatches(list.matches)
    update()
    list.addEventListener("change", update)
    return () => list.removeEventListener("change", update)
  }, [query])
  return matches
}
