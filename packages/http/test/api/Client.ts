/** An HTTP client that does not normalize requests and hides nothing of answers. */
import { Effect, type Redacted, Redacted as Secret } from "effect"
import { type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"

export interface Call {
  readonly key?: Redacted.Redacted
  readonly headers?: Readonly<Record<string, string>>
  /** Texts and bytes are sent unchanged; an object is sent as JSON. */
  readonly body?: object | string | Uint8Array
  /** Sends the body in chunks, without a Content-Length. */
  readonly chunked?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; the test fails if it is not JSON. */
  readonly json: any
}

const toBytes = (body: NonNullable<Call["body"]>) =>
  typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body))

/** Sends one request to the server at `origin`; `target` is written to the request line unchanged. */
export const send = (origin: string, method: string, target: string, call: Call = {}): Effect.Effect<Answer> =>
  Effect.promise(
    () =>
      new Promise<Answer>((resolve, reject) => {
        const { hostname, port } = new URL(origin)
        const bytes = call.body === undefined ? undefined : toBytes(call.body)
        const json = call.body !== undefined && typeof call.body === "object" && !(call.body instanceof Uint8Array)
        const outgoing = request({
          hostname,
          port,
          method,
          path: target,
          agent: false,
          headers: {
            ...(json ? { "content-type": "application/json" } : {}),
            ...(call.key === undefined ? {} : { authorization: `Bearer ${Secret.value(call.key)}` }),
            ...(bytes === undefined || call.chunked === true ? {} : { "content-length": String(bytes.length) }),
            ...call.headers
          }
        })
        let answered = false
        // A server may answer and close before it has read the whole body of a request that it rejects.
        outgoing.on("error", (error) => {
          if (!answered) reject(error)
        })
        outgoing.on("response", (incoming) => {
          answered = true
          const chunks: Array<Buffer> = []
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
          incoming.on("error", reject)
          incoming.on("end", () => {
            const all = Buffer.concat(chunks)
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes: all,
              text: all.toString(),
              get json() {
                return JSON.parse(all.toString())
              }
            })
          })
        })
        outgoing.end(bytes)
      })
  )

/** Writes raw bytes to a connection. Returns everything that arrives until the server closes it. */
export const raw = (origin: string, bytes: string): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(origin)
        const socket = connect(Number(port), hostname, () => socket.write(bytes))
        let all = ""
        socket.on("data", (chunk) => {
          all += chunk.toString()
        })
        socket.on("error", reject)
        socket.on("close", () => resolve(all))
      })
  )
