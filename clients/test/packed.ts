/** Packs the packages that apps install, once for all tests: packing empties `packages/node/dist/bundle` and fills it again. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with the tarballs of `@mailroom/node` and `@mailroom/client`. */
    readonly packed: string
  }
}

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

export default async (project: TestProject) => {
  const packed = mkdtempSync(join(tmpdir(), "mailroom-packed-"))
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { cwd: root })
  await run("npm", ["pack", "./packages/node", "./packages/client", "--pack-destination", packed, "--loglevel=error"], {
    cwd: root
  })
  project.provide("packed", packed)
  return () => rmSync(packed, { recursive: true, force: true })
}
