/** Sums up a rehearsal: its days, what becomes of the leads, and warnings. Pure functions. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { day } from "../Durations.ts"
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

/** The warnings of the checks (`RehearsalChecks.ts`). */
interface Found {
  readonly start: ReadonlyArray<RehearsalWarning>
  readonly dns: ReadonlyArray<RehearsalWarning>
  readonly links: ReadonlyArray<RehearsalWarning>
}

/** A mail, the number of its day, and whether it is the first one to its lead. */
interface Mail extends ForecastMail {
  readonly day: number
  readonly isFirst: boolean
}

/** A number with a noun, such as `1 day` and `2 days`. */
const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** The key of an account on a day. */
const dayKey = (day: number, account_id: AccountId | null): string => `${day} ${account_id}`

const countOf = (reactions: ReadonlyArray<Reaction>, type: Reaction["type"]) =>
  reactions.filter((reaction) => reaction.type === type).length

/** The mails of the campaign (`own`), and how many mails its accounts send for other campaigns (`others`), by `dayKey`. */
const mailsOf = ({ campaign, days, shared, world }: RehearsalPlay) => {
  const mailed = new Set<LeadId>(
    [...world.sends].flatMap(([lead_id, sends]) => (sends.some(({ outcome }) => outcome === "sent") ? [lead_id] : []))
  )
  const own: Array<Mail> = []
  const others = new Map<string, number>()
  for (const mail of shared.mails) {
    const day = dayOf(days, mail.at)
    if (mail.lead.campaign_id === campaign.id) own.push({ ...mail, day, isFirst: !mailed.has(mail.lead.id) })
    else {
      const key = dayKey(day, mail.account_id)
      others.set(key, (others.get(key) ?? 0) + 1)
    }
    mailed.add(mail.lead.id)
  }
  return { own, others }
}

/** The calendar: one row for each day until the last mail or reaction. `others`: see `mailsOf`. */
const daysOf = (
  { actors, days, limitsReached, waiting }: RehearsalPlay,
  mails: ReadonlyArray<Mail>,
  others: ReadonlyMap<string, number>,
  reactions: ReadonlyArray<Reaction>
) => {
  const byDay = Map.groupBy(mails, ({ day }) => day)
  const reacted = Map.groupBy(reactions, ({ at }) => dayOf(days, at))
  const fullOn = new Set(limitsReached.map(({ account_id, day }) => dayKey(day, account_id)))
  const last = Math.max(0, mails.at(-1)?.day ?? 0, ...reacted.keys())
  const account_ids = actors.map(({ sender }) => sender.account.id)
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
        const other_mails = others.get(dayKey(day, account_id)) ?? 0
        const is_full = fullOn.has(dayKey(day, account_id))
        return mails + other_mails === 0 ? [] : [{ account_id, mails, other_mails, is_full }]
      }),
      steps: [...ofStep]
        .map(([{ id, position }, { length }]) => ({ sequence_id: id, position, mails: length }))
        .toSorted((a, b) => a.position - b.position || a.sequence_id - b.sequence_id)
    }
  })
}

/** The reasons that keep mails from leads, in words, with what to do. */
const whyHeld: Partial<Record<Reason, string>> = {
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
  return actors.flatMap(({ first, sender: { account, mailbox } }) => {
    if (mailbox.login_error !== null) {
      const message = `${account.email} will probably send nothing: its login failed when it was tested. ${mailbox.login_error}`
      return [warning("account", message, { reason: "account_failing", account_id: account.id })]
    }
    const reason = first?.gate.reason ?? null
    const why = reason === null ? undefined : whyNothing.get(reason)
    if (why === undefined || senders.has(account.id)) return []
    return [warning("account", `${account.email} sends nothing: ${why}`, { reason, account_id: account.id })]
  })
}

/** The reasons for which an account sends nothing until somebody changes it, in words. */
const whyNothing = new Map<Reason, string>([
  ["account_disabled", "sending is switched off"],
  ["account_not_connected", "it has no credentials: connect it"],
  ["account_failing", "its mail server does not accept its mails, or its inbox cannot be read"]
])

