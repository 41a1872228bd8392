/** The mails that Mailroom sends. */
import {
  isOpenSend,
  isScheduled,
  isWritten,
  type NewSend,
  type SendId,
  type SendRecord,
  SendStore,
  sendTable
} from "@mailroom/core"
import { Exit, Order } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { keyedStore } from "./internal/keyed.ts"
import { distinct } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"
import { threadsOf } from "./internal/threads.ts"

export const sendStore = (database: Database): SendStore["Service"] => {
  const { read, sequence, write } = database
  const { next: nextId } = sequence<SendId>("sends")

  return SendStore.of({
    insert: (organization_id, drafts) =>
      write(organization_id, "SendStore.insert", (tenant) => {
        const inserted: Array<SendRecord> = []
        for (const draft of drafts) {
          const id = nextId()
          if (isTaken(tenant, draft)) continue
          inserted.push(putSend(tenant, { id, ...draft }))
        }
        return Exit.succeed(inserted)
      }),
    ...keyedStore(database, { port: "SendStore", table: sendTable, part: "sends", put: putSend }),
    findOpen: (organization_id, account_id, limit) =>
      read(organization_id, ({ openSends }) =>
        [...openSends.values()]
          .filter((send) => send.account_id === account_id && isOpenSend(send))
          .toSorted((a, b) => Order.String(a.next_attempt_at ?? "", b.next_attempt_at ?? "") || a.id - b.id)
          .slice(0, limit)
      ),
    findCopies: (organization_id, account_id, limit) =>
      read(organization_id, ({ sends }) =>
        [...sends.values()]
          .filter((send) => send.account_id === account_id && send.outcome === "sent" && send.content !== null)
          .slice(0, limit)
      ),
    findOfLeads: (organization_id, lead_ids) =>
      read(organization_id, (tenant) =>
        distinct(lead_ids)
          .flatMap((lead_id) => stepsOf(tenant, lead_id))
          .toSorted((a, b) => a.id - b.id)
      ),
    findOfStep: (organization_id, step_id, { after, limit }) =>
      read(organization_id, ({ openSends }) =>
        [...openSends.values()]
          .filter((send) => send.kind === "step" && send.step_id === step_id && send.outcome !== "unknown")
          .filter(({ id }) => id > (after ?? 0))
          .toSorted((a, b) => a.id - b.id)
          .slice(0, limit)
      ),
    countOpen: (organization_id, spans) =>
      read(organization_id, ({ openSends }) => {
        const open = [...openSends.values()].filter(
          ({ kind, outcome }) => kind === "step" && (outcome === "begun" || outcome === "unknown")
        )
        return spans.map(
          ({ account_id, since }) =>
            open.filter((send) => send.account_id === account_id && (send.begun_at ?? "") >= since).length
        )
      }),
    findBegunTo: (organization_id, companies, since) =>
      read(organization_id, ({ sends }) => {
        const asked = new Set(companies)
        return [...sends.values()].flatMap(({ begun_at, company, kind, outcome }) =>
          kind === "step" &&
          company !== null &&
          asked.has(company) &&
          begun_at !== null &&
          begun_at >= since &&
          (outcome === "begun" || outcome === "sent" || outcome === "unknown")
            ? [{ company, begun_at }]
            : []
        )
      }),
    findByMessageIds: (organization_id, message_ids) =>
      read(organization_id, ({ sends, sendsByMessageId }) =>
        distinct(message_ids.flatMap((message_id) => sendsByMessageId.get(message_id) ?? [])).flatMap(
          (id) => sends.get(id) ?? []
        )
      ),
    findByIds: (organization_id, ids) =>
      read(organization_id, ({ sends, sendsByMessageId, sendsByRelayId }) =>
        distinct(
          ids.flatMap((id) => [
            ...[sendsByMessageId.get(id) ?? []].flat(),
            ...sendsByRelayId.between({ relay_id: id, id: 0 }, { relay_id: id, id: Infinity })
          ])
        ).flatMap((id) => sends.get(id) ?? [])
      ),
    findUnretired: (organization_id, { after, limit, outcome }) =>
      read(organization_id, ({ sends }) =>
        [...sends.values()]
          .filter((send) => send.id > (after ?? 0) && send.outcome === outcome && send.retired !== true)
          .slice(0, limit)
      ),
    page: (
      organization_id,
      { account_id, before = Infinity, campaign_id, kind, lead_id, limit, outcome, scheduled, thread_id }
    ) =>
      read(organization_id, ({ repliesByThread, sends }) =>
        (thread_id === undefined
          ? [...sends.values()]
          : repliesByThread.between({ thread_id, id: 0 }, { thread_id, id: Infinity })
        )
          .filter(
            (send) =>
              send.retired !== true &&
              send.id < before &&
              (account_id === undefined || send.account_id === account_id) &&
              (campaign_id === undefined || send.campaign_id === campaign_id) &&
              (lead_id === undefined || send.lead_id === lead_id) &&
              (kind === undefined || send.kind === kind) &&
              (outcome === undefined || send.outcome === outcome) &&
              (scheduled === undefined || isScheduled(send) === scheduled)
          )
          .slice(-limit)
          .toReversed()
      ),
    findScheduled: (organization_id, thread_ids) =>
      read(organization_id, ({ repliesByThread }) =>
        distinct(thread_ids).flatMap((thread_id) => {
          const [earliest] = repliesByThread
            .between({ thread_id, id: 0 }, { thread_id, id: Infinity })
            .flatMap((send) => (isScheduled(send) && send.send_at !== null ? [send.send_at] : []))
            .toSorted()
          return earliest === undefined ? [] : [[thread_id, earliest] as const]
        })
      ),
    findToOthers: (organization_id) =>
      read(organization_id, ({ sends }) =>
        [...sends.values()].filter(
          (send) =>
            isWritten(send) &&
            send.outcome !== "sent" &&
            ((send.kind === "forward" && send.to_email !== "") ||
              send.content?.cc !== undefined ||
              send.content?.bcc !== undefined)
        )
      ),
    erase: (organization_id, lead_ids, thread_ids) =>
      write(organization_id, "SendStore.erase", (tenant) => {
        const leads = new Set(lead_ids)
        const threads = new Set([...thread_ids, ...threadsOf(tenant, lead_ids).map(({ id }) => id)])
        const answers: Array<SendId> = []
        for (const send of tenant.sends.values()) {
          const isOfLead = send.lead_id !== null && leads.has(send.lead_id)
          const isInThread = isWritten(send) && send.thread_id !== null && threads.has(send.thread_id)
          if (!isOfLead && !isInThread) continue
          if (isWritten(send) && send.content !== null) answers.push(send.id)
          putSend(tenant, {
            ...send,
            to_email: "",
            subject: "",
            reply: null,
            company: null,
            content: null,
            send_at: null
          })
        }
        return Exit.succeed(answers)
      })
  })
}

