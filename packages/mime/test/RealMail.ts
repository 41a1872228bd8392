/**
 * Real mail of people and mail systems: `bounces/*.eml`, `replies/*.eml`, and `replies.json` with the texts that the
 * authors of the replies wrote. It is not part of the repository; its folder is `MAILROOM_MAIL` or `../shared/mail`.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const directory = process.env["MAILROOM_MAIL"] ?? join(import.meta.dirname, "../../../../shared/mail")

export const isThere = existsSync(join(directory, "replies.json"))
/** Appended to the name of a test that needs this mail. */
export const note = isThere ? "" : `: SKIPPED, there is none in ${directory}; set MAILROOM_MAIL`
export const files = globSync("{bounces,replies}/*.eml", { cwd: directory }).sort()
export const read = (file: string) => new Uint8Array(readFileSync(join(directory, file)))
/** The expected texts of the replies, by file name. */
export const expected = (): Record<string, string> => JSON.parse(readFileSync(join(directory, "replies.json"), "utf8"))
