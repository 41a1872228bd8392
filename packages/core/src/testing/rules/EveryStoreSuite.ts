/** Conformance cases: transactions of `Transactor` span all stores. */
import { Deferred, Effect, Option, Record, Stream } from "effect"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { EventStore } from "../../activity/EventStore.ts"
import { emptyPlan } from "../../agenda/Agenda.ts"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { PlanStore } from "../../agenda/PlanStore.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import { ApiKeyStore } from "../../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../../auth/OrganizationStore.ts"
import { SessionStore } from "../../auth/SessionStore.ts"
import { create as createTransaction } from "../../billing/Transaction.ts"
import { TransactionStore } from "../../billing/TransactionStore.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { IdempotencyStore } from "../../idempotency/IdempotencyStore.ts"
import { begin } from "../../idempotency/KeyedRequest.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import type { Storage, Stores } from "../../Mailroom.ts"
import { empty as emptyMailbox } from "../../mailboxes/Mailbox.ts"
import { MailboxStore } from "../../mailboxes/MailboxStore.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { initial } from "../../organization/OrganizationSettings.ts"
import { SettingsStore } from "../../organization/SettingsStore.ts"
import { SecretStore } from "../../secrets/SecretStore.ts"
import { StorageError } from "../../StorageError.ts"
import { Transactor } from "../../Transactor.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { BlobStore } from "../../attachments/BlobStore.ts"
import { WorkStore } from "../../work/WorkStore.ts"
import {
  at,
  keyRow,
  missing,
  newAccount,
  newCampaign,
  refuse,
  same,
  uniqueName,
  countsIn
} from "../fixtures/Fixtures.ts"
import { integrationsOf } from "../fixtures/IntegrationFixtures.ts"
import { isFound, isOne, newGiven, type Sample } from "../fixtures/Samples.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import * as suites from "../stores/index.ts"
import { waiting } from "../fixtures/AgendaFixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import type { OrganizationId } from "../../ids.ts"
import { findOne } from "../../NotFound.ts"

type Suites = typeof suites
/** The suites with a sample, which have the name of their port. */
type Sampled = { [Name in keyof Suites]: Suites[Name] extends { readonly sample: Sample } ? Name : never }[keyof Suites]
const ofSuites: Readonly<Record<string, Sample>> = Object.fromEntries(
  Object.entries<{ readonly cases: unknown; readonly sample?: Sample }>(suites).flatMap(([port, { sample }]) =>
    sample === undefined ? [] : [[port, sample]]
  )
)

