/** An `InboxReader` for tests: inboxes in memory, by the name of their user. */
import {
  type FoundMail,
  InboxFailed,
  InboxReader,
  type ListedFolder,
  type OutgoingMail,
  type PartRequest,
  Timestamp
} from "@mailroom/core"
import { Context, Effect, Layer } from "effect"

import { partsOf, structureOf } from "./internal/mailParts.ts"

interface Mail extends FoundMail {
  readonly raw: Uint8Array
  readonly ends?: "whole" | "any"
  readonly arrived_at: Timestamp.Timestamp
}

interface Folder extends ListedFolder {
  uid_validity: number
  uid_next: number
  mails: Array<Mail>
}

/** A mail that was read, and the folder in which it was found. */
export interface ReadMail {
  readonly user: string
  readonly path: string
  readonly uid: number
}

/** The inboxes, for tests to fill. A user has an empty INBOX from the beginning. */
export class Inboxes extends Context.Service<
  Inboxes,
  {
    /** All mails that were read so far, in order. */
    readonly reads: ReadonlyArray<ReadMail>
    /** The users whose folders were listed so far, in order. */
    readonly lists: ReadonlyArray<string>
    /** Adds a folder. */
    readonly addFolder: (user: string, path: string, special_use?: string) => void
    /**
     * Adds a mail that arrives now, or at `arrived_at`. `size`: what the server says, if it is not that of the mail. `ends`:
     * the connection ends when the mail is read whole, or however it is read.
     */
    readonly append: (
      user: string,
      path: string,
      raw: string,
      options?: {
        readonly is_draft?: boolean
        readonly size?: number
        readonly arrived_at?: Timestamp.Timestamp
        readonly ends?: "whole" | "any"
      }
    ) => Effect.Effect<void>
    /** Gives the mails of a folder other UIDs, as after a restoration of the server. */
    readonly renumber: (user: string, path: string) => void
    /** The next connections fail so, in order. Then they succeed again. */
    readonly fail: (...failures: ReadonlyArray<InboxFailed>) => void
    /** The server cannot tell the structure of mails. */
    readonly hideStructures: () => void
    /** The connection is lost after this number of mails. */
    readonly loseAfter: (mails: number) => void
    /** The server answers nothing any more. Returns what is fulfilled when it is asked. */
    readonly hang: () => Promise<void>
  }
>()("@mailroom/memory/Inboxes") {}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
/** The mail as a server stores it: its header fields and its text. */
const textOf = ({ from, in_reply_to, message_id, subject, text, to }: OutgoingMail, sent_at: Timestamp.Timestamp) =>
  [
    `From: ${from.email}`,
    `To: ${to.email}`,
    `Subject: ${subject}`,
    `Date: ${new Date(sent_at).toUTCString()}`,
    `Message-ID: ${message_id}`,
    ...(in_reply_to === null ? [] : [`In-Reply-To: ${in_reply_to}`]),
    "",
    text,
    ""
  ].join("\r\n")
const addMail = (folder: Folder, raw: Uint8Array, fields: Omit<Mail, "raw" | "uid">) =>
  void folder.mails.push({ uid: folder.uid_next++, raw, ...fields })

const lost = new InboxFailed({ fault: "connection", reason: "The connection was lost" })

