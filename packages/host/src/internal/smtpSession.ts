/** Connects and logs in to an SMTP server with `nodemailer`. */
import { type MailServer, passwordsOf } from "@mailroom/core"
import { Effect, Redacted } from "effect"
import type { Socket } from "node:net"
import type { Address } from "./addresses.ts"
import { smtp } from "./budgets.ts"
import { closed, type Extensions, extensionsOf, refusalOf, type SmtpError } from "./smtpOutcomes.ts"

/** Loaded on demand: most processes send no mail. */
export const nodemailer = Effect.promise(async () => {
  const [{ default: SMTPConnection }, { default: XOAuth2 }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/xoauth2")
  ])
  return { SMTPConnection, XOAuth2 }
})
type Library = Effect.Success<typeof nodemailer>
type SmtpConnection = InstanceType<Library["SMTPConnection"]>

/** A connection to a server. One mail after the other is sent over it. */
export interface Session {
  readonly connection: SmtpConnection
  /** Connects and logs in. The caller closes the session, also after a failure. */
  readonly open: Effect.Effect<void, SmtpError>
  /** Known once it is open. */
  extensions: Extensions
  /** The number of mails that the server has accepted. */
  mails: number
  /**
   * Begins a mail, or a time without one, with a new allowance of bytes and lines. Calls `failed` from now on when the connection
   * ends, or when the server sends too much: maybe more than once. Returns a function that says whether the server has sent
   * anything since.
   */
  readonly begin: (failed: (error: SmtpError) => void) => () => boolean
  /** Closes the connection at once. */
  readonly close: () => void
  /** Says goodbye, and closes the connection without waiting for the reply. Not for a mail that is being sent: it would be part of it. */
  readonly quit: () => void
}

/** Counts what a server sends. */
const makeMeter = () => {
  let bytes = 0
  let lines = 0
  return {
    hasCounted: () => bytes > 0,
    reset: () => void (bytes = lines = 0),
    /** Returns why this is too much, or `null`. */
    count: (chunk: Uint8Array): string | null => {
      bytes += chunk.length
      if (bytes > smtp.bytes) return `The server sent more than ${smtp.bytes} bytes`
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines++
      return lines > smtp.lines ? `The server sent more than ${smtp.lines} lines` : null
    }
  }
}

const lineFeed = 10

/**
 * Ends a connection whose server sends too much, before the library parses the excess: the library keeps each line until its
 * turn. It has one listener for all sockets of a connection, also after STARTTLS. This function replaces that listener.
 */
const limitReplies = (
  connection: SmtpConnection,
  count: ReturnType<typeof makeMeter>["count"],
  failed: (error: SmtpError) => void
) => {
  const listened = connection as unknown as { _onSocketData: (chunk: Uint8Array) => void; _socket: Socket }
  const parse = listened._onSocketData
  listened._onSocketData = (chunk) => {
    const excess = count(chunk)
    if (excess === null) return parse(chunk)
    failed(new Error(excess))
    listened._socket.destroy()
  }
}

export interface Target {
  readonly server: MailServer
  readonly address: Address
  /** The name that the client greets with. */
  readonly ehlo: string
  /** Whether the certificate of the server must be valid for its name. */
  readonly verifiesCertificates: boolean
}

/** Logs in with one password after the other until the server accepts one. */
const logIn = (
  { XOAuth2 }: Library,
  connection: SmtpConnection,
  login: MailServer["login"],
  done: (error?: SmtpError) => void
) => {
  if (login.type === "none") return done()
  const { user } = login
  const tokenOf = (token: Redacted.Redacted) => {
    const accessToken = Redacted.value(token)
    const oauth2 = new XOAuth2({ user, accessToken })
    // The library requests another token after a refusal, and would send the same one again. The refusal counts.
    oauth2.getToken = (renew, callback) =>
      renew ? callback(refusalOf(connection.lastServerResponse), "") : callback(null, accessToken)
    return { user, type: "OAUTH2", method: "XOAUTH2", oauth2 }
  }
  const [auth, ...others] =
    login.type === "token"
      ? [tokenOf(login.token)]
      : passwordsOf(login.password).map((password) => ({ user, pass: Redacted.value(password) }))
  const afterLogin = (error: SmtpError | null | undefined) => {
    if (!error) return done()
    const other = (error.responseCode ?? 0) >= 500 ? others.shift() : undefined
    return other === undefined ? done(error) : connection.login(other, (error) => afterLogin(error as SmtpError))
  }
  connection.login(auth ?? {}, (error) => afterLogin(error as SmtpError))
}

/** A connection that is not open yet. */
const makeConnection = ({ SMTPConnection }: Library, { address, ehlo, server, verifiesCertificates }: Target) =>
  new SMTPConnection({
    host: address.address,
    port: server.connection.port,
    name: ehlo,
    secure: server.connection.security === "tls",
    requireTLS: server.connection.security === "starttls",
    connectionTimeout: smtp.connection,
    greetingTimeout: smtp.greeting,
    socketTimeout: smtp.transfer,
    socketCloseTimeout: smtp.closing,
    tls: {
      rejectUnauthorized: verifiesCertificates,
      minVersion: "TLSv1.2",
      ...(address.servername === undefined ? {} : { servername: address.servername })
    }
  })

/** Makes a session, which is not open yet. */
export const makeSession = (library: Library, target: Target): Session => {
  const connection = makeConnection(library, target)
  const meter = makeMeter()
  let listener: (error: SmtpError) => void = () => {}
  const failed = (error: SmtpError) => listener(error)
  limitReplies(connection, meter.count, failed)
  connection.on("error", failed)
  // The end may come before the callback that has the code of a reply.
  connection.once("end", () => setImmediate(() => failed(closed())))
  const close = () => connection.close()
  const session: Session = {
    connection,
    extensions: { maximumSize: undefined, takesUtf8: false },
    mails: 0,
    open: Effect.callback((resume) => {
      const done = (error?: SmtpError | null) => resume(error ? Effect.fail(error) : Effect.void)
      session.begin(done)
      connection.connect((error) => {
        if (error) return done(error as SmtpError)
        session.extensions = extensionsOf(connection.lastServerResponse)
        logIn(library, connection, target.server.login, done)
      })
    }),
    begin: (failed) => {
      listener = failed
      meter.reset()
      return meter.hasCounted
    },
    close,
    quit: () => {
      connection.quit()
      close()
    }
  }
  return session
}
