/** A page with a heading, and rows below it: everything but the inbox. */
import { ArrowLeft } from "lucide-preact"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import "./sheet.css"
import "./table.css"

/** The way back is over the title, the actions are at its right, and the parts of the page have a row below. */
export const Sheet = ({ actions, back, badge, children, count, tabs, title }: SheetProps) => (
  <div class="sheet">
    <header class="sheet-head">
      <div class="sheet-title">
        {back !== undefined && (
          <a class="sheet-back" href={back.href}>
            <ArrowLeft size={14} aria-hidden="true" /> <bdi>{back.text}</bdi>
          </a>
        )}
        <h1>
          <bdi>{title}</bdi> {count !== undefined && <span class="sheet-count">{count}</span>}
        </h1>
        {badge}
      </div>
      {actions !== undefined && <div class="sheet-actions">{actions}</div>}
      {tabs}
    </header>
    <div class="sheet-body">{children}</div>
  </div>
)

interface SheetProps {
  readonly title: string
  readonly count?: string | undefined
  /** The page that this one belongs to. */
  readonly back?: { readonly href: string; readonly text: string } | undefined
  /** The state of the thing that the page is about. */
  readonly badge?: ComponentChildren
  /** The parts of the page: `Tabs`. */
  readonly tabs?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** Gives the cells of a table the names of their columns, for narrow screens: there a row is a card. */
const useLabels = (columns: ReadonlyArray<string>) => {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    for (const row of body.current?.rows ?? []) {
      for (const [i, { dataset }] of [...row.cells].entries()) dataset["label"] = columns[i] ?? ""
    }
  })
  return body
}

/** A table in which each row is one entry. On a narrow screen each row is a card. */
export const Table = ({ children, columns, first, isBrief = false, label, numbers = [] }: TableProps) => (
  <div class="table-frame" tabIndex={0} role="group" aria-label={label}>
    <table class={isBrief ? "table table-brief" : "table"}>
      <thead>
        <tr>
          {columns.map((column, i) =>
            column === "" ? (
              <td key={column} />
            ) : (
              <th scope="col" class={numbers.includes(i) ? "number" : undefined} key={column}>
                {i === 0 && first}
                <bdi>{column}</bdi>
              </th>
            )
          )}
        </tr>
      </thead>
      <tbody ref={useLabels(columns)}>{children}</tbody>
    </table>
  </div>
)

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<string>
  /** An element before the name of the first column, such as a box. */
  readonly first?: ComponentChildren
  /** Whether the cells of a card are understood without the names of their columns: the card has two lines. */
  readonly isBrief?: boolean
  /** The indexes of the columns of numbers; their cells have the class `number`. */
  readonly numbers?: ReadonlyArray<number>
  readonly children: ComponentChildren
}

/** A term and what it is. */
export const Fact = ({ children, name }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
