/**
 * Converts the results of use cases to the answers of the API: without internal fields, and as flat as the contract
 * shows them.
 */
import {
  type AccountState,
  type AddResult,
  type Blacklist,
  type BlacklistEntry,
  type BulkResult,
  type CreateResult,
  type CurrentOrganization,
  type EffectiveState,
  type Event,
  Integration,
  InvalidInput,
  type IssuedApiKey,
  Lead,
  type LeadWithState,
  type ListedLeadWithState,
  type Pagination,
  type RemoveResult,
  type Sending,
  type StorageError,
  type StoredIntegration,
  type VersionedSettings
} from "@mailroom/core"
import { Effect, Redacted } from "effect"
import { etagOf } from "./contract/EntityTag.ts"

/** Puts the counts of a bulk result next to its items. */
export const flat = <Item extends { readonly status: string }>({ counts, data }: BulkResult<Item>) => ({
  ...counts,
  data
})

/** Like `flat`; ids that were not found count as `failed`. */
export const accountsChanged = <Done extends string, Id>({
  counts: { not_found, ...done },
  data
}: BulkResult<{ readonly id: Id; readonly status: Done | "not_found" }>) => ({ ...done, failed: not_found, data })

/** Like `flat`, with the counts of the contract: `created` includes leads with blacklisted addresses. */
export const leadsCreated = ({ counts, data }: BulkResult<CreateResult>) => ({
  created: counts.created + counts.blacklisted,
  updated: counts.updated,
  skipped: counts.duplicate + counts.invalid,
  data
})

/** A stored lead and its effective state. */
interface StatedLead {
  readonly lead: Lead.LeadRecord
  readonly effective_state: EffectiveState
}

/** Adds the effective state to a lead. */
export const stated = ({ effectiveState }: Sending["Service"], lead: Lead.LeadRecord) =>
  Effect.map(effectiveState(lead), (effective_state): StatedLead => ({ lead, effective_state }))

export const leadWithState = ({ effective_state, lead }: StatedLead): LeadWithState => ({
  ...Lead.toLead(lead),
  custom_fields: lead.custom_fields,
  effective_state
})

/** Adds the effective states to the leads of a page if the caller asks for them. */
export const statedPage = <Page extends { readonly data: ReadonlyArray<Lead.ListedLead> }>(
  { effectiveStates }: Sending["Service"],
  { include = [] }: Pick<Lead.LeadListQuery, "include">,
  page: Page
): Effect.Effect<
  Omit<Page, "data"> & { readonly data: ReadonlyArray<ListedLeadWithState> },
  StorageError,
  CurrentOrganization
> =>
  include.includes("effective_state")
    ? Effect.map(effectiveStates(page.data.map(({ id }) => id)), (states) => ({
        ...page,
        data: page.data.map((lead) => {
          const effective_state = states.get(lead.id)
          return effective_state === undefined ? lead : { ...lead, effective_state }
        })
      }))
    : Effect.succeed(page)

export const eventPage = ({ data, ...page }: Pagination.CursorPage<Event.Event>) => ({
  ...page,
  data: data.map(({ email: _, identity: __, provider_message_id: ___, ...event }) => event)
})

export const integrationPage = ({ data, ...page }: Pagination.OffsetPage<Integration.IntegrationRecord>) => ({
  ...page,
  data: data.map(Integration.toIntegration)
})

export const integrationWithSecret = ({ integration, secret }: StoredIntegration) => ({
  ...Integration.toIntegration(integration),
  secret: secret && Redacted.value(secret)
})

export const issuedKey = ({ key, secret }: IssuedApiKey) => ({ ...key, secret: Redacted.value(secret) })

type BlacklistKind = BlacklistEntry.BlacklistKind
type Named<K extends BlacklistKind, Value> = { readonly [_ in K]: Value }
/** Puts an entry's value under the contract's key, `email` or `domain`. */
const named = <K extends BlacklistKind, Value>(kind: K, value: Value) => ({ [kind]: value }) as Named<K, Value>

export const entryPage = <K extends BlacklistKind>(
  kind: K,
  { data, ...page }: Pagination.OffsetPage<BlacklistEntry.Entry>
) => ({
  ...page,
  data: data.map(({ value, ...entry }) => ({ ...entry, ...named(kind, value) }))
})

export const entriesAdded = <K extends BlacklistKind>(
  kind: K,
  { counts, data, leads_stopped }: BulkResult<AddResult> & { readonly leads_stopped: number }
) => ({
  ...counts,
  leads_stopped,
  data: data.map(({ errors = [], value, ...result }) => ({
    ...result,
    ...named(kind, value),
    ...(errors[0] === undefined ? {} : { error: errors[0].message })
  }))
})

type Which = Parameters<Blacklist["Service"]["remove"]>[1]

/**
 * Selects the entries to remove, by value or by id. At least one of both is required, so that a request never removes
 * all entries.
 */
export const entriesToRemove = (
  kind: BlacklistKind,
  values: ReadonlyArray<string> | undefined,
  ids: ReadonlyArray<BlacklistEntry.EntryId> | undefined
): Effect.Effect<Which, InvalidInput> => {
  const fault = (pointer: string, message: string) => Effect.fail(new InvalidInput({ faults: [{ pointer, message }] }))
  if (values !== undefined && ids !== undefined) return fault("/ids", `must not be given together with ${kind}s`)
  if (values !== undefined) return Effect.succeed({ values })
  return ids === undefined ? fault("", `must name ${kind}s or ids`) : Effect.succeed({ ids })
}

export const entriesRemoved = <K extends BlacklistKind>(
  kind: K,
  { counts, data, leads_resumed }: BulkResult<RemoveResult> & { readonly leads_resumed: number }
) => ({
  ...counts,
  leads_resumed,
  data: data.map(({ value, ...result }) => ({ ...result, ...named(kind, value) }))
})

/** The entity tags of the resources that have a version. */
export const etags = {
  account: ({ state, version }: AccountState.AccountDetails) => etagOf(version, state),
  campaign: ({ lead_count, version }: { readonly lead_count: number; readonly version: number }) =>
    etagOf(version, { lead_count }),
  lead: ({ version }: { readonly version: number }) => etagOf(version),
  leadWithState: ({ effective_state, lead }: StatedLead) => etagOf(lead.version, effective_state),
  organization: ({ settings: { public_url }, version }: VersionedSettings) => etagOf(version, public_url),
  changes: ({
    other,
    replies,
    revision
  }: {
    readonly other: number
    readonly replies: number
    readonly revision: number
  }) => etagOf(revision, [replies, other])
}
