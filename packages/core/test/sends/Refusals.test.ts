/** Why a mail was refused, as a code: clients show their own words for it. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import type { RefusalReason } from "../../src/sends/Send.ts"
import { Sends } from "../../src/sends/Sends.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { test } from "./Conversation.ts"

type Given = Parameters<Parameters<typeof test>[1]>[0]
type Step = (given: Given) => Effect.Effect<unknown, unknown, any>

const later = { send_at: "2026-03-02T10:00:00Z" }
const unsubscribed =
  (value: string): Step =>
  ({ organization_id }) =>
    Effect.flatMap(BlacklistStore, (store) =>
      store.insert(organization_id, "email", [
        { value, reason: null, campaign_id: null, created_at: at(0), source: "unsubscribe" }
      ])
    )
const nothing: Step = () => Effect.void

/** Events while an answer waits for its time, and the code of its refusal; `null`: it is sent. */
const rows: ReadonlyArray<
  readonly [what: string, reason: RefusalReason | null, meanwhile: Step, fields?: { readonly cc?: Array<string> }]
> = [
  ["nothing happens", null, nothing],
  [
    "its server rejects it",
    "rejected",
    ({ outgoing }) =>
      Effect.sync(() => outgoing.next({ outcome: "refused", at: "data", code: 554, reply: "554 5.7.1 Spam" }))
  ],
  ["mail of a person comes in", "newer_message", ({ receive }) => receive(3600, {})],
  ["its recipient unsubscribes", "recipient_unsubscribed", unsubscribed("ada@lead.example")],
  ["its copy unsubscribes", "recipient_unsubscribed", unsubscribed("carl@x.test"), { cc: ["carl@x.test"] }],
  [
    "its account is deleted",
    "account_deleted",
    ({ account, asTenant }) => asTenant(Effect.flatMap(Accounts, (accounts) => accounts.remove({ ids: [account.id] })))
  ],
  [
    "the credentials are removed",
    "account_not_connected",
    ({ account, asTenant }) => asTenant(Effect.flatMap(Mailboxes, (mailboxes) => mailboxes.disconnect(account.id)))
  ]
]

describe("An answer that waits for its time", () => {
  for (const [what, reason, meanwhile, fields = {}] of rows) {
    test(`${reason === null ? "is sent" : `is refused as ${reason}`} when ${what}`, function* (given) {
      const { connect, find, reply, turn } = given
      yield* connect
      const { id, reason: before } = yield* reply("Good day", { ...later, ...fields })
      yield* meanwhile(given)
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 10))
      yield* turn
      const { outcome, reason: after, reply: words } = yield* find(id)
      assert.deepStrictEqual([before, outcome, after], [null, reason === null ? "sent" : "refused", reason])
      assert.isString(words)
    })
  }

  test("is refused as cancelled, and has no code while it is sent again", function* (given) {
    const { asTenant, connect, find, organization_id, outgoing, reply, resolve, turn } = given
    yield* connect
    const sends = yield* Sends
    const { id } = yield* reply("Good day", later)
    const cancelled = yield* asTenant(sends.cancel(id))
    assert.deepStrictEqual([cancelled.outcome, cancelled.reason], ["refused", "cancelled"])
    outgoing.next({ outcome: "unknown", reason: "closed" })
    const { id: lost } = yield* reply()
    yield* turn
    assert.deepStrictEqual([(yield* find(lost)).outcome, (yield* find(lost)).reason], ["unknown", null])
    const queued = yield* resolve(lost, "unsent")
    assert.deepStrictEqual([queued.outcome, queued.reason], ["queued", null])
    yield* turn
    const [sent] = yield* (yield* SendStore).findMany(organization_id, [lost])
    assert.deepStrictEqual([sent?.outcome, sent?.reason], ["sent", null])
  })
})
