/** Stores rows of another database with their ids. */
import { Delivery, emptyMailbox, Message, type MovedRows, Rollup, Text, Transaction } from "@mailroom/core"
import { Struct } from "effect"
import { putAccount } from "../../accounts.ts"
import { putAgenda } from "../../agenda.ts"
import { frozenWindow } from "../../campaigns.ts"
import { putDelivery } from "../../integrations.ts"
import { putSend } from "../../sends.ts"
import { changeSequences } from "../../sequences.ts"
import type { Mutable } from "../Database.ts"
import { putLead, spellingsOf, toRow } from "../leads.ts"
import { emptyCampaign, type PlainKind, plainKinds, type Tenant } from "../State.ts"
import { emptyThread, putMessage, shownFiles } from "../threads.ts"
import type { StoredMessage } from "../threadState.ts"

const messageFields = Object.keys(Struct.omit(Message.Message.fields, ["thread_id"]))

const messageOf = (row: MovedRows.MovedMessage): StoredMessage => {
  const { account_id, attachments, identity, search_text } = row
  const shown: Readonly<Record<string, unknown>> = { ...row, attachments: shownFiles(attachments) }
  const fields = messageFields.flatMap((name) => (shown[name] === null ? [] : [[name, shown[name]]]))
  return {
    ...(Object.fromEntries(fields) as Omit<Message.Message, "thread_id">),
    account_id,
    identity,
    searchText: search_text
  }
}

type Writers = {
  readonly [Kind in MovedRows.MovedKind]: (tenant: Mutable<Tenant>, row: MovedRows.MovedRows[Kind]) => void
}

const plain = Object.fromEntries(
  plainKinds.map((kind) => [
    kind,
    (tenant: Mutable<Tenant>, row: MovedRows.MovedRows[PlainKind]) =>
      void Object.assign(tenant, { [kind]: tenant[kind].set(row.id as never, Object.freeze(row) as never) })
  ])
) as Pick<Writers, PlainKind>

export const writers: Writers = {
  ...plain,
  accounts: (tenant, row) => void putAccount(tenant, { ...row, releasing_at: null }),
  mailboxes: (tenant, row) => {
    tenant.mailboxes = tenant.mailboxes.set(row.account_id, Object.freeze({ ...emptyMailbox(row.account_id), ...row }))
  },
  campaigns: (tenant, { account_ids, send_window, ...row }) => {
    const { created_at, updated_at, version, ...fields } = row
    const campaign = {
      ...fields,
      send_window: frozenWindow(send_window),
      account_ids: Object.freeze([...account_ids]),
      lead_count: 0,
      created_at,
      updated_at,
      verification: null,
      version
    }
    tenant.campaigns = tenant.campaigns.set(row.id, {
      campaign,
      folded: Text.foldForSearch(row.name),
      ...emptyCampaign
    })
  },
  sequences: (tenant, { campaign_id, ...step }) =>
    changeSequences(tenant, campaign_id, (sequences) => [...sequences, Object.freeze(step)]),
  leads: (tenant, row) => putLead(tenant, undefined, toRow(row, spellingsOf(row))),
  blacklist: (tenant, { kind, ...row }) => {
    const entry = Object.freeze(row)
    const { byId, byValue, removals } = tenant.blacklist[kind]
    tenant.blacklist = {
      ...tenant.blacklist,
      [kind]: { byId: byId.set(entry.id, entry), byValue: byValue.set(entry.value, entry), removals }
    }
  },
  events: (tenant, row) => {
    const event = Object.freeze({ ...row, data: Object.freeze({ ...row.data }) })
    tenant.events = tenant.events.set(event, event)
    tenant.eventsByIdentity = tenant.eventsByIdentity.set(event.identity, event.id)
  },
  rollups: (tenant, { bucket, campaign_id, dimension, dimension_id, ...metrics }) => {
    const key = { campaign_id, dimension, bucket, dimension_id: dimension_id === 0 ? null : dimension_id }
    tenant.sums = tenant.sums.set(key, { ...key, metrics: Struct.pick(metrics, Rollup.metricNames) })
  },
  people: (tenant, row) => {
    const person = Object.freeze({ ...row, password: null, invitation: null, invited_until: null, generation: 0 })
    tenant.people = tenant.people.set(row.id, person)
  },
  threads: (tenant, row) => {
    tenant.threads = tenant.threads.set(row.id, emptyThread(row.id, row))
  },
  messages: (tenant, row) => {
    const thread = tenant.threads.get(row.thread_id)
    if (thread !== undefined) putMessage(tenant, thread, messageOf(row), row.attachments, thread)
  },
  transactions: (tenant, row) => {
    const stored = { transaction: Object.freeze(row), searchText: Transaction.searchTextOf(row) }
    tenant.transactions = tenant.transactions.set(row.id, stored)
  },
  integrations: (tenant, row) => {
    tenant.integrations = tenant.integrations.set(row.id, Object.freeze({ ...row, sealed: "" }))
  },
  deliveries: (tenant, row) => putDelivery(tenant, { ...row, response: Delivery.responseOf(row.tries.at(-1)) }),
  sends: (tenant, row) => void putSend(tenant, row),
  agenda: (tenant, row) => void putAgenda(tenant, row),
  plans: (tenant, row) => {
    tenant.plans = tenant.plans.set(row.campaign_id, Object.freeze(row))
  },
  settings: (tenant, row) => {
    tenant.settings = Object.freeze(row)
  }
}
