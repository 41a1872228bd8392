/** The licenses of third-party packages in bundles. They must accompany each copy of the code. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The licenses of the packages from which chunks were made, as one text. */
export const licenses = (chunks: ReadonlyArray<{ readonly moduleIds: ReadonlyArray<string> }>): string => {
  const files = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file) ?? []))
  return [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${"-".repeat(80)}\n\n`)
}

const licenseOf = (folder: string): string => {
  const [file] = globSync("LICEN[CS]E*", { cwd: folder })
  if (file === undefined) throw new Error(`${folder} has no license`)
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`
}
