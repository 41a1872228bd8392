/**
 * Writes `DisposableDomains.ts`, the domains of services for throw-away addresses, from the newest public list (CC0): `npm run
 * disposable`. Public suffixes and providers at which people keep their mail are left out: such lists have some by mistake.
 */
import { isFreeMail } from "@mailroom/mail/free-mail"
import { domainsOf, isPublicSuffix, toAscii } from "@mailroom/mail/domain"
import { Option } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const source = "disposable-email-domains-js"
const target = join(import.meta.dirname, "../packages/core/src/verification/DisposableDomains.ts")

/** Longest line of the file. A file may have 400 lines. */
const width = 400

const folder = mkdtempSync(join(tmpdir(), "disposable-"))
try {
  const run = (command: string, ...given: ReadonlyArray<string>) =>
    execFileSync(command, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  const archive = run("npm", "pack", `${source}@latest`).split("\n").at(-1) ?? ""
  run("tar", "xzf", archive)
  const { license, version } = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"))
  if (license !== "CC0-1.0") throw new Error(`The license of the list is ${license} now, and must be read first`)
  const listed: ReadonlyArray<string> = JSON.parse(
    readFileSync(join(folder, "package/dist/dict/disposable_email_blocklist.json"), "utf8")
  )
  const names = new Set(listed.flatMap((name) => Option.toArray(toAscii(name.trim()))))
  const kept = [...names].filter((name) => {
    const [, ...parents] = domainsOf(name)
    return !isPublicSuffix(name) && !isFreeMail(name) && !parents.some((parent) => names.has(parent))
  })
  const lines = [""]
  for (const name of kept.toSorted()) {
    const line = lines.at(-1) ?? ""
    if (line.length + name.length < width) lines[lines.length - 1] = line === "" ? name : `${line} ${name}`
    else lines.push(name)
  }
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(
    target,
    `/** The domains of services for throw-away addresses, as of ${date}. Made by \`npm run disposable\` from ${source} ${version} (CC0). */\n` +
      `export const disposableDomains = \`\n${lines.join("\n")}\n\`\n`
  )
  console.log(`${kept.length} of ${listed.length} domains`)
} finally {
  rmSync(folder, { recursive: true })
}
