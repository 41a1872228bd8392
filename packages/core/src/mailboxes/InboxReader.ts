/** The port that reads inboxes. No mail is marked as seen, moved or deleted, and only copies of sent mail are added. */
import { Context, type Effect, Schema, type Scope } from "effect"
import type { ImapConnection } from "./Connection.ts"
import type { Login, OutgoingMail } from "./Mailer.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The inbox cannot be read. `credentials`: the server rejects the login. The reason is for people, and has no secret. */
export class InboxFailed extends Schema.TaggedError<InboxFailed>()("InboxFailed", {
  fault: Schema.Literals(["connection", "credentials"]),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The server of an inbox, and how to log in to it. */
export interface InboxServer {
  readonly connection: Pick<ImapConnection, "host" | "port" | "security">
  readonly login: Login
}

export interface ListedFolder {
  /** The whole name, in Unicode. */
  readonly path: string
  /** The last part of the path. */
  readonly name: string
  /** The attribute of RFC 6154 that the server reports, such as `\Sent`; `null`: none. */
  readonly special_use: string | null
  /** The attribute that the IMAP library reads from the name; `null`: it does not know the name. */
  readonly named_use: string | null
}

/** The state of a folder (RFC 9051, 2.3.1.1): the UIDs of another `uid_validity` mean other mails. */
export interface FolderStatus {
  readonly uid_validity: number
  /** Every later mail gets this UID or a greater one. */
  readonly uid_next: number
}

/** A mail that has not been read yet. */
export interface FoundMail {
  readonly uid: number
  /** In bytes. */
  readonly size: number
  readonly is_draft: boolean
  /** When the server received it; `null`: the server does not say. */
  readonly arrived_at: Timestamp | null
}

/** A part of a mail (RFC 9051, 7.5.2). */
export interface MailPart {
  /** Its number, such as `1.2`; `1` of a mail without parts, empty of one with parts. */
  readonly part: string
  /** The media type in lower case, such as `text/plain`. */
  readonly type: string
  /** The parameters of the media type, with names in lower case. */
  readonly parameters: Readonly<Record<string, string>>
  /** The transfer encoding, such as `base64`; `null`: the server does not say. */
  readonly encoding: string | null
  /** Whether the sender calls it an attachment. */
  readonly is_attachment: boolean
  /** `null`: it has none. */
  readonly filename: string | null
  /** In bytes, as it is transferred. */
  readonly size: number
  /** The parts of a `multipart`. */
  readonly children: ReadonlyArray<MailPart>
}

/** A section of a mail to read: `HEADER`, the number of a part, or `1.2.HEADER`, the header of a mail in a mail. */
export interface PartRequest {
  readonly key: string
  /** At most this number of bytes is read, from the first one on. */
  readonly most: number
}

/** An inbox that is open: one connection, whose calls must not overlap. */
export interface Inbox {
  /** The folders that can hold mail. */
  readonly list: Effect.Effect<ReadonlyArray<ListedFolder>, InboxFailed>
  /** Fails if the folder does not exist any more. */
  readonly status: (path: string) => Effect.Effect<FolderStatus, InboxFailed>
  /** The UIDs of a folder from `uid` on, ascending. */
  readonly uidsFrom: (path: string, uid: number) => Effect.Effect<ReadonlyArray<number>, InboxFailed>
  /** The UIDs of the mails that arrived on the day `2026-08-07` of the server or later, ascending. */
  readonly uidsSince: (path: string, day: string) => Effect.Effect<ReadonlyArray<number>, InboxFailed>
  /** The mails with these UIDs that still exist, by ascending UID. */
  readonly find: (path: string, uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<FoundMail>, InboxFailed>
  /** The bytes of a mail (RFC 5322); `null`: it does not exist any more. */
  readonly read: (path: string, uid: number) => Effect.Effect<Uint8Array | null, InboxFailed>
  /** The structure of a mail; `null`: it does not exist any more. */
  readonly structure: (path: string, uid: number) => Effect.Effect<MailPart | null, InboxFailed>
  /** The bytes of parts, by their keys, in their transfer encoding. Parts that do not exist are missing. */
  readonly readParts: (
    path: string,
    uid: number,
    parts: ReadonlyArray<PartRequest>
  ) => Effect.Effect<ReadonlyMap<string, Uint8Array>, InboxFailed>
  /** Whether a folder has a mail with this Message-ID, which has angle brackets. */
  readonly has: (path: string, message_id: string) => Effect.Effect<boolean, InboxFailed>
  /** Adds a copy of a mail that was sent at `sent_at`, marked as seen. The only change that is ever made to an inbox. */
  readonly append: (path: string, mail: OutgoingMail, sent_at: Timestamp) => Effect.Effect<void, InboxFailed>
}

export class InboxReader extends Context.Service<
  InboxReader,
  {
    /** Connects and logs in. The connection is closed with the scope. */
    readonly open: (server: InboxServer) => Effect.Effect<Inbox, InboxFailed, Scope.Scope>
  }
>()("@mailroom/core/InboxReader") {}