/** Warns about leads that get nothing, by reason. Leads that answer or bounce in the rehearsal do not count. */
const leadWarnings = ({ before, campaign, leads: after, shared }: RehearsalPlay): ReadonlyArray<RehearsalWarning> => {
  const held = [...shared.held.values()].filter(
    ({ campaign_id, lead_id }) =>
      campaign_id === campaign.id && after.get(lead_id)?.stop_sending === before.get(lead_id)?.stop_sending
  )
  const kindOf = ({ missing, reason }: HeldLead) => JSON.stringify([reason, missing?.sequence_id, missing?.variables])
  return [...Map.groupBy(held, kindOf).values()].flatMap((leads) => {
    const [first] = leads
    const why = first?.missing === undefined ? first && whyHeld[first.reason] : valuesMissing(first.missing)
    if (first === undefined || why === undefined) return []
    const { missing, reason } = first
    const ids = leads.map(({ lead_id }) => lead_id).toSorted((a, b) => a - b)
    const message = `${plural(leads.length, "lead waits, or gets", "leads wait, or get")} nothing: ${why}`
    return [
      warning("leads", message, {
        ...missing,
        reason,
        count: leads.length,
        lead_ids: ids.slice(0, rehearsalBounds.named)
      })
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

/** Warns about each step with a condition, with the number of its mails that are counted. Before the first mail, no condition counts. */
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

/** Warns about values that exports write for a missing value, of leads that get a step with the variable. */
const placeholderWarnings = (mails: ReadonlyArray<Mail>): ReadonlyArray<RehearsalWarning> => {
  const seen = new Map<string, Set<LeadId>>()
  for (const { lead, step } of mails) {
    for (const text of warningsOf(step, lead)) seen.set(text, (seen.get(text) ?? new Set()).add(lead.id))
  }
  return [...seen].map(([text, { size }]) =>
    warning("placeholder_value", `${text}: ${plural(size, "lead")}`, { count: size })
  )
}

/** Servers of many companies reject a mail with more bytes than this as it is sent. */
const largeFrom = 10_000_000

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Warns about files in first mails. */
const firstFileWarnings = (mails: ReadonlyArray<Mail>, days: ReadonlyArray<RehearsalDay>) => {
  const withFile = mails.filter(({ isFirst, step }) => isFirst && step.attachments.length > 0)
  const [first] = withFile
  if (first === undefined) return []
  const names = first.step.attachments.map(({ filename }) => filename).join(", ")
  const message =
    `The first mail to ${plural(withFile.length, "lead")} has a file (${names}). Filters distrust files from unknown senders, ` +
    "so fewer mails arrive: write without a file first, or send a link"
  return [warning("first_attachment", message, { count: withFile.length, date: days[first.day]?.date ?? null })]
}

/** Warns about mails that are large because of their files, with the bytes of the busiest day. */
const largeMailWarnings = (mails: ReadonlyArray<Mail>, days: ReadonlyArray<RehearsalDay>) => {
  const withFile = new Set(mails.map(({ step }) => step).filter(({ attachments }) => attachments.length > 0))
  const sizes = new Map(Array.from(withFile, (step) => [step, sizeOfMail(textsOf(step), step.attachments)]))
  const sizeOf = ({ step }: Mail) => sizes.get(step) ?? 0
  const large = mails.filter((mail) => sizeOf(mail) > largeFrom)
  const [first] = large
  if (first === undefined) return []
  const bytesOfDay = new Map<number, number>()
  for (const mail of large) bytesOfDay.set(mail.day, (bytesOfDay.get(mail.day) ?? 0) + sizeOf(mail))
  const most = Math.max(...bytesOfDay.values())
  const busiest = [...bytesOfDay.keys()].find((day) => bytesOfDay.get(day) === most) ?? first.day
  const message =
    `${plural(large.length, "mail has", "mails have")} up to ${megabytes(Math.max(...sizes.values()))} as sent, because mail encodes ` +
    `files, and many servers reject more than ${megabytes(largeFrom)}; on ${days[busiest]?.date ?? "the busiest day"} the accounts ` +
    `send ${megabytes(most)}: use smaller files, or send a link`
  return [warning("large_mails", message, { count: large.length, date: days[first.day]?.date ?? null })]
}

/** Warns about the limits that keep mails back: once for all accounts, and once for the campaign. */
const limitWarnings = (play: RehearsalPlay, days: ReadonlyArray<RehearsalDay>): ReadonlyArray<RehearsalWarning> => {
  const waits = (day: number) => (days[day]?.waiting ?? 0) > 0
  const aboutDays = (reached: ReadonlyArray<KeptBack>) => {
    const numbers = [...new Set(reached.map(({ day }) => day))]
    return { date: days[Math.min(...numbers)]?.date ?? null, count: numbers.length }
  }
  // The limit of the campaign is noted only while leads are left. That of an account matters only on days on which mails wait.
  const ofCampaign = play.limitsReached.filter(({ account_id }) => account_id === null)
  const ofAccounts = play.limitsReached.filter(({ account_id, day }) => account_id !== null && waits(day))
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
  actors.find(({ sender }) => sender.account.id === account_id)?.sender.account.email ?? "An account"

/** The number of whole days between two instants. */
const daysBetween = (one: Timestamp, other: Timestamp): number => Math.floor((toMillis(other) - toMillis(one)) / day)

/** Warns about follow-ups that go out more than a day after they are due, because accounts have no room for them. */
const lateWarnings = (mails: ReadonlyArray<Mail>, { campaign }: RehearsalPlay, days: ReadonlyArray<RehearsalDay>) => {
  // A window that is closed on some days of the week also delays mails: up to as many whole days are not attributed to a limit.
  const closed = 7 - campaign.send_window.days.length
  const late = mails.flatMap(({ at, day, due_at, isFirst }) => {
    const delay = isFirst || due_at === null ? 0 : daysBetween(due_at, at)
    return delay > closed ? [{ day, delay }] : []
  })
  const [first] = late
  if (first === undefined) return []
  const most = late.reduce((longest, { delay }) => Math.max(longest, delay), 0)
  const message = `${plural(late.length, "follow-up waits", "follow-ups wait")} for room, the longest ${plural(most, "day")}: write to fewer new leads a day, or add accounts`
  return [warning("late", message, { count: late.length, date: days[first.day]?.date ?? null })]
}

/** Warns once about the campaign, and once about each account, whose mails bounce too often. */
const bounceWarnings = (play: RehearsalPlay): ReadonlyArray<RehearsalWarning> => {
  const byCause = Map.groupBy(play.bouncing, ({ account_id }) => account_id)
  return [...byCause.values()].flatMap(([first]) => {
    if (first === undefined) return []
    const { account_id, day } = first
    const about = { account_id, date: play.days.names[day] ?? null }
    const message =
      account_id === null
        ? `So many mails bounce that the campaign is paused (bounce_limit ${play.campaign.bounce_limit}): verify the addresses first`
        : `So many mails of ${emailOf(play, account_id)} bounce that it waits for a day`
    return [warning("bounce_limit", message, about)]
  })
}

/** Warns about leads with steps left at the end, and about leads that were not looked at. */
const endWarnings = ({ campaign, world }: RehearsalPlay, waiting: number): ReadonlyArray<RehearsalWarning> => {
  const found: Array<RehearsalWarning> = []
  if (world.cut.has(campaign.id)) {
    const message = "The campaign has more leads than a rehearsal looks at: the days after these have more mails"
    found.push(warning("too_many_leads", message))
  }
  if (waiting > 0) {
    const message = `${plural(waiting, "lead has", "leads have")} steps left when the rehearsal ends`
    found.push(warning("not_finished", message, { count: waiting }))
  }
  return found
}

/** How many leads of the campaign have a step left at the end, and how many have got all. A lead that was stopped has none left. */
const countLeads = ({ before, campaign, leads: after, shared }: RehearsalPlay) => {
  const isStopped = (id: LeadId) => after.get(id)?.stop_sending ?? true
  const mailable = [...before.values()].filter(
    ({ campaign_id, stop_sending }) => campaign_id === campaign.id && !stop_sending
  )
  const countIn = (state: AgendaRecord["state"]) =>
    mailable.filter(({ id }) => shared.rows.find(id)?.state === state && !isStopped(id)).length
  // An account passed over these leads, and has not taken them.
  const passed = [...shared.held.values()].filter(
    ({ campaign_id, lead_id }) =>
      campaign_id === campaign.id && shared.rows.find(lead_id) === undefined && !isStopped(lead_id)
  )
  const waiting = countIn("waiting") + shared.fresh.of(campaign.id).length + shared.pool.of(campaign.id).length
  return { total: mailable.length, finished: countIn("done"), passed: passed.length, waiting }
}

/** The answer of a rehearsal that is over. */
export const rehearsalOf = (play: RehearsalPlay, { dns, links, start }: Found): Omit<Rehearsal, "moves"> => {
  const { before, campaign, now, reactions, seen, world } = play
  const { others, own } = mailsOf(play)
  const happened = reactions.slice(0, seen).filter(({ lead_id }) => before.get(lead_id)?.campaign_id === campaign.id)
  const days = daysOf(play, own, others, happened)
  const { finished, passed, total, waiting } = countLeads(play)
  const left = waiting + passed
  return {
    timezone: play.days.timezone,
    starts_at: now,
    first_mail_at: own[0]?.at ?? null,
    last_mail_at: own.at(-1)?.at ?? null,
    is_finished: left === 0 && !world.cut.has(campaign.id),
    leads: {
      total,
      mailed: new Set(own.map(({ lead }) => lead.id)).size,
      replied: countOf(happened, "replied"),
      bounced: countOf(happened, "bounced"),
      finished,
      left
    },
    mails: own.length,
    days,
    // The gravest first.
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
      ...firstFileWarnings(own, days),
      ...largeMailWarnings(own, days),
      ...placeholderWarnings(own),
      ...endWarnings(play, waiting)
    ]
  }
}
