/** Requests as a host hands them on: below a path of its own, and perhaps with a body that it has read. */
import { IncomingMessage } from "node:http"
import { below, setMountPath } from "./PublicUrl.ts"

/** What frameworks add to a request. */
interface Parsed {
  readonly body?: unknown
  /** The bytes themselves, where a framework keeps them: `rawBody` in Nest. */
  readonly rawBody?: unknown
  /** The URL before a framework removed the path in front of it. */
  readonly originalUrl?: string
}

/** The bytes of a body that a parser has read; a JSON value is written again. */
const bytesOf = ({ body, rawBody }: Parsed): Buffer | undefined => {
  const value = rawBody ?? body
  if (value === undefined) return undefined
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value))
}

const withoutQuery = (url: string) => url.replace(/\?.*$/su, "")

/** The path that a framework has removed in front of a URL: `/mailroom` of `/mailroom/leads?limit=1`. */
const mountPathOf = (originalUrl: string, url: string): string => {
  const [original, rest] = [withoutQuery(originalUrl), withoutQuery(url)]
  if (!original.startsWith("/")) return ""
  if (original.endsWith(rest)) return original.slice(0, -rest.length)
  return rest === "/" ? original : ""
}

/**
 * The request to answer: the given one, or one with the same head and the body that a parser has read. `undefined`
 * when the body was read and is not in `request.body`.
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
  const again = Object.assign(new IncomingMessage(socket), {
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    method,
    rawHeaders,
    url: target,
    complete: true,
    headers: { ...others, "content-length": String(bytes.length) }
  })
  setMountPath(again, mountPath)
  again.push(bytes)
  again.push(null)
  return again
}
