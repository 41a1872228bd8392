/** Keeps a folder for its owner: other users of the machine must not read mail. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const folderMode = 0o700
export const fileMode = 0o600

/** In a folder that Mailroom made: its mode may be changed, that of another folder is its owner's choice. */
const marker = "made-by-mailroom"

/** Makes a folder that only its owner can read, if there is none. */
export const makeFolder = (directory: string): void => {
  if (statSync(directory, { throwIfNoEntry: false })?.isFile() === true) throw new Error("it is a file, not a folder")
  const made = mkdirSync(directory, { recursive: true, mode: folderMode })
  if (made !== undefined) writeFileSync(join(directory, marker), "", { mode: fileMode })
}

/** Whether other users can read or change it. Windows has no such modes. */
const isOpen = (path: string) => process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0

/** Sets the modes of a folder and everything in it, so that only their owner can read them. The umask does not matter. */
const tightenAll = (directory: string): void => {
  chmodSync(directory, folderMode)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folderMode : fileMode)
  }
}

/** Tightens what Mailroom made of a folder that other users can read. Returns warnings for the log. */
export const tighten = (directory: string, data: string, key: string): ReadonlyArray<string> => {
  const warnings: Array<string> = []
  if (isOpen(directory)) {
    if (existsSync(join(directory, marker))) {
      chmodSync(directory, folderMode)
      warnings.push(`Other users could read ${directory}: its mode is 700 now`)
    } else {
      warnings.push(`Other users can read ${directory}, which Mailroom did not make: \`chmod 700\` makes it private`)
    }
  }
  if (existsSync(data) && isOpen(data)) {
    tightenAll(data)
    warnings.push(`Other users could read ${data}: its mode is 700 now, and 600 that of its files`)
  }
  if (existsSync(key) && isOpen(key)) {
    chmodSync(key, fileMode)
    warnings.push(`Other users could read ${key}: its mode is 600 now`)
  }
  return warnings
}
