/** Conformance cases: transactions of `Transactor` span all stores. */
import { Deferred, Effect, Option, Stream } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { EventStore } from "../activity/EventStore.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { ApiKeyStore } from "../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { create as createTransaction } from "../billing/Transaction.ts"
import { TransactionStore } from "../billing/TransactionStore.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { begin } from "../idempotency/KeyedRequest.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { TagStore } from "../tags/TagStore.ts"
import { SecretStore } from "../secrets/SecretStore.ts"
import { StorageError } from "../StorageError.ts"
import { Transactor } from "../Transactor.ts"
import { AttachmentStore } from "../attachments/AttachmentStore.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { at, idsOf, keyRow, missing, newAccount, newCampaign, newLeads, refuse, same, uniqueName } from "./Fixtures.ts"
import { integrationsOf } from "./IntegrationFixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { file, newUnibox } from "./ThreadFixtures.ts"
import { AttachmentId, type OrganizationId } from "../ids.ts"
import { leadsWithAddress } from "./LeadFixtures.ts"

/** Writes to every store. `read` shows which of these writes can be found. */
const writeEverything = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const accounts = yield* AccountStore
  const keys = yield* ApiKeyStore
  const secrets = yield* SecretStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const files = yield* AttachmentStore
  const blobs = yield* BlobStore
  const tags = yield* TagStore
  const sequences = yield* SequenceStore
  const blacklist = yield* BlacklistStore
  const events = yield* EventStore
  const rollups = yield* RollupStore
  const transactions = yield* TransactionStore
  const works = yield* WorkStore
  const { open, organization_id, receive, store } = yield* newUnibox
  const { id: account_id } = yield* newAccount(organization_id)
  const row = keyRow()
  yield* keys.insert(organization_id, row)
  const secret = uniqueName("secret")
  yield* secrets.obtain(secret, Uint8Array.of(1))
  const campaign_id = yield* newCampaign(organization_id)
  const [lead] = yield* newLeads(organization_id, campaign_id, "a@x.test")
  const lead_id = lead?.id ?? missing.lead
  const tag = yield* tags.insert(organization_id, { name: "Interested", sentiment: "positive" })
  const step = yield* sequences.insert(organization_id, campaign_id, {
    position: 1,
    subject: null,
    body: "",
    delay_days: 1
  })
  const entry = { value: "x.test", source: "manual", reason: null, campaign_id: null, created_at: at(0) } as const
  yield* blacklist.insert(organization_id, "domain", [entry])
  const facts = {
    campaign_id,
    lead_id,
    account_id,
    sequence_id: step.id,
    message_id: null,
    provider_message_id: null,
    email: null,
    data: {}
  }
  yield* events.insert(organization_id, [{ ...facts, identity: "sent", type: "sent", occurred_at: at(0) }])
  yield* rollups.add(organization_id, [
    { campaign_id, dimension: "campaign", dimension_id: null, bucket: at(0), metrics: { sent: 1 } }
  ])
  const payment = Option.getOrThrow(
    yield* transactions.insert(
      organization_id,
      createTransaction({ type: "payment", status: "succeeded", amount: 1, currency: "EUR" }, at(0))
    )
  )
  const thread_id = yield* open()
  const { attachments } = yield* receive(thread_id, 1, { attachments: [file("a.pdf")] })
  const [attachment = AttachmentId.make(NaN)] = idsOf(attachments)
  yield* blobs.put(organization_id, attachment, Uint8Array.of(2))
  const { add, log, send, store: integrations } = yield* integrationsOf(organization_id)
  const integration = yield* add()
  yield* send(integration.id, 0)
  const keyed = yield* IdempotencyStore
  yield* keyed.lockOrInsert(organization_id, { ...begin("key", "", "run", at(0)), expires_at: at(0) })
  const kind = uniqueName("kind")
  yield* works.put(organization_id, kind, [{ lane: "a", key: "a", due_at: at(0) }])
  const read = Effect.gen(function* () {
    const [first = 0] = yield* secrets.obtain(secret, Uint8Array.of(0))
    const bytes = yield* Stream.runCollect(blobs.read(organization_id, attachment))
    return {
      organization: Option.isSome(yield* organizations.find(organization_id)),
      account: (yield* accounts.findMany(organization_id, [account_id])).length === 1,
      key: Option.isSome(yield* keys.findByHash(row.hash)),
      secret: first === 1,
      campaign: Option.isSome(yield* campaigns.find(organization_id, campaign_id)),
      lead: (yield* leadsWithAddress(organization_id, "a@x.test")).length === 1,
      counts: (yield* leads.counts(organization_id, campaign_id)).total === 1,
      tag: (yield* tags.page(organization_id, { offset: 0, limit: 10 })).data.some(({ id }) => id === tag.id),
      sequence: (yield* sequences.findMany(organization_id, [step.id])).length === 1,
      blacklist: (yield* blacklist.findByValues(organization_id, "domain", ["x.test"])).length === 1,
      event: (yield* events.scan(organization_id, { limit: 1 })).length === 1,
      sums: (yield* rollups.sum(organization_id, [campaign_id], "campaign", { start: null, end: null })).length === 1,
      transaction: Option.isSome(yield* transactions.find(organization_id, payment.id)),
      thread: Option.isSome(yield* store.find(organization_id, thread_id)),
      attachment: Option.isSome(yield* files.find(organization_id, attachment)),
      bytes: Buffer.concat(bytes).length === 1,
      integration: Option.isSome(yield* integrations.find(organization_id, integration.id)),
      delivery: (yield* log.heads(organization_id, integration.id)).length === 1,
      work: (yield* works.next(kind)) === at(0),
      request: (yield* keyed.findExpired({ now: at(0), limit: 1_000 })).some(
        (expired) => expired.organization_id === organization_id
      )
    }
  })
  return { id: organization_id, read }
})

