/** Creates example data through the use cases: the same each time, with dates relative to now. */
import {
  type Account,
  Accounts,
  AccountStore,
  Activity,
  Billing,
  Blacklist,
  Campaigns,
  CurrentOrganization,
  describeFaults,
  Intake,
  type Lead,
  Leads,
  type Tag,
  Tags,
  Timestamp,
  Transactor,
  Unibox
} from "@mailroom/core"
import { Clock, Effect } from "effect"
import { asOf } from "./AsOf.ts"
import { complete } from "./Completed.ts"
import { conversations } from "./Conversations.ts"
import { automatic, blacklist, strays, type TagName, tags } from "./Data.ts"
import { requireEmpty } from "./Empty.ts"
import { ledger } from "./Ledger.ts"
import { campaigns, movesOf } from "./Mailings.ts"
import { fillIntegrations } from "./Notified.ts"
import { attachments, deliveryReport } from "./Parts.ts"
import { at, domainOf, person } from "./People.ts"
import { answerTo, type RawMail, rawMail } from "./RawMail.ts"
import { accounts } from "./Senders.ts"
import { createStep, mailTo } from "./Steps.ts"
import { fillTeam } from "./Team.ts"
import { fillTemplates } from "./Templates.ts"
import { fillVoice, stopColleagues } from "./Voice.ts"
import { eventOf, type Recipient, yearOf } from "./Year.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The instant this number of days before. */
const ago = (now: number, days: number) => now - Math.round(days * 24 * 60) * minute
/** The maximum number of events in a request. */
const batch = 1_000

export { NotEmpty } from "./Empty.ts"

/** Reports to people who wait while the demo is being filled. */
export interface Reports {
  /** Runs once the organization is known to be empty. */
  readonly begun: Effect.Effect<void>
  /** Gets a line about the rows so far, after each batch. */
  readonly progress: (line: () => string) => Effect.Effect<void>
}
/** Fills an empty organization in one transaction; returns the number of created rows of each kind. */
export const fillAndReport = ({ begun, progress }: Reports) =>
  Effect.gen(function* () {
    const { transaction } = yield* Transactor
    return yield* transaction(
      Effect.gen(function* () {
        yield* requireEmpty
        yield* begun
        const senders = yield* fillAccounts
        const made = yield* fillCampaigns(senders)
        const { events, tagged } = yield* fillActivity(made, progress)
        yield* stopColleagues(at(made, 2).id)
        // Before mail comes in: it would create the tags of its labels.
        const tagIds = yield* fillTags
        const { mails, received } = yield* fillUnibox(progress)
        const { assign } = yield* Tags
        for (const [lead_id, name] of tagged) yield* assign(lead_id, tagIds.get(name) ?? null)
        yield* fillTemplates
        yield* fillTeam
        yield* endCampaigns(made)
        yield* fillBlacklist
        const { counts } = yield* Accounts.use(({ remove }) =>
          remove({ ids: senders.filter((_, i) => at(accounts, i).isDeleted) })
        )
        // The last lead of the campaign is on the blacklist.
        yield* fillVoice(
          at(made, 0)
            .recipients.slice(-4, -1)
            .map(({ lead_id }) => lead_id)
        )
        const transactions = yield* fillBilling
        // Created last, so that the events before do not create deliveries.
        const integrations = yield* fillIntegrations
        const leads = made.reduce((sum, { recipients }) => sum + recipients.length, 0)
        return {
          accounts: accounts.length - counts.deleted,
          campaigns: made.length,
          leads,
          events: events + received,
          mails,
          transactions,
          integrations
        }
      })
    )
  }).pipe(
    // The data is part of this program, so these errors are defects.
    Effect.catchTag(
      [
        "AccountChanged",
        "CampaignChanged",
        "CampaignNotActive",
        "CampaignNotFound",
        "CampaignNotReady",
        "DuplicateAccount",
        "DuplicateReference",
        "DuplicateTag",
        "HigherRole",
        "InvalidInput",
        "LeadChanged",
        "LeadNotFound",
        "OrganizationChanged",
        "SequenceChanged",
        "SequenceNotFound",
        "TagNotFound",
        "ThreadNotFound",
        "TooManyIntegrations",
        "TooManySequences",
        "TooManyVariants",
        "UnreadableMail"
      ],
      Effect.die
    )
  )

/** The same, without reports. */
export const fill = fillAndReport({ begun: Effect.void, progress: () => Effect.void })

/** Whether the organization has an account of the demo, which is not deleted. */
export const isFilled = Effect.gen(function* () {
  const { id } = yield* CurrentOrganization
  const addresses = accounts.map(({ email }) => email)
  return (yield* AccountStore.use((store) => store.findByEmails(id, addresses))).length > 0
})

