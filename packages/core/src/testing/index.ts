import type * as Mailroom from "../Mailroom.ts"
import { cases as accountStore } from "./AccountStoreSuite.ts"
import { cases as apiKeyStore } from "./ApiKeyStoreSuite.ts"
import { cases as blobStore } from "./BlobStoreSuite.ts"
import { cases as campaignStore } from "./CampaignStoreSuite.ts"
import { cases as leadPage } from "./LeadPageSuite.ts"
import { cases as leadReplace } from "./LeadReplaceSuite.ts"
import { cases as leadStore } from "./LeadStoreSuite.ts"
import { cases as organizationStore } from "./OrganizationStoreSuite.ts"
import { cases as secretStore } from "./SecretStoreSuite.ts"
import type { StorageCase } from "./StorageCase.ts"
import { cases as threadList } from "./ThreadListSuite.ts"
import { cases as threadStore } from "./ThreadStoreSuite.ts"
import { cases as transactor } from "./TransactorSuite.ts"
import { layer as testLayer } from "@effect/vitest"
/** The conformance suite of the storage ports. */
import type { Layer } from "effect"

export type { StorageCase }

/** Every promise of the storage ports. */
export const cases: ReadonlyArray<StorageCase> = [
  ...organizationStore,
  ...accountStore,
  ...apiKeyStore,
  ...secretStore,
  ...campaignStore,
  ...leadStore,
  ...leadPage,
  ...leadReplace,
  ...threadStore,
  ...threadList,
  ...blobStore,
  ...transactor
]

/** Registers the cases with `@effect/vitest`. The layer is built once; the cases share its database. */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<Mailroom.Storage, E>,
  options: { readonly singleConnection?: string } = {}
): void => {
  // Adapters wait on real I/O: they need the real clock.
  testLayer(layer, { excludeTestServices: true })(`storage: ${name}`, (it) => {
    for (const { name, secondConnection, test } of cases) {
      const reason = secondConnection ? options.singleConnection : undefined
      if (reason === undefined) it.effect(name, () => test)
      else it.effect.skip(`${name} (${reason})`, () => test)
    }
  })
}
