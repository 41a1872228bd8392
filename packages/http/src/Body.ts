/**
 * Request bodies, read strictly: bounded, UTF-8, and JSON that every reader understands alike (contract, section 1).
 */
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerError, type HttpServerRequest } from "effect/http"
import { invalidRequest, PayloadTooLarge } from "./Problems.ts"
import type { Turns } from "./Turns.ts"

const maximumDepth = 32

/** How much JSON of at most so many bytes may hold. */
interface Limits {
  readonly values: number
  /** Of members of objects. */
  readonly names: number
}

/**
 * More than any request needs, which a test checks for each `maxItems` of the contract. A value at fault takes up to half a
 * microsecond, a name that is not known twice as long, and both a hundred times their size of memory.
 */
const limitsOf = (bytes: number): Limits => {
  const names = Math.floor(bytes / 200)
  return { names, values: Math.max(names, 60_000) }
}

/**
 * Lets whoever reads the body of this request get at most `maximum` bytes; `text` is well-formed JSON, and `json` its value,
 * read once. Faults are defects: problems to answer.
 */
export const readStrictly = (
  request: HttpServerRequest.HttpServerRequest,
  maximum: number,
  turns: Turns["Service"]
): void => {
  const arrayBuffer = Effect.provideService(
    request.arrayBuffer,
    HttpIncomingMessage.MaxBodySize,
    ByteSize.fromInputUnsafe(maximum)
  ).pipe(Effect.catch((error) => Effect.die(unreadable(error, maximum))))
  let known: Json | undefined
  const decoded = Effect.flatMap(arrayBuffer, (bytes) =>
    turns.read(bytes.byteLength, () => readJson(bytes, limitsOf(maximum)))
  )
  const read = Effect.flatMap(decoded, (json) => {
    if (typeof json === "string") return Effect.die(invalidRequest([{ pointer: "/body", message: json }]))
    known = json
    return Effect.succeed(json)
  })
  const body = Effect.suspend(() => (known === undefined ? read : Effect.succeed(known)))
  // Not a new object that inherits from the request: a prototype for each request makes all its readers slow.
  Object.defineProperties(request, {
    arrayBuffer: { value: arrayBuffer },
    text: { value: Effect.map(body, ({ text }) => text) },
    json: { value: Effect.map(body, ({ value }) => value) }
  })
}

/**
 * The JSON of a body that a use case decodes, so that it is decoded once: for handlers given to `handleRaw`.
 * `Validation` has read it strictly. Untyped: the use case decodes it.
 */
export const jsonBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<any> => Effect.orDie(request.json)

/** The 413 for a body over `maximum` bytes. */
export const tooLarge = (maximum: number): PayloadTooLarge =>
  new PayloadTooLarge({ detail: `The body must be at most ${maximum} bytes` })

const unreadable = (error: HttpServerError.HttpServerError, maximum: number) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
    ? tooLarge(maximum)
    : invalidRequest([{ pointer: "/body", message: "could not be read to its end" }])

interface Json {
  readonly text: string
  readonly value: unknown
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * JSON that may be read, or why it may not: `JSON.parse` takes any depth, and of two members of one name the last (RFC
 * 8259, section 4: what receivers make of them is unpredictable). It comes last, because it takes a hundred milliseconds
 * for a megabyte of short names.
 */
export const readJson = (bytes: ArrayBuffer, limits: Limits): Json | string => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return "must be UTF-8"
  }
  const fault = scan(text, limits)
  if (fault !== undefined) return fault
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    return "must be well-formed JSON"
  }
}

/** A fault of the structure; a text that is no JSON may have none. */
const scan = (json: string, limits: Limits): string | undefined => {
  // The names seen in each open object; an open array has none.
  const open: Array<Set<string> | undefined> = []
  let expectsName = false
  let values = 1
  let names = 0
  for (let i = 0; i < json.length; i++) {
    switch (json.charCodeAt(i)) {
      case 0x22: {
        const end = stringEnd(json, i)
        const known = open.at(-1)
        if (expectsName && known !== undefined) {
          const name = nameIn(json, i, end)
          if (name !== undefined && known.has(name)) return `has the name ${JSON.stringify(name)} twice in one object`
          if (name !== undefined) known.add(name)
          names++
          expectsName = false
        }
        i = end
        break
      }
      case 0x7b:
      case 0x5b: {
        const isObject = json.charCodeAt(i) === 0x7b
        open.push(isObject ? new Set() : undefined)
        values++
        if (open.length > maximumDepth) return `must not be nested deeper than ${maximumDepth} levels`
        expectsName = isObject
        break
      }
      case 0x7d:
      case 0x5d:
        open.pop()
        expectsName = false
        break
      case 0x2c:
        expectsName = open.at(-1) !== undefined
        values++
        break
    }
    if (values > limits.values) return `must not hold more than ${limits.values} values`
    if (names > limits.names) return `must not hold more than ${limits.names} names`
  }
  return undefined
}

/** Where the quote is that ends the string which begins at `start`; the end of the text without one. */
const stringEnd = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let first = end
    while (json.charCodeAt(first - 1) === 0x5c) first--
    // A quote after an odd number of backslashes is escaped.
    if ((end - first) % 2 === 0) return end
  }
  return json.length
}

/** What a string between these quotes says; none when it is no string of JSON. */
const nameIn = (json: string, start: number, end: number): string | undefined => {
  const name = json.slice(start + 1, end)
  if (!name.includes("\\")) return name
  try {
    return JSON.parse(`"${name}"`)
  } catch {
    return undefined
  }
}
