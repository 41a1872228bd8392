/** A TCP proxy in front of a server: it counts bytes, cuts connections and rejects them. */
import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface CuttingProxy {
  readonly port: number
  /** The number of bytes that the server has sent so far. */
  readonly received: () => number
  /** Cuts all connections when the server has sent this number of bytes from now on. Happens once. */
  readonly cutAfter: (bytes: number) => void
  /** Whether a cut is still to come. */
  readonly isArmed: () => boolean
  /** A proxy that is down cuts all open connections, and each new one. */
  readonly setDown: (isDown: boolean) => void
}

/** Listens until the scope closes. */
export const cuttingProxy = (to: number): Effect.Effect<CuttingProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    let received = 0
    let end = Number.POSITIVE_INFINITY
    let isDown = false
    const cut = () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    }
    const server = createServer((client) => {
      if (isDown) return void client.destroy()
      const upstream = connect({ host: "127.0.0.1", port: to })
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client]
      ] as const) {
        sockets.add(socket)
        socket.on("error", () => other.destroy())
        socket.on("close", () => {
          sockets.delete(socket)
          other.destroy()
        })
      }
      client.pipe(upstream)
      upstream.on("data", (bytes) => {
        received += bytes.length
        if (received >= end) {
          end = Number.POSITIVE_INFINITY
          return cut()
        }
        if (client.write(bytes)) return
        upstream.pause()
        client.once("drain", () => upstream.resume())
      })
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () =>
        Effect.promise(() => {
          cut()
          return new Promise((done) => server.close(done))
        })
    )
    return {
      port: (server.address() as AddressInfo).port,
      received: () => received,
      cutAfter: (bytes) => void (end = received + bytes),
      isArmed: () => end !== Number.POSITIVE_INFINITY,
      setDown: (down) => {
        isDown = down
        if (down) cut()
      }
    }
  })
