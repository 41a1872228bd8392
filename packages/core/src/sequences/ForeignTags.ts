/**
 * Finds tags of other programs in a text, such as `{first_name}`, `*|FNAME|*` and `{% if company %}`, and alternatives such as `{Hi|Hello}`
 * where none can be chosen. Nothing replaces them, so people would get them as text. Pure functions.
 */
import { cut } from "@mailroom/mail/text"
import { isDistinct, variableIn } from "./TagNames.ts"

/** A variable as Mailroom writes it, with a default if there is one. */
export const formOf = (variable: string, fallback: string | undefined): string =>
  fallback === undefined ? `{{${variable}}}` : `{{${variable}|${fallback}}}`

/** An example of a default for a variable; `undefined`: it needs none, or there is no good one. */
export const defaultOf = (variable: string): string | undefined => {
  if (variable === "first_name") return "there"
  if (variable === "company") return "your company"
  return undefined
}

/** Signs that take the place of braces and bars in variables of ours, so that no form of tags finds them. No text uses them. */
const hidden = { "{": "\uE0F0", "}": "\uE0F1", "|": "\uE0F2" } as const
const shown: Readonly<Record<string, string>> = { "\uE0F0": "{", "\uE0F1": "}", "\uE0F2": "|" }

/** A variable of ours as `foreignTags` ignores it. It keeps its length, so indexes in the text stay the same. */
export const hide = (use: string): string => use.replaceAll(/[{}|]/gu, (sign) => hidden[sign as keyof typeof hidden])

/** A tag as messages show it: with its signs again, on one line, at most 60 characters. */
const shownTag = (tag: string): string => {
  const text = tag.replaceAll(/[\uE0F0-\uE0F2]/gu, (sign) => shown[sign] ?? sign).replaceAll(/\s+/gu, " ")
  return text.length > 60 ? `${cut(text, 60)}…` : text
}

/** The fault of a tag of another program, with the variable to write in its place, if it is known. */
const faultOfTag = (tag: string, inner: string, variable: string | undefined): string => {
  const example =
    variable === undefined
      ? "a variable such as {{first_name|there}}"
      : formOf(variable, defaultIn(inner) ?? defaultOf(variable))
  return `has ${shownTag(tag)}, a tag of another program, which would be sent as text: write ${example}`
}

/** The fault of signs that are a tag whatever is between them. */
const always = (tag: string, inner: string): string => faultOfTag(tag, inner, variableIn(inner))

/** The fault of signs that are a tag only if the name of a field is between them. */
const ifField = (tag: string, inner: string): string | undefined => {
  const variable = variableIn(inner)
  return variable === undefined ? undefined : faultOfTag(tag, inner, variable)
}

/** Matches what comes before a default in a tag of another program. */
const beforeDefault = /\||,|;|%%|\bdefault\b|\bfallback\b/giu

