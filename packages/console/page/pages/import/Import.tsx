/** Imports the leads of a file into a campaign. It can be interrupted: the same file goes on where it was. */
import type { OnDuplicate } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { number } from "../../base/format.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { campaignQuery } from "../../data/campaigns.ts"
import { Options } from "../../kit/Options.tsx"
import { useIs } from "../../kit/rights.ts"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { Failed, QueryFailed } from "../../kit/States.tsx"
import { Check } from "./Check.tsx"
import { columnName, Columns } from "./Columns.tsx"
import type { CsvFile } from "./lines.ts"
import { repeatedIn } from "./mapping.ts"
import { OptOuts } from "./OptOuts.tsx"
import { Results } from "./Results.tsx"
import { texts } from "./texts.ts"
import { type ImportState, useImport } from "./useImport.ts"
import "./import.css"

/** A place to drop the file, with the button of the browser's own dialog in it. */
const FileChoice = ({ choose, file, reading }: Pick<ImportState, "choose" | "file" | "reading">) => {
  const canWrite = useCanWrite()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (canWrite) void choose(event.dataTransfer?.files[0])
  }
  return (
    <section class="sheet-section sheet-wide">
      <label
        class={`import-drop ${isOver ? "import-over" : ""} ${file === undefined ? "" : "import-small"}`}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span>{texts.drop}</span>
        <span class="button">{texts.choose}</span>
        <input
          class="hidden"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={!canWrite}
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        {file === undefined && <span class="meta">{texts.chooseHelp}</span>}
      </label>
      {reading !== undefined && <p role="status">{`${texts.reading} ${number(reading)}`}</p>}
    </section>
  )
}

/** The three steps of an import, and where it is. */
const Progress = ({ step }: { readonly step: number }) => (
  <ol class="import-steps">
    {texts.steps.map((name, index) => (
      <li aria-current={index === step ? "step" : undefined} key={name}>
        <span class="import-number">{number(index + 1)}</span> {name}
      </li>
    ))}
  </ol>
)

interface FileProps {
  readonly state: ImportState
  readonly file: CsvFile
}

const MappingOf = ({ file, state: { answers, mapping, optOuts, setAnswers, setMapping } }: FileProps) => (
  <section class="sheet-section sheet-wide">
    <h2>{texts.mapping}</h2>
    <p class="meta">{texts.mappingHelp}</p>
    <Columns file={file} mapping={mapping} onChange={setMapping} />
    <OptOuts found={optOuts} answers={answers} onChange={setAnswers} />
  </section>
)

/** The reasons why an import cannot start, or leaves lines out. */
const Obstacles = ({ counts, mapping, open }: Pick<ImportState, "counts" | "mapping" | "open">) => (
  <>
    {counts !== undefined && counts.without.length > 0 && mapping.includes("email") && (
      <p class="text-bad">{texts.withoutAddress(number(counts.without.length))}</p>
    )}
    {!mapping.includes("email") && <p class="text-bad">{texts.noAddress}</p>}
    {open.length > 0 && (
      <p class="text-bad" role="alert">
        {texts.question(open.map(({ header, index }) => columnName(header, index)).join(", "))}
      </p>
    )}
  </>
)

const Duplicates = ({ isRunning, onDuplicate, setOnDuplicate }: ImportState) => (
  <label class="labelled">
    {texts.duplicates}
    <select
      class="field"
      value={onDuplicate}
      disabled={isRunning}
      onChange={({ currentTarget }) => setOnDuplicate(currentTarget.value as OnDuplicate)}
    >
      <Options texts={texts.duplicatesOf} />
    </select>
  </label>
)

/** The import of the file: its size, what stands in the way, how far it is. */
const Start = ({ campaign_id, file, state }: FileProps & { readonly campaign_id: string }) => {
  const { answers, counts, isRunning, mapping, open, optOutOf, progress, start } = state
  const canWrite = useCanWrite()
  return (
    <section class="sheet-section">
      <p>{texts.lines(number(file.lines.length))}</p>
      <Obstacles counts={counts} mapping={mapping} open={open} />
      {canWrite && !isRunning && progress === undefined && counts !== undefined && counts.items.length > 0 && (
        <Check
          campaign_id={campaign_id}
          items={counts.items}
          name={JSON.stringify([file.hash, mapping, [...answers].map(([index, { ticks }]) => [index, ...ticks])])}
          optOutOf={optOutOf}
        />
      )}
      <Duplicates {...state} />
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
  )
}

export const Import = () => {
  const campaign_id = useRoute().path[1] ?? ""
  const campaign = useQuery(campaignQuery(campaign_id))
  const state = useImport(campaign_id)
  const mayImport = useIs("member")
  const { choose, error, file, isDone, isRunning, progress, reading } = state
  return (
    <Sheet
      title={texts.title}
      back={campaign.data && { href: hrefOf(["campaigns", campaign_id]), text: texts.into(campaign.data.name) }}
      tabs={mayImport && <Progress step={file === undefined ? 0 : progress === undefined ? 1 : 2} />}
    >
      <QueryFailed query={campaign} />
      <Denied role="member" />
      {mayImport && !isRunning && <FileChoice choose={choose} file={file} reading={reading} />}
      {error !== undefined && <Failed error={error} />}
      {file !== undefined && !isDone && (
        <>
          {!isRunning && <MappingOf file={file} state={state} />}
          <Start campaign_id={campaign_id} file={file} state={state} />
        </>
      )}
      {file !== undefined && progress !== undefined && isDone && (
        <Results campaign={campaign_id} file={file} progress={progress} />
      )}
    </Sheet>
  )
}
