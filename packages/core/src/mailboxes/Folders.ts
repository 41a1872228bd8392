/** Which folders of an inbox are read. Pure functions. */
import type { Provider } from "../accounts/Account.ts"
import type { FolderRole, InboxFolder } from "./Mailbox.ts"
import { foldedName, usualNames } from "./FolderNames.ts"
import type { ListedFolder } from "./InboxReader.ts"

/** The attributes of RFC 6154 that servers report for folders with these roles. */
const uses = { all: "\\All", junk: "\\Junk", sent: "\\Sent" } as const

/** The length of the path before the name of a folder. */
const parentLength = ({ name, path }: ListedFolder): number => path.length - name.length

const isInbox = ({ path }: ListedFolder) => path.toUpperCase() === "INBOX"

/**
 * The folder for sent mail or for junk: the one that the server reports, or else the one that the IMAP library finds by its name, or else
 * the one with a usual name. Of several with a usual name, it is the one with the shortest path before the name.
 */
const withRole = (listed: ReadonlyArray<ListedFolder>, role: "junk" | "sent"): ListedFolder | undefined => {
  const others = listed.filter((folder) => folder.special_use === null && !isInbox(folder))
  return (
    listed.find(({ special_use }) => special_use === uses[role]) ??
    others.find(({ named_use }) => named_use === uses[role]) ??
    others
      .filter(({ name, named_use }) => named_use === null && usualNames[role].has(foldedName(name)))
      .toSorted((a, b) => parentLength(a) - parentLength(b))[0]
  )
}

/** The folder that a person means: by its path, else by its path without case, accents and separators. */
const meant = (listed: ReadonlyArray<ListedFolder>, name: string): ListedFolder | undefined =>
  listed.find(({ path }) => path === name) ?? listed.find(({ path }) => foldedName(path) === foldedName(name))

/**
 * The folders to read, each with its role: at most one of each role, and the folders that the account names (`inbox_folders`). At Google the folder of
 * all mail takes the place of the inbox and sent mail, because Google promises that it has everything. Elsewhere it has only mail that was moved
 * there.
 */
export const foldersToRead = (
  listed: ReadonlyArray<ListedFolder>,
  provider: Provider,
  named: ReadonlyArray<string> = []
): ReadonlyArray<InboxFolder> => {
  const all = listed.find(({ special_use }) => special_use === uses.all)
  interface Found {
    readonly role: FolderRole
    readonly folder: ListedFolder | undefined
  }
  const isAllEnough = provider === "google" && all !== undefined
  const usual: ReadonlyArray<Found> = [
    { role: "inbox", folder: listed.find(isInbox) },
    { role: "sent", folder: withRole(listed, "sent") }
  ]
  const found: ReadonlyArray<Found> = [
    ...(isAllEnough ? [] : usual),
    { role: "junk", folder: withRole(listed, "junk") },
    { role: "all", folder: all },
    ...named.map((name): Found => ({ role: "named", folder: meant(listed, name) }))
  ]
  // A folder that was found twice keeps its first role.
  const roles = new Map<string, FolderRole>()
  for (const { folder, role } of found) {
    if (folder !== undefined && !roles.has(folder.path)) roles.set(folder.path, role)
  }
  return Array.from(roles, ([path, role]) => ({ path, role }))
}

/** The named folders that do not exist. */
export const missingFolders = (listed: ReadonlyArray<ListedFolder>, named: ReadonlyArray<string>) =>
  named.filter((name) => meant(listed, name) === undefined)

/** Whether own mail is stored in folders with this role. */
export const holdsSentMail = (role: FolderRole): boolean => role === "all" || role === "sent"
