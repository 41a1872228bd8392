/** Decodes labels of internationalized domains (RFC 3492). */

const base = 36
const initialN = 128
const initialBias = 72
const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
/** Maximum length of a label (RFC 1035, 2.3.4). */
const maximumLength = 63

/** The Unicode text of a label, given in lower case and without its `xn--`. `undefined` if it is not punycode. */
export const decodeLabel = (encoded: string): string | undefined => {
  if (encoded.length > maximumLength) return undefined
  const end = encoded.lastIndexOf("-")
  const decoded = Array.from(encoded.slice(0, Math.max(end, 0)), (character) => character.codePointAt(0) ?? 0)
  let [at, bias, n, place] = [end + 1, initialBias, initialN, 0]
  while (at < encoded.length) {
    const before = place
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(encoded.charAt(at++) || " ")
      if (digit === -1) return undefined
      place += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = decoded.length + 1
    bias = adapted(place - before, length, before === 0)
    n += Math.floor(place / length)
    if (n > 0x10_ff_ff) return undefined
    place %= length
    decoded.splice(place++, 0, n)
  }
  return String.fromCodePoint(...decoded)
}

/** The bias for the next character (RFC 3492, 6.1). */
const adapted = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let k = 0
  while (rest > 455) {
    rest = Math.floor(rest / (base - 1))
    k += base
  }
  return k + Math.floor((base * rest) / (rest + 38))
}
