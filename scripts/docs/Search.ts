/** The entries that the search of the documentation finds. */
import type { Heading } from "./Markdown.ts"
import type { Page } from "./Pages.ts"

/** A part of a page, from a heading to the next one, or an operation of the API. */
export interface Found {
  /** The path from the root of the site, with the heading. */
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** The parts of a page. Pages that show a file of code have none. */
export const partsOf = ({ file, title, url }: Page, headings: ReadonlyArray<Heading>): ReadonlyArray<Found> =>
  file.endsWith(".md")
    ? headings.map((heading) => ({
        id: heading.level === 1 ? url : `${url}#${heading.id}`,
        page: title,
        title: heading.title,
        text: heading.text.replaceAll(/\s+/gu, " ").trim()
      }))
    : []

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The operations of an OpenAPI document. */
export const operationsIn = (json: string): ReadonlyArray<Found> => {
  const { paths }: Document = JSON.parse(json)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = "", operationId, summary = "" }]) =>
      operationId === undefined
        ? []
        : [
            {
              id: `api.html#${operationId}`,
              page: "API",
              title: summary,
              text: `${method.toUpperCase()} ${path} ${description}`
            }
          ]
    )
  )
}
