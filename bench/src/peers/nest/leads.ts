/** Leads: pages, changes, imports. */
import {
  Body,
  ConflictException,
  Controller,
  Get,
  Headers,
  HttpCode,
  Injectable,
  NotFoundException,
  Param,
  Patch,
  Post,
  PreconditionFailedException,
  Query,
  Res
} from "@nestjs/common"
import { InjectRepository } from "@nestjs/typeorm"
import type { Response } from "express"
import {
  DataSource,
  In,
  type EntityManager,
  type FindOptionsSelect,
  IsNull,
  MoreThan,
  QueryFailedError,
  Repository
} from "typeorm"
import { decided, domainsOf, noActivity, readdressed, sending, spellingsOf } from "../domain.ts"
import { containing } from "../shared.ts"
import { Organization } from "./auth.ts"
import { checked } from "./checked.ts"
import { CampaignParams, CreateLeads, LeadPageQuery, LeadParams, LeadPatch, NewLead } from "./dto.ts"
import { BlacklistEntry, Campaign, Lead, OrganizationGuard } from "./entities.ts"

/** All columns of a lead, also those that are left out by default. */
export const everything = (manager: EntityManager): FindOptionsSelect<Lead> =>
  Object.fromEntries(manager.connection.getMetadata(Lead).columns.map(({ propertyName }) => [propertyName, true]))

const isDuplicate = (error: unknown) =>
  error instanceof QueryFailedError && error.driverError.constraint === "leads_email_key"

