/** The recording of the previous release, in the folder `previous`. There is none before the first release. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { decode, encode } from "./Recorder.ts"
import type { Recording } from "./Recording.ts"

const folder = join(import.meta.dirname, "previous")
const files = { database: "database.sql", answers: "answers.json", statements: "statements.jsonl" } as const
const fileOf = (part: keyof typeof files) => join(folder, files[part])

export const isRecorded = existsSync(folder)

/** Tells the reader of a test run why tests are skipped. */
export const warnUnlessRecorded = () => {
  if (isRecorded) return
  console.warn(
    "SKIPPED: no release is recorded, so upgrades from the previous release are not tested (`npm run record`)"
  )
}

export const read = (): Recording => {
  const textOf = (part: keyof typeof files) => readFileSync(fileOf(part), "utf8")
  return {
    database: textOf("database"),
    answers: JSON.parse(textOf("answers")),
    statements: decode(textOf("statements"))
  }
}

export const write = ({ answers, database, statements }: Recording): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf("database"), database)
  writeFileSync(fileOf("answers"), `${JSON.stringify(answers, null, 1)}\n`)
  writeFileSync(fileOf("statements"), encode(statements))
}
