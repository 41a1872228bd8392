/** A table whose rows are sorted by a click on a column. The address keeps the column and the direction. */
import { ArrowDown, ArrowUp } from "lucide-preact"
import type { ComponentChildren } from "preact"
import { language } from "../base/format.ts"
import { go, hrefOf, useRoute } from "../base/route.ts"

export interface Column<Row> {
  readonly name: string
  /** The value to sort by, and the cell if there is no `cell`; `null`: none, which comes last. */
  readonly value: (row: Row) => number | string | null
  readonly cell?: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), language)

/** The rows by the values of a column. Rows without a value come last. */
const sorted = <Row,>(rows: ReadonlyArray<Row>, { value }: Column<Row>, isDescending: boolean): ReadonlyArray<Row> =>
  rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isDescending ? compare(b, a) : compare(a, b)
  })

/**
 * The sorting of a table, from the value `name` in the query of the address: `2` sorts by the column with this index, `-2`
 * by the same column, the greatest value first. Without such a value `index` is `undefined`, and the rows keep their order.
 */
export const useSort = (name: string) => {
  const { path, query } = useRoute()
  const [, sign, index] = /^(-?)(\d+)$/u.exec(query[name] ?? "") ?? []
  return {
    index: index === undefined ? undefined : Number(index),
    isDescending: sign === "-",
    set: (column: number, isDescending: boolean) =>
      go(hrefOf(path, { ...query, [name]: `${isDescending ? "-" : ""}${column}` }), { replace: true })
  }
}

export const SortedTable = <Row,>({ columns, keyOf, label, rows, sortedBy = "sort" }: SortedTableProps<Row>) => {
  const { index, isDescending, set } = useSort(sortedBy)
  const by = index === undefined ? undefined : columns[index]
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={label}>
      <table class="table table-sorted">
        <thead>
          <tr>
            {columns.map(({ isNumber = false, name }, i) => {
              const isSorted = i === index
              const Icon = isDescending ? ArrowDown : ArrowUp
              return (
                <th
                  scope="col"
                  class={isNumber ? "number" : undefined}
                  aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
                  key={name}
                >
                  <button type="button" class="table-sort" onClick={() => set(i, isSorted ? !isDescending : isNumber)}>
                    {name} {isSorted && <Icon size={12} aria-hidden="true" />}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {(by === undefined ? rows : sorted(rows, by, isDescending)).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ cell, isNumber, name, value }) => (
                <td class={isNumber ? "number" : undefined} data-label={name} key={name}>
                  {cell === undefined ? <bdi>{value(row)}</bdi> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortedTableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => number | string
  /** The name in the query of the route. Default: `sort`. */
  readonly sortedBy?: string
}
