/** The mails that Mailroom sends. */
import { isOpenSend, type NewSend, type SendId, type SendRecord, SendStore } from "@mailroom/core"
import { Exit } from "effect"
import { type Database, makeSequence, type Mutable } from "./internal/Database.ts"
import { distinct } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const sendStore = ({ read, write }: Database): SendStore["Service"] => {
  const nextId = makeSequence<SendId>()
  const findMany: SendStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, ({ sends }) => distinct(ids).flatMap((id) => sends.get(id) ?? []))

  return SendStore.of({
    insert: (organization_id, drafts) =>
      write(organization_id, "SendStore.insert", (tenant) => {
        const inserted: Array<SendRecord> = []
        for (const draft of drafts) {
          const id = nextId()
          if (isTaken(tenant, draft)) continue
          inserted.push(put(tenant, { id, ...draft }))
        }
        return Exit.succeed(inserted)
      }),
    findMany,
    // No other transaction runs until this one ends.
    lock: findMany,
    write: (organization_id, changed) =>
      write(organization_id, "SendStore.write", (tenant) => {
        for (const send of changed) {
          const stored = tenant.sends.get(send.id)
          if (stored !== undefined) put(tenant, { ...send, kind: stored.kind, message_id: stored.message_id })
        }
        return Exit.void
      }),
    findOpen: (organization_id, account_id, limit) =>
      read(organization_id, ({ sends }) =>
        [...sends.values()]
          .filter((send) => send.account_id === account_id && isOpenSend(send))
          .toSorted((a, b) => {
            const [first, second] = [a.next_attempt_at ?? "", b.next_attempt_at ?? ""]
            return first === second ? a.id - b.id : first < second ? -1 : 1
          })
          .slice(0, limit)
      ),
    findOfLeads: (organization_id, lead_ids) =>
      read(organization_id, ({ sends }) => {
        const wanted = new Set<number | null>(lead_ids)
        return [...sends.values()].filter(({ kind, lead_id }) => kind === "step" && wanted.has(lead_id))
      }),
    countOpen: (organization_id, spans) =>
      read(organization_id, ({ sends }) => {
        const open = [...sends.values()].filter(
          ({ kind, outcome }) => kind === "step" && (outcome === "begun" || outcome === "unknown")
        )
        return spans.map(
          ({ account_id, since }) =>
            open.filter((send) => send.account_id === account_id && (send.begun_at ?? "") >= since).length
        )
      }),
    findByMessageIds: (organization_id, message_ids) =>
      read(organization_id, ({ sends }) => {
        const wanted = new Set(message_ids)
        return [...sends.values()].filter(({ message_id }) => wanted.has(message_id))
      }),
    page: (organization_id, { account_id, before = Infinity, lead_id, limit, outcome }) =>
      read(organization_id, ({ sends }) =>
        [...sends.values()]
          .filter(
            (send) =>
              send.id < before &&
              (account_id === undefined || send.account_id === account_id) &&
              (lead_id === undefined || send.lead_id === lead_id) &&
              (outcome === undefined || send.outcome === outcome)
          )
          .slice(-limit)
          .toReversed()
      ),
    erase: (organization_id, lead_ids) =>
      write(organization_id, "SendStore.erase", (tenant) => {
        const erased = new Set(lead_ids)
        for (const send of tenant.sends.values()) {
          if (send.lead_id === null || !erased.has(send.lead_id)) continue
          put(tenant, { ...send, to_email: "", subject: "", reply: null, content: null })
        }
        return Exit.void
      })
  })
}

/** Whether the Message-ID is taken, or the lead already has a mail of the step. */
const isTaken = ({ sends }: Mutable<Tenant>, { kind, lead_id, message_id, sequence_id }: NewSend) =>
  [...sends.values()].some(
    (send) =>
      send.message_id === message_id ||
      (kind === "step" && send.kind === "step" && send.lead_id === lead_id && send.sequence_id === sequence_id)
  )

const put = (tenant: Mutable<Tenant>, send: SendRecord): SendRecord => {
  const frozen = Object.freeze({ ...send })
  tenant.sends = tenant.sends.set(send.id, frozen)
  return frozen
}
