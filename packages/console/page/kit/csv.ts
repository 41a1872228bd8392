/** Writes CSV. A spreadsheet may open it, and an import read it again. Loaded late: the library is large. */
import Papa from "papaparse"

/** Matches a text that a spreadsheet would run as a formula. Numbers are none, also of telephones: `-5`, `+49 (170) 1`. */
const formula = /^(?![+-][\d ().,]*$)[=+\-@\t\r]/u

/** Lines as CSV. A text that looks like a formula gets an apostrophe, which an import removes. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  Papa.unparse(rows as Array<Array<string>>, { escapeFormulae: formula })

export const withoutApostrophe = (value: string): string => value.replace(/^'(?=[=+\-@\t\r])/u, "")
