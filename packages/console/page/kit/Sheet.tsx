/** A page with a heading, and rows below it: everything but the inbox. */
import type { ComponentChildren } from "preact"
import "./sheet.css"

export const Sheet = ({ actions, children, count, title }: SheetProps) => (
  <div class="sheet">
    <header class="sheet-head">
      <h1>
        {title} {count !== undefined && <span class="sheet-count">{count}</span>}
      </h1>
      <div class="sheet-actions">{actions}</div>
    </header>
    <div class="sheet-body">{children}</div>
  </div>
)

interface SheetProps {
  readonly title: string
  readonly count?: string | undefined
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A table in which each row is one entry. On a narrow screen it scrolls sideways. */
export const Table = ({ children, columns, label, numbers = [] }: TableProps) => (
  <div class="table-frame" tabIndex={0} role="group" aria-label={label}>
    <table class="table">
      <thead>
        <tr>
          {columns.map((column, i) =>
            column === "" ? (
              <td key={column} />
            ) : (
              <th scope="col" class={numbers.includes(i) ? "number" : undefined} key={column}>
                {column}
              </th>
            )
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<string>
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
