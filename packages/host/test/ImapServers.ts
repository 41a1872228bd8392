/** IMAP servers over TLS on loopback. */
import { Effect } from "effect"
import hoodiecrow from "hoodiecrow-imap"
import { readFileSync } from "node:fs"
import type { Socket } from "node:net"
import { join } from "node:path"

const folder = join(import.meta.dirname, "certificates")
const identity = { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "certificate.pem")) }

export const user = "grace@ours.example"
export const password = "hunter2-secret"
export const token = "an-access-token"

/** A server with one inbox, for `user`. The server of the test library has no types. */
export const imapServer = (
  storage: Record<string, unknown>,
  { isPlain = false, password: known = password, withoutTls = false, withUses = true } = {}
) =>
  Effect.gen(function* () {
    const server = hoodiecrow({
      plugins: [
        "ID",
        "SASL-IR",
        "AUTH-PLAIN",
        "XOAUTH2",
        ...(withUses ? ["SPECIAL-USE"] : []),
        "UIDPLUS",
        ...(isPlain && !withoutTls ? ["STARTTLS"] : [])
      ],
      secureConnection: !isPlain,
      credentials: { ...identity },
      users: { [user]: { password: known, xoauth2: { accessToken: token, sessionTimeout: 3_600_000 } } },
      storage
    })
    const sockets = new Set<Socket>()
    server.server.on("connection", (socket: Socket) => {
      // The server writes each line alone. Without this, every second one would wait 40 ms for the receipt of the first.
      socket.setNoDelay(true)
      sockets.add(socket)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
      () =>
        Effect.promise(() => {
          for (const socket of sockets) socket.destroy()
          return new Promise<void>((done) => void server.close(() => done()))
        })
    )
    return {
      port: server.server.address().port as number,
      append: (path: string, raw: string, flags: ReadonlyArray<string> = [], date: Date | null = null) =>
        server.appendMessage(path, [...flags], date, Buffer.from(raw).toString("latin1")) as unknown,
      /** The flags of the mails in a folder. */
      flags: (path: string): ReadonlyArray<string> =>
        server.getMailbox(path).messages.flatMap((message: { readonly flags: ReadonlyArray<string> }) => message.flags),
      /** Ends all connections. */
      drop: () => {
        for (const socket of sockets) socket.destroy()
      }
    }
  })
