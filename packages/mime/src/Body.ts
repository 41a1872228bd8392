/**
 * How the body of a part is put together: once, in one buffer of its size. The decoders of postal-mime keep the pieces,
 * then all of them in a `Blob`, then what that makes of them, and base64 as text besides: thrice the attachment.
 */

/** What postal-mime asks of a decoder. `update` is given lines without the end of the last one, as views of the mail. */
export interface Decoder {
  readonly update: (lines: Uint8Array) => void
  readonly finalize: () => Promise<Uint8Array<ArrayBuffer>>
}

const lineFeed = 0x0a
const equals = 0x3d

/** The lines as they are, each with its end. */
export class Plain implements Decoder {
  readonly #pieces: Array<Uint8Array> = []
  #length = 0

  update(lines: Uint8Array) {
    this.#pieces.push(lines)
    this.#length += lines.length + 1
  }

  async finalize() {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) {
      whole.set(piece, at)
      at += piece.length
      whole[at++] = lineFeed
    }
    return whole
  }
}

/** What base64 stands for (RFC 2045, 6.8): what is no digit of it is passed over, and padding ends a unit. */
export class Base64 implements Decoder {
  readonly #pieces: Array<Uint8Array> = []
  #length = 0

  update(lines: Uint8Array) {
    this.#pieces.push(lines)
    this.#length += lines.length
  }

  async finalize() {
    const whole = new Uint8Array(Math.ceil((this.#length * 6) / 8))
    const state: State = { at: 0, digits: 0, bits: 0 }
    for (const piece of this.#pieces) decode(piece, whole, state)
    // Line ends make up a fortieth: what is far from that holds little, and should not be kept in a buffer for more.
    return state.at < whole.length * 0.9 ? whole.slice(0, state.at) : whole.subarray(0, state.at)
  }
}

interface State {
  /** Where the next byte goes. */
  at: number
  /** The last digits, and how many of their bits are left over. */
  digits: number
  bits: number
}

const decode = (piece: Uint8Array, target: Uint8Array, state: State) => {
  let { at, bits, digits } = state
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
  state.at = at
  state.bits = bits
  state.digits = digits
}

const noDigit = 64
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
/** Of each byte as a digit of base64. */
const values = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = alphabet.indexOf(String.fromCharCode(byte))
  return value === -1 ? noDigit : value
})
