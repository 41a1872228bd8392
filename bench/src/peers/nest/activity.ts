/** Events in: recorded once, their leads moved, the counters and the sums added to, in one transaction. */
import { Body, Controller, HttpCode, Injectable, Post } from "@nestjs/common"
import { createHash } from "node:crypto"
import { DataSource, type EntityManager, In } from "typeorm"
import {
  changed,
  fold,
  happened,
  type Event as Happening,
  type LeadState,
  refusalOf,
  stopped,
  Sums
} from "../domain.ts"
import { countersSql, refuseSql, rollupsSql, sharersSql } from "../statements.ts"
import { Organization } from "./auth.ts"
import { NewEvent, RecordEvents } from "./dto.ts"
import { Account, Campaign, Event, Lead, Sequence } from "./entities.ts"
import { checked, everything } from "./leads.ts"

const tolerance = 86_400_000

@Injectable()
class ActivityService {
  constructor(private readonly source: DataSource) {}

  async record(organization_id: number, inputs: ReadonlyArray<unknown>) {
    const events = inputs.map((input) => {
      const event = checked(NewEvent, input)
      // A lead is named in one way.
      return event?.lead_id !== undefined && event.campaign_id !== undefined ? undefined : event
    })
    const valid = events.filter((event) => event !== undefined)
    const recorded = await this.source.transaction((manager) => this.store(manager, organization_id, valid))
    let next = 0
    return {
      data: events.map((event, index) =>
        event === undefined
          ? { index, id: null, status: "rejected", error: "must be an event" }
          : { index, ...recorded[next++] }
      )
    }
  }

  private async store(manager: EntityManager, organization_id: number, inputs: ReadonlyArray<NewEvent>) {
    const now = new Date().toISOString()
    const idOf = await this.identify(manager, organization_id, inputs)
    const held = await this.hold(manager, organization_id, inputs, idOf)
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
    const resolved = inputs.map((input): Happening | string => {
      const lead = held.get(idOf(input) ?? 0)
      if (lead === undefined) return "no such lead"
      if (input.occurred_at > latest) return "occurred_at is more than a day in the future"
      if (input.account_id !== undefined && !senders.has(input.account_id)) return "no such account"
      if (input.sequence_id !== undefined && steps.get(input.sequence_id) !== lead.campaign_id)
        return "no such sequence"
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
        data: { ...input.data } as Happening["data"]
      }
    })
    const ids = await this.insert(manager, organization_id, resolved)
    const recorded: Array<Happening> = []
    const results = resolved.map((event) => {
      if (typeof event === "string") return { id: null, status: "rejected", error: event }
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
    const moved = new Map<number, LeadState>(held)
    const sums = new Sums()
    for (const event of recorded) {
      const lead = moved.get(event.lead_id)
      const campaign = settings.get(event.campaign_id)
      if (lead === undefined || campaign === undefined) continue
      moved.set(lead.id, happened(lead, event, campaign, senders.get(event.account_id ?? 0), sums))
    }
    await this.refuse(manager, organization_id, recorded, moved)
    await this.write(manager, organization_id, held, moved, now)
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

  /** Holds the leads that the inputs may move: their own, and all with an address that is refused. */
  private async hold(
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
    resolved: ReadonlyArray<Happening | string>
  ): Promise<Map<string, number>> {
    const values = resolved.flatMap((event) =>
      typeof event === "string"
        ? []
        : [{ ...event, organization_id, identity_hash: createHash("sha256").update(event.identity).digest() }]
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

  /** Writes the leads that moved, and the counters of their campaigns. */
  private async write(
    manager: EntityManager,
    organization_id: number,
    held: ReadonlyMap<number, Lead>,
    moved: ReadonlyMap<number, LeadState>,
    now: string
  ) {
    const after = [...moved.values()].filter((lead) => lead !== held.get(lead.id))
    if (after.length === 0) return
    const rows = after.map((lead) => ({ ...lead, organization_id, version: lead.version + 1, updated_at: now }))
    await manager.upsert(Lead, rows, ["organization_id", "id"])
    const move = (n: number) => (lead: LeadState) => ({
      campaign_id: lead.campaign_id,
      status: lead.status,
      stop_sending: lead.stop_sending,
      n
    })
    const before = after.flatMap(({ id }) => held.get(id) ?? [])
    await manager.query(countersSql, [
      organization_id,
      JSON.stringify([...after.map(move(1)), ...before.map(move(-1))])
    ])
  }

  /** Blacklists the addresses of leads that refuse, and stops all leads that have them. */
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
