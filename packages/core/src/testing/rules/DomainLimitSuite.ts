/** Conformance cases: a transaction that begins a mail to a company counts the mails of transactions before it. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { SettingsStore } from "../../organization/SettingsStore.ts"
import { makeLockDueRows } from "../../sending/DueRows.ts"
import { roomFor } from "../../sending/DomainLimit.ts"
import { SendStore } from "../../sends/SendStore.ts"
import * as Timestamp from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { waiting } from "../fixtures/AgendaFixtures.ts"
import { at, newCampaign, newLeads, newOrganization } from "../fixtures/Fixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { initial } from "../../organization/OrganizationSettings.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

/** The first mails to two colleagues are due. */
const newGiven = Effect.fnUntraced(function* (domain_daily_limit: number | null) {
  const organization_id = yield* newOrganization
  const settings = yield* SettingsStore
  // One instant for all: midnight may come in between.
  const now = yield* Timestamp.now
  const put = (domain_daily_limit: number | null, version: number) =>
    settings.replace(organization_id, { ...initial({ created_at: at(0) }), domain_daily_limit, version })
  yield* put(domain_daily_limit, 2)
  const agenda = yield* AgendaStore
  const sends = yield* SendStore
  const campaign_id = yield* newCampaign(organization_id, { status: "active" })
  const [ada, bob] = yield* newLeads(organization_id, campaign_id, "ada@acme.example", "bob@sub.acme.example")
  ok(ada && bob)
  const rows = { ada: waiting(ada.id, { campaign_id }), bob: waiting(bob.id, { campaign_id }) }
  yield* agenda.insert(organization_id, [rows.ada, rows.bob])
  const lockDueRows = yield* makeLockDueRows
  /** The room for the lead of a row. */
  const lock = (name: keyof typeof rows) =>
    Effect.gen(function* () {
      const stored = Option.getOrUndefined(yield* settings.find(organization_id))
      const { companies, leads } = yield* lockDueRows([rows[name]], stored)
      const lead = leads.get(rows[name].lead_id)
      ok(lead)
      return roomFor(lead, companies, "UTC", now)
    }).pipe(Effect.provideService(CurrentOrganization, { id: organization_id }))
  return {
    lock,
    begin: Effect.gen(function* () {
      strictEqual(yield* lock("ada"), 1)
      const company = "acme.example"
      const mail = queued({ kind: "step", outcome: "begun", lead_id: ada.id, company, begun_at: now })
      yield* sends.insert(organization_id, [mail])
    }),
    setLimit: (limit: number) => put(limit, 3)
  }
})

const alone = casesOf("The limit of a company", {
  "counts mails that have begun, and is infinite without the setting": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { begin, lock } = yield* newGiven(1)
    yield* transaction(begin)
    strictEqual(yield* transaction(lock("bob")), 0)
    const { lock: lockFree } = yield* newGiven(null)
    strictEqual(yield* transaction(lockFree("bob")), Infinity)
  })
})

const together = casesOf(
  "The limit of a company, two transactions",
  {
    "one that begins a mail waits for another one, and counts its mail": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { begin, lock } = yield* newGiven(1)
      strictEqual(yield* waits(begin, transaction(lock("bob"))), 0)
    }),
    "one that waits decides by the limit as it is then": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { lock, setLimit } = yield* newGiven(1)
      strictEqual(yield* waits(setLimit(7), transaction(lock("bob"))), 7)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