export const layer: Layer.Layer<InboxReader | Inboxes> = Layer.effectContext(
  Effect.sync(() => {
    const users = new Map<string, Map<string, Folder>>()
    const reads: Array<ReadMail> = []
    const lists: Array<string> = []
    const failures: Array<InboxFailed> = []
    let readsLeft = Infinity
    let hasStructures = true
    let hanging: PromiseWithResolvers<void> | undefined

    const add = (folders: Map<string, Folder>, path: string, special_use: string | null) => {
      const folder = { path, name: nameOf(path), special_use, named_use: null, uid_validity: 1, uid_next: 1, mails: [] }
      folders.set(path, folder)
      return folder
    }
    const foldersOf = (user: string) => {
      const found = users.get(user)
      if (found !== undefined) return found
      const folders = new Map<string, Folder>()
      add(folders, "INBOX", null)
      users.set(user, folders)
      return folders
    }
    const folderOf = (user: string, path: string) => foldersOf(user).get(path) ?? add(foldersOf(user), path, null)
    const mailsOf = (user: string, path: string) => Effect.sync(() => foldersOf(user).get(path)?.mails ?? [])
    const mailOf = (user: string, path: string, uid: number) =>
      Effect.map(mailsOf(user, path), (mails) => mails.find((mail) => mail.uid === uid))
    const uids = (mails: ReadonlyArray<Mail>) => mails.map(({ uid }) => uid)

    return Context.make(Inboxes, {
      reads,
      lists,
      addFolder: (user, path, special_use) => void add(foldersOf(user), path, special_use ?? null),
      append: Effect.fnUntraced(function* (user, path, raw, { is_draft = false, size, ...options } = {}) {
        const bytes = new TextEncoder().encode(raw)
        const folder = folderOf(user, path)
        const { arrived_at = yield* Timestamp.now } = options
        addMail(folder, bytes, { ...options, is_draft, arrived_at, size: size ?? bytes.length })
      }),
      renumber: (user, path) => {
        const folder = folderOf(user, path)
        folder.uid_validity++
        folder.mails = folder.mails.map((mail, i) => ({ ...mail, uid: i + 1 }))
        folder.uid_next = folder.mails.length + 1
      },
      hideStructures: () => void (hasStructures = false),
      fail: (...next) => void failures.push(...next),
      loseAfter: (mails) => void (readsLeft = mails),
      hang: () => {
        hanging = Promise.withResolvers()
        return hanging.promise
      }
    }).pipe(
      Context.add(InboxReader, {
        open: ({ login: { user } }) =>
          Effect.suspend(() => {
            if (hanging !== undefined) {
              hanging.resolve()
              return Effect.never
            }
            const failure = failures.shift()
            if (failure !== undefined) return Effect.fail(failure)
            return Effect.succeed({
              list: Effect.sync(() => {
                lists.push(user)
                return [...foldersOf(user).values()]
              }),
              status: (path: string) => Effect.sync(() => folderOf(user, path)),
              uidsFrom: (path: string, uid: number) =>
                Effect.map(mailsOf(user, path), (mails) => uids(mails.filter((mail) => mail.uid >= uid))),
              uidsSince: (path: string, day: string) =>
                Effect.map(mailsOf(user, path), (mails) => uids(mails.filter((mail) => mail.arrived_at >= day))),
              find: (path: string, uids: ReadonlyArray<number>) =>
                Effect.map(mailsOf(user, path), (mails) => mails.filter((mail) => uids.includes(mail.uid))),
              read: Effect.fnUntraced(function* (path: string, uid: number) {
                if (readsLeft-- <= 0) {
                  readsLeft = Infinity
                  return yield* lost
                }
                reads.push({ user, path, uid })
                const mail = yield* mailOf(user, path, uid)
                return mail?.ends === undefined ? (mail?.raw ?? null) : yield* lost
              }),
              structure: (path: string, uid: number) =>
                hasStructures
                  ? Effect.map(mailOf(user, path, uid), (mail) => (mail === undefined ? null : structureOf(mail.raw)))
                  : Effect.fail(new InboxFailed({ fault: "connection", reason: "BAD" })),
              readParts: Effect.fnUntraced(function* (path: string, uid: number, parts: ReadonlyArray<PartRequest>) {
                reads.push({ user, path, uid })
                const mail = yield* mailOf(user, path, uid)
                if (mail?.ends === "any") return yield* lost
                return mail === undefined ? new Map() : partsOf(mail.raw, parts)
              }),
              has: (path: string, message_id: string) =>
                Effect.map(mailsOf(user, path), (mails) =>
                  mails.some(({ raw }) => new TextDecoder().decode(raw).includes(`Message-ID: ${message_id}`))
                ),
              append: (path: string, mail: OutgoingMail, sent_at: Timestamp.Timestamp) =>
                Effect.sync(() => {
                  const bytes = new TextEncoder().encode(textOf(mail, sent_at))
                  addMail(folderOf(user, path), bytes, { is_draft: false, arrived_at: sent_at, size: bytes.length })
                })
            })
          })
      })
    )
  })
)
