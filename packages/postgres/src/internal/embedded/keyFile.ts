/** Keeps the key that encrypts secrets beside the embedded database. */
import { Encryption } from "@mailroom/core"
import { Redacted } from "effect"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { sync } from "./disk.ts"
import { beside, link } from "./folderLock.ts"
import { fileMode } from "./privacy.ts"

export const keyFileOf = (directory: string): string => join(directory, "encryption-key")

/** The key in `file`, which is made with a new key if there is none. Concurrent callers all get the same one. */
export const obtainKey = async (file: string): Promise<Redacted.Redacted> => {
  if (!existsSync(file)) {
    const draft = beside(file)
    try {
      writeFileSync(draft, `${Redacted.value(Encryption.generateKey())}\n`, { mode: fileMode, flush: true })
      link(draft, file)
      await sync(dirname(file))
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return Redacted.make(readFileSync(file, "utf8"))
}
