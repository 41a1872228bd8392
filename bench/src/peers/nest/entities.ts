/** The tables as TypeORM knows them: what the peer reads and writes. */
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, type ValueTransformer } from "typeorm"
import type { LeadState } from "../domain.ts"
import type { ThreadRow } from "../shared.ts"

/** Instants are the API's own text. */
const instant: ValueTransformer = {
  from: (date: Date | null) => date?.toISOString() ?? null,
  to: (text: unknown) => text
}

@Entity({ schema: "mailroom", name: "campaigns" })
export class Campaign {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryColumn("uuid")
  id!: string
  @Column("boolean")
  stop_on_reply!: boolean
  @Column("boolean")
  stop_on_auto_reply!: boolean
  @Column("bigint")
  lead_count!: number
  @Column("bigint")
  leads_not_contacted!: number
  @Column("bigint")
  leads_stopped!: number
}

@Entity({ schema: "mailroom", name: "leads" })
export class Lead {
  @PrimaryColumn("bigint", { select: false })
  organization_id!: number
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number
  @Column("text")
  email!: string
  @Column("text")
  first_name!: string
  @Column("text")
  last_name!: string
  @Column("text")
  company!: string
  @Column("text")
  website!: string
  @Column("text")
  personalization!: string
  @Column("text", { nullable: true })
  sender!: string | null
  @Column("text")
  verification_status!: string
  @Column("text")
  status!: string
  @Column("uuid")
  campaign_id!: string
  @Column("bigint", { nullable: true })
  id_previous_sending_sequence!: number | null
  @Column("bigint")
  amount_sequences_sent!: number
  @Column("timestamptz", { nullable: true, transformer: instant })
  date_last_sequence_send!: string | null
  @Column("text", { nullable: true })
  reply_text!: string | null
  @Column("text", { nullable: true })
  reply_status!: string | null
  @Column("bigint", { nullable: true })
  reply_status_tag_id!: number | null
  @Column("boolean")
  stop_sending!: boolean
  @Column("text", { nullable: true })
  stop_sending_type!: string | null
  @Column("bigint", { nullable: true })
  chosen_sender!: number | null
  @Column("text", { nullable: true })
  provider!: string | null
  // What the API does not show is read only where the rules need it.
  @Column("text", { select: false })
  email_folded!: string
  @Column("text", { select: false })
  address!: string
  @Column("text", { select: false })
  domain_key!: string
  @Column("jsonb", { select: false })
  custom_fields!: Record<string, boolean | number | string | null>
  @Column("timestamptz", { nullable: true, select: false, transformer: instant })
  stop_decided_at!: string | null
  @Column("json", { select: false })
  stops!: LeadState["stops"]
  @Column("json", { select: false })
  activity!: LeadState["activity"]
  @Column("bigint", { select: false })
  version!: number
  @Column("timestamptz", { select: false, transformer: instant })
  created_at!: string
  @Column("timestamptz", { select: false, transformer: instant })
  updated_at!: string
}

@Entity({ schema: "mailroom", name: "threads" })
export class Thread {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryColumn("bigint")
  id!: number
  @Column("text")
  tab!: string
  @Column("bigint", { nullable: true })
  lead_id!: number | null
  @Column("uuid", { nullable: true })
  campaign_id!: string | null
  @Column("boolean")
  has_our_email!: boolean
  @Column("boolean")
  is_listed!: boolean
  @Column("boolean")
  is_new!: boolean
  @Column("bigint")
  last_message_id!: number
  @Column("timestamptz", { transformer: instant })
  last_date_sent!: string
  @Column("jsonb")
  last_message!: ThreadRow["last_message"]
}

@Entity({ schema: "mailroom", name: "events" })
export class Event {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number
  @Column("bytea")
  identity_hash!: Buffer
  @Column("text")
  identity!: string
  @Column("text")
  type!: string
  @Column("timestamptz", { transformer: instant })
  occurred_at!: string
  @Column("uuid")
  campaign_id!: string
  @PrimaryColumn("bigint")
  lead_id!: number
  @Column("bigint", { nullable: true })
  account_id!: number | null
  @Column("bigint", { nullable: true })
  sequence_id!: number | null
  @Column("text", { nullable: true })
  message_id!: string | null
  @Column("text", { nullable: true })
  email!: string | null
  @Column("json")
  data!: object
}

@Entity({ schema: "mailroom", name: "accounts" })
export class Account {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryColumn("bigint")
  id!: number
  @Column("text")
  email!: string
  @Column("text")
  provider!: string
}

@Entity({ schema: "mailroom", name: "sequences" })
export class Sequence {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryColumn("bigint")
  id!: number
  @Column("uuid")
  campaign_id!: string
}

@Entity({ schema: "mailroom", name: "blacklist" })
export class BlacklistEntry {
  @PrimaryColumn("bigint")
  organization_id!: number
  @PrimaryColumn("bigint")
  id!: number
  @Column("text")
  kind!: string
  @Column("text")
  value!: string
  @Column("timestamptz", { nullable: true, transformer: instant })
  removed_at!: string | null
}

/** Locked by what decides by the blacklist, and by what changes the blacklist. */
@Entity({ schema: "mailroom", name: "organization_guards" })
export class OrganizationGuard {
  @PrimaryColumn("bigint")
  organization_id!: number
  @Column("bigint")
  version!: number
}

export const entities = [Campaign, Lead, Thread, Event, Account, Sequence, BlacklistEntry, OrganizationGuard]
