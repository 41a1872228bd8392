/** The columns of a file, and what the user says that they are. */
import { useMemo, useState } from "preact/hooks"
import { number } from "../../base/format.ts"
import { Table } from "../../kit/Sheet.tsx"
import type { CsvFile } from "./lines.ts"
import { customOf, fields, type Mapping, offerOf, repeatedIn, type Target } from "./mapping.ts"
import { texts } from "./texts.ts"

const rowsOfPreview = 5
const fewValues = 8

export const columnName = (name: string, index: number) => name.trim() || texts.noName(number(index + 1))

const nameOfCustom = (target: Target | undefined) =>
  target?.startsWith("custom ") === true ? target.slice("custom ".length) : undefined

const nameOfTarget = (target: Target): string => {
  if (target === "opted out") return texts.optedOut
  const field = fields.find((field) => field === target)
  return field === undefined ? texts.custom(nameOfCustom(target) ?? "") : texts.fields[field]
}

/** The name of a custom field. It is cleaned and taken over when the user leaves the field, not while the user types. */
const FieldName = ({ label, name, onChange }: FieldNameProps) => {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      class="field"
      aria-label={label}
      value={typed ?? name}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
        setTyped(undefined)
      }}
    />
  )
}

interface FieldNameProps {
  readonly label: string
  readonly name: string
  readonly onChange: (name: string) => void
}

/** One column: examples of its values, and what it is. The name of a custom field can be changed. */
const Column = ({ examples, index, name, onChange, target }: ColumnProps) => {
  const custom = nameOfCustom(target)
  const label = columnName(name, index)
  return (
    <tr>
      <td>
        <bdi>{label}</bdi>
      </td>
      <td>
        <bdi>{examples}</bdi>
      </td>
      <td>
        <div class="import-target">
          <select
            class="field"
            aria-label={`${label}: ${texts.is}`}
            value={target}
            onChange={({ currentTarget }) => onChange(currentTarget.value as Target)}
          >
            <option value="">{texts.ignore}</option>
            <option value="opted out">{texts.optedOut}</option>
            {fields.map((field) => (
              <option value={field} key={field}>
                {texts.fields[field]}
              </option>
            ))}
            {[custom === undefined ? offerOf(name, index) : target].map((offer) => (
              <option value={offer} key={offer}>
                {texts.custom(nameOfCustom(offer) ?? "")}
              </option>
            ))}
          </select>
          {custom !== undefined && (
            <FieldName
              label={texts.nameOf(label)}
              name={custom}
              onChange={(name) => onChange(customOf(name) || target)}
            />
          )}
        </div>
      </td>
    </tr>
  )
}

interface ColumnProps {
  readonly name: string
  readonly index: number
  /** The distinct values where there are few, else the values of the first lines. */
  readonly examples: string
  readonly target: Target
  readonly onChange: (target: Target) => void
}

/** The distinct values of a column where there are few, else the values of its first lines. */
const examplesOf = ({ lines }: CsvFile, index: number): string => {
  const distinct = new Set<string>()
  for (const { values } of lines) {
    const value = values[index] ?? ""
    if (value !== "") distinct.add(value)
    if (distinct.size > fewValues) break
  }
  const first = lines.slice(0, rowsOfPreview).map(({ values }) => values[index] ?? "")
  return (distinct.size > fewValues ? first.filter((value) => value !== "") : [...distinct]).join(", ")
}

export const Columns = ({ file, mapping, onChange }: ColumnsProps) => {
  const { header } = file
  const examples = useMemo(() => header.map((_, i) => examplesOf(file, i)), [file])
  const leftOut = header.flatMap((name, i) => (mapping[i] === "" ? columnName(name, i) : []))
  const repeated = repeatedIn(mapping)
  return (
    <>
      <Table label={texts.mapping} columns={[texts.column, texts.example, texts.is]}>
        {header.map((name, i) => (
          <Column
            key={`${i} ${name}`}
            name={name}
            index={i}
            examples={examples[i] ?? ""}
            target={mapping[i] ?? ""}
            onChange={(target) => onChange(mapping.with(i, target))}
          />
        ))}
      </Table>
      {leftOut.length > 0 && <p class="meta">{texts.leftOut(leftOut.join(", "))}</p>}
      {repeated.length > 0 && (
        <p class="text-bad" role="alert">
          {texts.repeated(repeated.map(nameOfTarget).join(", "))}
        </p>
      )}
    </>
  )
}

interface ColumnsProps {
  readonly file: CsvFile
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}
