import { assert, describe, it } from "@effect/vitest"
import { defaults } from "../../src/accounts/Account.ts"
import { AccountId } from "../../src/ids.ts"
import { empty, type MailboxRecord } from "../../src/mailboxes/Mailbox.ts"
import { mayNeedCopy, nextForCopy } from "../../src/sends/SentCopy.ts"
import { fromMillis, plus } from "../../src/Timestamp.ts"

const now = fromMillis(Date.UTC(2026, 2, 2, 9))
const server = { host: "mail.ours.example", port: 993, security: "tls", user: "grace", auth: "password" } as const
const mailboxAt = (host: string, changes: Partial<MailboxRecord> = {}): MailboxRecord => ({
  ...empty(AccountId.make(1)),
  connection: { smtp: server, imap: { ...server, host, keep_unrelated: true } },
  ...changes
})
const mailbox = mailboxAt(server.host)
const account = { provider: "smtp", settings: defaults } as const
const always = { ...account, settings: { ...defaults, sent_copy: "always" } } as const

describe("mayNeedCopy", () => {
  it("is true until the server is known to keep copies, and with `always` also then", () => {
    for (const keeps_sent of [null, false]) assert.isTrue(mayNeedCopy(account, { ...mailbox, keeps_sent }, "inboxes"))
    assert.isFalse(mayNeedCopy(account, { ...mailbox, keeps_sent: true }, "inboxes"))
    assert.isTrue(mayNeedCopy(always, { ...mailbox, keeps_sent: true }, "inboxes"))
  })

  it("is false with `never`, without an inbox, and where the host hands in all mail", () => {
    const never = { ...account, settings: { ...defaults, sent_copy: "never" } } as const
    assert.isFalse(mayNeedCopy(never, mailbox, "inboxes"))
    assert.isFalse(mayNeedCopy(always, mailbox, "host"))
    assert.isFalse(mayNeedCopy(always, { ...mailbox, connection: { smtp: server, imap: null } }, "inboxes"))
  })

  it("is false at Google and Microsoft, also when the account has another provider", () => {
    for (const provider of ["google", "microsoft"] as const) {
      assert.isFalse(mayNeedCopy({ ...always, provider }, mailbox, "inboxes"))
    }
    for (const host of ["imap.gmail.com", "Outlook.Office365.com", "imap-mail.outlook.com"]) {
      assert.isFalse(mayNeedCopy(always, mailboxAt(host), "inboxes"))
    }
    assert.isTrue(mayNeedCopy(always, mailboxAt("imap.notgmail.com"), "inboxes"))
  })
})

describe("nextForCopy", () => {
  it("waits until a server that keeps copies has the first one, and ends after a week", () => {
    const ago = (seconds: number) => ({ ended_at: plus(now, -seconds * 1000) })
    assert.deepStrictEqual(
      [44, 45, 604_800, 604_801].map((seconds) => nextForCopy(ago(seconds), false, now)),
      ["wait", "copy", "copy", "drop"]
    )
    assert.strictEqual(nextForCopy(ago(0), true, now), "copy")
  })
})
