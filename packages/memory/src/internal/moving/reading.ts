/** The rows of an organization as they move, by kind. */
import { MovedRows } from "@mailroom/core"
import { Struct } from "effect"
import { campaignIn, type PlainKind, plainKinds, type Tenant } from "../State.ts"
import { rowOf, toRecord } from "../leads.ts"

export type Rows<Kind extends MovedRows.MovedKind> = ReadonlyArray<MovedRows.MovedRows[Kind]>

type Key = ReadonlyArray<number | string>

const keyOf = <Kind extends MovedRows.MovedKind>(kind: Kind, row: MovedRows.MovedRows[Kind]): Key =>
  (MovedRows.shapes[kind].key as ReadonlyArray<keyof MovedRows.MovedRows[Kind]>).map(
    (name) => row[name] as number | string
  )

const compareKeys = (a: Key, b: Key): number => {
  for (const [i, left] of a.entries()) {
    const right = b[i]!
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

const isShown = (tenant: Tenant, { campaign_id }: { readonly campaign_id: string }) =>
  campaignIn(tenant, campaign_id) !== undefined

type Readers = { readonly [Kind in MovedRows.MovedKind]: (tenant: Tenant) => Rows<Kind> }

const plain = Object.fromEntries(
  plainKinds.map((kind) => [kind, (tenant: Tenant) => [...tenant[kind].values()]])
) as unknown as Pick<Readers, PlainKind>

const unordered: Readers = {
  ...plain,
  accounts: ({ accounts }) => Array.from(accounts.values(), ({ account }) => Struct.omit(account, ["releasing_at"])),
  mailboxes: ({ mailboxes }) => Array.from(mailboxes.values(), Struct.pick(["account_id", "next_at"])),
  campaigns: ({ campaigns }) =>
    [...campaigns.values()].flatMap(({ campaign, hiddenAt }) =>
      hiddenAt === null ? [Struct.omit(campaign, ["lead_count"])] : []
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
  events: ({ events }) => [...events.values()],
  rollups: ({ sums }) =>
    Array.from(sums.values(), ({ dimension_id, metrics, ...key }) => ({
      ...key,
      bucket: key.bucket as MovedRows.MovedRollup["bucket"],
      dimension_id: dimension_id ?? 0,
      ...metrics
    })),
  threads: (tenant) =>
    Array.from(tenant.threads.values(), ({ campaign_id, id, lead_id, snoozed_until, state, tab }) => ({
      id,
      tab,
      state,
      snoozed_until,
      lead_id: lead_id !== null && rowOf(tenant, lead_id) === undefined ? null : lead_id,
      campaign_id: campaign_id !== null && !isShown(tenant, { campaign_id }) ? null : campaign_id
    })),
  messages: ({ attachments, threads }) =>
    [...threads.values()].flatMap(({ id: thread_id, messages }) =>
      Array.from(messages.values(), (message) => ({
        id: message.id,
        thread_id,
        account_id: message.account_id,
        identity: message.identity,
        subject: message.subject,
        body: message.body,
        date_sent: message.date_sent,
        from_name: message.from_name ?? null,
        from_email: message.from_email,
        to_email: message.to_email,
        cc_email: message.cc_email ?? null,
        is_new: message.is_new,
        is_our_email: message.is_our_email,
        kind: message.kind,
        message_id: message.message_id ?? null,
        left_out: message.left_out ?? null,
        body_text: message.body_text,
        body_html: message.body_html ?? null,
        reply_text: message.reply_text,
        trust: message.trust,
        search_text: message.searchText,
        attachments: message.attachments.flatMap(({ id }) => attachments.get(id) ?? [])
      }))
    ),
  transactions: ({ transactions }) => Array.from(transactions.values(), ({ transaction }) => transaction),
  integrations: ({ integrations }) => Array.from(integrations.values(), Struct.omit(["sealed"])),
  deliveries: ({ deliveries }) => Array.from(deliveries.values(), Struct.omit(["response"])),
  sends: ({ sends }) => [...sends.values()],
  agenda: (tenant) => [...tenant.agenda.values()].filter((row) => isShown(tenant, row)),
  plans: (tenant) => [...tenant.plans.values()].filter((row) => isShown(tenant, row)),
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

/** The data of an organization that does not move, and why. The rest is named by `kindOf`. */
export const stays = {
  apiKeys: "keys are made in each database",
  sessions: "they belong to keys",
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
  events: ["events"],
  eventsByIdentity: ["events"],
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
