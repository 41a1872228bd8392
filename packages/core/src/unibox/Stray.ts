/** Decides which mail without a lead is about a person, for erasure. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { searchedFields } from "./Message.ts"
import type { StrayMessage } from "./ThreadStore.ts"

/**
 * Whether a message concerns one of the addresses, folded or normalized. In a conversation, it must be from, to or with
 * a copy to the address. Mail that we never answered is usually a notice, so it concerns the address if any field
 * mentions it.
 */
export const concerns = (addresses: ReadonlyArray<string>): ((message: StrayMessage) => boolean) => {
  const normalized = new Set(addresses.map(normalizeEmail))
  return ({ has_our_email, search_text }) => {
    const { addresses: inHeader, fields } = searchedFields(search_text)
    if (inHeader.some((email) => normalized.has(normalizeEmail(email)))) return true
    return !has_our_email && fields.some((field) => addresses.some((address) => mentions(field, address)))
  }
}

/** Whether the text contains the address, and not only as a part of a longer one. */
const mentions = (text: string, address: string): boolean => {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const end = at + address.length
    if (!longerBefore.test(text.slice(Math.max(at - 1, 0), at)) && !longerAfter.test(text.slice(end, end + 2)))
      return true
  }
  return false
}
const longerBefore = /[\p{L}\p{N}._%+-]/u
/** A full stop may end the sentence. */
const longerAfter = /^\.?[\p{L}\p{N}-]/u
