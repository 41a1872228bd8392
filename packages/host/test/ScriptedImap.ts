/** An IMAP server over TLS on loopback, which uses hardly any processor time. Its folders are empty, except the inbox if it is given. */
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

/** The mails of a set of UIDs, such as `2:4,7` or `9:*`; the UID of a mail is its place from 1 on. */
const selected = (inbox: ReadonlyArray<string>, set: string) =>
  set.split(",").flatMap((range) => {
    const [from = "", to = from] = range.split(":")
    const last = to === "*" ? inbox.length : Number(to)
    return inbox.slice(Number(from) - 1, last).map((mail, i) => ({ mail, uid: Number(from) + i }))
  })

/** Replies to the commands that a reader of the inbox sends. */
const replyOfInbox = (
  command: string,
  rest: ReadonlyArray<string>,
  inbox: ReadonlyArray<string>
): Reply | undefined => {
  const next = inbox.length + 1
  if (command === "EXAMINE") {
    const state = [`* ${inbox.length} EXISTS`, "* OK [UIDVALIDITY 7] Valid", `* OK [UIDNEXT ${next}] Next`]
    return [state, "OK [READ-ONLY] Done"]
  }
  if (command === "STATUS" && rest[0] === "INBOX") {
    return [[`* STATUS INBOX (UIDNEXT ${next} UIDVALIDITY 7)`], "OK Done"]
  }
  if (command !== "UID") return undefined
  const [action = "", ...query] = rest
  if (action.toUpperCase() === "SEARCH") {
    const set = query[query.findIndex((word) => word.toUpperCase() === "UID") + 1] ?? "1:*"
    return [[["* SEARCH", ...selected(inbox, set).map(({ uid }) => uid)].join(" ")], "OK Done"]
  }
  const isWhole = query.join(" ").includes("BODY.PEEK[]")
  const fetched = selected(inbox, query[0] ?? "").map(({ mail, uid }) =>
    isWhole
      ? `* ${uid} FETCH (UID ${uid} BODY[] {${mail.length}}\r\n${mail})`
      : `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "01-Jan-2026 08:00:00 +0000" RFC822.SIZE ${mail.length})`
  )
  return [fetched, "OK Done"]
}

const replyTo = (command: string, rest: string, login: string): Reply => {
  switch (command) {
    case "NOOP":
      return [[], "OK Done"]
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
 * Starts the server. `login` is its reply to each login. `inbox` has the mails of the inbox, in ASCII; more may be added later. To the command `flooded` it sends `* OK x` without end, to the
 * command `silent` nothing. `asked` is fulfilled by
 * the command `silent`, and `closed` when the first connection has ended.
 */
export const startScriptedImap = async ({
  flooded,
  inbox,
  login = "OK Logged in",
  silent
}: {
  readonly flooded?: string
  readonly inbox?: ReadonlyArray<string>
  readonly login?: string
  readonly silent?: string
} = {}) => {
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
          const [before, last] =
            (inbox && replyOfInbox(command, rest, inbox)) ?? replyTo(command, rest.join(" "), login)
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
