/** `lead_times` repeats what leads say, whichever statement changes them. */
import { assert, it } from "@effect/vitest"
import { Account, type Lead, LeadStore, Sequence, StopSending, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { at, newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const later = (minutes: number) => Timestamp.plus(at, minutes * 60_000)

/** A lead with first events of these types. One that has answered is positive. */
const withFirsts = (lead: Lead.LeadRecord, ...types: ReadonlyArray<string>): Lead.LeadRecord => {
  const first = {
    occurred_at: at,
    identity: "1",
    account_id: Account.AccountId.make(1),
    sequence_id: Sequence.SequenceId.make(1)
  }
  const firsts = Object.fromEntries(types.map((type) => [type, first]))
  const activity = { ...lead.activity, firsts, positive: types.includes("replied") }
  return { ...lead, version: lead.version + 1, activity }
}

it.live("Every statement that changes leads keeps their rows of lead_times", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* LeadStore
    const { ids, organization_id, write } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const rows = Effect.gen(function* () {
      const unlike = yield* sql`
        SELECT id FROM mailroom.leads LEFT JOIN mailroom.lead_times times USING (organization_id, campaign_id)
        WHERE organization_id = ${organization_id}::bigint AND times.lead_id = leads.id
          AND (sent_at, times.updated_at, times.status, times.stop_sending, firsts & 64 <> 0)
            IS DISTINCT FROM (date_last_sequence_send, leads.updated_at, leads.status, leads.stop_sending, is_positive)`
      assert.deepStrictEqual(unlike, [])
      const stored = yield* sql<{ readonly firsts: number; readonly state: string }>`
        SELECT status || ' ' || stop_sending AS state, firsts FROM mailroom.lead_times
        WHERE organization_id = ${organization_id}::bigint ORDER BY lead_id`
      return stored.map(({ firsts, state }) => [state, firsts])
    })
    const fresh = ["Not contacted false", 0]
    assert.deepStrictEqual(yield* rows, [fresh, fresh, fresh])

    const [a, b, c] = yield* store.findMany(organization_id, ids)
    assert(a !== undefined && b !== undefined && c !== undefined)
    yield* store.writeState(organization_id, [
      { ...withFirsts(a, "sent", "sent:1", "replied"), status: "Replied", updated_at: later(1) },
      {
        ...withFirsts(b, "sent", "opened", "bounced"),
        status: "Bounce",
        date_last_sequence_send: at,
        updated_at: later(1)
      }
    ])
    assert.deepStrictEqual(yield* rows, [["Replied false", 73], ["Bounce false", 19], fresh])

    yield* store.set(organization_id, a.id, { texts: { company: "Engines" } }, later(2))
    yield* store.set(organization_id, b.id, { texts: {}, stop: StopSending.stop(later(2)) }, later(2))
    const [, , third] = yield* store.findMany(organization_id, ids)
    assert(third !== undefined)
    yield* store.writeTexts(organization_id, [{ ...third, website: "c.test", version: 2, updated_at: later(2) }])
    assert.deepStrictEqual(yield* rows, [["Replied false", 73], ["Bounce true", 19], fresh])

    const [, , read] = yield* store.findMany(organization_id, ids)
    assert(read !== undefined)
    const replaced = { ...withFirsts(read, "clicked", "unsubscribed"), status: "Opened", updated_at: later(3) } as const
    assert.isTrue(yield* store.replace(organization_id, replaced, read.version))
    assert.deepStrictEqual(yield* rows, [
      ["Replied false", 73],
      ["Bounce true", 19],
      ["Opened false", 36]
    ])

    yield* write("d@x.test")
    yield* store.remove(organization_id, [a.id])
    assert.deepStrictEqual(yield* rows, [["Bounce true", 19], ["Opened false", 36], fresh])
  }).pipe(Effect.provide(layerStorage))
)
