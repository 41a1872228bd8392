/** The version of the packages, in all files that name it. All packages have one version. */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gt, minor, major, valid } from "semver"

/** Files with the version in quotation marks, besides each `package.json`. */
const quoted = [
  "packages/http/src/Api.ts",
  "packages/http/src/openapi/AnswerExamples.ts",
  "packages/mcp/src/generated/tools.ts"
]

export const manifests = (root: string): ReadonlyArray<string> =>
  globSync(["package.json", "packages/*/package.json", "bench/package.json", "examples/*/package.json"], {
    cwd: root
  }).sort()

/** The files that `setVersion` changes, besides the examples with a version. */
export const places = (root: string): ReadonlyArray<string> => [
  ...manifests(root).filter((file) => !file.startsWith("examples/")),
  ...quoted
]

/** Why a version cannot be released when the files name another; `undefined` when it can. The first release may keep it. */
export const wrongVersion = (next: string, previous: string, isFirst = false): string | undefined => {
  if (valid(next) !== next) return `${JSON.stringify(next)} is not a version: npm run release -- 1.2.3`
  return gt(next, previous) || (isFirst && next === previous) ? undefined : `${next} does not follow ${previous}`
}

/** Whether a release may break what used the previous one: before 1.0.0 the minor version says so, later the major one. */
export const mayBreak = (next: string, previous: string): boolean =>
  major(next) !== major(previous) || (major(next) === 0 && minor(next) !== minor(previous))

/** A manifest with another version, also of the packages of this workspace that it depends on. */
export const withVersion = (manifest: string, previous: string, next: string): string =>
  manifest.replaceAll(/^( *"(?:version|@mailroom\/\w+)": ")([^"]+)(?=")/gmu, (line, name: string, version: string) =>
    version === previous ? `${name}${next}` : line
  )

/** Writes the next version into all files. Fails when a file does not name the previous one. */
export const setVersion = (root: string, previous: string, next: string): void => {
  if (next === previous) return
  const change = (file: string, edit: (text: string) => string) => {
    const text = readFileSync(join(root, file), "utf8")
    const changed = edit(text)
    if (changed === text) throw new Error(`${file} does not name the version ${previous}`)
    writeFileSync(join(root, file), changed)
  }
  for (const file of manifests(root).filter((file) => !file.startsWith("examples/"))) {
    change(file, (text) => withVersion(text, previous, next))
  }
  for (const file of manifests(root).filter((file) => file.startsWith("examples/"))) {
    const text = readFileSync(join(root, file), "utf8")
    writeFileSync(join(root, file), withVersion(text, previous, next))
  }
  for (const file of quoted) change(file, (text) => text.replaceAll(`"${previous}"`, `"${next}"`))
}
