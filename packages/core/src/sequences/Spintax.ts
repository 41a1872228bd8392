/**
 * Alternatives in the texts of a step (spintax), such as `{Hi|Hello} Ada`: each lead gets one of them. Alternatives have one brace on each
 * side, variables have two. Pure functions.
 */
import { foreignTags, hide, isAlternatives } from "./ForeignTags.ts"
import { faultsOfVariables, withHiddenUses } from "./Template.ts"

/** A group of alternatives in a text. */
export interface Alternatives {
  /** The index of its opening brace in the text. */
  readonly start: number
  /** The index of the text behind it. */
  readonly end: number
  /** Its alternatives as they are written, at least two. One may be empty. */
  readonly texts: ReadonlyArray<string>
}

/** Chooses one of `count` alternatives for the group with this index in its text. */
export type Draw = (index: number, count: number) => number

const group = /(?<![{$])\{([^{}]{1,2000})\}(?!\})/gu

/**
 * The groups of alternatives in a text, in order. A group cannot contain another one. `withoutEntities`: the text with as many letters in the
 * place of each entity of HTML.
 */
export const alternativesOf = (template: string, withoutEntities = template): ReadonlyArray<Alternatives> => {
  // Hidden variables keep their length, so indexes in `text` are also those in `template`.
  const text = withHiddenUses(withoutEntities)
  return [...text.matchAll(group)].flatMap(({ 0: tag, 1: inner = "", index }) => {
    if (!isAlternatives(tag, inner, text, index)) return []
    const texts: Array<string> = []
    let start = index + 1
    for (const part of inner.split("|")) {
      texts.push(template.slice(start, start + part.length))
      start += part.length + 1
    }
    return [{ start: index, end: index + tag.length, texts }]
  })
}

/** The text with each of its groups replaced. */
const replaced = (
  template: string,
  groups: ReadonlyArray<Alternatives>,
  by: (group: Alternatives, index: number) => string
): string => {
  let text = ""
  let end = 0
  for (const [index, group] of groups.entries()) {
    text += template.slice(end, group.start) + by(group, index)
    end = group.end
  }
  return text + template.slice(end)
}

/** The text with one alternative of each group. */
export const spin = (template: string, groups: ReadonlyArray<Alternatives>, draw: Draw): string =>
  replaced(template, groups, ({ texts }, index) => texts[draw(index, texts.length)] ?? texts[0] ?? "")

/** The text with hidden signs of its groups, so that `foreignTags` ignores them, but not what they contain. */
export const withHiddenGroups = (template: string, groups: ReadonlyArray<Alternatives>): string =>
  replaced(template, groups, ({ end, start }) => hide(template.slice(start, end)))

/** The number of different texts that these groups make. An alternative that is written twice counts once. */
export const countOf = (groups: ReadonlyArray<Alternatives>): number =>
  groups.reduce((count, { texts }) => count * new Set(texts).size, 1)

const maximumGroups = 50

/** The faults of the groups of a text, for people. */
export const faultsOfGroups = (groups: ReadonlyArray<Alternatives>): ReadonlyArray<string> =>
  groups.length > maximumGroups ? [`must have at most ${maximumGroups} groups of alternatives such as {Hi|Hello}`] : []

/** The faults of a text with alternatives, for people: of its variables, its groups, and tags of other programs. */
export const faultsOfSpun = (template: string): ReadonlyArray<string> => {
  const groups = alternativesOf(template)
  return [
    ...faultsOfVariables(template),
    ...faultsOfGroups(groups),
    ...foreignTags(withHiddenUses(withHiddenGroups(template, groups)))
  ]
}
