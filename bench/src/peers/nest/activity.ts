/** Records events: one transaction writes the events, their leads, the blacklist, the counters and the sums. */
import { Body, Controller, HttpCode, Injectable, Post } from "@nestjs/common"
import { createHash } from "node:crypto"
import { DataSource, type EntityManager, In } from "typeorm"
import {
  changed,
  fold,
  happened,
  type Event as Happening,
  type LeadState,
  noAccount,
  noLead,
  noSequence,
  refusalOf,
  stopped,
  Sums,
  tooLate
} from "../domain.ts"
import type { Fault } from "../shared.ts"
import { countersSql, refuseSql, rollupsSql, sharersSql } from "../statements.ts"
import { Organization } from "./auth.ts"
import { type Checked, checked } from "./checked.ts"
import { NewEvent, RecordEvents } from "./dto.ts"
import { Account, Campaign, Event, Lead, OrganizationGuard, Sequence } from "./entities.ts"
import { everything } from "./leads.ts"

const tolerance = 86_400_000

/** There is one result for each valid event. */
const missing = { id: null, status: "rejected" }

/** Checks an event, also the rules on several fields, which class-validator does not have. */
const checkedEvent = (input: unknown): Checked<NewEvent> => {
  const event = checked(NewEvent, input)
  if ("errors" in event) return event
  const { campaign_id, email, idempotency_key, lead_id, message_id } = event.value
  const isNamedOnce =
    lead_id === undefined ? (campaign_id && email) !== undefined : (campaign_id ?? email) === undefined
  if (!isNamedOnce) return { errors: [{ pointer: "", message: "must name its lead in one way" }] }
  const isCountedOnce = (idempotency_key ?? message_id) !== undefined
  return isCountedOnce ? event : { errors: [{ pointer: "", message: "must have an idempotency_key or a message_id" }] }
}

@Injectable()
class ActivityService {
  constructor(private readonly source: DataSource) {}

  async record(organization_id: number, inputs: ReadonlyArray<unknown>) {
    const events = inputs.map(checkedEvent)
    const valid = events.flatMap((event) => ("errors" in event ? [] : [event.value]))
    const results = await this.source.transaction((manager) => this.store(manager, organization_id, valid))
    let next = 0
    const data = events.map((event, index) => ({
      index,
      ...("errors" in event ? { id: null, status: "rejected", errors: event.errors } : (results[next++] ?? missing))
    }))
    const count = (wanted: string) => data.filter(({ status }) => status === wanted).length
    return { recorded: count("recorded"), duplicate: count("duplicate"), rejected: count("rejected"), data }
  }

  private async store(manager: EntityManager, organization_id: number, inputs: ReadonlyArray<NewEvent>) {
    if (inputs.some(isRefusal)) await manager.increment(OrganizationGuard, { organization_id }, "version", 1)
    const now = new Date().toISOString()
    const idOf = await this.identify(manager, organization_id, inputs)
    const locked = await this.lock(manager, organization_id, inputs, idOf)
    const accounts = await manager.findBy(Account, {
      organization_id,
      id: In(inputs.flatMap(({ account_id }) => account_id ?? []))
    })
    const senders = new Map(accounts.map((account) => [account.id, account]))
    const sequences = await manager.findBy(Sequence, {
      organization_id,
      id: In(inputs.flatMap(({ sequence_id }) => sequence_id ?? []))
    })
    const steps = new Map(sequences.map(({ campaign_id, id }) => [id, campaign_id]))
    const latest = new Date(Date.parse(now) + tolerance).toISOString()
    const resolved = inputs.map((input): Fault | Happening => {
      const lead = locked.get(idOf(input) ?? 0)
      if (lead === undefined) return noLead(input)
      if (input.occurred_at > latest) return tooLate
      if (input.account_id !== undefined && !senders.has(input.account_id)) return noAccount
      if (input.sequence_id !== undefined && steps.get(input.sequence_id) !== lead.campaign_id) return noSequence
      const message_id = input.message_id ?? null
      return {
        identity: JSON.stringify(input.idempotency_key ?? [input.type, lead.id, message_id]),
        type: input.type,
        occurred_at: input.occurred_at,
        campaign_id: lead.campaign_id,
        lead_id: lead.id,
        account_id: input.account_id ?? null,
        sequence_id: input.sequence_id ?? null,
        message_id,
        email: input.type === "sent" ? lead.email : null,
        data: { ...input.data } as Happening["data"]
      }
    })
    const ids = await this.insert(manager, organization_id, resolved)
    const recorded: Array<Happening> = []
    const results = resolved.map((event) => {
      if (!("identity" in event)) return { id: null, status: "rejected", errors: [event] }
      const id = ids.get(event.identity)
      if (id === undefined) return { id: null, status: "duplicate" }
      ids.delete(event.identity)
      recorded.push(event)
      return { id, status: "recorded" }
    })

    const campaigns = await manager.findBy(Campaign, {
      organization_id,
      id: In([...new Set(recorded.map(({ campaign_id }) => campaign_id))])
    })
    const settings = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
    const moved = new Map<number, LeadState>(locked)
    const sums = new Sums()
    for (const event of recorded) {
      const lead = moved.get(event.lead_id)
      const campaign = settings.get(event.campaign_id)
      if (lead === undefined || campaign === undefined) continue
      moved.set(lead.id, happened(lead, event, campaign, senders.get(event.account_id ?? 0), sums))
    }
    await this.refuse(manager, organization_id, recorded, moved)
    await this.write(manager, organization_id, locked, moved, now)
    if (recorded.length > 0) await manager.query(rollupsSql, [organization_id, JSON.stringify(sums.toArray())])
    return results
  }

