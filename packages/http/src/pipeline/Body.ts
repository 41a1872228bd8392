/**
 * Reads request bodies strictly: bounded, in UTF-8, and as JSON that every reader understands alike (contract, section
 * 1).
 */
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerError, type HttpServerRequest } from "effect/http"
import { invalidRequest, PayloadTooLarge } from "../contract/Problems.ts"
import type { Turns } from "./Turns.ts"

const maximumDepth = 32

/** Maximum numbers in the JSON of a body. */
interface Limits {
  readonly values: number
  /** Names of members of objects. */
  readonly names: number
}

/**
 * The limits for a body of at most `bytes` bytes. They are above what any request needs; a test checks that for each
 * `maxItems` of the contract. Each invalid value costs up to 0.5 µs, and each unknown field twice as much. Both need
 * about 100 times their size of memory.
 */
const limitsOf = (bytes: number): Limits => {
  const names = Math.floor(bytes / 200)
  return { names, values: Math.max(names, 60_000) }
}

/**
 * Makes the readers of this request's body strict: they read at most `maximum` bytes. `text` is well-formed JSON;
 * `json` is its value, parsed once. Faults are raised as defects: they are problems to answer.
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
  // Defines properties instead of creating an object that inherits from the request: a new prototype for each request
  // would make all its readers slow.
  Object.defineProperties(request, {
    arrayBuffer: { value: arrayBuffer },
    text: { value: Effect.map(body, ({ text }) => text) },
    json: { value: Effect.map(body, ({ value }) => value) }
  })
}

/**
 * The JSON of a body, for handlers given to `handleRaw`. `Validation` has read it strictly. It is untyped, because the
 * use case decodes it; so it is decoded only once.
 */
export const jsonBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<any> => Effect.orDie(request.json)

/** The 413 for a body of more than `maximum` bytes. */
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
 * Parses JSON, or returns the fault. `scan` runs first, because `JSON.parse` accepts any depth, and keeps the last of
 * several members with the same name (RFC 8259, section 4: receivers treat them unpredictably). `JSON.parse` runs last,
 * because it takes 100 ms for a megabyte of short names.
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

/** Returns a structural fault. It may miss faults of a text that is not JSON. */
const scan = (json: string, limits: Limits): string | undefined => {
  // The names seen so far in each open object; `undefined` for an open array.
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

/** The index of the quote that ends the string beginning at `start`; the length of the text if there is none. */
const stringEnd = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let first = end
    while (json.charCodeAt(first - 1) === 0x5c) first--
    // A quote after an odd number of backslashes is escaped.
    if ((end - first) % 2 === 0) return end
  }
  return json.length
}

/** The decoded string between these quotes; `undefined` when it is not a JSON string. */
const nameIn = (json: string, start: number, end: number): string | undefined => {
  const name = json.slice(start + 1, end)
  if (!name.includes("\\")) return name
  try {
    return JSON.parse(`"${name}"`)
  } catch {
    return undefined
  }
}
