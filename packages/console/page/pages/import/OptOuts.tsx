/** The opt-outs in a file, before its import. Unclear values mean an opt-out, unless the user says otherwise. */
import { useMemo } from "preact/hooks"
import { number } from "../../app/format.ts"
import type { CsvFile } from "./lines.ts"
import { optOutsIn } from "./optedOut.ts"
import { texts } from "./texts.ts"

const shownValues = 10

export const OptOuts = ({
  file,
  onChange,
  without
}: {
  readonly file: CsvFile
  /** The columns whose unclear values do not mean an opt-out. */
  readonly without: ReadonlySet<string>
  readonly onChange: (without: ReadonlySet<string>) => void
}) => {
  const found = useMemo(() => optOutsIn(file), [file])
  if (found.length === 0) return null
  const toggle = (header: string) => {
    const next = new Set(without)
    if (!next.delete(header)) next.add(header)
    onChange(next)
  }
  const valuesOf = (unclear: ReadonlyMap<string, number>) => {
    const names = [...unclear.keys()].slice(0, shownValues).map((value) => `"${value.slice(0, 40)}"`)
    return [...names, ...(unclear.size > shownValues ? ["…"] : [])].join(", ")
  }
  return (
    <section aria-label={texts.optOuts}>
      <h3>{texts.optOuts}</h3>
      <p class="meta">{texts.optOutsHelp}</p>
      <ul class="checks">
        {found.map(({ certain, header, unclear }) => (
          <li key={header}>
            {certain > 0 && <p>{texts.optOut(header, number(certain))}</p>}
            {unclear.size > 0 && (
              <label>
                <input type="checkbox" checked={!without.has(header)} onChange={() => toggle(header)} />{" "}
                {texts.unclear(
                  header,
                  valuesOf(unclear),
                  number([...unclear.values()].reduce((sum, count) => sum + count, 0))
                )}
              </label>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
