/**
 * A new database of PGlite, which the packages bring along (`packages/postgres/snapshot.ts`), because making one takes
 * seconds.
 */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { zstdDecompressSync } from "node:zlib"

/** Another version of PGlite may not be able to open the database. */
const version = (): string => {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite")
  return JSON.parse(readFileSync(join(dirname(main), "../package.json"), "utf8")).version
}

/**
 * The file for this version of PGlite. The relative path is the same from `src/internal`, from `dist/internal`, and from
 * `dist/bundle` of the packages that bundle this file, so it stays outside of deeper folders.
 */
export const snapshotFile = (): URL => new URL(`../../dist/snapshot/pglite-${version()}.tar.zst`, import.meta.url)

/** Its files, as PGlite takes them; `undefined` when there is none. */
export const readSnapshot = (): Blob | undefined => {
  const file = snapshotFile()
  return existsSync(file)
    ? new Blob([zstdDecompressSync(readFileSync(file))], { type: "application/x-tar" })
    : undefined
}
