/**
 * What every storage adapter promises, as tests. An adapter is a layer that provides `Mailroom.Storage`; it conforms
 * when this passes, with its migrations in the layer and a database that may hold anything:
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
import type { Arbitrary, Layer } from "effect"
import type { Storage } from "../Mailroom.ts"
import { cases as accountStore } from "./AccountStoreSuite.ts"
import { cases as apiKeyStore } from "./ApiKeyStoreSuite.ts"
import { cases as blacklistStore } from "./BlacklistStoreSuite.ts"
import { cases as blobStore } from "./BlobStoreSuite.ts"
import { cases as campaignStore } from "./CampaignStoreSuite.ts"
import { cases as eventStore } from "./EventStoreSuite.ts"
import { cases as everyStore } from "./EveryStoreSuite.ts"
import { cases as leadBlacklist } from "./LeadBlacklistSuite.ts"
import { cases as leadPage } from "./LeadPageSuite.ts"
import { cases as leadReplace } from "./LeadReplaceSuite.ts"
import { cases as leadRules } from "./LeadRulesSuite.ts"
import { cases as leadStore } from "./LeadStoreSuite.ts"
import { modelCase } from "./ModelSuite.ts"
import { cases as organizationStore } from "./OrganizationStoreSuite.ts"
import { cases as rollupStore } from "./RollupStoreSuite.ts"
import { cases as secretStore } from "./SecretStoreSuite.ts"
import { cases as sequenceStore } from "./SequenceStoreSuite.ts"
import type { StorageCase } from "./StorageCase.ts"
import { cases as tagStore } from "./TagStoreSuite.ts"
import { cases as threadList } from "./ThreadListSuite.ts"
import { cases as threadStore } from "./ThreadStoreSuite.ts"
import { cases as transactor } from "./TransactorSuite.ts"

export { modelCase, type StorageCase }

/** The promises one by one, by port: all but those of `modelCase`. */
export const cases: ReadonlyArray<StorageCase> = [
  ...organizationStore,
  ...accountStore,
  ...apiKeyStore,
  ...secretStore,
  ...campaignStore,
  ...leadStore,
  ...leadPage,
  ...leadReplace,
  ...leadRules,
  ...leadBlacklist,
  ...blacklistStore,
  ...sequenceStore,
  ...tagStore,
  ...eventStore,
  ...rollupStore,
  ...threadStore,
  ...threadList,
  ...blobStore,
  ...transactor,
  ...everyStore
]

export interface SuiteOptions {
  /**
   * Why the adapter has one connection, so that a transaction makes everyone else wait. The cases that look at an open
   * transaction from outside are then shown as skipped, with this reason.
   */
  readonly singleConnection?: string
  /** How the model test runs: more `runs`, or the `replay` that a failure printed. */
  readonly model?: Arbitrary.CheckOptions
}

/** Registers all cases with Vitest. The layer is built once; the cases share its database. */
export const suite = <E>(name: string, layer: Layer.Layer<Storage, E>, options: SuiteOptions = {}): void => {
  // Adapters wait on real I/O and its time limits: no test clock.
  withLayer(layer, { excludeTestServices: true })(`storage: ${name}`, (it) => {
    for (const { name, secondConnection, test } of [...cases, modelCase(options.model)]) {
      const reason = secondConnection ? options.singleConnection : undefined
      if (reason === undefined) it.effect(name, () => test)
      else it.effect.skip(`${name} (${reason})`, () => test)
    }
  })
}
