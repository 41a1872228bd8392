/** Imports the leads of a file into a campaign. It can be interrupted: the same file goes on where it was. */
import type { CreateLeadStatus, OnDuplicate } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useMemo, useState } from "preact/hooks"
import { number } from "../../base/format.ts"
import { api, queries } from "../../base/api.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { campaignQuery } from "../../data/campaigns.ts"
import { saveCsv } from "../../kit/save.ts"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Failed, QueryFailed } from "../../kit/States.tsx"
import { csvOf } from "../../kit/csv.ts"
import { readFile } from "./file.ts"
import type { CsvFile } from "./lines.ts"
import { customOf, fields, guess, type Mapping, offerOf, repeatedIn, type Target } from "./mapping.ts"
import { Check } from "./Check.tsx"
import { type Answers, isOpen, makeOptOutOf, optOutsIn } from "./optedOut.ts"
import { OptOuts } from "./OptOuts.tsx"
import { importFile, itemsOf, type Progress } from "./run.ts"
import { texts } from "./texts.ts"
import "./import.css"

const rowsOfPreview = 5
const fewValues = 8

const columnName = (name: string, index: number) => name.trim() || texts.noName(number(index + 1))

const nameOfCustom = (target: Target | undefined) =>
  target?.startsWith("custom ") === true ? target.slice("custom ".length) : undefined

const nameOfTarget = (target: Target): string => {
  if (target === "opted out") return texts.optedOut
  const field = fields.find((field) => field === target)
  return field === undefined ? texts.custom(nameOfCustom(target) ?? "") : texts.fields[field]
}

