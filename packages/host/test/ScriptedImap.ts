/** An IMAP server over TLS on loopback with empty folders, which uses hardly any processor time. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import tls from "node:tls"

const folder = join(import.meta.dirname, "certificates")

/** The reply of the server to a command, without the tag: lines before it, and the last one. */
type Reply = readonly [ReadonlyArray<string>, string]

const listed = [
  '* LIST (\\HasNoChildren) "/" INBOX',
  '* LIST (\\HasNoChildren \\Sent) "/" Sent',
  '* LIST (\\HasNoChildren \\Junk) "/" Junk'
]

const replyTo = (command: string, rest: string, login: string): Reply => {
  switch (command) {
    case "CAPABILITY":
      return [["* CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN ID NAMESPACE SPECIAL-USE"], "OK Done"]
    case "ID":
      return [["* ID NIL"], "OK Done"]
    case "AUTHENTICATE":
    case "LOGIN":
      return [[], login]
    case "NAMESPACE":
      return [['* NAMESPACE (("" "/")) NIL NIL'], "OK Done"]
    case "LIST":
    case "LSUB":
      return [listed.map((line) => line.replace("LIST", command)), "OK Done"]
    case "STATUS":
      return [[`* STATUS ${rest.split(" ")[0]} (UIDNEXT 5 UIDVALIDITY 7)`], "OK Done"]
    case "LOGOUT":
      return [["* BYE"], "OK Done"]
    default:
      return [[], "BAD Unknown command"]
  }
}

/** Sends the same line until the connection ends, as fast as the client reads. */
const flood = (socket: Socket, line: string) => {
  const bytes = Buffer.from(line.repeat(1_000))
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on("drain", write)
  write()
}

/**
 * Starts the server. `login` is its reply to each login. To the command `flooded` it sends `* OK x` without end, to the
 * command `silent` nothing. `asked` is fulfilled by
 * the command `silent`, and `closed` when the first connection has ended.
 */
export const startScriptedImap = async ({
  flooded,
  login = "OK Logged in",
  silent
}: { readonly flooded?: string; readonly login?: string; readonly silent?: string } = {}) => {
  const sockets = new Set<Socket>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const server = tls.createServer(
    { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "certificate.pem")) },
    (socket) => {
      sockets.add(socket)
      socket
        .on("error", () => socket.destroy())
        .on("close", () => {
          sockets.delete(socket)
          close()
        })
      let buffer = ""
      socket.write("* OK Ready\r\n")
      socket.on("data", (bytes) => {
        const lines = (buffer + bytes.toString("latin1")).split("\r\n")
        buffer = lines.pop() ?? ""
        for (const line of lines) {
          const [tag = "", name = "", ...rest] = line.split(" ")
          const command = name.toUpperCase()
          if (command === flooded) flood(socket, "* OK x\r\n")
          if (command === silent) ask()
          if (command === flooded || command === silent) continue
          const [before, last] = replyTo(command, rest.join(" "), login)
          socket.write([...before, `${tag} ${last}`, ""].join("\r\n"))
        }
      })
    }
  )
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    port: (server.address() as AddressInfo).port,
    closed,
    asked,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((done) => void server.close(() => done()))
    }
  }
}
