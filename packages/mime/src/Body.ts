/**
 * Decodes the body of a part into a single buffer. The decoders of postal-mime would need three times the memory of the
 * attachment: they keep the pieces, a `Blob` of all pieces, and the decoded result, and for base64 also a text.
 */

const lineFeed = 0x0a
const carriageReturn = 0x0d
const equals = 0x3d

/**
 * The interface that postal-mime expects of a decoder. It gets lines as views of the mail, without the end of the last
 * line.
 */
export abstract class Decoder {
  readonly #pieces: Array<Uint8Array> = []
  #length = 0

  /** Writes the decoded piece to `target`, and returns the offset of its end. */
  protected abstract decode(piece: Uint8Array, target: Uint8Array, at: number): number

  update(lines: Uint8Array) {
    this.#pieces.push(lines)
    // One more for the line feed that was taken away. No decoded piece is longer.
    this.#length += lines.length + 1
  }

  async finalize(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) at = this.decode(piece, whole, at)
    // If the result is much smaller than the buffer, it is copied, so that the buffer can be freed. Otherwise the rest
    // of the buffer costs nothing, because memory that was never written is not allocated.
    return at < whole.length * 0.7 ? whole.slice(0, at) : whole.subarray(0, at)
  }
}

/** Keeps the lines unchanged, each with its end. */
export class Plain extends Decoder {
  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    target.set(piece, at)
    target[at + piece.length] = lineFeed
    return at + piece.length + 1
  }
}

/** Decodes base64 (RFC 2045, 6.8): ignores all other characters, and padding ends a unit. */
export class Base64 extends Decoder {
  /** The last digits, and the number of their bits that are not written yet. */
  #digits = 0
  #bits = 0

  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    let digits = this.#digits
    let bits = this.#bits
    // An index instead of an iterator, which would take three times as long: the loop may run tens of millions of
    // times.
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] as number
      const value = values[byte] as number
      if (value !== noDigit) {
        digits = (digits << 6) | value
        bits += 6
        if (bits >= 8) {
          bits -= 8
          // The array keeps the low 8 bits: those above were written before.
          target[at++] = digits >> bits
        }
      } else if (byte === equals) bits = 0
    }
    this.#digits = digits
    this.#bits = bits
    return at
  }
}

/**
 * Decodes quoted-printable (RFC 2045, 6.7). An `=` that does not begin an escape stays unchanged. Lines end in a line
 * feed.
 */
export class QuotedPrintable extends Decoder {
  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    /**
     * The end of the line so far, without trailing carriage returns. `isSoft`: whether a trailing `=` removes the line
     * break.
     */
    let end = at
    let isSoft = false
    // The index after the last byte stands for the line feed that the piece lacks.
    for (let i = 0; i <= piece.length; i++) {
      const byte = piece[i] ?? lineFeed
      const high = byte === equals ? (hexadecimal[piece[i + 1] ?? 0] as number) : noDigit
      const low = byte === equals ? (hexadecimal[piece[i + 2] ?? 0] as number) : noDigit
      if (high !== noDigit && low !== noDigit) {
        target[at++] = (high << 4) | low
        i += 2
      } else if (byte === lineFeed) {
        at = isSoft ? end - 1 : end
        if (!isSoft) target[at++] = lineFeed
      } else target[at++] = byte
      if (byte === carriageReturn) continue
      end = at
      isSoft = byte === equals && (high === noDigit || low === noDigit)
    }
    return at
  }
}

/** Stands for a byte that is not a digit. Digits of base64 are smaller. */
const noDigit = 64

/** Maps each byte to its digit. */
const digitsOf = (alphabet: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => {
    const value = alphabet.indexOf(String.fromCharCode(byte))
    return value === -1 ? noDigit : value
  })
const values = digitsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
// Both cases are digits: `A`, which is 0x41, is 10.
const hexadecimal = digitsOf("0123456789abcdef").map((value, byte) =>
  byte >= 0x41 && byte <= 0x46 ? byte - 0x37 : value
)
