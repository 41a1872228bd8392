/** SMTP servers over TLS on loopback that follow a script: they refuse, hang up, or fall silent at a step. */
import { Deferred, Effect } from "effect"
import { readFileSync } from "node:fs"
import net from "node:net"
import { join } from "node:path"
import tls from "node:tls"
import { endlessly } from "./Receivers.ts"

const folder = join(import.meta.dirname, "certificates")
const identity = { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "certificate.pem")) }

/** The steps of a session at which a script may answer. `body` is the end of the mail, `half` its middle. */
export type Step = "auth" | "body" | "data" | "greeting" | "half" | "hello" | "mail" | "quit" | "rcpt"

/**
 * A reply, or what happens instead; a function gives one for each time. `late`: the greeting comes when the test says so.
 * `endless`: this text again and again, until the client ends the connection.
 */
export type Answer = string | "drop" | "late" | "silence" | { readonly endless: string } | (() => string)

/** A mail, or a connection without one. */
interface Session {
  /** The number of its connection. Several mails may come over one. */
  readonly connection: number
  /** The lines that the client sent before the body, and after it, until the next mail. */
  readonly commands: Array<string>
  body: string
  /** Whether the server accepted the mail. */
  isAccepted: boolean
  /** The bytes that the server had sent when the connection ended. */
  readonly closed: Promise<number>
}

const usual: Record<Step, string> = {
  greeting: "220 mx.example ESMTP",
  hello: "250-mx.example\r\n250-AUTH PLAIN LOGIN XOAUTH2\r\n250 8BITMIME",
  auth: "235 2.7.0 Accepted",
  mail: "250 2.1.0 Ok",
  rcpt: "250 2.1.5 Ok",
  data: "354 Go ahead",
  half: "",
  body: "250 2.0.0 Ok: queued as 12345",
  quit: "221 Bye"
}

const stepOf = (line: string): Step | undefined => {
  const command = line.slice(0, 4).toUpperCase()
  return ({ EHLO: "hello", HELO: "hello", AUTH: "auth", MAIL: "mail", RCPT: "rcpt", DATA: "data" } as const)[command]
}

/** A server that answers as usual, except at the steps of the script. */
export const smtpServer = (script: Partial<Record<Step, Answer>>, { isPlain = false, pipelining = false } = {}) =>
  Effect.gen(function* () {
    const sessions: Array<Session> = []
    const sockets = new Set<net.Socket>()
    let connections = 0
    const silent = yield* Deferred.make<void>()
    const replies: Record<Step, Answer> = {
      ...usual,
      ...(pipelining ? { hello: usual.hello.replace("8BITMIME", "PIPELINING") } : {}),
      ...script
    }
    const serve = (first: net.Socket) => {
      let socket = first
      const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(socket.bytesWritten)))
      const connection = connections++
      const newSession = () => {
        const session: Session = { connection, commands: [], body: "", isAccepted: false, closed }
        sessions.push(session)
        return session
      }
      let session = newSession()
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      let buffer = ""
      let isBody = false
      let hasRecipient = false
      const answer = (step: Step) => {
        const given = replies[step]
        if (typeof given === "object") {
          endlessly(socket, given.endless)
          return ""
        }
        const reply = typeof given === "function" ? given() : given
        if (reply === "drop") socket.destroy()
        else if (reply === "silence") Deferred.doneUnsafe(silent, Effect.void)
        else if (reply !== "late" && reply !== "") socket.write(`${reply}\r\n`)
        return reply
      }
      answer("greeting")
      const read = (bytes: Buffer) => {
        buffer += bytes.toString("latin1")
        while (true) {
          if (isBody) {
            if (replies.half === "drop" && buffer.length > 0) return void answer("half")
            const end = buffer.indexOf("\r\n.\r\n")
            if (end === -1) return
            session.body = buffer.slice(0, end)
            buffer = buffer.slice(end + 5)
            isBody = false
            session.isAccepted = answer("body").startsWith("250")
            continue
          }
          const end = buffer.indexOf("\r\n")
          if (end === -1) return
          const line = buffer.slice(0, end)
          buffer = buffer.slice(end + 2)
          const step = stepOf(line)
          if (step === "mail" && session.commands.some((line) => stepOf(line) === "mail")) session = newSession()
          session.commands.push(line)
          if (step === undefined) {
            if (line.startsWith("QUIT")) {
              if (answer("quit") !== "silence") socket.end()
            } else if (line === "STARTTLS" && String(replies.hello).includes(line)) return encrypt()
            else socket.write("502 5.5.2 Command not recognized\r\n")
            continue
          }
          if (step === "data" && !hasRecipient) {
            socket.write("554 5.5.1 No valid recipients\r\n")
            continue
          }
          const reply = answer(step)
          if (step === "rcpt") hasRecipient = reply === "silence" || reply.startsWith("250")
          if (reply.startsWith("354")) isBody = true
        }
      }
      const encrypt = () => {
        first.off("data", read).write("220 2.0.0 Go ahead\r\n")
        socket = new tls.TLSSocket(first, { isServer: true, ...identity })
        socket.on("error", () => socket.destroy()).on("data", read)
      }
      socket.on("data", read)
    }
    const server = isPlain ? net.createServer(serve) : tls.createServer(identity, serve)
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
      () =>
        Effect.promise(() => {
          for (const socket of sockets) socket.destroy()
          return new Promise((done) => server.close(done))
        })
    )
    const address = server.address()
    return {
      port: typeof address === "object" && address !== null ? address.port : 0,
      sessions,
      /** Ends when the server has fallen silent. */
      silent: Deferred.await(silent),
      /** Greets clients that wait for it. */
      greet: () => {
        for (const socket of sockets) socket.write(`${usual.greeting}\r\n`)
      },
      /** Sends a reply to all clients. */
      say: (reply: string) => {
        for (const socket of sockets) socket.write(`${reply}\r\n`)
      },
      /** Ends all connections. */
      hangUp: () => {
        for (const socket of sockets) socket.destroy()
      },
      /** Changes the answers at these steps from now on. */
      change: (script: Partial<Record<Step, Answer>>) => void Object.assign(replies, script)
    }
  })
