/** Data to look at, made through the use cases: the same each time, with dates relative to now. */
import { accounts, automatic, campaigns, companies, conversations, firstNames, lastNames, strays } from "./Data.ts"
import { attachments, deliveryReport } from "./Parts.ts"
import { type Address, type RawMail, rawMail } from "./RawMail.ts"
import { Accounts, Campaigns, Intake, Leads, Transactor, Unibox } from "@mailroom/core"
import { Clock, Data, Effect } from "effect"

/** The organization has data of its own. */
class NotEmpty extends Data.TaggedError("NotEmpty") {}

const hour = 3_600_000
const day = 24 * hour

/** Fills an organization that has nothing, all at once or not at all; answers how much of each there is. */
export const fill = Effect.gen(function* () {
  const { transaction } = yield* Transactor
  return yield* transaction(
    Effect.gen(function* () {
      yield* requireEmpty
      const people = yield* fillCampaigns
      const mails = yield* fillUnibox
      return { accounts: accounts.length, campaigns: campaigns.length, leads: people, mails }
    })
  )
}).pipe(
  // The data is our own: it fits.
  Effect.catchTag(
    ["CampaignNotFound", "DuplicateAccount", "InvalidCursor", "InvalidInput", "ThreadNotFound", "UnreadableMail"],
    Effect.die
  )
)

const requireEmpty = Effect.gen(function* () {
  const [accounts, campaigns, { threads }] = yield* Effect.all([Accounts, Campaigns, Unibox])
  const page = { offset: 0, limit: 1 }
  const lists = yield* Effect.all([
    accounts.page(page),
    campaigns.page(page),
    threads({ tab: "replies", limit: 1 }),
    threads({ tab: "other", limit: 1 })
  ])
  if (lists.some(({ data }) => data.length > 0)) return yield* new NotEmpty()
})

const fillCampaigns = Effect.gen(function* () {
  const created = yield* Effect.forEach(accounts, ({ email, provider }) =>
    Accounts.use((accounts) => accounts.create({ email, provider }))
  )
  let people = 0
  for (const [index, { from, leads, subject: _, text: __, ...settings }] of campaigns.entries()) {
    const account_ids = from.map((account) => at(created, account).id)
    const campaign = yield* Campaigns.use((campaigns) => campaigns.create({ ...settings, account_ids }))
    const input = Array.from({ length: leads }, (_, lead) => person(index, lead))
    yield* Leads.use((leads) => leads.create({ campaign_id: campaign.id, leads: input }))
    people += leads
  }
  return people
})

const fillUnibox = Effect.gen(function* () {
  const [intake, unibox, now] = yield* Effect.all([Intake, Unibox, Clock.currentTimeMillis])
  let mails = 0
  const receive = (mail: RawMail) => {
    mails++
    return intake.receive(rawMail(mail))
  }

  for (const { answers, campaign, daysAgo, lead, seen } of conversations) {
    const first = firstMail(campaign, lead, now - daysAgo * day)
    let last = first
    let received = yield* receive(first)
    for (const { after, attached, by, text } of answers) {
      const date = last.date + after * hour
      const answer = answerTo(last, by === "us" ? first.from : first.to, text, date)
      last = attached === undefined ? answer : { ...answer, parts: [attachments(date)[attached]] }
      received = yield* receive(last)
    }
    if (seen === true && received.thread_id !== undefined) yield* unibox.update(received.thread_id, { is_new: false })
  }
  for (const { campaign, daysAgo, kind, lead, text } of automatic) {
    const mail = firstMail(campaign, lead, now - daysAgo * day)
    yield* receive(mail)
    const date = mail.date + 60_000
    yield* receive(
      kind === "bounce"
        ? deliveryReport(mail, text, date)
        : { ...answerTo(mail, mail.to, text, date), headers: ["Auto-Submitted: auto-replied"] }
    )
  }
  for (const [index, { account, daysAgo, from, subject, text }] of strays.entries()) {
    const message_id = `<stray-${index}@${domainOf(from.email)}>`
    yield* receive({ from, to: at(accounts, account), subject, date: now - daysAgo * day, message_id, text })
  }
  return mails
})

/** The mail that a lead gets first. */
const firstMail = (campaign: number, lead: number, date: number): RawMail => {
  const { from, subject, text } = at(campaigns, campaign)
  const { company, email, first_name, last_name } = person(campaign, lead)
  const sender = at(accounts, at(from, lead % from.length))
  return {
    from: sender,
    to: { name: `${first_name} ${last_name}`, email },
    subject: subject.replace("{company}", company),
    date,
    message_id: `<${campaign}-${lead}@${domainOf(sender.email)}>`,
    text: `Hi ${first_name},\n\n${text}\n\nBest,\n${sender.name}\n`
  }
}

/** What one of the two answers to a mail, as mail programs write it: with what came before below. */
const answerTo = (mail: RawMail, from: Address, text: string, date: number): RawMail => ({
  from,
  to: from === mail.from ? mail.to : mail.from,
  subject: mail.subject.startsWith("Re: ") ? mail.subject : `Re: ${mail.subject}`,
  date,
  message_id: `<${date.toString(36)}.${mail.message_id.slice(1)}`,
  references: [...(mail.references ?? []), mail.message_id],
  text: `${text}\n\nOn ${new Date(mail.date).toUTCString()}, ${mail.from.name} wrote:\n${quoted(mail.text)}\n`
})

const quoted = (text: string) => text.trim().replaceAll(/^/gmu, "> ")

/** A lead of a campaign: no two have the same name and company. */
const person = (campaign: number, lead: number) => {
  const number = lead + campaigns.slice(0, campaign).reduce((sum, { leads }) => sum + leads, 0)
  const first_name = at(firstNames, number % firstNames.length)
  const last_name = at(lastNames, (number * 7 + Math.floor(number / lastNames.length)) % lastNames.length)
  const [company, domain, city] = at(companies, (number * 3) % companies.length)
  return {
    email: `${ascii(first_name)}.${ascii(last_name)}@${domain}`,
    first_name,
    last_name,
    company,
    website: `https://${domain}`,
    personalization: number % 3 === 0 ? `I like what you do in ${city}.` : "",
    custom_fields: { city, team_size: 2 + ((number * 5) % 23), visited_us: number % 4 === 0 }
  }
}

const ascii = (name: string) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

const domainOf = (email: string) => email.slice(email.indexOf("@") + 1)

/** The data refers to itself by position. */
const at = <A>(items: ReadonlyArray<A>, index: number): A => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`The demo has no item ${index} of ${items.length}`)
  return item
}
