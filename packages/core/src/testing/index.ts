/**
 * The conformance suite of storage adapters. An adapter is a layer that provides `Mailroom.Storage`; it conforms when
 * this suite passes. The layer includes the migrations, and the database may contain any data:
 *
 * ```ts
 * import { suite } from "@mailroom/core/testing"
 * import { layer } from "../src/MyStorage.ts"
 *
 * suite("my storage", layer)
 * ```
 *
 * With a test runner other than Vitest, run the effects in `cases`.
 */
import { layer as withLayer } from "@effect/vitest"
import { type Arbitrary, Effect, type Layer } from "effect"
import type { Storage } from "../Mailroom.ts"
import { cases as accountStore } from "./stores/AccountStoreSuite.ts"
import { cases as apiKeyStore } from "./stores/ApiKeyStoreSuite.ts"
import { cases as billingRules } from "./rules/BillingRulesSuite.ts"
import { cases as blacklistRemoval } from "./stores/BlacklistRemovalSuite.ts"
import { cases as blacklistRules } from "./rules/BlacklistRulesSuite.ts"
import { cases as blacklistStore } from "./stores/BlacklistStoreSuite.ts"
import { cases as blobStore } from "./stores/BlobStoreSuite.ts"
import { cases as campaignRemoval } from "./rules/CampaignRemovalSuite.ts"
import { cases as campaignStore } from "./stores/CampaignStoreSuite.ts"
import { cases as deliveryStore } from "./stores/DeliveryStoreSuite.ts"
import { cases as erasure } from "./rules/ErasureSuite.ts"
import { cases as eventStore } from "./stores/EventStoreSuite.ts"
import { cases as everyStore } from "./rules/EveryStoreSuite.ts"
import { cases as guardStore } from "./stores/GuardStoreSuite.ts"
import { cases as idempotencyStore } from "./stores/IdempotencyStoreSuite.ts"
import { cases as integrationStore } from "./stores/IntegrationStoreSuite.ts"
import { cases as leadList } from "./stores/LeadListSuite.ts"
import { cases as leadLock } from "./stores/LeadLockSuite.ts"
import { cases as leadMatching } from "./stores/LeadMatchingSuite.ts"
import { cases as leadPage } from "./stores/LeadPageSuite.ts"
import { cases as leadReplace } from "./stores/LeadReplaceSuite.ts"
import { cases as leadFind } from "./stores/LeadFindSuite.ts"
import { cases as leadStore } from "./stores/LeadStoreSuite.ts"
import { modelCase } from "./model/ModelSuite.ts"
import { type Locks, type OutcomesOptions, outcomesCases } from "./outcomes/Outcomes.ts"
import { cases as organizationStore } from "./stores/OrganizationStoreSuite.ts"
import { Probes } from "./fixtures/Probes.ts"
import { cases as rollupReport } from "./stores/RollupReportSuite.ts"
import { cases as rollupStore } from "./stores/RollupStoreSuite.ts"
import { cases as secretStore } from "./stores/SecretStoreSuite.ts"
import { cases as sentEvents } from "./stores/SentEventSuite.ts"
import { cases as sequenceStore } from "./stores/SequenceStoreSuite.ts"
import { cases as spellings } from "./rules/SpellingSuite.ts"
import type { StorageCase } from "./StorageCase.ts"
import { cases as tagStore } from "./stores/TagStoreSuite.ts"
import { cases as threadBatch } from "./stores/ThreadBatchSuite.ts"
import { cases as threadFind } from "./stores/ThreadFindSuite.ts"
import { cases as threadList } from "./stores/ThreadListSuite.ts"
import { cases as threadStore } from "./stores/ThreadStoreSuite.ts"
import { cases as transactionStore } from "./stores/TransactionStoreSuite.ts"
import { cases as transactor } from "./stores/TransactorSuite.ts"
import { cases as unibox } from "./stores/UniboxSuite.ts"
import { cases as workClaim } from "./stores/WorkClaimSuite.ts"
import { cases as workStore } from "./stores/WorkStoreSuite.ts"

export { type Locks, modelCase, outcomesCases, type OutcomesOptions, Probes, type StorageCase }

/** All cases, ordered by port, except `modelCase` and `outcomesCases`. */
export const cases: ReadonlyArray<StorageCase> = [
  ...organizationStore,
  ...accountStore,
  ...apiKeyStore,
  ...secretStore,
  ...campaignStore,
  ...campaignRemoval,
  ...leadStore,
  ...leadPage,
  ...leadList,
  ...leadReplace,
  ...leadLock,
  ...leadFind,
  ...leadMatching,
  ...spellings,
  ...guardStore,
  ...blacklistStore,
  ...blacklistRemoval,
  ...blacklistRules,
  ...transactionStore,
  ...billingRules,
  ...sequenceStore,
  ...tagStore,
  ...eventStore,
  ...sentEvents,
  ...erasure,
  ...rollupStore,
  ...rollupReport,
  ...threadStore,
  ...threadBatch,
  ...threadFind,
  ...threadList,
  ...unibox,
  ...blobStore,
  ...workStore,
  ...workClaim,
  ...transactor,
  ...idempotencyStore,
  ...integrationStore,
  ...deliveryStore,
  ...everyStore
]

export interface SuiteOptions<R = never> {
  /**
   * The reason why the adapter has a single connection, so that a transaction makes all other calls wait. Cases that
   * read from outside an open transaction are then shown as skipped, with this reason.
   */
  readonly singleConnection?: string
  /**
   * The reason why the adapter runs transactions one after the other. Cases that have two transactions open at the same
   * time are then shown as skipped, with this reason.
   */
  readonly singleTransaction?: string
  /**
   * Detects that a transaction waits for a lock. With it, the outcomes cases run a use case inside the transactions of
   * another one. Without it, they run it only between transactions, and the name of the case says why.
   */
  readonly locks?: OutcomesOptions<R>["locks"]
  /**
   * The reason why the outcomes cases are not needed here; they take long. They are then shown as skipped, with this
   * reason.
   */
  readonly outcomesElsewhere?: string
  /** The options of the model test: a higher number of `runs`, or the `replay` that a failure printed. */
  readonly model?: Arbitrary.CheckOptions
}

/** Registers all cases with Vitest. The layer is built once; the cases share its database. */
export const suite = <E, R = never>(
  name: string,
  layer: Layer.Layer<R | Storage, E>,
  options: SuiteOptions<R> = {}
): void => {
  const { locks, model, outcomesElsewhere, singleConnection, singleTransaction } = options
  // No test clock: adapters wait for real I/O and its time limits.
  withLayer(layer, { excludeTestServices: true })(`storage: ${name}`, (it) => {
    for (const { name, secondConnection, secondTransaction, test } of [...cases, modelCase(model)]) {
      const reason =
        (secondConnection || secondTransaction ? singleConnection : undefined) ??
        (secondTransaction ? singleTransaction : undefined)
      if (reason === undefined) it.effect(name, () => test)
      else it.effect.skip(`${name} (${reason})`, () => test)
    }
    if (outcomesElsewhere !== undefined) return it.effect.skip(`Outcomes (${outcomesElsewhere})`, () => Effect.void)
    const only =
      locks === undefined
        ? ` (only between transactions: ${singleConnection ?? singleTransaction ?? "no `locks` are given"})`
        : ""
    for (const { name, test } of outcomesCases(locks === undefined ? {} : { locks })) {
      it.effect(name + only, () => test, 60_000)
    }
  })
}
