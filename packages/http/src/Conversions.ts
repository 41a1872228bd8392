/** Converts the results of use cases to the answers of several groups: without internal fields, and as flat as the contract shows them. */
import {
  type AccountState,
  type BulkResult,
  type Event,
  type Pagination,
  type Send,
  Sequence,
  sendVersionOf,
  type VersionedSettings
} from "@mailroom/core"
import { etagOf } from "./contract/EntityTag.ts"

/** Puts the counts of a bulk result next to its items. */
export const flat = <Item extends { readonly status: string }>({ counts, data }: BulkResult<Item>) => ({
  ...counts,
  data
})

export const eventPage = ({ data, ...page }: Pagination.CursorPage<Event.ListedEvent>) => ({
  ...page,
  data: data.map(({ email: _, identity: __, provider_message_id: ___, ...event }) => event)
})

/** The entity tags of the resources that have a version. */
export const etags = {
  account: ({ state, version }: AccountState.AccountDetails) => etagOf(version, state),
  campaign: ({ lead_count, version }: { readonly lead_count: number; readonly version: number }) =>
    etagOf(version, { lead_count }),
  lead: ({ version }: { readonly version: number }) => etagOf(version),
  send: (send: Send) => etagOf(sendVersionOf(send), send),
  sequence: (sequence: Sequence.Sequence) => etagOf(Sequence.sequenceVersionOf(sequence)),
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
