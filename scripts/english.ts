/** Finds comments that have to be read twice: a part of `npm run lint`. See CONTRIBUTING.md, "English". */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseSync } from "oxc-parser"

/** First words that refer to a thing before it is named. */
const openings = /^(?:Of|What|Who|Whose|Whoever|Those|None|Beside|Besides|Beyond|By|But for)\b/u

const phrases: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:of (?:its|their) own|by (?:itself|themselves))\b/u, "name the owner, or write `separate`, `alone`"],
  [/\bbe it\b/u, "write `whether … or …`"],
  [/(?<!there )\b(?:is|are) no\b(?! longer| more| less)/u, "write `is not a …`, or say what it is"],
  [/\b(?:anew|whoever|thrice)\b/u, "write the ordinary word"],
  [/\bthose (?:of|that|which|who)\b/iu, "name the thing"]
]

const faultOf = (text: string): string | undefined => {
  if (openings.test(text)) return "begin with the subject"
  return phrases.find(([pattern]) => pattern.test(text))?.[1]
}

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /^(?:packages|scripts|bench|test|examples)\//u.test(file) && !/generated|DocsAssets/u.test(file))

let found = 0
for (const file of files) {
  const source = readFileSync(file, "utf8")
  for (const { start, value } of parseSync(file, source).comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gmu, "").trim()
    const fault = faultOf(text)
    if (fault === undefined) continue
    found++
    const line = source.slice(0, start).split("\n").length
    console.error(`${file}:${line}: ${fault}: ${text.replaceAll(/\s+/gu, " ").slice(0, 100)}`)
  }
}
if (found > 0) {
  console.error(`${found} comments have to be read twice`)
  process.exitCode = 1
}
