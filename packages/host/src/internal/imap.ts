/** Reads inboxes over IMAP (RFC 9051, RFC 3501) with `imapflow`. Folders are opened read-only. */
import {
  type Inbox,
  InboxFailed,
  InboxReader,
  type InboxServer,
  type ListedFolder,
  type MailPart,
  type PartRequest,
  passwordsOf,
  Timestamp
} from "@mailroom/core"
import { Effect, Redacted, type Scope } from "effect"
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from "imapflow"
import { addressOf } from "./addresses.ts"
import { type Allowance, imap, imapCommands, ofMails, ofParts } from "./budgets.ts"
import { Meter, transportOf } from "./imapBudget.ts"
import { compose } from "./message.ts"
import type { Guard } from "./guard.ts"
import { withoutSecret } from "./withoutSecret.ts"

export interface Options extends Guard {
  /** Whether the certificate of a server must be valid for its name. */
  readonly verifiesCertificates: boolean
}

/** Limits of what a server may send at once, in bytes: mails over 25 MiB are not asked for. */
const maximumLiteral = 32 * 2 ** 20
const maximumLine = 16 * 2 ** 20

/** Loaded on demand: most processes read no inbox. */
const imapflow = Effect.promise(() => import("imapflow"))

/** An error of imapflow. `response` and `responseText` are what the server replied. */
interface ImapError extends Error {
  readonly authenticationFailed?: boolean
  readonly responseText?: string
  readonly serverResponseCode?: string
}

/** The response codes of a rejected login (RFC 5530) that say nothing about its credentials: the server is busy. */
const busy: ReadonlySet<string | undefined> = new Set(["INUSE", "LIMIT", "SERVERBUG", "UNAVAILABLE"])

/** The library reports some failures by its result: a folder must not seem to be empty then. */
const noAnswer = () => new Error("The server did not answer a command")

const connectionFailed = (reason: string) => new InboxFailed({ fault: "connection", reason })

const failureOf = (error: unknown): InboxFailed => {
  const { authenticationFailed = false, message, responseText, serverResponseCode } = error as ImapError
  return new InboxFailed({
    fault: authenticationFailed && !busy.has(serverResponseCode) ? "credentials" : "connection",
    reason: responseText ?? message
  })
}

/** Runs a command, which ends the connection when it takes longer than allowed or the server sends more. */
const commanding =
  (meter: Meter, close: () => void) =>
  <A>(allowance: Allowance, evaluate: () => Promise<A>): Effect.Effect<A, InboxFailed> =>
    Effect.suspend(() => {
      meter.allow(allowance)
      return Effect.tryPromise({
        try: evaluate,
        catch: (error) => (meter.excess === null ? failureOf(error) : connectionFailed(meter.excess))
      })
    }).pipe(
      Effect.timeoutOrElse({
        duration: allowance.time,
        orElse: () => {
          close()
          return Effect.fail(connectionFailed(`The server took longer than ${allowance.time / 1000} s for one command`))
        }
      })
    )

/** A connection that is logged in, and runs one command at a time. */
interface Connected {
  readonly client: ImapFlow
  readonly command: ReturnType<typeof commanding>
}

/** Folders that cannot be opened: they only contain others. */
const isEmptyNode = (flags: ReadonlySet<string>) => flags.has("\\Noselect") || flags.has("\\NonExistent")

/** The folders and mails of a mailbox. */
const inboxOf = ({ client, command }: Connected): Inbox => {
  /** Runs a command in a folder, which is opened read-only. */
  const inFolder = <A>(path: string, allowance: Allowance, evaluate: () => Promise<A>) =>
    command(allowance, async () => {
      const current = client.mailbox
      if (current === false || current.path !== path) await client.mailboxOpen(path, { readOnly: true })
      return evaluate()
    })
  const search = (path: string, query: Parameters<ImapFlow["search"]>[0]) =>
    inFolder(path, imapCommands.search, async () => {
      const found = await client.search(query, { uid: true })
      if (!Array.isArray(found)) throw noAnswer()
      return found.toSorted((a, b) => a - b)
    })

  return {
    list: Effect.map(
      command(imapCommands.list, () => client.list()),
      (folders) =>
        folders.flatMap(({ flags, name, path, specialUse, specialUseSource }): ReadonlyArray<ListedFolder> => {
          if (isEmptyNode(flags)) return []
          // The attribute of the INBOX is not one of the standard.
          const use = specialUse === undefined || specialUse === "\\Inbox" ? null : specialUse
          const isReported = specialUseSource === "extension"
          return [{ path, name, special_use: isReported ? use : null, named_use: isReported ? null : use }]
        })
    ),
    status: (path) =>
      command(imapCommands.status, async () => {
        // Some servers tell what is new in the folder that is open only after this command.
        if (client.mailbox !== false && client.mailbox.path === path) await client.noop()
        const status = await client.status(path, { uidNext: true, uidValidity: true })
        if (status === false || status.uidNext === undefined || status.uidValidity === undefined) throw noAnswer()
        return { uid_next: status.uidNext, uid_validity: Number(status.uidValidity) }
      }),
    // `n:*` also finds the last mail if its UID is smaller.
    uidsFrom: (path, uid) =>
      Effect.map(search(path, { uid: `${uid}:*` }), (uids) => uids.filter((found) => found >= uid)),
    uidsSince: (path, day) => search(path, { since: new Date(`${day}T12:00:00Z`) }),
    find: (path, uids) =>
      Effect.map(
        inFolder(path, ofMails(uids.length), () =>
          client.fetchAll(uids.join(","), { uid: true, flags: true, internalDate: true, size: true }, { uid: true })
        ),
        (mails) => mails.map(toFound).toSorted((a, b) => a.uid - b.uid)
      ),
    read: (path, uid) =>
      Effect.map(
        inFolder(path, imapCommands.read, () =>
          client.fetchOne(String(uid), { uid: true, source: true }, { uid: true })
        ),
        (mail) => (mail === false ? null : (mail.source ?? null))
      ),
    structure: (path, uid) =>
      Effect.map(
        inFolder(path, imapCommands.structure, () =>
          client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
        ),
        (mail) => (mail === false ? null : toPart(mail.bodyStructure ?? unknownStructure))
      ),
    readParts: (path, uid, parts) =>
      Effect.map(
        inFolder(path, ofParts(parts.reduce((sum, { most }) => sum + most, 0)), () =>
          client.fetchOne(
            String(uid),
            { uid: true, bodyParts: parts.map(({ key, most }) => ({ key, start: 0, maxLength: most })) },
            { uid: true }
          )
        ),
        (mail) => partsIn(mail === false ? {} : mail, parts)
      ),
    has: (path, message_id) =>
      Effect.map(search(path, { header: { "message-id": message_id } }), (uids) => uids.length > 0),
    append: Effect.fnUntraced(function* (path, mail, sent_at) {
      const bytes = yield* compose(mail, sent_at)
      yield* command(imapCommands.append, async () => {
        if ((await client.append(path, bytes, ["\\Seen"], new Date(sent_at))) === false) throw noAnswer()
      })
    })
  }
}

