/** The state of an import: the chosen file, what its columns are, and how far it is. */
import type { OnDuplicate } from "@mailroom/client"
import { useMemo, useState } from "preact/hooks"
import { api, queries } from "../../base/api.ts"
import { readFile } from "./file.ts"
import type { CsvFile } from "./lines.ts"
import { guess, type Mapping } from "./mapping.ts"
import { type Answers, isOpen, makeOptOutOf, optOutsIn } from "./optedOut.ts"
import { importFile, itemsOf, type Progress } from "./run.ts"
import { texts } from "./texts.ts"

/** The chosen file. `reading` is the number of lines that are read so far, while it is being read. */
const useFile = (onRead: (file: CsvFile) => void, setError: (error: unknown) => void) => {
  const [file, setFile] = useState<CsvFile>()
  const [reading, setReading] = useState<number>()
  const read = async (chosen: File) => {
    setReading(0)
    try {
      const file = await readFile(chosen, setReading)
      onRead(file)
      setFile(file)
    } catch {
      setFile(undefined)
      setError(new Error(texts.notRead))
    }
    setReading(undefined)
  }
  return { file, reading, read }
}

export const useImport = (campaign_id: string) => {
  const [error, setError] = useState<unknown>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>("skip")
  /** The user's answers about the columns that may say who opted out. */
  const [answers, setAnswers] = useState<Answers>(new Map())
  const [progress, setProgress] = useState<Progress>()
  const [isRunning, setRunning] = useState(false)
  const { file, read, reading } = useFile(({ header }) => {
    setMapping(guess(header))
    setAnswers(new Map())
  }, setError)
  const counts = useMemo(() => file && itemsOf(file, mapping), [file, mapping])
  const optOuts = useMemo(() => (file === undefined ? [] : optOutsIn(file, mapping)), [file, mapping])
  const optOutOf = makeOptOutOf(optOuts, answers)

  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setError(undefined)
    setProgress(undefined)
    await read(chosen)
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
  return {
    answers,
    choose,
    counts,
    error,
    file,
    isDone: progress !== undefined && progress.done === progress.all && !isRunning && error === undefined,
    isRunning,
    mapping,
    onDuplicate,
    /** The columns of which it is not known whether they say who opted out. */
    open: optOuts.filter((found) => isOpen(found, answers)),
    optOutOf,
    optOuts,
    progress,
    reading,
    setAnswers,
    setMapping,
    setOnDuplicate,
    start
  }
}

export type ImportState = ReturnType<typeof useImport>
