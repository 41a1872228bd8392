import { assert, describe, it } from "@effect/vitest"
import type { Provider } from "../../src/accounts/Account.ts"
import { foldersToRead } from "../../src/mailboxes/Folders.ts"

const read = (provider: Provider, ...listed: ReadonlyArray<readonly [path: string, special_use?: string]>) =>
  foldersToRead(
    listed.map(([path, special_use = null]) => ({
      path,
      name: path.slice(path.lastIndexOf("/") + 1),
      special_use
    })),
    provider
  ).map(({ path, role }) => `${role} ${path}`)

describe("foldersToRead", () => {
  it("finds the inbox, sent mail and junk by their special use", () => {
    assert.deepStrictEqual(
      read(
        "smtp",
        ["Archiv", "\\Archive"],
        ["Inbox"],
        ["Papierkorb", "\\Trash"],
        ["Post/Raus", "\\Sent"],
        ["Müll", "\\Junk"]
      ),
      ["inbox Inbox", "sent Post/Raus", "junk Müll"]
    )
  })

  it("reads all mail and junk of Google, and nothing twice", () => {
    const gmail = [
      ["INBOX"],
      ["[Gmail]/Alle Nachrichten", "\\All"],
      ["[Gmail]/Spam", "\\Junk"],
      ["[Gmail]/Gesendet", "\\Sent"]
    ] as const
    assert.deepStrictEqual(read("google", ...gmail), ["all [Gmail]/Alle Nachrichten", "junk [Gmail]/Spam"])
    // Only Google promises that this folder contains everything.
    assert.deepStrictEqual(read("smtp", ...gmail), ["inbox INBOX", "sent [Gmail]/Gesendet", "junk [Gmail]/Spam"])
    // An owner may hide the folder from IMAP.
    assert.deepStrictEqual(read("google", ["INBOX"], ["[Gmail]/Sent Mail", "\\Sent"]), [
      "inbox INBOX",
      "sent [Gmail]/Sent Mail"
    ])
  })

  it("finds folders by their usual names where the server reports no special use", () => {
    assert.deepStrictEqual(read("smtp", ["INBOX"], ["INBOX/Sent Items"], ["INBOX/SPAM"], ["Sentences"]), [
      "inbox INBOX",
      "sent INBOX/Sent Items",
      "junk INBOX/SPAM"
    ])
    assert.deepStrictEqual(read("smtp", ["INBOX"], ["Sent", "\\Drafts"], ["Mail/Out", "\\Sent"]), [
      "inbox INBOX",
      "sent Mail/Out"
    ])
  })
})
