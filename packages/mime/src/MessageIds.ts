/** Message-IDs as header fields hold them (RFC 5322, 3.6.4). */

/** More than a person's mail program writes. */
const maximumIds = 100
/** `Message.maximumMessageId` of core, which a thread does without. */
export const maximumLength = 800

/** In the form of `<…>`. An id that is malformed, or too long to be kept, is none. */
const idOf = (inner: string): ReadonlyArray<string> => {
  // A long id may have been folded in the middle.
  const id = `<${inner.replaceAll(/\s+/gu, "")}>`
  return id.length > 2 && id.length <= maximumLength && !/[\p{C}\uFFFD]/u.test(id) ? [id] : []
}

const idsOf = (value: string): ReadonlyArray<string> => {
  const bracketed = value.match(/<[^<>]*>/gu)
  if (bracketed !== null) return bracketed.flatMap((id) => idOf(id.slice(1, -1)))
  // Some systems leave out the brackets; what else stands there without them is prose.
  return /^[^\s<>@]+@[^\s<>]+$/u.test(value) ? idOf(value) : []
}

/** The id of a `Message-ID` field, or `null`. */
export const messageId = (value: string): string | null => idsOf(value)[0] ?? null

/** The ids of an `In-Reply-To` or a `References` field, in order: the last ones, which are the nearest. */
export const messageIds = (value: string): ReadonlyArray<string> => idsOf(value).slice(-maximumIds)
