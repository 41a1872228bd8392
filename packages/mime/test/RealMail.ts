/**
 * Mail as people and mail systems write it: `bounces/*.eml`, `replies/*.eml` and `replies.json`, which says of replies
 * what their authors wrote. It is no part of the repository: it lies in `MAILROOM_MAIL`, or in `../shared/mail`.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const directory = process.env["MAILROOM_MAIL"] ?? join(import.meta.dirname, "../../../../shared/mail")

export const isThere = existsSync(join(directory, "replies.json"))
/** What to add to the name of a test that needs it. */
export const note = isThere ? "" : `: SKIPPED, there is none in ${directory}; set MAILROOM_MAIL`
export const files = globSync("{bounces,replies}/*.eml", { cwd: directory }).sort()
export const read = (file: string) => new Uint8Array(readFileSync(join(directory, file)))
/** The texts of the replies, by the names of their files. */
export const expected = (): Record<string, string> => JSON.parse(readFileSync(join(directory, "replies.json"), "utf8"))
