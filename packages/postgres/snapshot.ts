/** Makes the database that new embedded ones begin as: `npm run build`, before it is packed, and before tests. */
import { PGlite } from "@electric-sql/pglite"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { constants, zstdCompress } from "node:zlib"
import { snapshotFile } from "./src/internal/snapshot.ts"

/** Writes it, unless there is one for this version of PGlite. Answers the file. */
export const writeSnapshot = async (): Promise<string> => {
  const file = fileURLToPath(snapshotFile())
  if (existsSync(file)) return file
  const db = await PGlite.create()
  const files = await db.dumpDataDir("none")
  await db.close()
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    // It holds three copies of the same tables, some megabytes apart.
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 26
  }
  put(file, await promisify(zstdCompress)(Buffer.from(await files.arrayBuffer()), { params }))
  return file
}

/** The same in another folder, in place of all that is in there. */
export const copySnapshot = async (folder: string): Promise<void> => {
  const file = await writeSnapshot()
  const copy = join(folder, basename(file))
  if (!existsSync(copy)) put(copy, readFileSync(file))
}

const put = (file: string, compressed: Uint8Array) => {
  // This also removes snapshots of other versions, which are not needed any more.
  rmSync(dirname(file), { recursive: true, force: true })
  mkdirSync(dirname(file), { recursive: true })
  // A process that starts meanwhile finds the whole snapshot or none.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, compressed)
  renameSync(unfinished, file)
}

if (import.meta.main) await writeSnapshot()
