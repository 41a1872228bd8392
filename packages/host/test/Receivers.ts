/** Servers on loopback that receive deliveries, working and faulty ones. */
import { DeliveryTransport } from "@mailroom/core"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import net from "node:net"
import { join } from "node:path"
import tls from "node:tls"

export interface Receiver {
  readonly port: number
  /** The number of connections to it so far. */
  readonly connections: () => number
}

/** Called with a connection and the text that has arrived since the last call. */
type Answer = (socket: net.Socket, request: string) => void

interface Options {
  readonly host?: string
  /** The text that must have arrived before `answer` is called: by default the end of the request header. */
  readonly until?: string
}

const listen = (server: net.Server, answer: Answer, { host = "127.0.0.1", until = "\r\n\r\n" }: Options) =>
  Effect.gen(function* () {
    const sockets = new Set<net.Socket>()
    let connections = 0
    server.on("connection", (socket: net.Socket) => {
      connections++
      sockets.add(socket)
    })
    server.on(server instanceof tls.Server ? "secureConnection" : "connection", (socket: net.Socket) => {
      let request = ""
      socket.on("error", () => socket.destroy())
      socket.on("data", (bytes) => {
        request += bytes.toString()
        if (!request.includes(until)) return
        answer(socket, request)
        request = ""
      })
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.once("error", (error) => resume(Effect.die(error)))
        server.listen(0, host, () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => resume(Effect.void))
        })
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { port, connections: () => connections } satisfies Receiver
  })

/** Listens until the scope closes. */
export const receiver = (answer: Answer, options: Options = {}) => listen(net.createServer(), answer, options)

const certificates = join(import.meta.dirname, "certificates")
export const certificate = join(certificates, "certificate.pem")

/** Uses a self-signed certificate for `receiver.test`. */
export const tlsReceiver = (answer: Answer) =>
  listen(
    tls.createServer({ cert: readFileSync(certificate), key: readFileSync(join(certificates, "key.pem")) }),
    answer,
    {}
  )

/** Answers with these header lines and a body. */
export const answering =
  (header: ReadonlyArray<string>, body: string | Uint8Array = ""): Answer =>
  (socket) => {
    socket.write([...header, `Content-Length: ${Buffer.byteLength(body)}`, "", ""].join("\r\n"))
    socket.write(body)
  }

export const ok: Answer = answering(["HTTP/1.1 200 OK"], "ok")

/** A number of bytes that is larger than all buffers between the two ends of a connection. */
export const far = 100_000_000

/** Writes the text repeatedly, until the other end closes the connection or `far` bytes are written. */
export const endlessly = (socket: net.Socket, text: string): void => {
  const go = () => {
    while (!socket.destroyed && socket.bytesWritten < far) if (!socket.write(text)) return socket.once("drain", go)
    return socket.destroy()
  }
  go()
}

/** Sends a POST with a small body. */
export const post = (url: string) =>
  DeliveryTransport.use(({ send }) =>
    send({ method: "POST", url, headers: { "content-type": "application/json" }, body: "{}" })
  )