const removal = casesOf("OrganizationStore, every store", {
  "clear and remove leave nothing of a hidden organization, and all of another one": Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    const blobs = yield* BlobStore
    const gone = yield* writeEverything
    const kept = yield* writeEverything
    const { id } = gone
    same([yield* organizations.hide(id, at(5)), yield* organizations.hide(id, at(9))], [true, true])
    same(Option.isSome(yield* organizations.find(id)), false)
    same((yield* organizations.findHidden(at(9))).includes(id), false)
    same((yield* organizations.findHidden(at(10))).includes(id), true)
    same(
      (yield* organizations.list).some((one) => one.id === id),
      false
    )
    same((yield* gone.read).key, false)
    let batches = 0
    while (yield* organizations.clear(id, { limit: 2 })) batches++
    same(batches > 0, true)
    yield* blobs.clear(id)
    same([yield* organizations.remove(id), yield* organizations.remove(id)], [true, false])
    yield* blobs.clear(id)
    same(yield* organizations.hide(id, at(0)), false)
    // A secret belongs to the service, not to an organization, so it is not removed with one.
    const found = (read: Effect.Success<typeof gone.read>) =>
      Object.entries(read).flatMap(([name, found]) => (found && name !== "secret" ? [name] : []))
    same(found(yield* gone.read), [])
    same(
      Object.entries(yield* kept.read).filter(([, found]) => !found),
      []
    )
    // An organization that is not hidden cannot be removed.
    same(yield* organizations.remove(kept.id), false)
    same(Option.isSome(yield* organizations.find(kept.id)), true)
  })
})

const together = casesOf("Transactor, every store", {
  "commits the writes of all": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { read } = yield* transaction(writeEverything)
    same(
      Object.entries(yield* read).filter(([, found]) => !found),
      []
    )
  }),
  "rolls back the writes of all, which it saw itself": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const seen = yield* Deferred.make<Effect.Success<typeof writeEverything>["read"]>()
    const failing = Effect.gen(function* () {
      const { read } = yield* writeEverything
      same(
        Object.entries(yield* read).filter(([, found]) => !found),
        []
      )
      yield* Deferred.succeed(seen, read)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    const read = yield* Deferred.await(seen)
    same(
      Object.entries(yield* read).filter(([, found]) => found),
      []
    )
  })
})

/** For each store, the first write that it can get for an organization. */
const firstWrites = (organization_id: OrganizationId) =>
  Effect.gen(function* () {
    const keyed = yield* IdempotencyStore
    const entry = { value: "x.test", source: "manual", reason: null, campaign_id: null, created_at: at(0) } as const
    const payment = createTransaction({ type: "payment", status: "succeeded", amount: 1, currency: "EUR" }, at(0))
    return {
      account: newAccount(organization_id),
      key: (yield* ApiKeyStore).insert(organization_id, keyRow()),
      campaign: newCampaign(organization_id),
      tag: (yield* TagStore).insert(organization_id, { name: "Interested", sentiment: "positive" }),
      entry: (yield* BlacklistStore).insert(organization_id, "domain", [entry]),
      payment: (yield* TransactionStore).insert(organization_id, payment),
      request: keyed.lockOrInsert(organization_id, { ...begin("key", "", "run", at(0)), expires_at: at(0) })
    }
  })

const nowhere = casesOf("Every store", {
  "keeps nothing of an organization that does not exist, and says so": Effect.gen(function* () {
    const writes = yield* firstWrites(missing.organization)
    for (const [name, write] of Object.entries<Effect.Effect<unknown, unknown, AccountStore | CampaignStore>>(writes)) {
      const error = yield* Effect.flip(write)
      same([name, error instanceof StorageError ? error.reason._tag : error], [name, "NoOrganization"])
    }
    const campaigns = yield* CampaignStore
    same((yield* campaigns.page(missing.organization, { offset: 0, limit: 10 })).total, 0)
    // These calls store nothing, so an unknown organization is not an error.
    same(yield* (yield* LeadStore).remove(missing.organization, [missing.lead]), [])
    const works = yield* WorkStore
    const kind = uniqueName("kind")
    yield* works.put(missing.organization, kind, [{ lane: "a", key: "a", due_at: at(0) }])
    same(yield* works.next(kind), null)
  })
})

export const cases: ReadonlyArray<StorageCase> = [...together, ...removal, ...nowhere]
