/** The lines of people who opted out, by the columns that programs write. The command line follows the same rules. */
import { type OptOutColumn, optOutOf, optOuts } from "@mailroom/core/opt-outs"
import type { CsvFile } from "./lines.ts"

/** Why a line is of somebody who opted out: the column and, for a column with states, the state. */
export type OptOutOf = (values: ReadonlyArray<string>) => string | undefined

/** The opt-outs by a column. */
export interface FoundOptOuts {
  readonly header: string
  /** The number of lines that certainly are of people who opted out. */
  readonly certain: number
  /** The values that may mean an opt-out, and the number of their lines. */
  readonly unclear: ReadonlyMap<string, number>
}

const columnsOf = (header: ReadonlyArray<string>): ReadonlyArray<OptOutColumn> => {
  const found = optOuts(header, [])
  return "columns" in found ? found.columns : []
}

/** The columns that say that somebody opted out, or may say so. */
export const optOutsIn = ({ header, lines }: CsvFile): ReadonlyArray<FoundOptOuts> =>
  columnsOf(header).flatMap((column) => {
    let certain = 0
    const unclear = new Map<string, number>()
    for (const { values } of lines) {
      const found = optOutOf([column], values)
      if (found.by !== undefined) certain++
      for (const { value } of found.unclear) unclear.set(value, (unclear.get(value) ?? 0) + 1)
    }
    return certain > 0 || unclear.size > 0 ? [{ header: column.header, certain, unclear }] : []
  })

/** `inColumns`: the columns whose unclear values mean an opt-out, too. */
export const makeOptOutOf = (header: ReadonlyArray<string>, inColumns: ReadonlySet<string>): OptOutOf => {
  const columns = columnsOf(header)
  return (values) => {
    const { by, unclear } = optOutOf(columns, values)
    const meant = unclear.find((one) => inColumns.has(one.header))
    return by ?? (meant && `${meant.header}: ${meant.value}`)
  }
}