/** Creates accounts as if they had been added before the oldest campaign; returns their ids. */
const fillAccounts = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const oldest = Math.max(...campaigns.map(({ days }) => days))
  return yield* Effect.forEach(accounts, ({ email, provider, rampUpDays, settings = {} }) => {
    const started =
      rampUpDays === undefined
        ? {}
        : { ramp_up: { ...settings.ramp_up, started_at: Timestamp.fromMillis(now - rampUpDays * day) } }
    const account = { email, provider, settings: { ...settings, ...started } }
    return Effect.map(
      Accounts.use((accounts) => accounts.create(account)),
      ({ id }) => id
    )
  }).pipe(asOf(now - (oldest + 1) * day))
})

/**
 * Creates each campaign as if it had been set up the day before its first mail. Returns the campaigns with their
 * recipients.
 */
const fillCampaigns = Effect.fnUntraced(function* (senders: ReadonlyArray<Account.AccountId>) {
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.forEach(campaigns, ({ days }, index) =>
    fillCampaign(index, senders).pipe(asOf(now - (days + 1) * day))
  )
})

/** The results of verifying leads, one after the other. */
const statuses = ["valid", "valid", "valid", "accept_all", "valid", "unknown", "not_verified"] as const

const fillCampaign = Effect.fnUntraced(function* (index: number, accounts: ReadonlyArray<Account.AccountId>) {
  const {
    days: _days,
    ended: _ended,
    from,
    leads,
    morning: _morning,
    status,
    steps,
    ...settings
  } = at(campaigns, index)
  const senders = from.map((account) => at(accounts, account))
  const { id } = yield* Campaigns.use((campaigns) => campaigns.create({ ...settings, account_ids: senders }))
  const sequences = yield* Effect.forEach(steps, (step) => createStep(id, step))
  const input = Array.from({ length: leads }, (_, lead) => ({
    ...person(index, lead),
    verification_status: at(statuses, lead % statuses.length)
  }))
  const results = leads === 0 ? [] : (yield* Leads.use((leads) => leads.create({ campaign_id: id, leads: input }))).data
  const ids = results.flatMap(({ id }) => id ?? [])
  if (status !== "draft") yield* Campaigns.use((campaigns) => campaigns.start(id))
  const recipients = ids.map((lead_id, lead): Recipient => ({
    lead_id,
    account_id: at(senders, lead % senders.length),
    // Scripted leads get the first variants, as their conversations quote those.
    steps: sequences.flatMap((variants) => variants[isScripted(index, lead) ? 0 : lead % variants.length] ?? []),
    messageId: (step) => messageId(index, lead, step)
  }))
  return { id, recipients }
})
type Made = Effect.Success<ReturnType<typeof fillCampaigns>>

/** Whether `Data.ts` contains the story of a lead, so that it is not random. */
const isScripted = (campaign: number, lead: number) =>
  [...conversations, ...automatic].some((scripted) => scripted.campaign === campaign && scripted.lead === lead)

/** Records a year of events; returns their number, and the tags of the leads who replied. */
const fillActivity = Effect.fnUntraced(function* (made: Made, progress: Reports["progress"]) {
  const now = yield* Clock.currentTimeMillis
  const events = scriptedEvents(made, now)
  const tagged: Array<readonly [Lead.LeadId, TagName]> = []
  for (const { campaign, lead, tag } of conversations) {
    if (tag !== undefined) tagged.push([at(at(made, campaign).recipients, lead).lead_id, tag])
  }
  for (const [campaign, { recipients }] of made.entries()) {
    const { days, ended = 0, morning, status } = at(campaigns, campaign)
    const contacted = status === "completed" ? recipients.length : Math.floor(recipients.length * 0.94)
    for (const [lead, recipient] of recipients.slice(0, contacted).entries()) {
      if (isScripted(campaign, lead)) continue
      const from = now - (ended + (days - ended) * (1 - lead / contacted)) * day
      const year = yearOf(recipient, { seed: campaign * 1_000 + lead, from, until: now, morning })
      events.push(...year.events)
      if (year.reply?.tag !== undefined) tagged.push([recipient.lead_id, year.reply.tag])
    }
  }
  events.sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1))
  for (let start = 0; start < events.length; start += batch) {
    yield* progress(() => `${start} of ${events.length} events`)
    const { data: results } = yield* Activity.use((activity) => activity.record(events.slice(start, start + batch)))
    const lost = results.find(({ status }) => status !== "recorded")
    if (lost !== undefined)
      return yield* Effect.die(new Error(`The demo's event is ${lost.status}: ${describeFaults(lost.errors ?? [])}`))
  }
  return { events: events.length, tagged }
})

