/** Components whose code is loaded when they are first shown. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Failed } from "./States.tsx"

/** A component that loads another one, shows nothing meanwhile, and says when that fails. */
export const late = <Properties extends object>(
  load: () => Promise<ComponentType<Properties>>
): ComponentType<Properties> => {
  let loaded: ComponentType<Properties> | undefined
  return (properties) => {
    const [Found, setFound] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>()
    const [attempt, setAttempt] = useState(0)
    useEffect(() => {
      const begin = async () => {
        setFailure(undefined)
        try {
          loaded = await load()
          setFound(() => loaded)
        } catch (error) {
          setFailure(error)
        }
      }
      if (Found === undefined) void begin()
    }, [Found, attempt])
    if (failure !== undefined) return <Failed error={failure} retry={() => setAttempt(attempt + 1)} />
    return Found === undefined ? null : <Found {...properties} />
  }
}
