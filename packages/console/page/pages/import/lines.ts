/** The lines of a file, and hashes of what is imported. */

export interface Line {
  /** From 1, without the header. */
  readonly number: number
  readonly values: ReadonlyArray<string>
}

export interface CsvFile {
  readonly header: ReadonlyArray<string>
  readonly lines: ReadonlyArray<Line>
  /** The same for the same content. */
  readonly hash: string
}

export const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** FNV-1a, for pages without https, where the browser has no SHA-256. */
export const plainHash = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i++)
    hash = ((hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n) & ((1n << 64n) - 1n)
  return hash.toString(16)
}

export const hashOf = async (text: string): Promise<string> =>
  crypto.subtle === undefined
    ? plainHash(text)
    : hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
