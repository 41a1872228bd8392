/** The page of the route. Pages other than the inbox are loaded when they are opened. */
import type { ComponentType } from "preact"
import { hrefOf } from "../base/route.ts"
import { texts } from "../base/texts.ts"
import { type Page, pages } from "./pages.ts"
import { late, type Loading } from "../kit/late.tsx"
import { Empty, Failed, Skeleton } from "../kit/States.tsx"

const componentOf = ({ label, page }: Page): ComponentType =>
  "load" in page
    ? late(page.load, ({ failure, retry }: Loading) => (
        <>
          <h1 class="hidden">{label}</h1>
          {failure === undefined ? (
            <Skeleton rows={8} height={48} />
          ) : (
            <Failed error={new Error(texts.pageFailed, { cause: failure })} retry={retry} />
          )}
        </>
      ))
    : page.component

const components = new Map(pages.map((page) => [page.name, componentOf(page)]))

export const PageView = ({ name }: { readonly name: string }) => {
  const Component = components.get(name)
  if (Component === undefined) {
    return (
      <Empty title={texts.notFound}>
        <a class="button" href={hrefOf(["inbox"])}>
          {texts.toInbox}
        </a>
      </Empty>
    )
  }
  return <Component key={name} />
}
