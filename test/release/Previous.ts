/** What the previous release left: see `record.ts`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { decode } from "./Recorder.ts"

const read = (name: string) => readFileSync(join(import.meta.dirname, "previous", name), "utf8")

/** A dump of a database that it made and filled. */
export const database = () => read("database.sql")

/** What it answers over that database, by the target of the GET request. */
export const answers = (): Readonly<Record<string, object>> => JSON.parse(read("answers.json"))

/** The statements that it sends over that database, in order. */
export const statements = () => decode(read("statements.jsonl"))
