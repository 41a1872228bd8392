/** Brings files to the disk, so that a power loss cannot take them back. */
import { open, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Windows denies fsync of a folder, because it writes the entries of folders without it. */
export const isDenied = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "EPERM" || error.code === "EACCES")

/** Brings a file, or the entries of a folder, to the disk. */
export const sync = async (path: string): Promise<void> => {
  try {
    await using file = await open(path, "r")
    await file.sync()
  } catch (error) {
    if (!isDenied(error)) throw error
  }
}

/** Brings a folder, all in it and the way to it to the disk. `initdb` writes without fsync. */
export const syncAll = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  // A socket has nothing to write, and cannot be opened.
  const paths = entries.filter((entry) => !entry.isSocket()).map(({ name, parentPath }) => join(parentPath, name))
  for (let folder = directory; folder !== dirname(folder); folder = dirname(folder)) paths.push(folder)
  // Together they are several times as fast.
  const rest = paths.values()
  const workers = Array.from({ length: 16 }, async () => {
    for (const path of rest) await sync(path)
  })
  await Promise.all(workers)
}
