/** Creates methods by resource from a table of operations. */
import type { Call, FileBytes, Mail, PostOptions, ReadOptions, WriteOptions } from "./Call.ts"
import { operations } from "./generated/operations.ts"
import type { Client } from "./generated/types.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import { makeSend } from "./send.ts"

type Input = Readonly<Record<string, unknown>>
type Send = ReturnType<typeof makeSend>

/**
 * Creates a client of Mailroom's HTTP API. Calls fail with a `MailroomError`, or with the reason of their signal.
 * Throws a `MailroomError` with the code `invalid_options` when an option cannot be used.
 *
 * A call is retried after the time that the answer names, or after a growing delay. It is retried when nothing was
 * changed (`rate_limited`, `unavailable`), and when there was no answer and a repetition does no harm: a POST has an
 * `Idempotency-Key` unless repeating it changes nothing. If the answer to a removal is lost, the retry may report that
 * there is nothing to remove.
 */
export const createClient = (options: ClientOptions): Client => {
  const send = makeSend(options)
  const methods = (lines: object) =>
    Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, methodOf(line, send)]))
  const resources = Object.entries(operations).map(([resource, lines]) => [resource, methods(lines)])
  return Object.fromEntries(resources) as Client
}

/** The method for a line of the table. Its arguments are the ids in the path, then an input, then options. */
const methodOf = (line: string, send: Send) => {
  const [method = "", template = "", ...flags] = line.split(" ")
  const has = (flag: string) => flags.includes(flag)
  const isBytes = has("file") || has("mail")
  const contentType = has("mail") ? "message/rfc822" : "application/octet-stream"
  const once = flags.find((flag) => flag.startsWith("once"))
  return (...args: ReadonlyArray<any>) => {
    const rest = [...args]
    const path = template.replaceAll(/:\w+/gu, () => encodeURIComponent(rest.shift()))
    const bytes: FileBytes | Mail | undefined = isBytes ? rest.shift() : undefined
    const input: Input = (isBytes || has("query") || has("body") ? rest.shift() : undefined) ?? {}
    const options: (PostOptions & ReadOptions & WriteOptions) | undefined = rest.shift()

    const isOnce = once !== undefined && (once === "once" || typeof input[once.slice("once:".length)] === "string")
    const isRepeatable = method !== "POST" || has("keyed") || isOnce

    const call = (changes?: Input) => {
      const { query, route } = placed(path, { ...input, ...changes })
      const contents = has("body")
        ? { path, contentType: "application/json", body: JSON.stringify(input) }
        : { path: route + search(query), ...(isBytes && { contentType, body: bytes }) }
      return send({ method, isKeyed: has("keyed") && !isOnce, isRepeatable, ...contents }, options)
    }
    return callOf(call)
  }
}

/** Moves fields of the input into the path, where it has placeholders for them. */
const placed = (path: string, input: Input) => {
  const query: Record<string, unknown> = { ...input }
  const route = path.replaceAll(/\{(\w+)\}/gu, (_, name) => {
    const value = encodeURIComponent(String(query[name]))
    delete query[name]
    return value
  })
  return { route, query }
}

/** The query string. The values of a list are separated by commas. */
const search = (query: Input) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const callOf = (send: (changes?: Input) => ReturnType<Send>): Call<any> => {
  const answered = send()
  const first = answered.then(({ data }) => data)
  return Object.assign(first, {
    withResponse: () => {
      // The caller uses only the other promise. Without this, a failure would also be an unhandled rejection of this
      // one.
      first.catch(() => {})
      return answered
    },
    [Symbol.asyncIterator]: () => rows(first, async (changes) => (await send(changes)).data)
  })
}

/**
 * The rows of a page and of all later pages. Each page begins after the last row of the previous one, so a loop that
 * removes or changes rows skips none.
 */
async function* rows(first: Promise<any>, next: (changes: Input) => Promise<any>): AsyncGenerator<unknown> {
  for (let page = await first; ;) {
    const { data, limit, next_cursor } = page
    const last = data.at(-1)
    const isFull = limit !== undefined && data.length >= limit
    yield* data
    if (next_cursor !== undefined) page = await next({ cursor: next_cursor })
    else if (isFull) page = await next({ after_id: last.id, offset: 0 })
    else return
  }
}