/** The mails of kind `step` to a lead, by ascending id. */
const stepsOf = ({ sendsByLead }: Pick<Tenant, "sendsByLead">, lead_id: number) =>
  sendsByLead.between({ lead_id, id: 0 }, { lead_id, id: Infinity }).filter(({ kind }) => kind === "step")

/** Whether the Message-ID is taken, or the lead already has a mail of the step. */
const isTaken = (tenant: Mutable<Tenant>, { kind, lead_id, message_id, step_id }: NewSend) =>
  tenant.sendsByMessageId.get(message_id) !== undefined ||
  (kind === "step" &&
    lead_id !== null &&
    step_id !== null &&
    stepsOf(tenant, lead_id).some((send) => send.step_id === step_id))

/** Stores a mail, and updates the indexes that find it. */
export const putSend = (tenant: Mutable<Tenant>, send: SendRecord): SendRecord => {
  const frozen = Object.freeze({ ...send })
  const { id, lead_id, message_id, outcome, provider_message_id: relay_id, thread_id } = frozen
  const stored = tenant.sends.get(id)
  const oldRelayId = stored?.provider_message_id ?? null
  if (oldRelayId !== null) tenant.sendsByRelayId = tenant.sendsByRelayId.remove({ relay_id: oldRelayId, id })
  if (relay_id !== null) tenant.sendsByRelayId = tenant.sendsByRelayId.set({ relay_id, id }, id)
  const oldLead = stored?.lead_id ?? null
  if (oldLead !== null && oldLead !== lead_id) tenant.sendsByLead = tenant.sendsByLead.remove({ lead_id: oldLead, id })
  if (lead_id !== null) tenant.sendsByLead = tenant.sendsByLead.set({ lead_id, id }, frozen)
  if (isWritten(frozen)) {
    const oldThread = stored?.thread_id ?? null
    if (oldThread !== null) tenant.repliesByThread = tenant.repliesByThread.remove({ thread_id: oldThread, id })
    if (thread_id !== null) tenant.repliesByThread = tenant.repliesByThread.set({ thread_id, id }, frozen)
  }
  tenant.sends = tenant.sends.set(id, frozen)
  tenant.sendsByMessageId = tenant.sendsByMessageId.set(message_id, id)
  tenant.openSends =
    outcome === "sent" || outcome === "refused" ? tenant.openSends.remove(id) : tenant.openSends.set(id, frozen)
  return frozen
}
