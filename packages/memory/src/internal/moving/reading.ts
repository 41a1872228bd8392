/** The rows of an organization as they move, by kind. */
import { MovedRows } from "@mailroom/core"
import { Struct } from "effect"
import type { OrderedMap } from "../../OrderedMap.ts"
import { campaignIn, type PlainKind, plainKinds, type Tenant } from "../State.ts"
import { rowOf, toRecord } from "../leads.ts"

export type Rows<Kind extends MovedRows.MovedKind> = ReadonlyArray<MovedRows.MovedRows[Kind]>

type Key = ReadonlyArray<number | string>

const keyOf = <Kind extends MovedRows.MovedKind>(kind: Kind, row: MovedRows.MovedRows[Kind]): Key =>
  MovedRows.tables[kind].key.map((name) => (row as Readonly<Record<string, unknown>>)[name] as number | string)

const compareKeys = (a: Key, b: Key): number => {
  for (const [i, left] of a.entries()) {
    const right = b[i]!
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** Whether the campaign of a row is not hidden. */
const isShown = (tenant: Tenant, { campaign_id }: { readonly campaign_id: string }) =>
  campaignIn(tenant, campaign_id) !== undefined

type Readers = { readonly [Kind in MovedRows.MovedKind]: (tenant: Tenant) => Rows<Kind> }

const namesOf = (kind: MovedRows.MovedKind) => Object.keys(MovedRows.columnsOf(kind))

/** The kinds whose tables have a row for each row that moves, with its columns or more. */
const keptKinds = [
  ...plainKinds,
  "mailboxes",
  "people",
  "events",
  "integrations",
  "deliveries",
  "sends",
  "agenda",
  "plans"
] as const
type KeptKind = (typeof keptKinds)[number]

const kept = Object.fromEntries(
  keptKinds.map((kind) => {
    const names = namesOf(kind)
    return [
      kind,
      (tenant: Tenant) =>
        Array.from((tenant[kind] as unknown as OrderedMap<unknown, object>).values(), (row) =>
          Struct.pick(row, names as never)
        )
    ]
  })
) as unknown as Pick<Readers, KeptKind>

/** The columns of a kind; the ones that are absent are `null`. */
const withNulls = <Kind extends MovedRows.MovedKind>(kind: Kind, row: object) =>
  Object.fromEntries(
    namesOf(kind).map((name) => [name, (row as Readonly<Record<string, unknown>>)[name] ?? null])
  ) as unknown as MovedRows.MovedRows[Kind]

/** The rows of each kind, in any order. */
const unordered: Readers = {
  ...kept,
  accounts: ({ accounts }) => Array.from(accounts.values(), ({ account }) => Struct.omit(account, ["releasing_at"])),
  campaigns: ({ campaigns }) =>
    [...campaigns.values()].flatMap(({ campaign, hiddenAt }) =>
      hiddenAt === null ? [Struct.omit(campaign, ["lead_count", "verification"])] : []
    ),
  sequences: ({ campaigns }) =>
    [...campaigns.values()].flatMap(({ campaign: { id: campaign_id }, hiddenAt, sequences }) =>
      hiddenAt === null ? sequences.map((step) => ({ ...step, campaign_id })) : []
    ),
  leads: (tenant) =>
    [...tenant.leads.values()].flatMap(({ id }) => {
      const row = rowOf(tenant, id)
      return row === undefined ? [] : [toRecord(row)]
    }),
  blacklist: ({ blacklist }) =>
    (["email", "domain"] as const).flatMap((kind) =>
      Array.from(blacklist[kind].byId.values(), (entry) => ({ ...entry, kind }))
    ),
  rollups: ({ sums }) =>
    Array.from(sums.values(), ({ dimension_id, metrics, ...key }) => ({
      ...key,
      bucket: key.bucket as MovedRows.MovedRows["rollups"]["bucket"],
      dimension_id: dimension_id ?? 0,
      ...metrics
    })),
  threads: (tenant) =>
    Array.from(tenant.threads.values(), ({ campaign_id, lead_id, ...row }) => ({
      ...Struct.pick(row, ["id", "tab", "state", "snoozed_until", "assigned_to"]),
      lead_id: lead_id !== null && rowOf(tenant, lead_id) === undefined ? null : lead_id,
      campaign_id: campaign_id !== null && !isShown(tenant, { campaign_id }) ? null : campaign_id
    })),
  messages: ({ attachments, threads }) =>
    [...threads.values()].flatMap(({ id: thread_id, messages }) =>
      Array.from(messages.values(), (message) => ({
        ...withNulls("messages", message),
        thread_id,
        search_text: message.searchText,
        attachments: message.attachments.flatMap(({ id }) => attachments.get(id) ?? [])
      }))
    ),
  transactions: ({ transactions }) => Array.from(transactions.values(), ({ transaction }) => transaction),
  agenda: (tenant) => kept.agenda(tenant).filter((row) => isShown(tenant, row)),
  plans: (tenant) => kept.plans(tenant).filter((row) => isShown(tenant, row)),
  settings: ({ settings }) => (settings === null ? [] : [settings])
}

interface Keyed<Kind extends MovedRows.MovedKind> {
  readonly key: Key
  readonly row: MovedRows.MovedRows[Kind]
}

/** The sorted rows of a tenant, which is immutable: pages of the same state do not sort again. */
const sorted = new WeakMap<Tenant, Map<MovedRows.MovedKind, ReadonlyArray<Keyed<never>>>>()

const sortedRows = <Kind extends MovedRows.MovedKind>(tenant: Tenant, kind: Kind): ReadonlyArray<Keyed<Kind>> => {
  let kinds = sorted.get(tenant)
  if (kinds === undefined) sorted.set(tenant, (kinds = new Map()))
  let rows = kinds.get(kind) as ReadonlyArray<Keyed<Kind>> | undefined
  if (rows === undefined) {
    rows = unordered[kind](tenant)
      .map((row) => ({ key: keyOf(kind, row), row }))
      .sort((a, b) => compareKeys(a.key, b.key))
    kinds.set(kind, rows as ReadonlyArray<Keyed<never>>)
  }
  return rows
}

/** At most `limit` rows of a kind by ascending key, after the key of `after`. */
export const pageOf = <Kind extends MovedRows.MovedKind>(
  tenant: Tenant,
  kind: Kind,
  { after, limit }: { readonly after: MovedRows.MovedRows[Kind] | undefined; readonly limit: number }
): Rows<Kind> => {
  const rows = sortedRows(tenant, kind)
  // The index of the first row after the key, by bisection.
  let start = 0
  if (after !== undefined) {
    const last = keyOf(kind, after)
    let end = rows.length
    while (start < end) {
      const middle = (start + end) >>> 1
      if (compareKeys(rows[middle]!.key, last) > 0) end = middle
      else start = middle + 1
    }
  }
  return rows.slice(start, start + limit).map(({ row }) => row)
}

/** The number of rows of each kind. */
export const countsOf = (tenant: Tenant): Readonly<Record<MovedRows.MovedKind, number>> =>
  Object.fromEntries(MovedRows.movedKinds.map((kind) => [kind, unordered[kind](tenant).length])) as Record<
    MovedRows.MovedKind,
    number
  >

/** The data of an organization that does not move, and why. The rest is named by `kindsOf`. */
export const stays = {
  apiKeys: "keys are made in each database",
  sessions: "they belong to keys and people",
  answering: "it lasts half a minute",
  log: "it says who did what in this database",
  keyedRequests: "answers are kept for a day"
} as const satisfies Partial<Record<keyof Tenant, string>>

/** The kinds of rows that each part of a tenant is made from. */
export const kindsOf: {
  readonly [Part in Exclude<keyof Tenant, keyof typeof stays>]: ReadonlyArray<"bytes" | MovedRows.MovedKind>
} = {
  ...(Object.fromEntries(plainKinds.map((kind) => [kind, [kind]])) as { [Kind in PlainKind]: [Kind] }),
  accounts: ["accounts"],
  campaigns: ["campaigns", "leads", "sequences"],
  leads: ["leads"],
  leadsByPlace: ["leads"],
  blacklist: ["blacklist"],
  people: ["people"],
  events: ["events"],
  eventsByIdentity: ["events"],
  retiredEvents: ["events"],
  sums: ["rollups"],
  threads: ["messages", "threads"],
  messagesByIdentity: ["messages"],
  uniboxRevision: ["messages"],
  transactions: ["transactions"],
  integrations: ["integrations"],
  deliveries: ["deliveries"],
  agenda: ["agenda"],
  agendaByQueue: ["agenda"],
  plans: ["plans"],
  settings: ["settings"],
  mailboxes: ["mailboxes"],
  sends: ["sends"],
  sendsByLead: ["sends"],
  repliesByThread: ["sends"],
  sendsByMessageId: ["sends"],
  sendsByRelayId: ["sends"],
  openSends: ["sends"],
  attachments: ["messages"],
  blobs: ["bytes"]
}
