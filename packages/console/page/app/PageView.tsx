/** The page of the route. Pages other than the inbox are loaded when they are opened. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Empty, Failed, Skeleton } from "../kit/States.tsx"
import { type Page, pages } from "./pages.ts"
import { hrefOf } from "./route.ts"
import { texts } from "./texts.ts"

const loaded = new Map<string, ComponentType>()

const Late = ({ load, name }: { readonly name: string; readonly load: () => Promise<ComponentType> }) => {
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
  if (failure === undefined) return <Skeleton rows={8} height={48} />
  return <Failed error={new Error(texts.pageFailed, { cause: failure })} retry={() => setAttempt(attempt + 1)} />
}

const View = ({ page }: { readonly page: Page["page"] & { readonly name: string } }) => {
  if ("load" in page) return <Late name={page.name} load={page.load} />
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
  return <View page={{ ...found.page, name }} key={name} />
}
