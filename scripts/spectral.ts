/** Lints the OpenAPI document with Spectral's recommended rules: a part of `npm run lint`. */
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core"
import { oas } from "@stoplight/spectral-rulesets"
import { readFileSync } from "node:fs"

const file = "packages/http/openapi.json"
const spectral = new Spectral()
// The type of the rules lacks an optional field of rulesets.
spectral.setRuleset({ extends: [oas as unknown as RulesetDefinition] })
const findings = await spectral.run(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))

for (const { code, message, path } of findings) console.error(`${file} ${path.join("/")}: ${message} (${code})`)
if (findings.length > 0) process.exitCode = 1
