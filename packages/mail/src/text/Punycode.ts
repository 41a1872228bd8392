/** Decodes labels of internationalized domains (RFC 3492). Its section 5 names the constants. */

const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialN = 128
const initialBias = 72
const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
/** Maximum length of a label (RFC 1035, 2.3.4). */
const maximumLength = 63
/** The last code point of Unicode. */
const maximumCodePoint = 0x10_ff_ff

/**
 * The Unicode text of a label, given in lower case and without its `xn--`. `undefined` if it is not punycode.
 *
 * The ASCII characters of the text stand before the last hyphen. The digits behind it are numbers of variable length:
 * how far to go on, through the places of the text and then the next code points, to the next character (RFC 3492, 6.2).
 */
export const decodeLabel = (encoded: string): string | undefined => {
  if (encoded.length > maximumLength) return undefined
  const end = encoded.lastIndexOf("-")
  const decoded = Array.from(encoded.slice(0, Math.max(end, 0)), (character) => character.codePointAt(0) ?? 0)
  let at = end + 1
  let bias = initialBias
  let codePoint = initialN
  let place = 0
  while (at < encoded.length) {
    const before = place
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(encoded.charAt(at++) || " ")
      if (digit === -1) return undefined
      place += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = decoded.length + 1
    bias = adapted(place - before, length, before === 0)
    codePoint += Math.floor(place / length)
    if (codePoint > maximumCodePoint) return undefined
    place %= length
    decoded.splice(place++, 0, codePoint)
  }
  return String.fromCodePoint(...decoded)
}

/** The bias for the next character (RFC 3492, 6.1). */
const adapted = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let k = 0
  while (rest > ((base - tMin) * tMax) / 2) {
    rest = Math.floor(rest / (base - tMin))
    k += base
  }
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}