@Injectable()
class LeadsService {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(Campaign) private readonly campaigns: Repository<Campaign>,
    @InjectRepository(Lead) private readonly leads: Repository<Lead>
  ) {}

  async page(
    organization_id: number,
    campaign_id: string,
    { after_id = 0, limit, offset, search = "" }: LeadPageQuery
  ) {
    const campaign = await this.campaigns.findOne({
      where: { organization_id, id: campaign_id },
      select: { lead_count: true }
    })
    if (campaign === null) throw new NotFoundException()
    if (search === "") {
      const where = { organization_id, campaign_id, id: MoreThan(after_id) }
      const data = await this.leads.find({ where, order: { id: "ASC" }, skip: offset, take: limit })
      return { total: campaign.lead_count, offset, limit, data: data.map(shown) }
    }
    const found = this.leads
      .createQueryBuilder("lead")
      .where({ organization_id, campaign_id })
      .andWhere("lead.email_folded LIKE :pattern", { pattern: containing(search) })
    const total = await found.getCount()
    const data = await found
      .andWhere({ id: MoreThan(after_id) })
      .orderBy("lead.id")
      .skip(offset)
      .take(limit)
      .getMany()
    return { total, offset, limit, data: data.map(shown) }
  }

  /** The subset of these normalized addresses that the blacklist covers. Lock the guard first. */
  private async covered(manager: EntityManager, organization_id: number, addresses: ReadonlyArray<string>) {
    const domains = [...new Set(addresses.flatMap(domainsOf))]
    const entries = await manager.find(BlacklistEntry, {
      where: [
        { organization_id, kind: "email", value: In([...addresses]), removed_at: IsNull() },
        { organization_id, kind: "domain", value: In(domains), removed_at: IsNull() }
      ]
    })
    const values = new Set(entries.map(({ value }) => value))
    return new Set(addresses.filter((address) => [address, ...domainsOf(address)].some((value) => values.has(value))))
  }

  /** Texts: compare and set, without a transaction. An address or a stop: in one that locks the lead first. */
  async update(organization_id: number, id: number, patch: LeadPatch, ifMatch: string | undefined): Promise<Lead> {
    if (patch.email !== undefined || patch.stop_sending !== undefined) {
      return this.source.transaction((manager) => this.updateContact(manager, organization_id, id, patch, ifMatch))
    }
    const { manager } = this.source
    while (true) {
      const lead = await manager.findOne(Lead, { where: { organization_id, id }, select: everything(manager) })
      const next = changed(lead, patch, ifMatch, new Date().toISOString(), false)
      if (next.changes === undefined) return next.lead
      const { affected } = await manager.update(Lead, { organization_id, id, version: next.lead.version }, next.changes)
      if (affected === 1) return Object.assign(next.lead, next.changes)
    }
  }

  private async updateContact(
    manager: EntityManager,
    organization_id: number,
    id: number,
    patch: LeadPatch,
    ifMatch: string | undefined
  ) {
    const where = { organization_id, id }
    if (patch.email !== undefined) await lockGuardShared(manager, organization_id)
    const found = await manager.findOne(Lead, {
      where,
      select: everything(manager),
      lock: { mode: "for_no_key_update" }
    })
    const address = patch.email === undefined ? undefined : spellingsOf(patch.email).address
    const isBlacklisted =
      address !== undefined && (await this.covered(manager, organization_id, [address])).has(address)
    const { changes, lead } = changed(found, patch, ifMatch, new Date().toISOString(), isBlacklisted)
    if (changes === undefined) return lead
    await manager.update(Lead, where, changes)
    if (changes.stop_sending !== undefined && changes.stop_sending !== lead.stop_sending) {
      const campaign = { organization_id, id: lead.campaign_id }
      await manager.increment(Campaign, campaign, "leads_stopped", changes.stop_sending ? 1 : -1)
    }
    return Object.assign(lead, changes)
  }

  async create(organization_id: number, { campaign_id, leads }: CreateLeads) {
    const now = new Date().toISOString()
    const inputs = leads.map((lead) => {
      const result = checked(NewLead, lead)
      return "errors" in result ? result : { value: { ...result.value, ...spellingsOf(result.value.email) } }
    })
    const given = inputs.flatMap((lead) => ("errors" in lead ? [] : [lead.value]))
    return this.source.transaction(async (manager) => {
      await lockGuardShared(manager, organization_id)
      const addresses = given.map(({ address }) => address)
      const covered = await this.covered(manager, organization_id, addresses)
      const where = { organization_id, id: campaign_id }
      const campaign = await manager.findOne(Campaign, { where, lock: { mode: "for_no_key_update" } })
      if (campaign === null) throw new NotFoundException()
      const texts = { first_name: "", last_name: "", company: "", website: "", personalization: "" }
      const values = given.map((lead) => ({
        ...texts,
        custom_fields: {},
        ...lead,
        organization_id,
        campaign_id: campaign.id,
        verification_status: "not_verified",
        status: "Not contacted",
        amount_sequences_sent: 0,
        ...readdressed(sending, covered.has(lead.address), now),
        activity: noActivity,
        version: 1,
        created_at: now,
        updated_at: now
      }))
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(Lead)
        .values(values)
        .orIgnore()
        .updateEntity(false)
        .returning(["id", "email_folded", "stop_sending"])
        .execute()
      const inserted: ReadonlyArray<Pick<Lead, "email_folded" | "id" | "stop_sending">> = raw
      if (inserted.length > 0) {
        const stopped = inserted.filter(({ stop_sending }) => stop_sending).length
        await manager.update(Campaign, where, {
          lead_count: () => `lead_count + ${inserted.length}`,
          leads_not_contacted: () => `leads_not_contacted + ${inserted.length}`,
          leads_stopped: () => `leads_stopped + ${stopped}`
        })
      }
      const created = new Map(inserted.map(({ email_folded, id }) => [email_folded, id]))
      const known = new Map(created)
      const taken = given.flatMap(({ email_folded }) => (created.has(email_folded) ? [] : [email_folded]))
      if (taken.length > 0) {
        const duplicates = await manager.find(Lead, {
          where: { organization_id, campaign_id, email_folded: In(taken) },
          select: { id: true, email_folded: true }
        })
        for (const { email_folded, id } of duplicates) known.set(email_folded, id)
      }
      const data = inputs.map((lead, index) => {
        if ("errors" in lead) return { index, id: null, status: "invalid", errors: lead.errors }
        const { address, email_folded } = lead.value
        const id = known.get(email_folded) ?? null
        // A later input with the same address is a duplicate of the first.
        if (!created.delete(email_folded)) return { index, id, status: "duplicate" }
        return { index, id, status: covered.has(address) ? "blacklisted" : "created" }
      })
      return { created: inserted.length, updated: 0, skipped: data.length - inserted.length, data }
    })
  }
}