/** The events of leads with a story, except for the events that the intake records from their mail. */
const scriptedEvents = (made: Made, now: number) => {
  const recipientOf = ({ campaign, lead }: { readonly campaign: number; readonly lead: number }) =>
    at(at(made, campaign).recipients, lead)
  return [
    ...conversations.flatMap(({ answers, daysAgo, ...place }) => {
      const recipient = recipientOf(place)
      const sent = ago(now, daysAgo)
      const answered = sent + at(answers, 0).after * hour
      return [eventOf(recipient, 0, "sent", sent), eventOf(recipient, 0, "opened", answered - hour / 4)]
    }),
    ...automatic.map(({ daysAgo, ...place }) => eventOf(recipientOf(place), 0, "sent", ago(now, daysAgo)))
  ]
}

/** Sets rules of moves, and pauses and completes campaigns. */
const endCampaigns = Effect.fnUntraced(function* (made: Made) {
  for (const [index, { id }] of made.entries()) {
    const { status } = at(campaigns, index)
    yield* Campaigns.use(({ update }) => update(id, { moves: movesOf(index, made) }))
    if (status === "paused") yield* Campaigns.use((campaigns) => campaigns.pause(id))
    if (status === "completed") yield* complete(id)
  }
})

/** Creates the tags, by name. */
const fillTags = Effect.gen(function* () {
  const { create } = yield* Tags
  const ids = new Map<TagName, Tag.TagId>()
  for (const tag of tags) ids.set(tag.name, (yield* create(tag)).id)
  return ids
})

/** Adds entries to the blacklist, in addition to bounces. One is the address of a lead without any mail. */
const fillBlacklist = Effect.gen(function* () {
  const { add } = yield* Blacklist
  const { domains, emails, reason } = blacklist
  yield* add("email", [...emails, person(0, at(campaigns, 0).leads - 1).email], { reason })
  yield* add("domain", domains, { reason })
})

/** Records transactions; returns their number. */
const fillBilling = Effect.gen(function* () {
  const { record } = yield* Billing
  const rows = ledger(yield* Clock.currentTimeMillis)
  yield* Effect.forEach(rows, record)
  return rows.length
})

/** Receives the conversations of the demo, as if mail servers delivered them. */
const fillUnibox = Effect.fnUntraced(function* (progress: Reports["progress"]) {
  const [intake, unibox, now] = yield* Effect.all([Intake, Unibox, Clock.currentTimeMillis])
  let mails = 0
  let received = 0
  const receive = Effect.fnUntraced(function* (mail: RawMail) {
    const result = yield* intake.receive(rawMail(mail))
    mails++
    yield* progress(() => `${mails} mails`)
    received += result.events.length
    return result
  })

  for (const { answers, campaign, daysAgo, done, lead, seen } of conversations) {
    const first = firstMail(campaign, lead, ago(now, daysAgo))
    let last = first
    let result = yield* receive(first)
    for (const { after, attached, by, copied, html, text } of answers) {
      const date = last.date + after * hour
      last = {
        ...answerTo(last, by === "us" ? first.from : first.to, text, date),
        ...(html !== undefined && { html }),
        ...(copied !== undefined && { headers: [`Cc: ${copied}`] }),
        ...(attached !== undefined && { parts: [attachments(date)[attached]] })
      }
      result = yield* receive(last)
    }
    if (result.thread_id === undefined) continue
    if (seen === true) yield* unibox.update(result.thread_id, { is_new: false })
    if (done === true) yield* unibox.update(result.thread_id, { state: "done" })
  }
  for (const { campaign, daysAgo, kind, lead, text } of automatic) {
    const mail = firstMail(campaign, lead, ago(now, daysAgo))
    yield* receive(mail)
    const date = mail.date + minute
    yield* receive(
      kind === "bounce"
        ? deliveryReport(mail, text, date)
        : { ...answerTo(mail, mail.to, text, date), headers: ["Auto-Submitted: auto-replied"] }
    )
  }
  for (const [index, { account, daysAgo, from, html, subject, text }] of strays.entries()) {
    const message_id = `<stray-${index}@${domainOf(from.email)}>`
    const mail = { from, to: at(accounts, account), subject, date: ago(now, daysAgo), message_id, text }
    yield* receive(html === undefined ? mail : { ...mail, html })
  }
  return { mails, received }
})

const messageId = (campaign: number, lead: number, step: number) => {
  const { from } = at(campaigns, campaign)
  const { email } = at(accounts, at(from, lead % from.length))
  return `<${[campaign, lead, ...(step === 0 ? [] : [step])].join("-")}@${domainOf(email)}>`
}

/** The first mail to a lead. */
const firstMail = (campaign: number, lead: number, date: number): RawMail => {
  const { from, steps } = at(campaigns, campaign)
  const { subject, text } = steps[0]
  const { company, email, first_name, last_name } = person(campaign, lead)
  const sender = at(accounts, at(from, lead % from.length))
  return {
    from: sender,
    to: { name: `${first_name} ${last_name}`, email },
    subject: subject.replace("{{company}}", company),
    date,
    message_id: messageId(campaign, lead, 0),
    text: `${mailTo(first_name, text)}\nBest,\n${sender.name}\n`
  }
}
