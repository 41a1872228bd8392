/** Conformance cases: transactions that begin to write to the same person for two campaigns wait for each other. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { SettingsStore } from "../../organization/SettingsStore.ts"
import { Transactor } from "../../Transactor.ts"
import { holderOf } from "../../sending/ContactRule.ts"
import { makeLockDueRows } from "../../sending/DueRows.ts"
import { waiting } from "../fixtures/AgendaFixtures.ts"
import { at, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

/** Ada is a lead of two active campaigns, in two spellings of her mailbox, and her first mail is due in both. */
const newGiven = Effect.fnUntraced(function* (gap_days: number | null) {
  const organization_id = yield* newOrganization
  const settings = yield* SettingsStore
  const contact_rule = gap_days === null ? null : { gap_days }
  strictEqual(
    yield* settings.replace(organization_id, {
      tracking_domain: null,
      contact_rule,
      reply_labels: [],
      updated_at: at(0),
      version: 2
    }),
    "stored"
  )
  const agenda = yield* AgendaStore
  const spring = yield* newCampaign(organization_id, { status: "active" })
  const summer = yield* newCampaign(organization_id, { status: "active" })
  const [ada] = yield* newLeads(organization_id, spring, "ada.lovelace@gmail.com")
  const [again] = yield* newLeads(organization_id, summer, "AdaLovelace+x@googlemail.com")
  ok(ada && again)
  const first = waiting(ada.id, { campaign_id: spring })
  const second = waiting(again.id, { campaign_id: summer })
  yield* agenda.insert(organization_id, [first, second])
  const lockDueRows = yield* makeLockDueRows
  const here = Effect.provideService(CurrentOrganization, { id: organization_id })
  return {
    spring,
    first,
    second,
    again,
    lock: (row: typeof first) => here(lockDueRows([row])),
    begin: here(
      Effect.andThen(lockDueRows([first]), agenda.write(organization_id, [{ ...first, state: "begun" as const }]))
    )
  }
})

const alone = casesOf("The contact rule", {
  "finds the other leads of a mailbox, where the organization has it": Effect.gen(function* () {
    const { again, begin, lock, second, spring } = yield* newGiven(7)
    const { transaction } = yield* Transactor
    yield* transaction(begin)
    const { contacts, leads, rows } = yield* transaction(lock(second))
    same([[...leads.keys()], [...rows.keys()]], [[again.id], [again.id]])
    same(holderOf(again.id, contacts, at(1)), { campaign_id: spring, until: null })
  }),
  "finds none, where the organization does not have it": Effect.gen(function* () {
    const { again, begin, lock, second } = yield* newGiven(null)
    const { transaction } = yield* Transactor
    yield* transaction(begin)
    const { contacts } = yield* transaction(lock(second))
    strictEqual(holderOf(again.id, contacts, at(1)), null)
  })
})

const together = casesOf(
  "The contact rule, two transactions",
  {
    "a campaign waits for another one that begins to write to the person": Effect.gen(function* () {
      const { again, begin, lock, second, spring } = yield* newGiven(0)
      const { transaction } = yield* Transactor
      const { contacts } = yield* waits(begin, transaction(lock(second)))
      same(holderOf(again.id, contacts, at(1)), { campaign_id: spring, until: null })
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
