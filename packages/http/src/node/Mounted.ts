/** Requests that a host passes on: below a mount path, and perhaps with a body that the host has already read. */
import { IncomingMessage } from "node:http"
import { below, setMountPath } from "../contract/PublicUrl.ts"

/** The properties that frameworks add to a request. */
interface Parsed {
  readonly body?: unknown
  /** The raw bytes, if the framework keeps them: `rawBody` in Nest. */
  readonly rawBody?: unknown
  /** The URL with the mount path that the framework has removed from `url`. */
  readonly originalUrl?: string
}

/** The bytes of a body that a parser has read. A parsed JSON value is serialized again. */
const bytesOf = ({ body, rawBody }: Parsed): Buffer | undefined => {
  const value = rawBody ?? body
  if (value === undefined) return undefined
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value))
}

const withoutQuery = (url: string) => url.replace(/\?.*$/su, "")

/** The mount path that a framework has removed from a URL: `/mailroom` of `/mailroom/leads?limit=1`. */
const mountPathOf = (originalUrl: string, url: string): string => {
  const [original, rest] = [withoutQuery(originalUrl), withoutQuery(url)]
  if (!original.startsWith("/")) return ""
  if (original.endsWith(rest)) return original.slice(0, -rest.length)
  return rest === "/" ? original : ""
}

/**
 * Returns the request to answer: the given one or, if a parser has read its body, a copy with that body. Returns
 * `undefined` when the body was read and is not in `request.body`.
 */
export const mounted = (request: IncomingMessage & Parsed, path: string): IncomingMessage | undefined => {
  const { originalUrl, url = "" } = request
  const isOriginal = originalUrl === undefined || originalUrl === url
  const target = isOriginal ? below(path, url) : url
  const mountPath = isOriginal ? "" : mountPathOf(originalUrl, url)
  setMountPath(request, mountPath)
  if (!request.readableDidRead && !request.readableEnded) {
    request.url = target
    return request
  }
  const bytes = bytesOf(request)
  if (bytes === undefined) return undefined
  const { headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, socket } = request
  const { "transfer-encoding": _, ...others } = headers
  const copy = Object.assign(new IncomingMessage(socket), {
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    method,
    rawHeaders,
    url: target,
    complete: true,
    headers: { ...others, "content-length": String(bytes.length) }
  })
  setMountPath(copy, mountPath)
  copy.push(bytes)
  copy.push(null)
  return copy
}
