/** Which folders of an inbox are read. Pure functions (mailboxes design, "Receiving"). */
import type { Provider } from "../accounts/Account.ts"
import type { FolderRole, InboxFolder } from "./Mailbox.ts"
import type { ListedFolder } from "./InboxReader.ts"

/** The special uses (RFC 6154) of the roles. `all`: a folder of Gmail that contains the mail of all others except junk. */
const uses: Record<Exclude<FolderRole, "inbox">, string> = { all: "\\All", junk: "\\Junk", sent: "\\Sent" }

/** The usual names of folders whose server reports no special use. */
const usualNames: Record<"junk" | "sent", ReadonlySet<string>> = {
  junk: new Set(["junk", "spam", "junk e-mail", "junk email", "bulk mail", "spamverdacht", "unerwünscht"]),
  sent: new Set([
    "sent",
    "sent items",
    "sent messages",
    "sent mail",
    "gesendet",
    "gesendete objekte",
    "gesendete elemente",
    "éléments envoyés",
    "messages envoyés",
    "enviados",
    "posta inviata",
    "verzonden items"
  ])
}

const isInbox = ({ path }: ListedFolder) => path.toUpperCase() === "INBOX"

/** The folders to read, each with its role: at most one of each role. */
export const foldersToRead = (listed: ReadonlyArray<ListedFolder>, provider: Provider): ReadonlyArray<InboxFolder> => {
  const withUse = (role: keyof typeof uses) => listed.find(({ special_use }) => special_use === uses[role])
  const withRole = (role: "junk" | "sent") =>
    withUse(role) ??
    listed.find(
      (folder) => folder.special_use === null && !isInbox(folder) && usualNames[role].has(folder.name.toLowerCase())
    )
  const all = provider === "google" ? withUse("all") : undefined
  const found: ReadonlyArray<readonly [FolderRole, ListedFolder | undefined]> =
    all === undefined
      ? [
          ["inbox", listed.find(isInbox)],
          ["sent", withRole("sent")],
          ["junk", withRole("junk")]
        ]
      : [
          ["all", all],
          ["junk", withUse("junk")]
        ]
  return found.flatMap(([role, folder]) => (folder === undefined ? [] : [{ path: folder.path, role }]))
}

/** Whether own mail is stored in folders with this role. */
export const holdsSentMail = (role: FolderRole): boolean => role === "all" || role === "sent"
