/**
 * An SMTP server over TLS for `smtpSending.ts`. It runs in a separate process, so that its processor time is not measured. Prints its
 * port, and answers each message with the number of mails that it has accepted.
 */
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

const certificates = new URL("../../packages/host/test/certificates/", import.meta.url)

let accepted = 0

const server = new SMTPServer({
  key: readFileSync(new URL("key.pem", certificates)),
  cert: readFileSync(new URL("certificate.pem", certificates)),
  secure: true,
  authMethods: ["PLAIN"],
  disableReverseLookup: true,
  onAuth: ({ username }, _, callback) => callback(null, { user: username }),
  onData: (stream, _, callback) =>
    stream.resume().once("end", () => {
      accepted++
      callback(null, "2.0.0 Queued")
    })
})
// Clients that hang up are errors of the server.
server.on("error", () => {})
server.listen(0, "127.0.0.1", () => console.log((server.server.address() as AddressInfo).port))
process.on("message", () => process.send?.(accepted))