/** The default in a tag of another program, such as `fallback=there`, `default: "there"` and `|there`. */
export const defaultIn = (inner: string): string | undefined => {
  const [, quoted] = /["'“‘]([^"'“”‘’{}|]{1,100})["'”’]/u.exec(inner) ?? []
  if (quoted !== undefined) return quoted.trim() === "" ? undefined : quoted.trim()
  const last = [...inner.matchAll(beforeDefault)].at(-1)
  if (last === undefined) return undefined
  const text = inner
    .slice(last.index + last[0].length)
    .replace(/^[\s:=]{1,10}/u, "")
    .trim()
  return /^[\p{L}\p{N}][^"'{}|[\]%=:]{0,100}$/u.test(text) && !isFilter(text) ? text : undefined
}

const filters = new Set(
  "upcase downcase capitalize capitalise titlecase titleize upper lower uppercase lowercase touppercase tolowercase title trim strip lstrip rstrip strip_html strip_newlines escape escape_once url_encode urlencode url_decode default fallback fallback_value capfirst ucfirst ucwords lcfirst proper propercase camelcase capitalizefirst first_word firstword safe raw e h json striptags newline_to_br nl2br linebreaks reverse join md5 sha1 slugify size abs initial snakecase truncate truncatewords replace append prepend slice split lookup humanize normalize trim_whitespace caps".split(
    " "
  )
)
/** Whether a text is the name of a filter of other programs. Each name with underscores is one, such as `title_case`. */
const isFilter = (text: string): boolean => {
  const name = text.trim().toLowerCase()
  return filters.has(name) || /^[a-z]{1,30}(?:_[a-z\d]{1,30}){1,9}$/u.test(name)
}

/** Whether the text behind the bar of a variable is a filter or a quoted text of another program, and not a default. */
export const isForeignDefault = (fallback: string): boolean => {
  const text = fallback.replaceAll(/&(?:quot|#34|#39|apos|ldquo|rdquo);/gu, '"').trim()
  return (
    text.includes("|") ||
    isFilter(text) ||
    /^["'“”‘„«`].*["'“”’»`]$/su.test(text) ||
    text.startsWith("=") ||
    /^(?:default|fallback)(?:\s{0,5}[:=("'“]|\s+\S)/iu.test(text) ||
    /^(?:else|or)\s{0,5}["'“]/iu.test(text) ||
    /^[a-z_]{2,30}\s{0,5}:\s{0,5}["'“\d]/iu.test(text) ||
    /^[a-z_]{2,30}\(.*\)$/isu.test(text) ||
    (/^[a-z_]{2,30}\s{0,5}:/iu.test(text) && isFilter(text.split(":", 1)[0] ?? ""))
  )
}

/** A form that tags of other programs have. */
interface Form {
  /** Its first group matches the text between the signs. */
  readonly pattern: RegExp
  /** The fault of a match (`tag`) at an index of the text; `undefined`: it is not a tag. `inner`: the text between the signs. */
  readonly fault: (tag: string, inner: string, text: string, index: number) => string | undefined
}

/** The fault of a condition or a loop. */
const condition = (tag: string) =>
  `has ${shownTag(tag)}, a tag of another program, which would be sent as text: conditions and loops are unknown here; ` +
  "remove it, and write a default for a missing value, as in {{company|your company}}"

/** How far around a tag its context is read, so that a text with many tags takes linear time. */
const reach = 500

/** Whether the text from `index` to `end` is code: between backticks on the same line. */
const isInCode = (text: string, index: number, end: number) => {
  const before = text.slice(Math.max(0, index - reach), index)
  const after = text.slice(end, end + reach)
  const inLine = before.slice(before.lastIndexOf("\n") + 1)
  return inLine.split("`").length % 2 === 0 && (after.split("\n", 1)[0] ?? "").includes("`")
}

/** Whether a closing tag follows within `reach`. */
const isClosed = (text: string, index: number, closing: string) => text.slice(index, index + reach).includes(closing)

/** Whether braces belong to code: `const {name} = user`, `f({name})`, `users/{name}/orders`. */
const isCode = (tag: string, text: string, index: number) => {
  const before = text.slice(Math.max(0, index - 40), index)
  const after = text.slice(index + tag.length, index + tag.length + 40)
  return (
    /[\\]$|\b(?:const|let|var|import|export|type)\s+$|\w\($|(?:^|\s)\w{1,30}=$|\\\w{1,20}(?:\{[^{}]{0,20}\})?$/u.test(
      before
    ) ||
    /^\s{0,5}(?:=[^=]|from\b)/u.test(after) ||
    (before.endsWith("/") && !isDistinct(tag)) ||
    isInCode(text, index, index + tag.length)
  )
}

/** Matches signs that alternatives in a text for people do not have, but code and JSON. */
const signsOfCode = /[;<>\\=∈]|\(\)|^\s{0,20}["']|:\s{0,5}(?:["'\d]|string\b|number\b|boolean\b|null\b|true\b|false\b)/u

/** Whether braces contain alternatives, and not the name of a field with its default. */
const hasAlternatives = (inner: string): boolean =>
  inner.includes("|") &&
  !inner.includes("||") &&
  !signsOfCode.test(inner) &&
  /\p{L}/u.test(inner) &&
  // One bar after the name of a field, as in `{first_name|there}`, separates its default.
  (inner.split("|").length > 2 || variableIn(inner) === undefined)

/** Whether braces contain alternatives, none of which has a letter. */
const isWordless = (inner: string): boolean =>
  inner.includes("|") && !inner.includes("||") && !signsOfCode.test(inner) && !/\p{L}/u.test(inner)

/** Whether `{…}` in a text is a group of alternatives such as `{Hi|Hello}`. `inner`: between the braces. */
export const isAlternatives = (tag: string, inner: string, text: string, index: number): boolean =>
  hasAlternatives(inner) && !isCode(tag, text, index)

/** Whether a text contains a group of alternatives whose signs are hidden (`hide`). A variable begins with two braces. */
const hasGroup = (inner: string): boolean => /(?<!\uE0F0)\uE0F0(?!\uE0F0)/u.test(inner)

/** The cure of alternatives where none can be chosen. */
const cureOf = (inner: string): string =>
  hasGroup(inner)
    ? "they are not nested: write each text out, as in {Hi|Hello you|Hey you}"
    : "alternatives may be in the subject and the text of a step, without others and without tags inside. A default is written as in {{first_name|there}}"

/** The fault of what is between single braces, unless they belong to code. */
const faultBetweenBraces = (tag: string, inner: string): string | undefined => {
  if (hasAlternatives(inner)) {
    return `has ${shownTag(tag)}, alternatives where none can be chosen, so it would be sent as text: ${cureOf(inner)}`
  }
  if (isWordless(inner)) {
    return `has ${shownTag(tag)}, alternatives without a word, so it would be sent as text: write words, or remove the braces`
  }
  return inner.includes("\n") ? undefined : ifField(tag, inner)
}

const braces: Form["fault"] = (tag, inner, text, index) => {
  const fault = faultBetweenBraces(tag, inner)
  return fault === undefined || isCode(tag, text, index) ? undefined : fault
}

/** A brace of alternatives without its partner. `inner`: the text on its side up to the next brace, or to the end. */
const halfOpen =
  (side: "{" | "}"): Form["fault"] =>
  (tag, inner, text, index) => {
    const line = side === "{" ? inner.slice(0, reach).split("\n", 1)[0] : inner.slice(-reach).split("\n").at(-1)
    const at = side === "{" ? index : index + tag.length - 1
    if (line === undefined || !hasAlternatives(line) || isCode(side, text, at)) return undefined
    // A smiley, as in `:-}`.
    if (side === "}" && /[:;=8xX]['-]?$/u.test(line)) return undefined
    const shown = side === "{" ? `{${line}` : `${line.slice(-60)}}`
    const cure = side === "{" ? "close the brace, as in {Hi|Hello}" : "open the brace, as in {Hi|Hello}"
    return `has ${shownTag(shown.trim())}, alternatives with one brace only, which would be sent as text: ${cure}, or remove it`
  }

/** The fault of a tag that is not in code between backticks. */
const unlessCode =
  (fault: Form["fault"]): Form["fault"] =>
  (tag, inner, text, index) =>
    isInCode(text, index, index + tag.length) ? undefined : fault(tag, inner, text, index)

/** The fault of signs that are usual in texts: only if a name between them can hardly be anything but that of a field. */
const onlyDistinct: Form["fault"] = (tag, inner) => (isDistinct(inner) ? ifField(tag, inner) : undefined)

/** All forms. Of tags that overlap, the first form in this list counts. */
const forms: ReadonlyArray<Form> = [
  { pattern: /\{%-?([^%{}]{1,500})%\}/gu, fault: condition },
  { pattern: /\{#([^#{}]{1,200})#\}/gu, fault: always },
  {
    pattern: /\*\|([^|*\n]{1,200})\|\*/gu,
    fault: (tag, inner) =>
      /^(?:IF|IFNOT|ELSE|ELSEIF|END|INTERESTED)\b/u.test(inner) ? condition(tag) : always(tag, inner)
  },
  { pattern: /<%([^%]{1,500})%>/gu, fault: always },
  { pattern: /<\?(?:=|php\b)([^?]{1,500})\?>/gu, fault: always },
  { pattern: /%%\[([^[\]]{1,500})\]%%/gu, fault: condition },
  { pattern: /%%=([^=%]{1,200})=%%/gu, fault: always },
  { pattern: /\[%([^%[\]]{1,200})%\]/gu, fault: ifField },
  { pattern: /\$\{([^{}\n]{1,200})\}/gu, fault: unlessCode(ifField) },
  { pattern: /\$\[([^[\]\n]{1,200})\]/gu, fault: ifField },
  // A brace of CSS, JSON or code has no name of a field in it.
  { pattern: /(?<!\$)\{([^{}]{1,2000})\}/gu, fault: braces },
  { pattern: /\[\[([^[\]\n]{1,200})\]\]/gu, fault: unlessCode(ifField) },
  {
    pattern: /(?<![\p{L}\p{N}_\]\\![$])\[([^[\]\n]{1,120})\](?![([:\]])/gu,
    fault: (tag, inner, text, index) =>
      isClosed(text, index, `[/${inner}]`) || isInCode(text, index, index + tag.length)
        ? undefined
        : ifField(tag, inner)
  },
  { pattern: /(?<![%\d])%{1,2}([\p{L}$][^%\n<>"]{0,100})%{1,2}/gu, fault: ifField },
  { pattern: /%\(([\w.]{1,60})\)s/gu, fault: ifField },
  {
    pattern: /(?<![\p{L}\p{N}#&])#{1,2}(\p{L}[\p{L}\p{N}_ .:-]{0,60}[\p{L}\p{N}])#{1,2}(?![\p{L}\p{N}#])/gu,
    fault: ifField
  },
  { pattern: /(?<![\p{L}\p{N}@.])@{1,2}(\p{L}[^@\s<>"]{0,60})@{1,2}(?![\p{L}\p{N}@])/gu, fault: ifField },
  { pattern: /(?<![~\p{L}\p{N}])~([\p{L}]\w{0,40}\.\w{1,40})~(?![~\p{L}\p{N}])/gu, fault: ifField },
  { pattern: /(?<![\p{L}\p{N}$])\${1,2}(\p{L}\w{0,60})\${1,2}(?![\p{L}\p{N}$])/gu, fault: ifField },
  { pattern: /(?<![\p{L}\p{N}_])__(\p{L}\w{1,60})__(?![\p{L}\p{N}_])/gu, fault: onlyDistinct },
  { pattern: /(?<![\p{L}\p{N}_-])-(\w{1,60})-(?![\p{L}\p{N}_-])/gu, fault: onlyDistinct },
  { pattern: /\^(\w{1,60})\^/gu, fault: onlyDistinct },
  { pattern: /\|\|(\w{1,60})\|\|/gu, fault: onlyDistinct },
  { pattern: /<<([^<>\n]{1,100})>>/gu, fault: ifField },
  { pattern: /«([^\s«»][^«»\n]{0,100}[^\s«»])»/gu, fault: onlyDistinct },
  {
    pattern: /(?<!<)<([\p{L}][\w ]{0,60})>(?!>)/gu,
    fault: (tag, inner, text, index) =>
      isClosed(text, index, `</${inner}>`) ? undefined : onlyDistinct(tag, inner, text, index)
  },
  { pattern: /(?<!\$)\{([^{}]{1,100000})(?=\{|$)/gu, fault: halfOpen("{") },
  { pattern: /(?<=^|\})([^{}]{1,100000})\}/gu, fault: halfOpen("}") },
  { pattern: /(?<![\p{L}\p{N}$\\])\$!?(\w{1,60})(?![\w$[(]|\s{0,3}=)/gu, fault: unlessCode(onlyDistinct) }
]

/** The faults of a text that is inserted as it is, such as a signature: variables of ours, and tags of other programs. */
export const faultsOfPlainText = (text: string): ReadonlyArray<string> => [
  ...Array.from(
    text.matchAll(/\{\{[^{}\n]{0,250}\}\}/gu),
    ([tag]) => `has ${shownTag(tag)}, but variables are not replaced here: write the value`
  ),
  ...foreignTags(text.replaceAll(/\{\{[^{}\n]{0,250}\}\}/gu, hide))
]

/** The maximum number of faults of a text that are named. */
const maximumFaults = 20

/** The faults of the tags of other programs in a text, for people, each tag once. The caller has hidden variables of ours (`hide`). */
export const foreignTags = (text: string): ReadonlyArray<string> => {
  const faults = new Map<string, string>()
  const seen: Array<readonly [start: number, end: number]> = []
  for (const { fault, pattern } of forms) {
    for (const match of text.matchAll(pattern)) {
      const { 0: tag, 1: inner = "", index } = match
      const end = index + tag.length
      if (faults.has(tag) || seen.some(([from, to]) => from < end && index < to)) continue
      const message = fault(tag, inner, text, index)
      if (message === undefined) continue
      seen.push([index, end])
      faults.set(tag, message)
      if (faults.size === maximumFaults) return [...faults.values()]
    }
  }
  return [...faults.values()]
}
