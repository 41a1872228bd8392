/**
 * Reads request bodies strictly: bounded, in UTF-8, and as JSON that every reader understands alike (contract, section
 * 1).
 */
import { Deadline, faultsOf } from "@mailroom/core"
import { ByteSize, Context, Effect, Schema } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { type InvalidRequest, invalidRequest, PayloadTooLarge } from "../contract/Problems.ts"

/** Options for decoding bodies and queries: all faults are reported, and an unknown field is a fault. */
export const strict = { errors: "all", onExcessProperty: "error" } as const

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

type Failure = InvalidRequest | PayloadTooLarge

/** The body of a request. Both parts may be read more than once, and the JSON is parsed once. */
interface RequestBody {
  readonly bytes: Effect.Effect<Uint8Array<ArrayBuffer>, Failure>
  /** Well-formed JSON that is not decoded: the use case does that, so that a body is decoded once. */
  readonly json: Effect.Effect<unknown, Failure>
}

/** The body of the current request. `Validation` provides it for endpoints with a body. */
export const CurrentBody = Context.Reference<RequestBody>("@mailroom/http/CurrentBody", {
  defaultValue: () => emptyObject
})

/** The body of a request without one, where it is optional: `{}`. */
export const emptyObject: RequestBody = {
  bytes: Effect.sync(() => new TextEncoder().encode("{}")),
  json: Effect.sync(() => ({}))
}

/** The body of a request, of which at most `maximum` bytes are read. */
export const makeBody = (request: HttpServerRequest.HttpServerRequest, maximum: number): RequestBody => {
  const bytes = Effect.provideService(
    request.arrayBuffer,
    HttpIncomingMessage.MaxBodySize,
    ByteSize.fromInputUnsafe(maximum)
  ).pipe(
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.mapError((error) => unreadable(error, maximum)),
    Deadline.outside
  )
  let known: { readonly value: unknown } | undefined
  const json = Effect.suspend(() => {
    if (known !== undefined) return Effect.succeed(known.value)
    return Effect.flatMap(bytes, (bytes) => {
      const read = readJson(bytes, limitsOf(maximum))
      if (typeof read === "string") return Effect.fail(invalidRequest([{ pointer: "/body", message: read }]))
      known = read
      return Effect.succeed(read.value)
    })
  })
  return { bytes, json }
}

/** Checks the JSON of a body by the schema that the endpoint declares. */
export const checkBody = ({ payload }: HttpApiEndpoint.Top): Effect.Effect<void, Failure> => {
  // An endpoint has one schema of JSON. The schemas of requests need no services.
  const [schema = Schema.Never] = payload.get("application/json")?.schemas ?? []
  const decode = Schema.decodeUnknownEffect(schema as Schema.Codec<unknown>, strict)
  return Effect.flatMap(CurrentBody, ({ json }) =>
    Effect.flatMap(json, (value) =>
      Effect.mapError(Effect.asVoid(decode(value)), (error) => invalidRequest(faultsOf(error, "/body")))
    )
  )
}

/** The 413 for a body of more than `maximum` bytes. */
export const tooLarge = (maximum: number): PayloadTooLarge =>
  new PayloadTooLarge({ detail: `The body must be at most ${maximum} bytes` })

const unreadable = (error: HttpServerError.HttpServerError, maximum: number) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
    ? tooLarge(maximum)
    : invalidRequest([{ pointer: "/body", message: "could not be read to its end" }])

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * The value of JSON, or the fault. `scan` runs first, because `JSON.parse` accepts any depth, and keeps the last of
 * several members with the same name (RFC 8259, section 4: receivers treat them unpredictably). `JSON.parse` runs last,
 * because it takes 100 ms for a megabyte of short names.
 */
export const readJson = (bytes: Uint8Array, limits: Limits): { readonly value: unknown } | string => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return "must be UTF-8"
  }
  const fault = scan(text, limits)
  if (fault !== undefined) return fault
  try {
    return { value: JSON.parse(text) }
  } catch {
    return "must be well-formed JSON"
  }
}

// Codes of the characters that structure JSON.
const quote = 0x22
const openObject = 0x7b
const closeObject = 0x7d
const openArray = 0x5b
const closeArray = 0x5d
const comma = 0x2c
const backslash = 0x5c

/**
 * Returns a structural fault of JSON: too deep, too many values or names, or a name twice in one object. It may miss faults
 * of a text that is not JSON.
 */
const scan = (json: string, limits: Limits): string | undefined => {
  // The names seen so far in each open object; `undefined` for an open array.
  const open: Array<Set<string> | undefined> = []
  // Whether a string that comes next is the name of a member.
  let expectsName = false
  let values = 1
  let names = 0
  for (let i = 0; i < json.length; i++) {
    switch (json.charCodeAt(i)) {
      case quote: {
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
      case openObject:
      case openArray: {
        const isObject = json.charCodeAt(i) === openObject
        open.push(isObject ? new Set() : undefined)
        values++
        if (open.length > maximumDepth) return `must not be nested deeper than ${maximumDepth} levels`
        expectsName = isObject
        break
      }
      case closeObject:
      case closeArray:
        open.pop()
        expectsName = false
        break
      case comma:
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
    while (json.charCodeAt(first - 1) === backslash) first--
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
