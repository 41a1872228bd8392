/** Calls the operations of tools. */
import { createHash } from "node:crypto"
import { keyed } from "./choice.ts"
import { Failure, invalidInput } from "./Failure.ts"
import { limits } from "./limits.ts"
import type { ApiOptions } from "./Options.ts"
import type { Input, Tool } from "./Tool.ts"

/** Calls an operation, and returns its answer. Fails with a `Failure`. */
export type Api = (tool: Pick<Tool, "method" | "operation" | "path" | "query">, input: Input) => Promise<unknown>

/** Checks the URL when the server is made, not at the first call. Throws if it is malformed. */
export const baseOf = (url: string): string => {
  const { hash, password, protocol, search, username } = URL.parse(url) ?? { protocol: "" }
  if (!/^https?:$/u.test(protocol) || hash || password || search || username)
    throw new Error("The URL of Mailroom must be made of scheme, host and path, such as https://example.com/mailroom")
  return url.endsWith("/") ? url.slice(0, -1) : url
}

/** Whether a key is printable ASCII, as a header needs. The error of `fetch` for another text would contain the key. */
export const isKey = (key: string): boolean => /^[!-~]{1,500}$/u.test(key)

export const makeApi = ({ fetch = globalThis.fetch, url }: ApiOptions, key: string): Api => {
  const base = baseOf(url)
  if (!isKey(key)) throw new Error("The API key contains characters that no key has")
  return async (tool, input) => {
    const { body, path } = requestOf(tool, input)
    const headers = new Headers({ authorization: `Bearer ${key}`, accept: "application/json" })
    if (body !== undefined) headers.set("content-type", "application/json")
    if (keyed.has(tool.operation)) headers.set("idempotency-key", idempotencyKeyOf(tool.operation, path, body))
    const request = new Request(base + path, {
      method: tool.method,
      headers,
      body: body ?? null,
      redirect: "error",
      signal: AbortSignal.timeout(limits.timeout)
    })
    const isWrite = tool.method !== "GET"
    const { response, text } = await answerOf(fetch, request, isWrite)
    const data = jsonOf(text)
    if (response.ok && data !== undefined) return data
    throw problemOf(response, data)
  }
}

/** The same call has the same key, so a repetition is carried out once. */
const idempotencyKeyOf = (...parts: ReadonlyArray<string | undefined>) =>
  `mcp-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`

/** The answer with its text, which is read up to the limit. */
const answerOf = async (fetch: (request: Request) => Promise<Response>, request: Request, isWrite: boolean) => {
  try {
    const response = await fetch(request)
    const chunks: Array<Uint8Array> = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > limits.read) throw new Failure({ code: "answer_too_large", detail: "Ask for fewer rows: `limit`" })
      chunks.push(chunk)
    }
    return { response, text: Buffer.concat(chunks).toString() }
  } catch (error) {
    if (error instanceof Failure) throw error
    const warning = isWrite ? ". The change may have been carried out: read before you repeat it" : ""
    throw new Failure({ code: "no_answer", detail: `No answer from Mailroom${warning}` })
  }
}

/** The parsed answer; `{}` for an empty one, `undefined` for one that is not JSON. */
const jsonOf = (text: string): unknown => {
  if (text === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The failure for an answer that is a problem of the API, or that did not come from Mailroom. */
const problemOf = ({ headers, status }: Response, data: unknown): Failure => {
  const { code, detail, title, ...more } = (data ?? {}) as Record<string, unknown>
  const request_id = headers.get("x-request-id") ?? undefined
  if (typeof code !== "string") {
    const detail = "Something else than Mailroom answered. Is the URL right?"
    return new Failure({ code: "unexpected_answer", detail, status, request_id })
  }
  const retry_after = headers.get("retry-after") ?? undefined
  return new Failure({ request_id, retry_after, status, ...more, code, detail: String(detail ?? title) })
}

/** The path with its query, and the body, of a call: each field of the input goes where the operation wants it. */
const requestOf = ({ method, path: template, query }: Pick<Tool, "method" | "path" | "query">, input: Input) => {
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const path = template.replaceAll(/\{(\w+)\}/gu, (_, name) => {
    const value = String(take(name))
    // A segment such as `..` would name another operation.
    if (!/^[\w-]{1,100}$/u.test(value)) throw invalidInput(`\`${name}\` is not an id`)
    return value
  })
  const search = new URLSearchParams()
  for (const name of query) {
    const value = take(name)
    if (value !== undefined) search.set(name, String(value))
  }
  return {
    path: search.size === 0 ? path : `${path}?${search}`,
    body: method === "GET" ? undefined : JSON.stringify(rest)
  }
}