/** The samples of the ports with data of an existing organization whose suite has none. */
const ofOthers: {
  readonly [Port in Exclude<keyof Stores, Sampled | "GuardStore" | "MovingStore" | "Transactor">]: Sample
} = {
  OrganizationStore: Effect.fnUntraced(function* ({ organization_id }) {
    return Effect.map((yield* OrganizationStore).find(organization_id), isFound)
  }),
  AccountStore: Effect.fnUntraced(function* ({ account_id, organization_id }) {
    return Effect.map((yield* AccountStore).findMany(organization_id, [account_id]), isOne)
  }),
  ApiKeyStore: Effect.fnUntraced(function* ({ organization_id }) {
    const keys = yield* ApiKeyStore
    const row = keyRow()
    yield* keys.insert(organization_id, row)
    return Effect.map(keys.findByHash(row.hash), isFound)
  }),
  SecretStore: Effect.fnUntraced(function* () {
    const { find, replace } = yield* SecretStore
    const name = uniqueName("secret")
    yield* replace(name, undefined, Uint8Array.of(1))
    return Effect.map(find(name), isFound)
  }),
  CampaignStore: Effect.fnUntraced(function* ({ campaign_id, organization_id }) {
    return Effect.map(findOne((yield* CampaignStore).findMany, organization_id, campaign_id), isFound)
  }),
  LeadStore: Effect.fnUntraced(function* ({ campaign_id, organization_id }) {
    const leads = yield* LeadStore
    return Effect.gen(function* () {
      const found = yield* leads.findByEmails(organization_id, [{ campaign_id, address: "a@x.test" }])
      const { total } = yield* countsIn(organization_id, campaign_id)
      return [found.length === 1, total === 1]
    })
  }),
  MailboxStore: Effect.fnUntraced(function* ({ account_id, organization_id }) {
    const mailboxes = yield* MailboxStore
    yield* mailboxes.write(organization_id, [emptyMailbox(account_id)])
    return Effect.map(mailboxes.findMany(organization_id, [account_id]), isOne)
  }),
  SendStore: Effect.fnUntraced(function* ({ account_id, organization_id }) {
    const sends = yield* SendStore
    yield* sends.insert(organization_id, [queued({ account_id })])
    return Effect.map(sends.page(organization_id, { limit: 2 }), isOne)
  }),
  AgendaStore: Effect.fnUntraced(function* ({ campaign_id, lead_id, organization_id }) {
    const agenda = yield* AgendaStore
    yield* agenda.insert(organization_id, [waiting(lead_id, { campaign_id })])
    return Effect.map(agenda.findMany(organization_id, [lead_id]), isOne)
  }),
  PlanStore: Effect.fnUntraced(function* ({ campaign_id, organization_id }) {
    const plans = yield* PlanStore
    yield* plans.lock(organization_id, [campaign_id])
    yield* plans.write(organization_id, [{ ...emptyPlan(campaign_id), skipped: 1 }])
    return Effect.map(plans.findMany(organization_id, [campaign_id]), isOne)
  }),
  SequenceStore: Effect.fnUntraced(function* ({ organization_id, sequence_id }) {
    return Effect.map((yield* SequenceStore).findMany(organization_id, [sequence_id]), isOne)
  }),
  SessionStore: Effect.fnUntraced(function* ({ organization_id }) {
    const sessions = yield* SessionStore
    yield* sessions.insert(organization_id, session)
    return Effect.map(sessions.find(organization_id, session.hash), isFound)
  }),
  SettingsStore: Effect.fnUntraced(function* ({ organization_id }) {
    const settings = yield* SettingsStore
    yield* settings.replace(organization_id, {
      ...initial({ created_at: at(0) }),
      tracking_domain: `links.o${organization_id}.test`,
      version: 2
    })
    return Effect.map(settings.find(organization_id), isFound)
  }),
  BlacklistStore: Effect.fnUntraced(function* ({ organization_id }) {
    const blacklist = yield* BlacklistStore
    yield* blacklist.insert(organization_id, "domain", [entry])
    return Effect.map(blacklist.find(organization_id, "domain", { values: [entry.value] }), isOne)
  }),
  EventStore: Effect.fnUntraced(function* ({ organization_id, account_id, campaign_id, lead_id, sequence_id }) {
    const events = yield* EventStore
    const about = { campaign_id, lead_id, account_id, sequence_id }
    const mail = { message_id: null, provider_message_id: null, email: null, data: {} }
    yield* events.insert(organization_id, [{ ...about, ...mail, identity: "sent", type: "sent", occurred_at: at(0) }])
    return Effect.map(events.scan(organization_id, { limit: 2 }), isOne)
  }),
  RollupStore: Effect.fnUntraced(function* ({ campaign_id, organization_id }) {
    const rollups = yield* RollupStore
    const key = { campaign_id, dimension: "campaign", dimension_id: null, bucket: at(0) } as const
    yield* rollups.add(organization_id, [{ ...key, metrics: { sent: 1 } }])
    return Effect.map(rollups.sum(organization_id, [campaign_id], "campaign", { start: null, end: null }), isOne)
  }),
  TransactionStore: Effect.fnUntraced(function* ({ organization_id }) {
    const transactions = yield* TransactionStore
    const { id } = Option.getOrThrow(yield* transactions.insert(organization_id, payment))
    return Effect.map(transactions.find(organization_id, id), isFound)
  }),
  ThreadStore: Effect.fnUntraced(function* ({ organization_id, thread_id }) {
    return Effect.map((yield* ThreadStore).find(organization_id, thread_id), isFound)
  }),
  AttachmentStore: Effect.fnUntraced(function* ({ attachment_id, organization_id }) {
    return Effect.map((yield* AttachmentStore).find(organization_id, attachment_id), isFound)
  }),
  BlobStore: Effect.fnUntraced(function* ({ attachment_id, organization_id }) {
    const blobs = yield* BlobStore
    yield* blobs.put(organization_id, attachment_id, Uint8Array.of(2))
    const bytes = Stream.runCollect(blobs.read(organization_id, attachment_id))
    return Effect.map(bytes, (chunks) => [Buffer.concat(chunks).length === 1])
  }),
  IntegrationStore: Effect.fnUntraced(function* ({ organization_id }) {
    const { add, store } = yield* integrationsOf(organization_id)
    const { id } = yield* add()
    return Effect.map(store.find(organization_id, id), isFound)
  }),
  DeliveryStore: Effect.fnUntraced(function* ({ organization_id }) {
    const { add, log, send } = yield* integrationsOf(organization_id)
    const { id } = yield* add()
    yield* send(id, 0)
    return Effect.map(log.heads(organization_id, id), isOne)
  }),
  IdempotencyStore: Effect.fnUntraced(function* ({ organization_id }) {
    const requests = yield* IdempotencyStore
    yield* requests.lockOrInsert(organization_id, request)
    return Effect.map(requests.findExpired({ now: at(0), limit: 1_000 }), (expired) => [
      expired.some((found) => found.organization_id === organization_id)
    ])
  }),
  WorkStore: Effect.fnUntraced(function* ({ organization_id }) {
    const works = yield* WorkStore
    const kind = uniqueName("kind")
    yield* works.put(organization_id, kind, [{ lane: "a", key: "a", due_at: at(0) }])
    return Effect.map(works.next(kind), (next) => [next === at(0)])
  })
}

