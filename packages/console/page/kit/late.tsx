/** Components whose code is loaded when they are first shown. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { texts } from "../base/texts.ts"
import { Failed } from "./States.tsx"

/** The properties of the component that is shown while another one is loaded. */
export interface Loading {
  /** Why it could not be loaded; `undefined` while it is being loaded. */
  readonly failure: unknown
  readonly retry: () => void
}

export const FailedOnly = ({ failure, retry }: Loading) =>
  failure === undefined ? null : <Failed error={new Error(texts.partFailed, { cause: failure })} retry={retry} />

/** A component that loads another one. Until that is loaded, it shows `Meanwhile`: by default only a failure. */
export const late = <Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  Meanwhile: ComponentType<Loading & Properties> = FailedOnly
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
    if (Found !== undefined) return <Found {...properties} />
    return <Meanwhile {...properties} failure={failure} retry={() => setAttempt(attempt + 1)} />
  }
}
