/** The part of a batch of spans that a collector rejected, as `ExportTraceServiceResponse` of OTLP says it. */
import { Option, Schema } from "effect"

export interface Rejected {
  readonly spans: number
  readonly message: string
}

const Answer = Schema.fromJsonString(
  Schema.Struct({
    partialSuccess: Schema.Struct({
      rejectedSpans: Schema.Union([Schema.Number, Schema.FiniteFromString]),
      errorMessage: Schema.optionalKey(Schema.String)
    })
  })
)
const decodeAnswer = Schema.decodeUnknownOption(Answer)

/**
 * The fields of a message of protobuf, by their number: integers (wire type 0) and bytes (wire type 2). Ends at a field
 * of another type.
 */
function* fieldsOf(bytes: Uint8Array): Generator<readonly [field: number, value: number | Uint8Array]> {
  let at = 0
  /** Each byte has 7 bits of the integer, the lowest first. The highest bit says that another byte follows. */
  const readInteger = () => {
    let value = 0
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) break
    }
    return value
  }
  while (at < bytes.length) {
    const tag = readInteger()
    const [field, type] = [Math.floor(tag / 8), tag % 8]
    if (type !== 0 && type !== 2) return
    const integer = readInteger()
    if (type === 0) yield [field, integer]
    else {
      // The integer is the length of the bytes.
      const start = at
      at += integer
      yield [field, bytes.subarray(start, at)]
    }
  }
}

/** Reads field 1 of the answer, `partial_success`, with its fields 1, `rejected_spans`, and 2, `error_message`. */
const fromProtobuf = (bytes: Uint8Array): Rejected => {
  const partial = new Map(fieldsOf(bytes)).get(1)
  const fields = new Map(partial instanceof Uint8Array ? fieldsOf(partial) : [])
  const [spans, message] = [fields.get(1), fields.get(2)]
  return { spans: Number(spans ?? 0), message: message instanceof Uint8Array ? new TextDecoder().decode(message) : "" }
}

const fromJson = (bytes: Uint8Array): Rejected => {
  const answer = decodeAnswer(new TextDecoder().decode(bytes))
  if (Option.isNone(answer)) return { spans: 0, message: "" }
  const { errorMessage = "", rejectedSpans } = answer.value.partialSuccess
  return { spans: rejectedSpans, message: errorMessage }
}

/** The rejected part; `undefined`: nothing was rejected. */
export const rejectedIn = (body: Uint8Array, contentType = ""): Rejected | undefined => {
  const rejected = contentType.includes("json") ? fromJson(body) : fromProtobuf(body)
  if (!(rejected.spans > 0)) return undefined
  return { ...rejected, message: rejected.message === "" ? "it gives no reason" : rejected.message.slice(0, 200) }
}
