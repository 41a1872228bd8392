/** The files that the previous release left: see `record.ts`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { decode } from "./Recorder.ts"

const read = (name: string) => readFileSync(join(import.meta.dirname, "previous", name), "utf8")

/** A dump of a database that the release created and filled. */
export const database = () => read("database.sql")

/** The answers of the release over that database, by the target of the GET request. */
export const answers = (): Readonly<Record<string, object>> => JSON.parse(read("answers.json"))

/** The statements that the release sends over that database, in order. */
export const statements = () => decode(read("statements.jsonl"))
