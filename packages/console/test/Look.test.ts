/** The styles use only the variables of `style/tokens.css`, and docs/internals/look.md describes each. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const page = join(import.meta.dirname, "../page")
const tokens = readFileSync(join(page, "style/tokens.css"), "utf8")
const look = readFileSync(join(page, "../../../docs/internals/look.md"), "utf8")
const styles = globSync("**/*.css", { cwd: page })
  .filter((file) => !file.endsWith("tokens.css"))
  .map((file) => ({ file, text: readFileSync(join(page, file), "utf8") }))

/** Finds a pattern in the styles. Returns the matches that are not allowed, each with its file. */
const found = (pattern: RegExp, allowed: RegExp) =>
  styles.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].filter(([whole]) => !allowed.test(whole)).map(([whole]) => `${file}: ${whole}`)
  )

describe("the look", () => {
  it("has the sizes of type of the scale only", () => {
    assert.deepStrictEqual(found(/font(?:-size)?:[^;]+;/gu, /var\(--type-|inherit/u), [])
  })

  it("has the colours of the scale only, but for the avatars and their letters", () => {
    const colours = styles.map(({ file, text }) => ({
      file,
      text: text.replaceAll(/\.avatar-[^}]*\}|\.toast[^}]*\}|\.button-solid kbd[^}]*\}/gu, "")
    }))
    const own = colours.flatMap(({ file, text }) =>
      [...text.matchAll(/#[\da-f]{3,8}\b|rgb\([^)]*\)/gu)].map(([colour]) => `${file}: ${colour}`)
    )
    assert.deepStrictEqual(own, [])
  })

  it("uses variables that exist", () => {
    const names = new Set([...tokens.matchAll(/(--[\w-]+):/gu)].map(([, name]) => name))
    const local = /--(?:thread-row|table-row|across|talk-title|[a-z]+-height)\b/u
    const used = found(/var\((--[\w-]+)/gu, local).filter((use) => !names.has(/--[\w-]+/u.exec(use)?.[0]))
    assert.deepStrictEqual(used, [])
  })

  it("says in its document what each size and width is for", () => {
    const scale = [...tokens.matchAll(/(--(?:type|width)-[\w-]+): (\d+)/gu)]
    assert.isAtLeast(scale.length, 14)
    for (const [, name = "", value = ""] of scale) {
      assert.include(look, `\`${name}\``)
      assert.match(look, new RegExp(`\`${name}\`.*\\b${value}\\b`, "u"))
    }
  })
})