const samples = { ...ofSuites, ...ofOthers }
const entry = { value: "x.test", source: "manual", reason: null, campaign_id: null, created_at: at(0) } as const
const payment = createTransaction({ type: "payment", status: "succeeded", amount: 1, currency: "EUR" }, at(0))
const session = {
  hash: "5e55",
  key_id: missing.key,
  person_id: null,
  generation: null,
  created_at: at(0),
  expires_at: at(0)
}
const request = { ...begin("key", "", "run", at(0)), expires_at: at(0) }

/** Writes to every store. `read` shows which of these writes can be found. */
const writeEverything = Effect.gen(function* () {
  const given = yield* newGiven
  const reads = yield* Effect.all(Record.map(samples, (sample) => sample(given)))
  /** The ports with a part of their sample, and the ports without a part of it. */
  const read = Effect.gen(function* () {
    const found = Object.entries(yield* Effect.all(reads))
    return {
      found: found.flatMap(([port, parts]) => (parts.includes(true) ? [port] : [])),
      missing: found.flatMap(([port, parts]) => (parts.includes(false) ? [port] : []))
    }
  })
  return { id: given.organization_id, read }
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
    same((yield* gone.read).missing.includes("ApiKeyStore"), true)
    let batches = 0
    // The use case hides the organization again in each batch.
    while (batches < 1_000 && (yield* organizations.clear(id, { limit: 2 }))) {
      same(yield* organizations.hide(id, at(9)), true)
      batches++
    }
    same([batches > 0, batches < 1_000], [true, true])
    yield* blobs.clear(id)
    same([yield* organizations.remove(id), yield* organizations.remove(id)], [true, false])
    yield* blobs.clear(id)
    same(yield* organizations.hide(id, at(0)), false)
    // A secret belongs to the service, not to an organization, so it is not removed with one.
    same((yield* gone.read).found, ["SecretStore"])
    same((yield* kept.read).missing, [])
    // An organization that is not hidden cannot be removed.
    same(yield* organizations.remove(kept.id), false)
    same(Option.isSome(yield* organizations.find(kept.id)), true)
  })
})

const together = casesOf("Transactor, every store", {
  "commits the writes of all": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { read } = yield* transaction(writeEverything)
    same((yield* read).missing, [])
  }),
  "rolls back the writes of all, which it saw itself": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const seen = yield* Deferred.make<Effect.Success<typeof writeEverything>["read"]>()
    const failing = Effect.gen(function* () {
      const { read } = yield* writeEverything
      same((yield* read).missing, [])
      yield* Deferred.succeed(seen, read)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    const read = yield* Deferred.await(seen)
    same((yield* read).found, [])
  })
})

/** For each store, the first write that it can get for an organization. */
const firstWrites = (organization_id: OrganizationId) =>
  Effect.gen(function* () {
    return {
      account: newAccount(organization_id),
      key: (yield* ApiKeyStore).insert(organization_id, keyRow()),
      campaign: newCampaign(organization_id),
      entry: (yield* BlacklistStore).insert(organization_id, "domain", [entry]),
      session: (yield* SessionStore).insert(organization_id, session),
      payment: (yield* TransactionStore).insert(organization_id, payment),
      request: (yield* IdempotencyStore).lockOrInsert(organization_id, request)
    }
  })

const nowhere = casesOf("Every store", {
  "keeps nothing of an organization that does not exist, and says so": Effect.gen(function* () {
    const given = { ...(yield* newGiven), organization_id: missing.organization }
    const writes = { ...(yield* firstWrites(missing.organization)), ...Record.map(ofSuites, (sample) => sample(given)) }
    for (const [name, write] of Object.entries<Effect.Effect<unknown, unknown, Storage>>(writes)) {
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
