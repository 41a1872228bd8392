/** The licenses of third-party packages in bundles. They must accompany each copy of the code. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The allowed licenses, which ask for no more than their text and the name of the author, each with words of its text. */
const allowed: ReadonlyMap<string, RegExp> = new Map([
  ["0BSD", /Permission to use, copy, modify/u],
  ["Apache-2.0", /Apache License/u],
  ["BSD-2-Clause", /Redistribution and use in source and binary forms/u],
  ["BSD-3-Clause", /Redistribution and use in source and binary forms/u],
  ["BlueOak-1.0.0", /Blue Oak Model License/u],
  ["CC0-1.0", /CC0 1\.0/u],
  ["ISC", /Permission to use, copy, modify/u],
  ["MIT", /Permission is hereby granted, free of charge/u],
  ["MIT-0", /Permission is hereby granted, free of charge/u],
  ["PostgreSQL", /Permission to use, copy, modify/u],
  ["Unlicense", /released into the public domain/u]
])

/** The allowed licenses that apply together, in the first choice of an SPDX expression where all are allowed. */
const chosen = (license: string): ReadonlyArray<string> | undefined =>
  license
    .replaceAll(/^\(|\)$/gu, "")
    .split(" OR ")
    .map((choice) => choice.split(" AND ").map((part) => part.trim()))
    .find((parts) => parts.every((part) => allowed.has(part)))

/** Whether an SPDX expression lets us choose an allowed license. It is read without nested parentheses. */
export const isAllowed = (license: string): boolean => chosen(license) !== undefined

/**
 * The licenses of the packages from which chunks were made, as one text. Where a package lets users choose, the text is
 * that of an allowed license. Throws if a license is not allowed or lacks its text.
 */
export const licenses = (chunks: ReadonlyArray<{ readonly moduleIds: ReadonlyArray<string> }>): string => {
  const files = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file) ?? []))
  return [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${"-".repeat(80)}\n\n`)
}

const licenseOf = (folder: string): string => {
  const { license = "", name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const parts = chosen(license)
  if (parts === undefined) {
    throw new Error(`${name} has the license ${license || "of no name"}, which scripts/licenses.ts does not allow`)
  }
  const textsOf = (pattern: string) =>
    globSync(pattern, { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8").trim())
  const texts = textsOf("{LICEN[CS]E,licen[cs]e,License,COPYING}*")
  const ours = parts.map((part) => {
    const fitting = texts.filter((text) => allowed.get(part)?.test(text.replaceAll(/\s+/gu, " ")))
    // The shortest one: another may have the texts of all choices.
    const [text] = fitting.toSorted((a, b) => a.length - b.length)
    if (text === undefined) throw new Error(`${name} has no file with the text of ${part}`)
    return text
  })
  return `${name} ${version}\n\n${[...new Set([...ours, ...textsOf("NOTICE*")])].join("\n\n")}\n`
}
