/** Takes out of a text what an endpoint need not know to label it. A pure function. */
import { addresses, cut } from "@mailroom/mail/text"

/** Maximum length of a text that leaves the service, in UTF-16 units. */
const maximumText = 2_000

const link = /\b(?:https?:\/\/|www\.)\S{1,2000}/giu
/** Seven or more digits, with the signs that people write between them. */
const number = /(?<!\p{N})\+?\(?\p{N}(?:[\s()./–-]{0,3}\p{N}){6,30}(?!\p{N})/gu

/** The first 2 000 units of a text, with `[link]`, `[address]` and `[number]` for links, addresses, and numbers of seven or more digits. */
export const redacted = (text: string): string =>
  cut(
    text
      .slice(0, 2 * maximumText)
      .replaceAll(link, "[link]")
      .replaceAll(addresses, "[address]")
      .replaceAll(number, "[number]"),
    maximumText
  )
