/** A proxy in front of the real server that behaves as poolers and servers without TLS do. */
import { Effect } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { inject } from "vitest"

/** The codes of the protocol in the first message of a client. */
const sslRequest = 80_877_103
const startup = 196_608

interface Behaviour {
  /** Changes the parameters of a client that connects; a text is the error that ends the connection. */
  readonly parameters?: (given: ReadonlyMap<string, string>) => ReadonlyMap<string, string> | string
}

const frame = (body: Buffer, type = "") => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** The first message of a client, with changed parameters. */
const rewritten = (message: Buffer, parameters: NonNullable<Behaviour["parameters"]>) => {
  const texts = message.toString("utf8", 8).split("\0")
  const given = new Map<string, string>()
  for (let i = 0; i + 1 < texts.length && texts[i] !== ""; i += 2) given.set(texts[i] ?? "", texts[i + 1] ?? "")
  const kept = parameters(given)
  if (typeof kept === "string") {
    return { error: frame(Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${kept}\0\0`), "E") }
  }
  const body = [...kept].map(([name, value]) => `${name}\0${value}\0`).join("")
  return { message: frame(Buffer.concat([message.subarray(4, 8), Buffer.from(`${body}\0`)])) }
}

const serve = (client: Socket, port: number, { parameters = (given) => given }: Behaviour) => {
  let received = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.length < 8 || received.length < received.readInt32BE(0)) return
    const length = received.readInt32BE(0)
    const code = received.readInt32BE(4)
    const first = received.subarray(0, length)
    received = received.subarray(length)
    if (code === sslRequest) return void client.write("N")
    client.off("data", onData)
    const { error, message } = code === startup ? rewritten(first, parameters) : { message: first, error: undefined }
    if (message === undefined) return void client.end(error)
    const server = connect(port, "127.0.0.1")
    server.write(Buffer.concat([message, received]))
    client.pipe(server).pipe(client)
    client.on("close", () => server.destroy()).on("error", () => server.destroy())
    server.on("close", () => client.destroy()).on("error", () => client.destroy())
  }
  client.on("data", onData).on("error", () => client.destroy())
}

/** The port of a proxy, until the scope closes. The proxy never has TLS. */
export const proxy = (behaviour: Behaviour = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const port = Number(new URL(inject("postgresUrl")).port)
      const sockets = new Set<Socket>()
      const server = createServer((client) => {
        sockets.add(client)
        client.on("close", () => sockets.delete(client))
        serve(client, port, behaviour)
      })
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
      return { port: (server.address() as AddressInfo).port, server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  ).pipe(Effect.map(({ port }) => port))