/** One column: examples of its values, and what it is. The name of a custom field can be changed. */
const Column = ({ examples, index, name, onChange, target }: ColumnProps) => {
  const custom = nameOfCustom(target)
  const label = columnName(name, index)
  return (
    <tr>
      <td>{label}</td>
      <td>{examples}</td>
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
            <input
              class="field"
              aria-label={texts.nameOf(label)}
              value={custom}
              onChange={({ currentTarget }) => {
                const next = customOf(currentTarget.value) || target
                // A name that was cleaned is shown as it is used.
                currentTarget.value = nameOfCustom(next) ?? custom
                onChange(next)
              }}
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

const Columns = ({ file, mapping, onChange }: ColumnsProps) => {
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

const Results = ({ campaign, file, progress: { counts, optedOut, rejected } }: ResultsProps) => (
  <section class="sheet-section" role="status">
    <h2>{texts.done}</h2>
    <dl class="tiles">
      {(Object.entries(texts.results) as ReadonlyArray<[CreateLeadStatus, string]>).map(([status, label]) => (
        <div class="tile" key={status}>
          <dt>{label}</dt>
          <dd>{number(counts[status])}</dd>
        </div>
      ))}
      {optedOut > 0 && (
        <div class="tile">
          <dt>{texts.optedOut}</dt>
          <dd>{number(optedOut)}</dd>
        </div>
      )}
    </dl>
    <div class="row-actions">
      <a class="button button-solid" href={hrefOf(["leads"], { campaign })}>
        {texts.toLeads}
      </a>
      {rejected.length > 0 && (
        <button
          type="button"
          class="button"
          onClick={() =>
            saveCsv(
              texts.rejectedFile,
              csvOf([
                ["line", "reason", ...file.header],
                ...rejected.map(({ line, reason, values }) => [String(line), reason, ...values])
              ])
            )
          }
        >
          {texts.rejected}
        </button>
      )}
    </div>
  </section>
)

interface ResultsProps {
  readonly campaign: string
  readonly file: CsvFile
  readonly progress: Progress
}

export const Import = () => {
  const campaign_id = useRoute().path[1] ?? ""
  const canWrite = useCanWrite()
  const campaign = useQuery(campaignQuery(campaign_id))
  const [file, setFile] = useState<CsvFile>()
  const [reading, setReading] = useState<number>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>("skip")
  /** The user's answers about the columns that may say who opted out. */
  const [answers, setAnswers] = useState<Answers>(new Map())
  const [progress, setProgress] = useState<Progress>()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const counts = useMemo(() => file && itemsOf(file, mapping), [file, mapping])
  const optOuts = useMemo(() => (file === undefined ? [] : optOutsIn(file, mapping)), [file, mapping])
  const optOutOf = makeOptOutOf(optOuts, answers)
  const open = optOuts.filter((found) => isOpen(found, answers))
  const isDone = progress !== undefined && progress.done === progress.all && !isRunning && error === undefined

  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setError(undefined)
    setProgress(undefined)
    setReading(0)
    try {
      const file = await readFile(chosen, setReading)
      setMapping(guess(file.header))
      setAnswers(new Map())
      setFile(file)
    } catch {
      setFile(undefined)
      setError(new Error(texts.notRead))
    }
    setReading(undefined)
  }
  const start = async (file: CsvFile) => {
    setError(undefined)
    setRunning(true)
    try {
      const { create } = api.leads
      const { addEmails: blacklist } = api.blacklist
      await importFile(
        { campaign_id, create, blacklist, file, mapping, on_duplicate: onDuplicate, optOutOf },
        setProgress
      )
      await queries.invalidateQueries({ queryKey: ["campaigns"] })
      await queries.invalidateQueries({ queryKey: ["blacklist"] })
    } catch (cause) {
      setError(cause)
    }
    setRunning(false)
  }

  return (
    <Sheet
      title={texts.title}
      actions={
        campaign.data !== undefined && <a href={hrefOf(["campaigns", campaign_id])}>{texts.into(campaign.data.name)}</a>
      }
    >
      <QueryFailed query={campaign} />
      {!isRunning && (
        <section class="sheet-section">
          <label class="labelled">
            {texts.choose}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              disabled={!canWrite}
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
          </label>
          <p class="meta">{texts.chooseHelp}</p>
          {reading !== undefined && <p role="status">{`${texts.reading} ${number(reading)}`}</p>}
        </section>
      )}
      {error !== undefined && <Failed error={error} />}
      {file !== undefined && !isDone && (
        <>
          {!isRunning && (
            <section class="sheet-section sheet-wide">
              <h2>{texts.mapping}</h2>
              <p class="meta">{texts.mappingHelp}</p>
              <Columns file={file} mapping={mapping} onChange={setMapping} />
              <OptOuts found={optOuts} answers={answers} onChange={setAnswers} />
            </section>
          )}
          <section class="sheet-section">
            <p>{texts.lines(number(file.lines.length))}</p>
            {counts !== undefined && counts.without.length > 0 && mapping.includes("email") && (
              <p class="text-bad">{texts.withoutAddress(number(counts.without.length))}</p>
            )}
            {!mapping.includes("email") && <p class="text-bad">{texts.noAddress}</p>}
            {open.length > 0 && (
              <p class="text-bad" role="alert">
                {texts.question(open.map(({ header, index }) => columnName(header, index)).join(", "))}
              </p>
            )}
            {canWrite && !isRunning && progress === undefined && counts !== undefined && counts.items.length > 0 && (
              <Check
                campaign_id={campaign_id}
                items={counts.items}
                name={JSON.stringify([file.hash, mapping, [...answers].map(([index, { ticks }]) => [index, ...ticks])])}
                optOutOf={optOutOf}
              />
            )}
            <label class="labelled">
              {texts.duplicates}
              <select
                class="field"
                value={onDuplicate}
                disabled={isRunning}
                onChange={({ currentTarget }) => setOnDuplicate(currentTarget.value as OnDuplicate)}
              >
                {Object.entries(texts.duplicatesOf).map(([value, label]) => (
                  <option value={value} key={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            {progress !== undefined && (
              <>
                <progress value={progress.done} max={progress.all} aria-label={texts.title} />
                <p role="status">{texts.progress(number(progress.done), number(progress.all))}</p>
                <p class="meta">{texts.keepOpen}</p>
              </>
            )}
            {canWrite && (
              <div class="row-actions">
                <button
                  type="button"
                  class="button button-solid"
                  disabled={
                    isRunning ||
                    open.length > 0 ||
                    counts === undefined ||
                    counts.items.length === 0 ||
                    repeatedIn(mapping).length > 0
                  }
                  onClick={() => void start(file)}
                >
                  {progress === undefined ? texts.start(number(counts?.items.length ?? 0)) : texts.resume}
                </button>
              </div>
            )}
          </section>
        </>
      )}
      {file !== undefined && progress !== undefined && isDone && (
        <Results campaign={campaign_id} file={file} progress={progress} />
      )}
    </Sheet>
  )
}
