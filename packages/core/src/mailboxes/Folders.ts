/** Which folders of an inbox are read. Pure functions (mailboxes design, "Receiving"). */
import type { Provider } from "../accounts/Account.ts"
import type { FolderRole, InboxFolder } from "./Mailbox.ts"
import { foldedName, usualNames } from "./FolderNames.ts"
import type { ListedFolder } from "./InboxReader.ts"

/** The special uses (RFC 6154) of the roles. */
const uses = { all: "\\All", junk: "\\Junk", sent: "\\Sent" } as const

const isInbox = ({ path }: ListedFolder) => path.toUpperCase() === "INBOX"

/**
 * The folder for sent mail or for junk: by what the server reports, then by what the IMAP library reads from names, then by
 * a usual name. The folder that is the least deep comes first.
 */
const withRole = (listed: ReadonlyArray<ListedFolder>, role: "junk" | "sent"): ListedFolder | undefined => {
  const others = listed.filter((folder) => folder.special_use === null && !isInbox(folder))
  return (
    listed.find(({ special_use }) => special_use === uses[role]) ??
    others.find(({ named_use }) => named_use === uses[role]) ??
    others
      .filter(({ name, named_use }) => named_use === null && usualNames[role].has(foldedName(name)))
      .toSorted((a, b) => a.path.length - a.name.length - (b.path.length - b.name.length))[0]
  )
}

/** The folder that a person means: by its path, else by its path without case, accents and separators. */
const meant = (listed: ReadonlyArray<ListedFolder>, name: string): ListedFolder | undefined =>
  listed.find(({ path }) => path === name) ?? listed.find(({ path }) => foldedName(path) === foldedName(name))

/**
 * The folders to read, each with its role: at most one of each role, and the ones with the names that the account gives. The
 * folder of all mail takes the place of the inbox and sent mail only at Google, which promises that it has everything; other
 * servers have moved mail there.
 */
export const foldersToRead = (
  listed: ReadonlyArray<ListedFolder>,
  provider: Provider,
  named: ReadonlyArray<string> = []
): ReadonlyArray<InboxFolder> => {
  const all = listed.find(({ special_use }) => special_use === uses.all)
  const found: ReadonlyArray<readonly [FolderRole, ListedFolder | undefined]> = [
    ...(provider === "google" && all !== undefined
      ? []
      : ([
          ["inbox", listed.find(isInbox)],
          ["sent", withRole(listed, "sent")]
        ] as const)),
    ["junk", withRole(listed, "junk")],
    ["all", all],
    ...named.map((name) => ["named", meant(listed, name)] as const)
  ]
  const roles = new Map<string, FolderRole>()
  for (const [role, folder] of found) {
    if (folder !== undefined && !roles.has(folder.path)) roles.set(folder.path, role)
  }
  return Array.from(roles, ([path, role]) => ({ path, role }))
}

/** The named folders that do not exist. */
export const missingFolders = (listed: ReadonlyArray<ListedFolder>, named: ReadonlyArray<string>) =>
  named.filter((name) => meant(listed, name) === undefined)

/** Whether own mail is stored in folders with this role. */
export const holdsSentMail = (role: FolderRole): boolean => role === "all" || role === "sent"
