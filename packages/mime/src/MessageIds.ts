/** Parses Message-IDs in header fields (RFC 5322, 3.6.4). Some programs write them as encoded words. */
import { decodeWords } from "postal-mime"

/** More ids than a person's mail program writes. */
const maximumIds = 100
/** Equals `Message.maximumMessageId` of core. A thread does not load core. */
export const maximumLength = 800

/** The id in the form `<…>`; empty when it is malformed or too long to be stored. */
const idOf = (inner: string): ReadonlyArray<string> => {
  // A long id may have been folded in the middle, so white space is removed.
  const id = `<${inner.replaceAll(/\s+/gu, "")}>`
  return id.length > 2 && id.length <= maximumLength && !/[\p{C}\uFFFD]/u.test(id) ? [id] : []
}

const idsOf = (written: string): ReadonlyArray<string> => {
  const value = written.includes("=?") ? decodeWords(written).trim() : written
  const bracketed = value.match(/<[^<>]*>/gu)
  if (bracketed !== null) return bracketed.flatMap((id) => idOf(id.slice(1, -1)))
  // Some systems omit the brackets. Any other value without brackets is prose.
  return /^[^\s<>@]+@[^\s<>]+$/u.test(value) ? idOf(value) : []
}

/** The id of a `Message-ID` field, or `null`. */
export const messageId = (value: string): string | null => idsOf(value)[0] ?? null

/**
 * The ids of an `In-Reply-To` or a `References` field, in order. If there are too many, the last ones, which are the
 * nearest.
 */
export const messageIds = (value: string): ReadonlyArray<string> => idsOf(value).slice(-maximumIds)
