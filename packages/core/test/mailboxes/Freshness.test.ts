import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../src/ids.ts"
import type { Connection } from "../../src/mailboxes/Connection.ts"
import { inboxObstacle } from "../../src/mailboxes/Freshness.ts"
import { failed } from "../../src/mailboxes/Health.ts"
import { empty, type MailboxRecord } from "../../src/mailboxes/Mailbox.ts"
import { fromMillis, plus } from "../../src/Timestamp.ts"

const now = fromMillis(Date.UTC(2026, 2, 2, 9))
const smtp = { host: "smtp.ours.example", port: 465, security: "tls", user: "grace", auth: "password" } as const
const imap = { ...smtp, host: "imap.ours.example", port: 993, keep_unrelated: true } as const
const withInbox: Connection = { smtp, imap }

const mailbox = (changes: Partial<MailboxRecord> = {}): MailboxRecord => ({
  ...empty(AccountId.make(1)),
  connection: withInbox,
  read_at: plus(now, -10_000),
  ...changes
})
const followUp = { inbound: "inboxes", isFirst: false, now } as const
const first = { ...followUp, isFirst: true }
const behind = { reason: "inbox_behind", again: plus(now, 15_000), isDue: true, isNew: true } as const

describe("inboxObstacle", () => {
  it("lets a follow-up begin when the inbox was read in the last ten seconds", () => {
    assert.isNull(inboxObstacle(mailbox(), followUp))
  })

  it("holds a follow-up back for 15 seconds when the inbox was not, and reads it", () => {
    for (const read_at of [plus(now, -10_001), null]) {
      assert.deepStrictEqual(inboxObstacle(mailbox({ read_at }), followUp), { ...behind, isNew: read_at !== null })
      assert.isNull(inboxObstacle(mailbox({ read_at }), first))
    }
  })

  it("leaves an inbox alone that failed before: it is tried again at its own instant", () => {
    assert.deepStrictEqual(inboxObstacle(mailbox({ read_at: null, sync_strikes: 1 }), followUp), {
      ...behind,
      isDue: false,
      isNew: false
    })
  })

  it("holds all mail of campaigns back while the inbox cannot be read", () => {
    const failing = mailbox({ ...failed(mailbox(), { kind: "inbox", error: "lost" }, now), sync_strikes: 4 })
    const obstacle = { reason: "account_failing", again: plus(now, 60_000), isDue: false, isNew: false } as const
    assert.deepStrictEqual(
      [first, followUp].map((asked) => inboxObstacle(failing, asked)),
      [obstacle, obstacle]
    )
  })

  it("never waits for the inbox of an account that Mailroom does not read", () => {
    const failing = mailbox({ ...failed(mailbox(), { kind: "inbox", error: "lost" }, now), read_at: null })
    assert.isNull(inboxObstacle(failing, { ...followUp, inbound: "host" }))
    for (const connection of [null, { smtp, imap: null }]) {
      assert.isNull(inboxObstacle({ ...failing, connection }, followUp))
    }
  })
})