  /** The id of each input's lead: its own, or by campaign and address. */
  private async identify(manager: EntityManager, organization_id: number, inputs: ReadonlyArray<NewEvent>) {
    const named = inputs.filter(({ email }) => email !== undefined)
    const found =
      named.length === 0
        ? []
        : await manager.find(Lead, {
            where: { organization_id, email_folded: In(named.map(({ email = "" }) => fold(email))) },
            select: { id: true, campaign_id: true, email_folded: true }
          })
    const byEmail = new Map(found.map((lead) => [`${lead.campaign_id} ${lead.email_folded}`, lead.id]))
    return ({ campaign_id = "", email = "", lead_id }: NewEvent) =>
      lead_id ?? byEmail.get(`${campaign_id.toLowerCase()} ${fold(email)}`)
  }

  /** Locks the leads that the inputs may change: their own, and all with the address of a refusal. */
  private async lock(
    manager: EntityManager,
    organization_id: number,
    inputs: ReadonlyArray<NewEvent>,
    idOf: (input: NewEvent) => number | undefined
  ) {
    const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
    const refusing = inputs.flatMap((input) => (isRefusal(input) ? (idOf(input) ?? []) : []))
    if (refusing.length > 0) {
      const sharers: ReadonlyArray<{ id: number }> = await manager.query(sharersSql, [organization_id, refusing])
      for (const { id } of sharers) ids.add(id)
    }
    const leads = await manager.find(Lead, {
      where: { organization_id, id: In([...ids]) },
      order: { id: "ASC" },
      select: everything(manager),
      lock: { mode: "for_no_key_update" }
    })
    return new Map(leads.map((lead) => [lead.id, lead]))
  }

  private async insert(
    manager: EntityManager,
    organization_id: number,
    resolved: ReadonlyArray<Fault | Happening>
  ): Promise<Map<string, number>> {
    const values = resolved.flatMap((event) =>
      "identity" in event
        ? [{ ...event, organization_id, identity_hash: createHash("sha256").update(event.identity).digest() }]
        : []
    )
    if (values.length === 0) return new Map()
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(Event)
      .values(values)
      .orIgnore()
      .updateEntity(false)
      .returning(["id", "identity"])
      .execute()
    return new Map(raw.map(({ id, identity }: Pick<Event, "id" | "identity">) => [identity, id]))
  }

  /** Writes the leads that changed, and the counters of their campaigns. */
  private async write(
    manager: EntityManager,
    organization_id: number,
    locked: ReadonlyMap<number, Lead>,
    moved: ReadonlyMap<number, LeadState>,
    now: string
  ) {
    const after = [...moved.values()].filter((lead) => lead !== locked.get(lead.id))
    if (after.length === 0) return
    const rows = after.map((lead) => ({ ...lead, organization_id, version: lead.version + 1, updated_at: now }))
    await manager.upsert(Lead, rows, ["organization_id", "id"])
    const move = (n: number) => (lead: LeadState) => ({
      campaign_id: lead.campaign_id,
      status: lead.status,
      stop_sending: lead.stop_sending,
      n
    })
    const before = after.flatMap(({ id }) => locked.get(id) ?? [])
    await manager.query(countersSql, [
      organization_id,
      JSON.stringify([...after.map(move(1)), ...before.map(move(-1))])
    ])
  }

  /** Puts the addresses of refusing leads on the blacklist, and stops all leads that have them. */
  private async refuse(
    manager: EntityManager,
    organization_id: number,
    recorded: ReadonlyArray<Happening>,
    moved: Map<number, LeadState>
  ) {
    const refusals = recorded.flatMap((event) => {
      const source = refusalOf(event)
      const value = moved.get(event.lead_id)?.address
      if (source === undefined || value === undefined) return []
      const { campaign_id, data, occurred_at } = event
      return [{ value, source, reason: data.reason || null, campaign_id, created_at: occurred_at }]
    })
    if (refusals.length === 0) return
    await manager.query(refuseSql, [organization_id, JSON.stringify(refusals)])
    const byAddress = Map.groupBy(moved.values(), ({ address }) => address)
    for (const { created_at, value } of refusals) {
      for (const { id } of byAddress.get(value) ?? []) {
        const lead = moved.get(id)
        if (lead) moved.set(id, changed(lead, stopped(lead, "blacklist", created_at)))
      }
    }
  }
}

const isRefusal = ({ data, type }: NewEvent) =>
  refusalOf({ type, data: { ...data } as Happening["data"] }) !== undefined

@Controller("events")
class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Post()
  @HttpCode(200)
  record(@Organization() organization: number, @Body() { events }: RecordEvents) {
    return this.activity.record(organization, events)
  }
}

export const activity = { controllers: [ActivityController], providers: [ActivityService] }
