import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../src/ids.ts"
import { afterFailure, afterReading, nextReading, retryReading } from "../../src/inboxes/Polling.ts"
import { blockedUntil } from "../../src/mailboxes/Freshness.ts"
import { failed } from "../../src/mailboxes/Health.ts"
import { empty, type MailboxRecord } from "../../src/mailboxes/Mailbox.ts"
import { fromMillis, type Timestamp, toMillis } from "../../src/Timestamp.ts"

const start = Date.UTC(2026, 2, 2, 9)
const at = (minutes: number) => fromMillis(start + minutes * 60_000)
const minutes = (instant: Timestamp | null) => (instant === null ? null : (toMillis(instant) - start) / 60_000)
const mailbox = empty(AccountId.make(1))
const lost = { fault: "connection", reason: "The connection was lost" } as const
const rejected = { fault: "credentials", reason: "Invalid credentials" } as const

describe("an inbox", () => {
  it("is read each five minutes, and each minute when the account sent within the last day", () => {
    const next = (succeeded_at: Timestamp | null, random: number) =>
      minutes(nextReading({ succeeded_at }, at(0), random))
    assert.deepStrictEqual([next(null, 0), next(null, 0.5), next(null, 1)], [4.5, 5, 5.5])
    assert.deepStrictEqual([next(at(-1439), 0), next(at(-1439), 1)], [0.9, 1.1])
    assert.strictEqual(next(at(-1440), 0.5), 5)
  })

  it("that cannot be read is a fault of the account after 15 minutes", () => {
    let stored: MailboxRecord = mailbox
    let now = 0
    const faults: Array<readonly [minutes: number, fault: string | null]> = []
    for (let i = 0; i < 6; i++) {
      stored = afterFailure(stored, lost, at(now))
      faults.push([now, stored.failing_since === null ? null : stored.fault])
      now = minutes(retryReading(stored, at(now))) ?? 0
    }
    assert.deepStrictEqual(faults, [
      [0, null],
      [1, null],
      [5, null],
      [15, "inbox"],
      [30, "inbox"],
      [45, "inbox"]
    ])
    assert.deepStrictEqual(
      [stored.error, stored.error_at, stored.failing_since, stored.retry_at],
      [lost.reason, at(45), at(15), null]
    )
    const mended = afterReading(stored, at(60), at(61))
    assert.deepStrictEqual(
      [mended.fault, mended.failing_since, mended.sync_strikes, mended.synced_at, mended.read_at, mended.error_at],
      [null, null, 0, at(60), at(61), at(45)]
    )
  })

  it("whose login is rejected is a fault at once, and is not tried for a day", () => {
    const stored = afterFailure(mailbox, rejected, at(0))
    assert.deepStrictEqual([stored.fault, stored.failing_since], ["credentials", at(0)])
    assert.strictEqual(minutes(blockedUntil(stored, at(10))), 1440)
    assert.strictEqual(minutes(retryReading(stored, at(0))), 1440)
    assert.isNull(blockedUntil(stored, at(1440)))
    assert.strictEqual(afterReading(stored, at(1440), at(1440)).fault, null)
  })

  it("says nothing about faults of sending", () => {
    const failing: MailboxRecord = { ...mailbox, ...failed(mailbox, { kind: "sending", error: "550" }, at(0)) }
    assert.strictEqual(afterReading(failing, at(1), at(1)).fault, "sending")
    const broken = { ...failing, sync_strikes: 9 }
    assert.deepStrictEqual(
      [afterFailure(broken, lost, at(1)).fault, afterFailure(broken, lost, at(1)).error],
      ["sending", "550"]
    )
    // The login of SMTP is rejected, that of IMAP is not.
    const smtp: MailboxRecord = { ...mailbox, ...failed(mailbox, { kind: "credentials", error: "535" }, at(0)) }
    assert.isNull(blockedUntil(smtp, at(1)))
    assert.strictEqual(afterReading(smtp, at(1), at(1)).fault, "credentials")
  })
})
