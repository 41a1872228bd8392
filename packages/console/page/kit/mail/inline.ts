/** The images inside a mail: its HTML names attachments by `cid:` and their Content-ID (RFC 2392). */
import type { Message } from "@mailroom/client"
import { base } from "../../base/mount.ts"

export type Attachments = Message["attachments"]

/** An attachment that the HTML shows. */
interface InlineImage {
  readonly id: number
  /** The image as a URL with the scheme `data:`. */
  readonly source: string
}

/** The images by Content-ID. */
export type InlineImages = ReadonlyMap<string, InlineImage>

/** The most bytes of an image, and of all images of a mail. */
const most = { image: 2_000_000, mail: 10_000_000 }

/** The Content-ID that an address names; `undefined`: it is not one with the scheme `cid:`. */
export const contentIdOf = (source: string): string | undefined => {
  const [, name] = /^\s*cid:(.{1,1000})$/iu.exec(source.trimEnd()) ?? []
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((character, i) => bytes[at + i] === character.charCodeAt(0))

/**
 * The type of an image by its first bytes, not by what the sender says. Only bitmaps have one: an SVG may have scripts
 * and addresses in it.
 */
const imageTypeOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, "\u0089PNG\r\n\u001a\n")) return "image/png"
  if (startsWith(bytes, "\u00ff\u00d8\u00ff")) return "image/jpeg"
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return "image/gif"
  return startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8) ? "image/webp" : undefined
}

/** The bytes behind the link of an attachment; `undefined`: there are none, or more than `limit`. */
const fetchBytes = async (
  { id, url }: Attachments[number],
  limit: number,
  signal: AbortSignal
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  // The policy of the page allows no other server, and the public URL of this one may be another.
  const response = await fetch(`${base}attachments/${id}${new URL(url).search}`, { signal })
  const length = Number(response.headers.get("content-length") ?? Number.NaN)
  if (!response.ok || !(length <= limit)) {
    await response.body?.cancel()
    return undefined
  }
  return new Uint8Array(await response.arrayBuffer())
}

const dataUrl = (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error))
    reader.readAsDataURL(new Blob([bytes], { type }))
  })

/** The attachments that the HTML may name: images with a Content-ID in it. The first of several with the same counts. */
export const namedIn = (html: string, attachments: Attachments): Attachments => {
  const known = new Set<string>()
  return /\bcid:/iu.test(html)
    ? attachments.filter(({ content_id, type }) => {
        if (type !== 1 || content_id === undefined || known.has(content_id)) return false
        known.add(content_id)
        return true
      })
    : []
}

/** Loads the images of a mail one after the other. Images that are too large or not bitmaps are left out. */
export const loadImages = async (attachments: Attachments, signal: AbortSignal): Promise<InlineImages> => {
  const images = new Map<string, InlineImage>()
  let left = most.mail
  for (const attachment of attachments) {
    // An image that does not arrive is missing in the mail, and stays in its list of attachments.
    const bytes = await fetchBytes(attachment, Math.min(left, most.image), signal).catch(() => undefined)
    const type = bytes && imageTypeOf(bytes)
    if (bytes === undefined || type === undefined || attachment.content_id === undefined) continue
    left -= bytes.length
    images.set(attachment.content_id, { id: attachment.id, source: await dataUrl(bytes, type) })
  }
  return images
}
