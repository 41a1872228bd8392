/** The choice of the language, German plurals, and that all texts are in `texts.ts`. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { localeOf } from "../page/base/locale.ts"
import { plural } from "../page/base/plural.de.ts"

describe("the language", () => {
  it("is the first one of the browser that has texts, with the reader's own variant for dates", () => {
    assert.deepStrictEqual(localeOf("auto", ["de-AT", "en"]), { language: "de", tag: "de-AT" })
    assert.deepStrictEqual(localeOf("auto", ["fr-FR", "en-GB", "de"]), { language: "en", tag: "en-GB" })
    assert.deepStrictEqual(localeOf("auto", ["fr-FR", "den"]), { language: "en", tag: "en" })
    assert.deepStrictEqual(localeOf("auto", []), { language: "en", tag: "en" })
  })

  it("is the chosen one, whatever the browser says", () => {
    assert.deepStrictEqual(localeOf("de", ["en-GB"]), { language: "de", tag: "de" })
    assert.deepStrictEqual(localeOf("en", ["de-CH", "en-IE"]), { language: "en", tag: "en-IE" })
  })

  it("ignores tags that Intl rejects", () => {
    assert.deepStrictEqual(localeOf("auto", ["en-US@posix", "de"]), { language: "de", tag: "de" })
  })

  it("has its own plurals and digits", () => {
    const leads = (count: number) => plural(count, "Lead", "Leads")
    assert.deepStrictEqual([0, 1, 2, 12_000].map(leads), ["0 Leads", "1 Lead", "2 Leads", "12.000 Leads"])
  })
})

/** The properties and attributes whose values people read. */
const readable = /^(?:alt|aria-description|aria-label|aria-roledescription|help|hint|label|placeholder|text|title)$/u
const hasWord = (text: string) => /\p{L}{2}/u.test(text)

interface Node {
  readonly type: string
  readonly [property: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** The words that a value contains itself, also as a part of a template or of a choice. */
const wordsOf = (value: unknown): ReadonlyArray<string> => {
  if (!isNode(value)) return []
  const of = (...properties: ReadonlyArray<string>) =>
    properties.flatMap((property) => [value[property]].flat().flatMap(wordsOf))
  switch (value.type) {
    case "Literal":
      return typeof value["value"] === "string" && hasWord(value["value"]) ? [value["value"]] : []
    case "TemplateElement": {
      const { raw } = value["value"] as { readonly raw: string }
      return hasWord(raw) ? [raw] : []
    }
    case "TemplateLiteral":
      return of("quasis", "expressions")
    case "JSXExpressionContainer":
      return of("expression")
    case "ConditionalExpression":
      return of("consequent", "alternate")
    case "LogicalExpression":
      return of(value["operator"] === "&&" ? "right" : "left", "right")
    case "BinaryExpression":
      return value["operator"] === "+" ? of("left", "right") : []
    default:
      return []
  }
}

/** The texts that a module shows, but that are not in `texts.ts`. */
const textsIn = (file: string, source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    const name = (value["name"] ?? value["key"]) as { readonly name?: unknown; readonly value?: unknown } | undefined
    if (value.type === "JSXText" && hasWord(String(value["value"]))) found.push(String(value["value"]).trim())
    if (value.type === "JSXElement" || value.type === "JSXFragment") {
      const children = value["children"] as ReadonlyArray<Node>
      found.push(...children.filter(({ type }) => type === "JSXExpressionContainer").flatMap(wordsOf))
    }
    if (
      (value.type === "JSXAttribute" || value.type === "Property") &&
      readable.test(String(name?.name ?? name?.value))
    ) {
      found.push(...wordsOf(value["value"]))
    }
    if (value.type === "CallExpression") {
      const { name: callee } = value["callee"] as { readonly name?: unknown }
      if (callee === "toast" || callee === "done") found.push(...wordsOf((value["arguments"] as Array<unknown>)[0]))
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseSync(file, source).program)
  return [...new Set(found)]
}

const page = join(import.meta.dirname, "../page")

describe("the texts of the page", () => {
  it("are in texts.ts, where they have a translation", () => {
    const files = globSync("**/*.{ts,tsx}", { cwd: page }).filter((file) => !/(?:^|\/)texts(?:\.de)?\.ts$/u.test(file))
    const found = files.flatMap((file) =>
      textsIn(file, readFileSync(join(page, file), "utf8")).map((text) => `${file}: ${text}`)
    )
    assert.isAbove(files.length, 50)
    assert.deepStrictEqual(found, [])
  })

  it("are found in elements, attributes, bindings and reports", () => {
    const source = `
      const keys = [{ keys: ["j"], label: "Go on" }]
      const Part = ({ name, on }) => (
        <p class="meta" aria-label={\`Mail of \${name}\`} title="Some title">
          Some words {on ? "are on" : texts.off} <b>{texts.name}</b>
        </p>
      )
      toast("All is saved")`
    assert.deepStrictEqual(textsIn("Part.tsx", source), [
      "Go on",
      "are on",
      "Mail of ",
      "Some title",
      "Some words",
      "All is saved"
    ])
  })
})