export const make = ({ verifiesCertificates, ...guard }: Options) => {
  const connectWith = Effect.fnUntraced(function* (
    { connection: { host: name, port, security }, login }: InboxServer,
    auth: { readonly user: string; readonly pass?: string; readonly accessToken?: string }
  ): Effect.fn.Return<Connected, InboxFailed, Scope.Scope> {
    const { ImapFlow } = yield* imapflow
    const { address, servername } = yield* Effect.mapError(addressOf(name, guard), connectionFailed)
    const meter = new Meter()
    const command = commanding(meter, () => client.close())
    const client = new ImapFlow({
      transport: transportOf(meter),
      host: address,
      port,
      secure: security === "tls",
      ...(security === "starttls" ? { doSTARTTLS: true } : {}),
      ...(servername === undefined ? {} : { servername }),
      tls: { rejectUnauthorized: verifiesCertificates, minVersion: "TLSv1.2" },
      auth,
      logger: false,
      clientInfo: { name: "Mailroom" },
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: imap.connection,
      greetingTimeout: imap.greeting,
      socketTimeout: imap.silence,
      maxLiteralSize: maximumLiteral,
      maxLineLength: maximumLine,
      maxResponseSize: 2 * maximumLiteral
    })
    // Without a listener, an error of the connection would end the process. Calls that wait fail, too.
    client.on("error", () => {})
    yield* Effect.addFinalizer(() => Effect.sync(() => client.close()))
    yield* Effect.mapError(
      command(imapCommands.connect, () => client.connect()),
      ({ fault, reason }) => new InboxFailed({ fault, reason: withoutSecret(reason, login) })
    )
    return { client, command }
  })

  const connect = (server: InboxServer): Effect.Effect<Connected, InboxFailed, Scope.Scope> => {
    const { login } = server
    const { user } = login
    if (login.type === "none") return connectWith(server, { user })
    if (login.type === "token") return connectWith(server, { user, accessToken: Redacted.value(login.token) })
    const [first, ...others] = passwordsOf(login.password).map((password) =>
      connectWith(server, { user, pass: Redacted.value(password) })
    )
    return others.reduce(
      (trying, other) =>
        Effect.catchIf(
          trying,
          ({ fault }) => fault === "credentials",
          () => other
        ),
      first ?? connectWith(server, { user })
    )
  }

  return InboxReader.of({ open: (server) => Effect.map(connect(server), inboxOf) })
}

/** The library returns the text of a date that it cannot read. */
const toInstant = (date: Date | string | undefined) => {
  const millis = date === undefined ? NaN : new Date(date).getTime()
  return Number.isNaN(millis) ? null : Timestamp.fromMillis(millis)
}

/** The structure of a mail whose structure the server does not tell: its header is read. */
const unknownStructure: MessageStructureObject = { type: "application/octet-stream" }

/** A part of a message, as the server describes it. */
const toPart = ({
  childNodes = [],
  disposition = "",
  dispositionParameters = {},
  encoding,
  parameters = {},
  part = "",
  size = 0,
  type
}: MessageStructureObject): MailPart => {
  const isMultipart = type.startsWith("multipart/")
  return {
    part: part === "" && !isMultipart ? "1" : part,
    type,
    parameters,
    encoding: encoding ?? null,
    is_attachment: disposition === "attachment",
    filename: dispositionParameters["filename"] ?? parameters["name"] ?? null,
    size,
    children: isMultipart ? childNodes.map(toPart) : []
  }
}

/** The library returns the header of a mail apart from its parts, whose keys it gives in lower case. */
const partsIn = ({ bodyParts, headers }: Partial<FetchMessageObject>, parts: ReadonlyArray<PartRequest>) =>
  new Map(
    parts.flatMap(({ key, most }) => {
      const bytes = key === "HEADER" ? headers : bodyParts?.get(key.toLowerCase())
      return bytes === undefined || bytes === null ? [] : [[key, bytes.subarray(0, most)] as const]
    })
  )

const toFound = ({ flags, internalDate, size = 0, uid }: FetchMessageObject) => ({
  uid,
  arrived_at: toInstant(internalDate),
  size,
  is_draft: flags?.has("\\Draft") ?? false
})
