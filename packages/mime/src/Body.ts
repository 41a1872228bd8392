/**
 * How the body of a part is put together: once, in one buffer. The decoders of postal-mime keep the pieces, then all of
 * them in a `Blob`, then what that makes of them, and base64 as text besides: thrice the attachment.
 */

const lineFeed = 0x0a
const carriageReturn = 0x0d
const equals = 0x3d

/** What postal-mime asks of a decoder. It is given lines, as views of the mail, without the end of the last one. */
export abstract class Decoder {
  readonly #pieces: Array<Uint8Array> = []
  #length = 0

  /** Writes what a piece stands for to `target`, and answers where that ends. */
  protected abstract decode(piece: Uint8Array, target: Uint8Array, at: number): number

  update(lines: Uint8Array) {
    this.#pieces.push(lines)
    this.#length += lines.length + 1
  }

  async finalize(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) at = this.decode(piece, whole, at)
    // What is far from full should not be kept in a buffer for more; memory that was never written to takes none.
    return at < whole.length * 0.7 ? whole.slice(0, at) : whole.subarray(0, at)
  }
}

/** The lines as they are, each with its end. */
export class Plain extends Decoder {
  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    target.set(piece, at)
    target[at + piece.length] = lineFeed
    return at + piece.length + 1
  }
}

/** What base64 stands for (RFC 2045, 6.8): what is no digit of it is passed over, and padding ends a unit. */
export class Base64 extends Decoder {
  /** The last digits, and how many of their bits are left over. */
  #digits = 0
  #bits = 0

  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    let digits = this.#digits
    let bits = this.#bits
    // Tens of millions of times: an iterator would take thrice as long.
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] as number
      const value = values[byte] as number
      if (value !== noDigit) {
        digits = (digits << 6) | value
        bits += 6
        if (bits >= 8) {
          bits -= 8
          target[at++] = digits >> bits
        }
      } else if (byte === equals) bits = 0
    }
    this.#digits = digits
    this.#bits = bits
    return at
  }
}

/** What quoted-printable stands for (RFC 2045, 6.7); an `=` that begins nothing is one. Lines end in a line feed. */
export class QuotedPrintable extends Decoder {
  protected override decode(piece: Uint8Array, target: Uint8Array, at: number) {
    /** Where the line ends so far: less its carriage returns, and whether an `=` takes its end away. */
    let end = at
    let isSoft = false
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

const noDigit = 64

/** Of each byte, which digit it is. */
const digitsOf = (alphabet: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => {
    const value = alphabet.indexOf(String.fromCharCode(byte))
    return value === -1 ? noDigit : value
  })
const values = digitsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
const hexadecimal = digitsOf("0123456789abcdef").map((value, byte) =>
  byte >= 0x41 && byte <= 0x46 ? byte - 0x37 : value
)
