/** Reads one mail of an inbox, as far as it is taken in. */
import { Effect } from "effect"
import type { ReceiveOptions } from "../intake/ReceiveOptions.ts"
import type { FoundMail, Inbox, InboxFailed } from "../mailboxes/InboxReader.ts"
import { isLarge } from "./Cursors.ts"
import { partsToRead, unknownStructure, withoutAttachments } from "./LargeMail.ts"

/** The header of a mail. Its content is left out. */
export const readHeader = (inbox: Inbox, path: string, uid: number) =>
  Effect.map(inbox.readParts(path, uid, partsToRead(unknownStructure)), (parts) =>
    withoutAttachments(unknownStructure, parts)
  )

/** The bytes of a mail, without its attachments if it is large; `null`: it does not exist any more. */
export const readMail = Effect.fnUntraced(function* (
  inbox: Inbox,
  path: string,
  mail: FoundMail
): Effect.fn.Return<({ readonly raw: Uint8Array } & Pick<ReceiveOptions, "left_out">) | null, InboxFailed> {
  const { uid } = mail
  if (!isLarge(mail)) {
    const raw = yield* inbox.read(path, uid)
    return raw === null ? null : { raw }
  }
  // A server that cannot tell the structure of a mail must not keep the others from being read. After the end of the
  // connection the second command fails, too.
  const structure = yield* Effect.orElseSucceed(inbox.structure(path, uid), () => unknownStructure)
  if (structure === null) return null
  const parts = yield* Effect.catchTag(inbox.readParts(path, uid, partsToRead(structure)), "InboxFailed", () =>
    inbox.readParts(path, uid, partsToRead(unknownStructure))
  )
  return withoutAttachments(structure, parts)
})
