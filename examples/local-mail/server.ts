/**
 * A mail server on this machine, to try Mailroom without a mailbox: SMTP and IMAP over TLS, for one user. It delivers mail
 * to this user, and shows all other mail. Everything is in memory.
 */
import hoodiecrow from "hoodiecrow-imap"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"

const user = "grace@ours.example"
const password = "only-for-trying"
const { IMAP_PORT = "2993", SMTP_PORT = "2465" } = process.env

const pem = (name: string) =>
  readFileSync(new URL(`../../packages/host/test/certificates/${name}.pem`, import.meta.url))
const identity = { key: pem("key"), cert: pem("certificate") }

const imap = hoodiecrow({
  plugins: ["ID", "SASL-IR", "AUTH-PLAIN", "SPECIAL-USE", "UIDPLUS"],
  secureConnection: true,
  credentials: identity,
  users: { [user]: { password } },
  storage: { INBOX: {}, "": { folders: { Sent: { "special-use": "\\Sent" } } } }
})

const smtp = new SMTPServer({
  ...identity,
  secure: true,
  authOptional: true,
  disableReverseLookup: true,
  onAuth: ({ password: given, username }, _, done) =>
    username === user && given === password ? done(null, { user }) : done(new Error("The login is not valid")),
  // Clients without a login may only write to the user, as on any mail server.
  onRcptTo: ({ address }, { user: loggedIn }, done) =>
    address === user || loggedIn === user ? done() : done(new Error("Log in first")),
  async onData(stream, { envelope }, done) {
    const mail = await buffer(stream)
    for (const { address } of envelope.rcptTo) {
      if (address === user) imap.appendMessage("INBOX", [], null, mail.toString("latin1"))
      else console.log(`\n--- A mail to ${address}\n${mail.toString()}`)
    }
    done()
  }
})

interface Server {
  listen(port: number, host: string, done: () => void): unknown
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown
}

const listen = (server: Server, variable: string, port: string) => {
  server.on("error", ({ code, message }) => {
    console.error(
      code === "EADDRINUSE"
        ? `Port ${port} of 127.0.0.1 is in use: choose another with ${variable}, such as ${variable}=0 for a free one`
        : message
    )
    process.exit(1)
  })
  return new Promise<void>((resolve) => void server.listen(Number(port), "127.0.0.1", resolve))
}
await Promise.all([listen(imap.server, "IMAP_PORT", IMAP_PORT), listen(smtp, "SMTP_PORT", SMTP_PORT)])

const portOf = (server: { readonly address: () => unknown }) => (server.address() as AddressInfo).port
const variables = [
  `ME=${user}`,
  "LEAD=ada@example.com",
  `SMTP_PORT=${portOf(smtp.server)}`,
  `IMAP_PORT=${portOf(imap.server)}`
]
console.log(`The mail server of ${user} is running. Set these variables:\n${variables.join(" ")}`)
