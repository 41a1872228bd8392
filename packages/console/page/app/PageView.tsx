/** The page of the route. Pages other than the inbox are loaded when they are opened. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Empty, Failed, Skeleton } from "../kit/States.tsx"
import { type Page, pages } from "./pages.ts"
import { hrefOf } from "./route.ts"
import { texts } from "./texts.ts"

const loaded = new Map<string, ComponentType>()

const Late = ({ label, load, name }: LateProps) => {
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const [, setReady] = useState("")
  useEffect(() => {
    if (loaded.has(name)) return
    setFailure(undefined)
    const begin = async () => {
      try {
        loaded.set(name, await load())
        setReady(name)
      } catch (error) {
        setFailure(error)
      }
    }
    void begin()
  }, [attempt, load, name])
  const Loaded = loaded.get(name)
  if (Loaded !== undefined) return <Loaded />
  return (
    <>
      <h1 class="hidden">{label}</h1>
      {failure === undefined ? (
        <Skeleton rows={8} height={48} />
      ) : (
        <Failed error={new Error(texts.pageFailed, { cause: failure })} retry={() => setAttempt(attempt + 1)} />
      )}
    </>
  )
}

interface LateProps {
  readonly name: string
  /** The title while the page is loaded. */
  readonly label: string
  readonly load: () => Promise<ComponentType>
}

const View = ({ label, name, page }: Pick<Page, "label" | "name" | "page">) => {
  if ("load" in page) return <Late name={name} label={label} load={page.load} />
  const Component = page.component
  return <Component />
}

export const PageView = ({ name }: { readonly name: string }) => {
  const found = pages.find((page) => page.name === name)
  if (found === undefined) {
    return (
      <Empty title={texts.notFound}>
        <a class="button" href={hrefOf(["inbox"])}>
          {texts.toInbox}
        </a>
      </Empty>
    )
  }
  return <View {...found} key={name} />
}