/** Locks the organization's guard, before all else in the transaction. */
const lockGuardShared = (manager: EntityManager, organization_id: number) =>
  manager.findOne(OrganizationGuard, { where: { organization_id }, lock: { mode: "pessimistic_read" } })

/** What a patch changes of a lead: `undefined` if nothing. */
const changed = (
  lead: Lead | null,
  { custom_fields, stop_sending, ...texts }: LeadPatch,
  ifMatch: string | undefined,
  now: string,
  isBlacklisted: boolean
) => {
  if (lead === null) throw new NotFoundException()
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== `"${lead.version}"`) {
    throw new PreconditionFailedException()
  }
  const spellings = texts.email === undefined ? undefined : spellingsOf(texts.email)
  const changes: Partial<Lead> = { ...texts, ...spellings }
  if (custom_fields !== undefined) {
    const merged = Object.entries({ ...lead.custom_fields, ...custom_fields }).filter(([, value]) => value !== null)
    changes.custom_fields = Object.fromEntries(merged)
  }
  if (spellings !== undefined && spellings.email_folded !== lead.email_folded) {
    changes.verification_status = "not_verified"
    Object.assign(changes, readdressed(lead, isBlacklisted, now))
  }
  if (stop_sending !== undefined) Object.assign(changes, decided(stop_sending, now))
  const differs = Object.entries(changes).some(([name, value]) => !isEqual(value, lead[name as keyof Lead]))
  return { lead, changes: differs ? { ...changes, version: lead.version + 1, updated_at: now } : undefined }
}

const isEqual = (a: unknown, b: unknown) =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
const sorted = (value: object | null) => Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))

/** A lead as the API shows it. */
const shown = (lead: Lead) => ({
  id: lead.id,
  email: lead.email,
  first_name: lead.first_name,
  last_name: lead.last_name,
  company: lead.company,
  website: lead.website,
  personalization: lead.personalization,
  sender: lead.sender,
  verification_status: lead.verification_status,
  status: lead.status,
  campaign_id: lead.campaign_id,
  id_previous_sending_sequence: lead.id_previous_sending_sequence,
  amount_sequences_sent: lead.amount_sequences_sent,
  date_last_sequence_send: lead.date_last_sequence_send,
  reply_text: lead.reply_text,
  reply_status: lead.reply_status,
  reply_status_tag_id: lead.reply_status_tag_id,
  stop_sending: lead.stop_sending,
  stop_sending_type: lead.stop_sending_type,
  chosen_sender: lead.chosen_sender,
  provider: lead.provider
})

@Controller("leads")
class LeadsController {
  constructor(private readonly leads: LeadsService) {}

  @Get("campaign/:campaignId")
  page(@Organization() organization: number, @Param() params: CampaignParams, @Query() query: LeadPageQuery) {
    return this.leads.page(organization, params.campaignId, query)
  }

  @Patch(":id")
  async update(
    @Organization() organization: number,
    @Param() { id }: LeadParams,
    @Body() patch: LeadPatch,
    @Headers("if-match") ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response
  ) {
    try {
      const lead = await this.leads.update(organization, id, patch, ifMatch)
      response.setHeader("ETag", `"${lead.version}"`)
      return shown(lead)
    } catch (error) {
      if (isDuplicate(error)) throw new ConflictException()
      throw error
    }
  }

  @Post()
  @HttpCode(200)
  create(@Organization() organization: number, @Body() body: CreateLeads) {
    return this.leads.create(organization, body)
  }
}

export const leads = { controllers: [LeadsController], providers: [LeadsService] }
