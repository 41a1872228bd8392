/** An account with more mails than one turn looks at. */
import { assert, describe } from "@effect/vitest"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import type { NewSend } from "../../src/sends/Send.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import { test } from "./Conversation.ts"

const many = (changes: Partial<NewSend>) => Array.from({ length: 100 }, () => queued(changes))

describe("An answer", () => {
  test("goes out although the outcomes of a hundred others are unknown", function* (given) {
    const { account, connect, find, organization_id, reply, turn } = given
    yield* connect
    const store = yield* SendStore
    const account_id = account.id
    yield* store.insert(organization_id, many({ account_id, outcome: "unknown" }))
    yield* store.insert(organization_id, many({ account_id, outcome: "unknown", kind: "test" }))
    const { id } = yield* reply()
    yield* turn
    assert.strictEqual((yield* find(id)).outcome, "sent")
  })

  test("goes out at once although a hundred before it are not sent any more", function* (given) {
    const { account, connect, find, organization_id, outgoing, reply, turn } = given
    yield* connect
    const blacklist = yield* BlacklistStore
    const entry = { value: "gone@lead.example", reason: null, campaign_id: null, created_at: at(0) }
    yield* blacklist.insert(organization_id, "email", [{ ...entry, source: "unsubscribe" }])
    const store = yield* SendStore
    yield* store.insert(organization_id, many({ account_id: account.id, to_email: "gone@lead.example" }))
    const { id } = yield* reply()
    assert.strictEqual(yield* turn, 0)
    assert.strictEqual(yield* turn, null)
    assert.deepStrictEqual([(yield* find(id)).outcome, outgoing.submitted.length], ["sent", 1])
  })
})
