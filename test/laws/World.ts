/** An organization for histories: two campaigns and three addresses, each of which is a lead of both campaigns. */
import {
  Account,
  AccountStore,
  Activity,
  BlacklistStore,
  Campaign,
  CampaignStore,
  CurrentOrganization,
  Lead,
  LeadStore,
  Organizations,
  type RecordResult,
  type Sequence,
  Sequences,
  StopSending,
  type Tag,
  Tags,
  Timestamp
} from "@mailroom/core"
import { Effect } from "effect"
import { type Decision, type History, instants, type Report } from "./Histories.ts"

const at = (instant: number): Timestamp.Timestamp => Timestamp.fromMillis(instants[instant] ?? NaN)

const before = Timestamp.fromMillis(Date.UTC(2026, 0))

/** The second campaign spells one of the addresses differently. */
const addresses = [
  ["ada@example.com", "bob@x.test", "zoë@MÜNCHEN.example"],
  ["ada@example.com", "Bob@x.test", "zoë@xn--mnchen-3ya.example"]
]

export interface World {
  readonly organization: { readonly id: CurrentOrganization["Service"]["id"] }
  /** Ascending, so that the smaller id is the same campaign in every world. */
  readonly campaigns: ReadonlyArray<Campaign.CampaignId>
  readonly accounts: ReadonlyArray<Account.Account>
  /** One list for each campaign. */
  readonly sequences: ReadonlyArray<ReadonlyArray<Sequence.Sequence>>
  readonly leads: ReadonlyArray<{ readonly id: Lead.LeadId; readonly email: string; readonly campaign: number }>
  readonly tags: { readonly positive: Tag.Tag; readonly neutral: Tag.Tag }
}

const stopState = ({ instant, stopped }: Decision): StopSending.StopState => {
  if (stopped === "none") return StopSending.sending
  return stopped === "stop" ? StopSending.stop(at(instant)) : StopSending.resume(at(instant))
}

/** Runs an effect on behalf of the world's organization. */
export const inside =
  (world: Pick<World, "organization">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentOrganization>> =>
    Effect.provideService(effect, CurrentOrganization, world.organization)

/** A new world, before any event. */
export const newWorld = Effect.fnUntraced(function* (
  history: Pick<History, "blacklisted" | "decisions" | "stop_everywhere" | "stop_on_auto_reply" | "stop_on_reply">
) {
  const { id } = yield* (yield* Organizations).create({ name: "World" })
  const organization = { id }
  const accountStore = yield* AccountStore
  const accounts = yield* Effect.forEach(["one@ours.test", "two@ours.test"], (email) =>
    accountStore.insert(id, Account.create({ email, provider: "smtp" }, before))
  )
  const campaigns = [0, 1].map(() => Campaign.CampaignId.make(crypto.randomUUID())).sort()
  const sequences: Array<ReadonlyArray<Sequence.Sequence>> = []
  const leads: Array<World["leads"][number]> = []
  for (const [i, campaign_id] of campaigns.entries()) {
    yield* (yield* CampaignStore).insert(id, {
      ...Campaign.defaults,
      id: campaign_id,
      name: `Campaign ${i}`,
      status: "active",
      status_reason: null,
      timezone: i === 0 ? "UTC" : "Europe/Berlin",
      stop_on_reply: i === 0 || history.stop_on_reply,
      stop_on_auto_reply: i === 0 && history.stop_on_auto_reply,
      stop_scope: i === 1 && history.stop_everywhere ? "organization" : "campaign",
      account_ids: accounts.slice(0, 1).map((account) => account.id),
      created_at: before,
      updated_at: before,
      verification: null,
      version: 1
    })
    const steps = yield* Sequences
    sequences.push(
      yield* Effect.replicateEffect(inside({ organization })(steps.create(campaign_id, { body: "Hello" })), 2)
    )
    const rows = (addresses[i] ?? []).map((email, j) => {
      const { campaign_id: _, ...row } = Lead.create(campaign_id, { email }, before, false)
      const decision = history.decisions[i * 3 + j]
      return { ...row, ...(decision === undefined ? {} : stopState(decision)) }
    })
    const ids = yield* (yield* LeadStore).insert(id, campaign_id, rows)
    for (const [j, row] of rows.entries()) {
      leads.push({ id: Lead.LeadId.make(ids[j] ?? NaN), email: row.email, campaign: i })
    }
  }
  if (history.blacklisted) {
    yield* (yield* BlacklistStore).insert(id, "email", [
      { value: "bob@x.test", source: "manual", reason: "no", campaign_id: null, created_at: at(3) }
    ])
  }
  const tags = yield* Tags
  const create = (name: string, sentiment: Tag.Sentiment) => inside({ organization })(tags.create({ name, sentiment }))
  const world: World = {
    organization,
    campaigns,
    accounts,
    sequences,
    leads,
    tags: { positive: yield* create("Yes", "positive"), neutral: yield* create("Hm", "neutral") }
  }
  return world
})

/** The event that a reporter sends. */
const eventOf = (world: World, report: Report) => {
  const lead = world.leads[report.lead]
  const campaign = lead?.campaign ?? 0
  const account = report.account === null ? undefined : world.accounts[report.account]
  const sequence = report.sequence === null ? undefined : world.sequences[campaign]?.[report.sequence]
  return {
    type: report.type,
    occurred_at: at(report.instant),
    ...(report.byAddress ? { campaign_id: world.campaigns[campaign], email: lead?.email } : { lead_id: lead?.id }),
    ...(report.keyed ? { idempotency_key: `key ${report.key}` } : { message_id: `<${report.key}@ours.test>` }),
    ...(account === undefined ? {} : { account_id: account.id }),
    ...(sequence === undefined ? {} : { sequence_id: sequence.id }),
    data: {
      ...(report.status === "" ? {} : { status: report.status }),
      ...(report.reason === null ? {} : { reason: report.reason }),
      ...(report.type === "replied" ? { reply_text: `reply ${report.key}` } : {})
    }
  }
}

/** Records the events, as one batch. */
export const record = Effect.fnUntraced(function* (world: World, reports: ReadonlyArray<Report>) {
  if (reports.length === 0) return []
  const events = reports.map((report) => eventOf(world, report))
  const { data }: { readonly data: ReadonlyArray<RecordResult> } = yield* inside(world)(
    (yield* Activity).record(events)
  )
  return data
})

/** Gives each lead the tag of its decision. */
export const tag = Effect.fnUntraced(function* (world: World, { decisions }: Pick<History, "decisions">) {
  const tags = yield* Tags
  for (const [i, lead] of world.leads.entries()) {
    const name = decisions[i]?.tag ?? null
    if (name !== null) yield* inside(world)(tags.assign(lead.id, world.tags[name].id))
  }
})
