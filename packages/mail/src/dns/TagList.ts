/** Lists of `tag=value`, as in the records of DKIM and DMARC (RFC 6376, section 3.2; RFC 7489, section 6.4). */
import { Result } from "effect"

/** The values by their tags, in order. Values keep their case; white space around them is removed. */
export const parseTags = (text: string): Result.Result<ReadonlyMap<string, string>, string> => {
  const tags = new Map<string, string>()
  const parts = text.split(";")
  for (const [i, part] of parts.entries()) {
    const trimmed = part.trim()
    if (trimmed === "" && i > 0 && i === parts.length - 1) break
    const equals = trimmed.indexOf("=")
    const tag = trimmed.slice(0, Math.max(equals, 0)).trim()
    if (!/^[a-z][a-z0-9_]*$/iu.test(tag)) return Result.fail(`"${trimmed.slice(0, 40)}" is not of the form tag=value`)
    if (tags.has(tag)) return Result.fail(`the tag ${tag} is repeated`)
    tags.set(tag, trimmed.slice(equals + 1).trim())
  }
  return Result.succeed(tags)
}
