/** App passwords, as providers show them: in groups of four, which their servers do not take. Pure functions. */
import { Redacted } from "effect"

/** Matches an app password as providers show it: three or four groups of four letters and digits. Pages show no-break spaces between them. */
const grouped = /^[a-z\d]{4}(?:[ \u00a0]+[a-z\d]{4}){2,3}$/iu
/** Matches spaces without width, which copied texts may have. */
const invisible = /[\u200b\ufeff]/gu

/**
 * The passwords to try, in order. One with the form of an app password is tried without its spaces first. A password of words
 * can have the same form, so it is also tried as it was given.
 */
export const passwordsOf = (given: Redacted.Redacted): readonly [Redacted.Redacted, ...Array<Redacted.Redacted>] => {
  const text = Redacted.value(given).replaceAll(invisible, "").trim()
  return grouped.test(text) ? [Redacted.make(text.replaceAll(/[ \u00a0]/gu, "")), given] : [given]
}
