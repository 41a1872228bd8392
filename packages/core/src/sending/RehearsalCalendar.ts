/** Sums up a rehearsal: its days, what becomes of the leads, and what to look at. Pure functions. */
import type { AccountId, LeadId } from "../ids.ts"
import { type ConditionKind, stepIdOf } from "../sequences/Sequence.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"
import type { ForecastMail, HeldLead } from "./ForecastState.ts"
import { textsOf } from "../sequences/Sequence.ts"
import { sizeOfMail } from "../uploads/Upload.ts"
import type { Reason } from "./MayContact.ts"
import type { MissingValues } from "./MissingValues.ts"
import { warningsOf } from "./Preview.ts"
import type { Reaction } from "./Recipients.ts"
import { type Rehearsal, rehearsalBounds, type RehearsalDay, type RehearsalWarning, warning } from "./Rehearsal.ts"
import { dayOf, type KeptBack, type RehearsalPlay } from "./RehearsalPlay.ts"

/** The warnings that other parts have found. */
interface Found {
  readonly start: ReadonlyArray<RehearsalWarning>
  readonly dns: ReadonlyArray<RehearsalWarning>
  readonly links: ReadonlyArray<RehearsalWarning>
}

/** A mail, and whether it is the first one to its lead. */
interface Mail extends ForecastMail {
  readonly day: number
  readonly isFirst: boolean
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const countOf = (reactions: ReadonlyArray<Reaction>, type: Reaction["type"]) =>
  reactions.filter((reaction) => reaction.type === type).length

/** The mails of the campaign, and the numbers of mails of the others by day and account. */
const mailsOf = ({ campaign, days, shared, world }: RehearsalPlay) => {
  const mailed = new Set<LeadId>(
    [...world.sends].flatMap(([lead_id, sends]) => (sends.some(({ outcome }) => outcome === "sent") ? [lead_id] : []))
  )
  const own: Array<Mail> = []
  const others = new Map<string, number>()
  for (const mail of shared.mails) {
    const day = dayOf(days, mail.at)
    if (mail.lead.campaign_id === campaign.id) own.push({ ...mail, day, isFirst: !mailed.has(mail.lead.id) })
    else others.set(`${day} ${mail.account_id}`, (others.get(`${day} ${mail.account_id}`) ?? 0) + 1)
    mailed.add(mail.lead.id)
  }
  return { own, others }
}

/** The calendar: one row for each day until the last mail or reaction. */
const daysOf = (
  { actors, days, full, waiting }: RehearsalPlay,
  mails: ReadonlyArray<Mail>,
  others: ReadonlyMap<string, number>,
  reactions: ReadonlyArray<Reaction>
) => {
  const byDay = Map.groupBy(mails, ({ day }) => day)
  const reacted = Map.groupBy(reactions, ({ at }) => dayOf(days, at))
  const fullOn = new Set(full.map(({ account_id, day }) => `${day} ${account_id}`))
  const last = Math.max(0, mails.at(-1)?.day ?? 0, ...reacted.keys())
  const account_ids = actors.map(({ situation }) => situation.account.id)
  return days.names.slice(0, last + 1).map((date, day): RehearsalDay => {
    const sent = byDay.get(day) ?? []
    const happened = reacted.get(day) ?? []
    const ofAccount = Map.groupBy(sent, ({ account_id }) => account_id)
    const ofStep = Map.groupBy(sent, ({ step }) => step)
    return {
      date,
      mails: sent.length,
      first_mails: sent.filter(({ isFirst }) => isFirst).length,
      replies: countOf(happened, "replied"),
      bounces: countOf(happened, "bounced"),
      waiting: waiting[day] ?? 0,
      accounts: account_ids.flatMap((account_id) => {
        const mails = ofAccount.get(account_id)?.length ?? 0
        const other_mails = others.get(`${day} ${account_id}`) ?? 0
        const is_full = fullOn.has(`${day} ${account_id}`)
        return mails + other_mails === 0 ? [] : [{ account_id, mails, other_mails, is_full }]
      }),
      steps: [...ofStep]
        .map(([{ id, position }, { length }]) => ({ sequence_id: id, position, mails: length }))
        .toSorted((a, b) => a.position - b.position || a.sequence_id - b.sequence_id)
    }
  })
}

/** The causes that keep mails from leads, with what to do. */
const ofLeads: Partial<Record<Reason, string>> = {
  address_invalid: "the address was verified, and is invalid",
  blacklisted: "the blacklist covers the address",
  verification_required: "the campaign asks for a verification that the address does not have: verify the leads first",
  domain_limit: "the company of the lead may not get more mails that day (domain_daily_limit)",
  lead_paused: "the lead is paused",
  other_campaign: "another campaign has the person",
  lead_stopped: "sending to the lead is stopped"
}

/** Warns about accounts that send nothing until somebody changes them, and about accounts whose login failed in the last test. */
const accountWarnings = ({ actors, shared }: RehearsalPlay): ReadonlyArray<RehearsalWarning> => {
  const senders = new Set(shared.mails.map(({ account_id }) => account_id))
  return actors.flatMap(({ first, situation: { account, mailbox } }) => {
    if (mailbox.login_error !== null) {
      const message = `${account.email} will probably send nothing: its login failed when it was tested. ${mailbox.login_error}`
      return [warning("account", message, { reason: "account_failing", account_id: account.id })]
    }
    const reason = first?.gate.reason ?? null
    const why = reason === null ? undefined : stands.get(reason)
    if (why === undefined || senders.has(account.id)) return []
    return [warning("account", `${account.email} sends nothing: ${why}`, { reason, account_id: account.id })]
  })
}

const stands = new Map<Reason, string>([
  ["account_disabled", "sending is switched off"],
  ["account_not_connected", "it has no credentials: connect it"],
  ["account_failing", "its mail server does not accept its mails, or its inbox cannot be read"]
])

/** The leads that get nothing, by reason. Leads that answer or bounce in the rehearsal do not count. */
const leadWarnings = ({ before, campaign, leads, shared }: RehearsalPlay): ReadonlyArray<RehearsalWarning> => {
  const held = [...shared.held.values()].filter(
    ({ campaign_id, lead_id }) =>
      campaign_id === campaign.id && leads.get(lead_id)?.stop_sending === before.get(lead_id)?.stop_sending
  )
  const kindOf = ({ missing, reason }: HeldLead) => JSON.stringify([reason, missing?.sequence_id, missing?.variables])
  return [...Map.groupBy(held, kindOf).values()].flatMap((of) => {
    const [first] = of
    const why = first?.missing === undefined ? first && ofLeads[first.reason] : valuesMissing(first.missing)
    if (first === undefined || why === undefined) return []
    const { missing, reason } = first
    const ids = of.map(({ lead_id }) => lead_id).toSorted((a, b) => a - b)
    const message = `${plural(of.length, "lead waits, or gets", "leads wait, or get")} nothing: ${why}`
    return [
      warning("leads", message, { ...missing, reason, count: of.length, lead_ids: ids.slice(0, rehearsalBounds.named) })
    ]
  })
}

/** Which values are missing, and what to do. */
const valuesMissing = ({ position, variables }: MissingValues): string => {
  const names = variables.map((name) => `{{${name}}}`).join(", ")
  const lack = variables.length === 1 ? "has neither a value nor a default" : "have neither values nor defaults"
  return `${names} of step ${position} ${lack}: add the values, or a default such as {{${variables[0]}|…}}`
}

const conditionTexts: Record<ConditionKind, string> = {
  opened: "have opened a mail",
  not_opened: "have opened no mail",
  clicked: "have clicked a link",
  not_clicked: "have clicked no link"
}

/** The steps with a condition, and how many mails of them are counted. Before the first mail, no condition counts. */
const conditionWarnings = (
  { campaign, campaigns }: RehearsalPlay,
  mails: ReadonlyArray<Mail>
): ReadonlyArray<RehearsalWarning> => {
  const steps = Map.groupBy(campaigns.get(campaign.id)?.steps ?? [], stepIdOf)
  return [...steps.values()].flatMap(([step]) => {
    if (step === undefined || step.condition === null || step.position === 1) return []
    const { condition, id, position } = step
    const count = mails.filter((mail) => stepIdOf(mail.step) === stepIdOf(step)).length
    const message =
      `Step ${position} is for leads that ${conditionTexts[condition.kind]}. A rehearsal assumes that nobody opens or clicks ` +
      `anything further, so it counts ${plural(count, "mail")} of it`
    return [warning("condition", message, { count, position, sequence_id: id })]
  })
}

/** Values that exports write for a missing value, in leads that get a step with their variable. */
const placeholderWarnings = (mails: ReadonlyArray<Mail>): ReadonlyArray<RehearsalWarning> => {
  const seen = new Map<string, Set<LeadId>>()
  for (const { lead, step } of mails) {
    for (const text of warningsOf(step, lead)) seen.set(text, (seen.get(text) ?? new Set()).add(lead.id))
  }
  return [...seen].map(([text, { size }]) =>
    warning("placeholder_value", `${text}: ${plural(size, "lead")}`, { count: size })
  )
}

/** A mail that has more bytes than this as it is sent is rejected by servers of many companies. */
const largeFrom = 10_000_000

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Warnings about files: in first mails, and in large mails, with the bytes of the busiest day. */
const fileWarnings = (
  mails: ReadonlyArray<Mail>,
  days: ReadonlyArray<RehearsalDay>
): ReadonlyArray<RehearsalWarning> => {
  const firsts = mails.filter(({ isFirst, step }) => isFirst && step.attachments.length > 0)
  const sizes = new Map(mails.map(({ step }) => [step, sizeOfMail(textsOf(step), step.attachments)]))
  const large = mails.filter(({ step }) => step.attachments.length > 0 && (sizes.get(step) ?? 0) > largeFrom)
  const found: Array<RehearsalWarning> = []
  const [first] = firsts
  if (first !== undefined) {
    const message = `The first mail to ${plural(firsts.length, "lead")} has a file (${first.step.attachments.map(({ filename }) => filename).join(", ")}). Filters distrust files from unknown senders, so fewer mails arrive: write without a file first, or send a link`
    found.push(warning("first_attachment", message, { count: firsts.length, date: days[first.day]?.date ?? null }))
  }
  const [one] = large
  if (one !== undefined) {
    const ofDays = new Map<number, number>()
    for (const { day, step } of large) ofDays.set(day, (ofDays.get(day) ?? 0) + (sizes.get(step) ?? 0))
    const [busiest = one.day, most = 0] = [...ofDays].reduce((a, b) => (b[1] > a[1] ? b : a), [one.day, 0])
    const size = Math.max(...large.map(({ step }) => sizes.get(step) ?? 0))
    const message = `${plural(large.length, "mail has", "mails have")} up to ${megabytes(size)} as sent, because mail encodes files, and many servers reject more than ${megabytes(largeFrom)}; on ${days[busiest]?.date ?? "the busiest day"} the accounts send ${megabytes(most)}: use smaller files, or send a link`
    found.push(warning("large_mails", message, { count: large.length, date: days[one.day]?.date ?? null }))
  }
  return found
}

/** The limits that keep mails back: one warning for the campaign, and one for all accounts. */
const limitWarnings = (play: RehearsalPlay, days: ReadonlyArray<RehearsalDay>): ReadonlyArray<RehearsalWarning> => {
  const waits = (day: number) => (days[day]?.waiting ?? 0) > 0
  const aboutDays = (of: ReadonlyArray<KeptBack>) => {
    const on = [...new Set(of.map(({ day }) => day))]
    return { date: days[Math.min(...on)]?.date ?? null, count: on.length }
  }
  // The campaign is noted only where it has leads left; an account keeps nothing back where nothing waits.
  const ofCampaign = play.full.filter(({ account_id }) => account_id === null)
  const ofAccounts = play.full.filter(({ account_id, day }) => account_id !== null && waits(day))
  const account_ids = [...new Set(ofAccounts.map(({ account_id }) => account_id))]
  const [account_id = null, ...further] = account_ids
  const found: Array<RehearsalWarning> = []
  if (ofAccounts.length > 0) {
    const about = aboutDays(ofAccounts)
    const others =
      further.length === 0 ? "reaches its limit" : `and ${plural(further.length, "other account")} reach their limit`
    const message = `${emailOf(play, account_id)} ${others} on ${plural(about.count, "day")} on which mails wait: raise the limit, or add an account`
    found.push(warning("account_limit", message, { ...about, account_id: further.length === 0 ? account_id : null }))
  }
  if (ofCampaign.length > 0) {
    const about = aboutDays(ofCampaign)
    const message = `The campaign writes to ${plural(play.campaign.daily_limit, "new lead")} a day, and reaches that on ${plural(about.count, "day")}: raise daily_limit to be done earlier`
    found.push(warning("campaign_limit", message, about))
  }
  return found
}

const emailOf = ({ actors }: RehearsalPlay, account_id: AccountId | null): string =>
  actors.find(({ situation }) => situation.account.id === account_id)?.situation.account.email ?? "An account"

/** The number of whole days between two instants. */
const daysBetween = (one: Timestamp, other: Timestamp): number =>
  Math.floor((toMillis(other) - toMillis(one)) / 86_400_000)

/** The follow-ups that go out more than a day after they are due. */
const lateWarnings = (mails: ReadonlyArray<Mail>, { campaign }: RehearsalPlay, days: ReadonlyArray<RehearsalDay>) => {
  // A closed window also delays mails: a delay of as many days is not caused by a limit.
  const closed = 7 - campaign.send_window.days.length
  const late = mails.flatMap(({ at, day, due_at, isFirst }) => {
    const by = isFirst || due_at === null ? 0 : daysBetween(due_at, at)
    return by > closed ? [{ day, by }] : []
  })
  const [first] = late
  if (first === undefined) return []
  const most = late.reduce((longest, { by }) => Math.max(longest, by), 0)
  const message = `${plural(late.length, "follow-up waits", "follow-ups wait")} for room, the longest ${plural(most, "day")}: write to fewer new leads a day, or add accounts`
  return [warning("late", message, { count: late.length, date: days[first.day]?.date ?? null })]
}

const bounceWarnings = (play: RehearsalPlay): ReadonlyArray<RehearsalWarning> => {
  const firsts = new Map<AccountId | null, KeptBack>()
  for (const kept of play.bouncing) if (!firsts.has(kept.account_id)) firsts.set(kept.account_id, kept)
  return [...firsts.values()].map(({ account_id, day }) => {
    const about = { account_id, date: play.days.names[day] ?? null }
    return account_id === null
      ? warning(
          "bounce_limit",
          `So many mails bounce that the campaign is paused (bounce_limit ${play.campaign.bounce_limit}): verify the addresses first`,
          about
        )
      : warning("bounce_limit", `So many mails of ${emailOf(play, account_id)} bounce that it waits for a day`, about)
  })
}

/** The answer of a rehearsal that is over. */
export const rehearsalOf = (play: RehearsalPlay, { dns, links, start }: Found): Omit<Rehearsal, "moves"> => {
  const { before, campaign, leads: after, now, reactions, seen, shared, world } = play
  const { others, own } = mailsOf(play)
  const happened = reactions.slice(0, seen).filter(({ lead_id }) => before.get(lead_id)?.campaign_id === campaign.id)
  const days = daysOf(play, own, others, happened)
  const leads = [...before.values()].filter(
    ({ campaign_id, stop_sending }) => campaign_id === campaign.id && !stop_sending
  )
  const isStopped = (id: LeadId) => after.get(id)?.stop_sending ?? true
  // An account passed over these leads, and has not taken them.
  const passed = [...shared.held.values()].filter(
    ({ campaign_id, lead_id }) =>
      campaign_id === campaign.id && shared.rows.find(lead_id) === undefined && !isStopped(lead_id)
  ).length
  const waiting =
    leads.filter(({ id }) => shared.rows.find(id)?.state === "waiting" && !isStopped(id)).length +
    shared.fresh.of(campaign.id).length +
    shared.pool.of(campaign.id).length
  const left = waiting + passed
  const mailed = new Set(own.map(({ lead }) => lead.id))
  const unfinished =
    waiting === 0
      ? []
      : [
          warning("not_finished", `${plural(waiting, "lead has", "leads have")} steps left when the rehearsal ends`, {
            count: waiting
          })
        ]
  const cut = world.cut.has(campaign.id)
    ? [
        warning(
          "too_many_leads",
          "The campaign has more leads than a rehearsal looks at: the days after these have more mails"
        )
      ]
    : []
  return {
    timezone: play.days.timezone,
    starts_at: now,
    first_mail_at: own[0]?.at ?? null,
    last_mail_at: own.at(-1)?.at ?? null,
    is_finished: left === 0 && cut.length === 0,
    leads: {
      total: leads.length,
      mailed: mailed.size,
      replied: countOf(happened, "replied"),
      bounced: countOf(happened, "bounced"),
      finished: leads.filter(({ id }) => shared.rows.find(id)?.state === "done" && !isStopped(id)).length,
      left
    },
    mails: own.length,
    days,
    warnings: [
      ...start,
      ...accountWarnings(play),
      ...bounceWarnings(play),
      ...leadWarnings(play),
      ...links,
      ...dns,
      ...limitWarnings(play, days),
      ...lateWarnings(own, play, days),
      ...conditionWarnings(play, own),
      ...fileWarnings(own, days),
      ...placeholderWarnings(own),
      ...cut,
      ...unfinished
    ]
  }
}
