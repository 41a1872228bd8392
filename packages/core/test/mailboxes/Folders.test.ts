import { assert, describe, it } from "@effect/vitest"
import type { Provider } from "../../src/accounts/Account.ts"
import { foldersToRead, missingFolders } from "../../src/mailboxes/Folders.ts"

const read = (provider: Provider, ...listed: ReadonlyArray<readonly [path: string, special_use?: string]>) =>
  foldersToRead(
    listed.map(([path, special_use = null]) => ({
      path,
      name: path.slice(path.lastIndexOf("/") + 1),
      special_use,
      named_use: null
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
    assert.deepStrictEqual(read("google", ...gmail), ["junk [Gmail]/Spam", "all [Gmail]/Alle Nachrichten"])
    // Only Google promises that this folder contains everything. At other servers it has mail that was moved.
    assert.deepStrictEqual(read("smtp", ...gmail), [
      "inbox INBOX",
      "sent [Gmail]/Gesendet",
      "junk [Gmail]/Spam",
      "all [Gmail]/Alle Nachrichten"
    ])
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

  it("finds folders by their names in many languages, with and without accents, case and namespaces", () => {
    const junk = [
      "Junk-E-Mail",
      "Spamverdacht",
      "Indésirables",
      "INDESIRABLES",
      "Posta indesiderata",
      "Correo no deseado",
      "Skräppost",
      "Skrappost",
      "Søppelpost",
      "Lixo eletrônico",
      "Lixo Eletronico",
      "Спам",
      "Нежелательная почта",
      "迷惑メール",
      "垃圾邮件",
      "스팸메일함",
      "INBOX.Junk",
      "INBOX.Courrier indésirable",
      "Niechciane",
      "Önemsiz E-posta",
      "Ανεπιθύμητα",
      "Bulk_Mail",
      "Nevyžádaná pošta",
      "Gereksiz",
      "스팸",
      "Nežiaduca pošta",
      "Correu brossa"
    ]
    const sent = [
      "Elementos enviados",
      "Éléments envoyés",
      "Elements envoyes",
      "Sendte elementer",
      "Wysłane",
      "Wyslane",
      "Отправленные",
      "送信済み",
      "Gesendete Elemente",
      "Gesendete-Objekte",
      "Posta inviata",
      "Verzonden items",
      "Skickade objekt",
      "Lähetetyt",
      "Odeslaná pošta",
      "Elküldött elemek",
      "Gönderilmiş Öğeler",
      "INBOX.Sent",
      "已发送",
      "보낸메일함",
      "Απεσταλμένα",
      "Itens enviados",
      "已发送邮件",
      "보낸 편지함",
      "Odoslaná pošta",
      "Elements enviats"
    ]
    for (const path of junk) assert.deepStrictEqual(read("smtp", ["INBOX"], [path]), ["inbox INBOX", `junk ${path}`])
    for (const path of sent) assert.deepStrictEqual(read("smtp", ["INBOX"], [path]), ["inbox INBOX", `sent ${path}`])
    for (const path of ["Sent to clients", "Not spam", "Trash", "Customers", "Entwürfe", "Outbox", "Archiv"]) {
      assert.deepStrictEqual(read("smtp", ["INBOX"], [path]), ["inbox INBOX"])
    }
  })

  it("believes the server first, then the library, then the usual names, and takes the least deep folder", () => {
    const folder = (path: string, special_use: string | null, named_use: string | null) => ({
      path,
      name: path.slice(path.lastIndexOf("/") + 1),
      special_use,
      named_use
    })
    const all = [folder("Spam", null, null), folder("Rämps", null, "\\Junk"), folder("Müll", "\\Junk", null)]
    assert.deepStrictEqual(
      [all, all.slice(0, 2), all.slice(0, 1)].map((listed) => foldersToRead(listed, "smtp").map(({ path }) => path)),
      [["Müll"], ["Rämps"], ["Spam"]]
    )
    assert.deepStrictEqual(read("smtp", ["Shared/Grace/Sent"], ["Sent"]), ["sent Sent"])
    assert.deepStrictEqual(foldersToRead([folder("Spam", null, "\\Trash")], "smtp"), [])
  })

  it("reads the folders that the account names, by their path or another spelling of it", () => {
    const listed = ["INBOX", "INBOX/Customers", "Archiv/Größe", "Sent"].map((path) => ({
      path,
      name: path,
      special_use: null,
      named_use: null
    }))
    const named = ["Customers", "archiv.grösse", "INBOX", "Gone"]
    assert.deepStrictEqual(
      foldersToRead(listed, "smtp", named).map(({ path, role }) => `${role} ${path}`),
      ["inbox INBOX", "sent Sent", "named INBOX/Customers", "named Archiv/Größe"]
    )
    assert.deepStrictEqual(missingFolders(listed, named), ["Gone"])
  })
})
