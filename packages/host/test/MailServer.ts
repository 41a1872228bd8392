/** A complete SMTP server on loopback, which receives mail. */
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerAuthentication,
  type SMTPServerError,
  type SMTPServerOptions
} from "smtp-server"

const folder = join(import.meta.dirname, "certificates")
const identity = { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "certificate.pem")) }

interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: Buffer
  /** Whether the connection was encrypted, and which user logged in. */
  readonly secure: boolean
  readonly user: string
}

interface Options {
  readonly security?: "starttls" | "tls"
  readonly hidePIPELINING?: boolean
  readonly disabledCommands?: Array<string>
  /** Whether a login is accepted. Default: each is. */
  readonly accepts?: (auth: SMTPServerAuthentication) => boolean
  readonly maximumSize?: number
}

const refusal = (responseCode: number, message: string): SMTPServerError =>
  Object.assign(new Error(message), { responseCode })

/** Addresses that are refused: `refused-550@…` at RCPT, and a sender `refused-452@…` at MAIL. */
const check = ({ address }: SMTPServerAddress, callback: (error?: Error | null) => void) => {
  const code = /^refused-(\d{3})@/u.exec(address)?.[1]
  return code === undefined ? callback() : callback(refusal(Number(code), "5.1.1 Refused"))
}

/** Listens until the scope closes. */
export const mailServer = ({ accepts = () => true, maximumSize, security = "tls", ...options }: Options = {}) =>
  Effect.gen(function* () {
    const mails: Array<ReceivedMail> = []
    const logins: Array<SMTPServerAuthentication> = []
    const waiting: Array<{ readonly count: number; readonly go: () => void }> = []
    const configuration: SMTPServerOptions = {
      ...identity,
      ...options,
      secure: security === "tls",
      authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
      disableReverseLookup: true,
      // In milliseconds. A client keeps its connection open for a next mail, for which a test that has ended does not wait.
      closeTimeout: 1,
      ...(maximumSize === undefined ? {} : { size: maximumSize }),
      onAuth: (auth, _, callback) => {
        logins.push(auth)
        if (accepts(auth)) return callback(null, { user: auth.username })
        // The answer to a wrong token is a challenge, which the client must answer before it gets the refusal.
        return auth.method === "XOAUTH2"
          ? callback(null, { data: { status: "401", schemes: "bearer" } })
          : callback(refusal(535, "5.7.8 Bad credentials"))
      },
      onMailFrom: (address, _, callback) => check(address, callback),
      onRcptTo: (address, _, callback) => check(address, callback),
      onData: (stream, { envelope, secure, user }, callback) => {
        const receive = async () => {
          const raw = await buffer(stream)
          if (stream.sizeExceeded) return callback(refusal(552, "5.3.4 Too large"))
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
          mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, secure, user })
          callback(null, "2.0.0 Queued as 1")
          for (const { count, go } of waiting) if (mails.length >= count) go()
        }
        // A client that is killed closes its connection before the mail is whole: no mail was received.
        receive().catch(callback)
      }
    }
    const server = new SMTPServer(configuration)
    // Clients that hang up are errors of the server.
    server.on("error", () => {})
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
    )
    return {
      port: (server.server.address() as AddressInfo).port,
      mails,
      logins,
      /** Waits until this number of mails has arrived. */
      arrived: (count: number) =>
        Effect.callback<void>((resume) => {
          if (mails.length >= count) return resume(Effect.void)
          waiting.push({ count, go: () => resume(Effect.void) })
        })
    }
  })
