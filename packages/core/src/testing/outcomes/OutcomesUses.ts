/** The use cases that decide which leads may be contacted and from which account, on data that they share. */
import { MailParser, type ParsedMail, UnreadableMail } from "@mailroom/mail"
import { Context, Effect, Layer } from "effect"
import { Activity } from "../../activity/Activity.ts"
import { Blacklist } from "../../blacklist/Blacklist.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { Intake } from "../../intake/Intake.ts"
import { Leads } from "../../leads/Leads.ts"
import type { Storage, UseCases } from "../../Mailroom.ts"
import type { NotificationType } from "../../integrations/Subscription.ts"
import type { CurrentOrganization } from "../../Organization.ts"
import { Accounts } from "../../accounts/Accounts.ts"
import { Sequences } from "../../sequences/Sequences.ts"
import type { StorageError } from "../../StorageError.ts"
import { Tags } from "../../tags/Tags.ts"
import { Unsubscribes } from "../../unsubscribes/Unsubscribes.ts"
import type { Turns } from "./OutcomesTurns.ts"
import { answerOf, emails, gil, type LeadName, mailTo, minute, movedEve, sender, type World } from "./OutcomesWorld.ts"

export interface Use {
  readonly name: string
  /**
   * The notification type that the integration must not subscribe to: with it, the use case would take another path.
   */
  readonly unwanted?: NotificationType | undefined
  /**
   * Whether the event of a mail that is being sent meanwhile is incomplete, because its lead or its step is deleted. Then
   * only the mails are compared, and who may be contacted.
   */
  readonly losesEvents?: true
  /** Whether no mail to Ada begins once it has answered: then the end state is that of this use case first. */
  readonly forbids?: true
  /** The number of transactions in the middle of which others run; all, if it is absent. Later ones repeat them. */
  readonly transactions?: number
  readonly run: (world: World) => Effect.Effect<unknown, unknown, CurrentOrganization | Turns | UseCases>
}

/** Use cases that meet in the same world. */
export interface Scene {
  readonly uses: ReadonlyArray<Use>
  /** Inserts what an account has to send. Without it nothing is sent, and no state of sending is compared. */
  readonly prepare?: (world: World) => Effect.Effect<void, StorageError, Storage>
}

const encoder = new TextEncoder()
const mailbox = (email: string) => ({ name: "", email })

const mail = (fields: Partial<ParsedMail>): ParsedMail => ({
  headers: [],
  message_id: null,
  in_reply_to: [],
  references: [],
  date: null,
  subject: "Hello",
  from: null,
  to: [mailbox(sender)],
  cc: [],
  text: "",
  html: null,
  reply_text: "",
  attachments: [],
  ...fields
})

/** A report (RFC 6522) about a mail to a lead. */
const report = (name: LeadName, type: string, fields: ReadonlyArray<string>): Partial<ParsedMail> => {
  const part = (content_type: string, lines: ReadonlyArray<string>) => ({
    filename: null,
    content_type,
    bytes: encoder.encode(lines.join("\n"))
  })
  return {
    headers: [{ name: "content-type", value: `multipart/report; report-type=${type}` }],
    from: mailbox("mailer-daemon@mx.test"),
    attachments: [
      part(`message/${type}`, fields),
      part("text/rfc822-headers", [`Message-ID: ${mailTo(name)}`, `From: ${sender}`, `To: ${emails[name]}`])
    ]
  }
}

/** The mails by name. The raw mail is this name; `layerParser` maps it to the parsed mail. */
const mails = {
  reply: mail({
    message_id: "<reply@post.test>",
    in_reply_to: [mailTo("ada")],
    date: minute(100),
    from: mailbox(emails.ada),
    text: "Yes, please.",
    reply_text: "Yes, please."
  }),
  "reply to a reply": mail({
    message_id: "<again@post.test>",
    in_reply_to: [answerOf("ada")],
    date: minute(102),
    from: mailbox("colleague@post.test"),
    text: "I agree.",
    reply_text: "I agree."
  }),
  // A reply from a lead whose address is never changed or shared by a use case. Otherwise only the time of the last
  // change could distinguish the orders.
  "reply by address": mail({
    message_id: "<new@post.test>",
    date: minute(104),
    from: mailbox(emails.hal),
    text: "One more thing.",
    reply_text: "One more thing."
  }),
  // The mail to Bob has an event but is not stored as a message.
  "reply to a `sent` event": mail({
    message_id: "<bob@post.test>",
    in_reply_to: [mailTo("bob")],
    date: minute(106),
    from: mailbox(emails.bob),
    text: "Not now.",
    reply_text: "Not now."
  }),
  "own mail": mail({
    message_id: "<own@ours.test>",
    date: minute(108),
    from: mailbox(sender),
    to: [mailbox(emails.bob)],
    text: "By the way.",
    reply_text: "By the way."
  }),
  bounce: mail({
    ...report("ada", "delivery-status", [
      "Reporting-MTA: dns; mx.test",
      "",
      `Final-Recipient: rfc822; ${emails.ada}`,
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 no such user"
    ]),
    message_id: "<bounce@mx.test>",
    date: minute(110),
    subject: "Undelivered Mail Returned to Sender"
  }),
  complaint: mail({
    ...report("bob", "feedback-report", ["Feedback-Type: abuse", `Original-Rcpt-To: ${emails.bob}`]),
    message_id: "<complaint@mx.test>",
    date: minute(120),
    subject: "Abuse report"
  })
}

/** A parser of the mails above, because core has no MIME parser. */
export const layerParser: Layer.Layer<MailParser> = Layer.succeed(
  MailParser,
  MailParser.of({
    parse: (raw) => {
      const known = new Map<string, ParsedMail>(Object.entries(mails)).get(new TextDecoder().decode(raw))
      return known === undefined ? Effect.fail(new UnreadableMail({ reason: "unknown" })) : Effect.succeed(known)
    }
  })
)

/** Makes use cases that call this service. */
export const use =
  <I extends Turns | UseCases, S>(port: Context.Key<I, S>) =>
  (
    name: string,
    run: (service: S, world: World) => Effect.Effect<unknown, unknown, CurrentOrganization>,
    unwanted?: NotificationType
  ): Use => ({
    name,
    unwanted,
    run: (world) =>
      Effect.contextWith((context: Context.Context<Turns | UseCases>) => run(Context.getUnsafe(context, port), world))
  })

const campaigns = use(Campaigns)
const leads = use(Leads)
const sequences = use(Sequences)
const tags = use(Tags)
const blacklist = use(Blacklist)
const accounts = use(Accounts)

const record = (name: string, events: (world: World) => ReadonlyArray<Record<string, unknown>>): Use =>
  use(Activity)(`Activity.record (${name})`, (activity, world) =>
    activity.record(
      events(world).map((event, i) => ({ account_id: world.account_id, idempotency_key: `${name} ${i}`, ...event }))
    )
  )

const receive = (name: keyof typeof mails): Use =>
  use(Intake)(`Intake.receive (${name})`, (intake) => intake.receive(encoder.encode(name)))

const newLeads = (first_name: string, more: ReadonlyArray<string>) =>
  [emails.bob, emails.ada2.toLowerCase(), gil, ...more].map((email) => ({ email, first_name }))

/** Ordered by the minute at which they run (`minuteOf`). */
export const uses: ReadonlyArray<Use> = [
  // Removals run more than a minute before additions, which then treat an unfinished removal as abandoned.
  blacklist("Blacklist.remove (email)", (service) => service.remove("email", { values: [emails.eve, emails.ada2] })),
  blacklist("Blacklist.remove (domain)", (service) =>
    service.remove("domain", { values: ["old.example", "MÜNCHEN.example"] })
  ),
  blacklist("Blacklist.add (email)", (service) => service.add("email", [emails.ada, emails.eve])),
  blacklist("Blacklist.add (domain)", (service) => service.add("domain", ["münchen.example", "old.example"])),
  leads("Leads.create (skip)", (service, { campaigns }) =>
    service.create({ campaign_id: campaigns[1], leads: newLeads("Skip", []) })
  ),
  leads("Leads.create (update)", (service, { account_id, campaigns }) =>
    service.create({
      campaign_id: campaigns[1],
      leads: newLeads("Update", [movedEve]).map((lead) => ({ ...lead, chosen_sender: account_id })),
      on_duplicate: "update"
    })
  ),
  leads("Leads.update (to an address on the list)", (service, world) =>
    service.update(world.leads.ada, { email: emails.eve, first_name: "Ada" })
  ),
  leads("Leads.update (to another address)", (service, world) => service.update(world.leads.eve, { email: movedEve })),
  // The integration subscribes to this change: the change is reported, in a transaction.
  leads("Leads.update (stop)", (service, world) => service.update(world.leads.ada, { stop_sending: true })),
  // A single statement that does not read the lead first.
  leads(
    "Leads.update (resume)",
    (service, world) => service.update(world.leads.ada, { stop_sending: false }),
    "lead_resumed"
  ),
  // Reads the lead, then compares and sets.
  leads(
    "Leads.update (resume a lead on the list)",
    (service, world) => service.update(world.leads.fay, { stop_sending: false, custom_fields: { size: 1 } }),
    "lead_resumed"
  ),
  leads("Leads.updateMany (stop)", (service, world) =>
    service.updateMany({ ids: [world.leads.fay, world.leads.ada, world.leads.bob], stop_sending: true })
  ),
  leads("Leads.remove", (service, world) => service.remove({ ids: [world.leads.fay, world.leads.ada] })),
  leads("Leads.remove (one of two with an address)", (service, world) => service.remove({ ids: [world.leads.ada2] })),
  leads("Leads.remove (erase)", (service, world) =>
    service.remove({ ids: [world.leads.ada, world.leads.bob], erase: true })
  ),
  tags("Tags.assign", (service, world) => service.assign(world.leads.ada, world.tag)),
  tags("Tags.update", (service, world) => service.update(world.tag, { name: "Keen", sentiment: "neutral" })),
  tags("Tags.remove", (service, world) => service.remove(world.tag)),
  campaigns("Campaigns.remove (with threads)", (service, world) => service.remove(world.campaigns[0])),
  campaigns("Campaigns.remove (that gets leads)", (service, world) => service.remove(world.campaigns[1])),
  campaigns("Campaigns.duplicate", (service, world) => service.duplicate(world.campaigns[0])),
  campaigns("Campaigns.start", (service, world) => service.start(world.campaigns[1])),
  campaigns("Campaigns.update", (service, world) =>
    service.update(world.campaigns[0], { stop_on_reply: false, account_ids: [world.account_id] })
  ),
  campaigns("Campaigns.update (stop_scope)", (service, world) =>
    service.update(world.campaigns[0], { stop_scope: "campaign" })
  ),
  sequences("Sequences.create", (service, world) => service.create(world.campaigns[1], { body: "Again" })),
  record("no refusal", (world) => [
    {
      type: "sent",
      lead_id: world.leads.ada2,
      occurred_at: minute(40),
      message: {
        message_id: "<again@ours.test>",
        subject: "Again",
        body_text: "Again",
        from_email: sender,
        to_email: emails.ada2
      }
    },
    { type: "opened", lead_id: world.leads.ada, occurred_at: minute(41) }
  ]),
  record("reply", (world) => [
    { type: "replied", lead_id: world.leads.ada, occurred_at: minute(50), data: { reply_text: "Tell me more" } },
    { type: "replied", lead_id: world.leads.bob, occurred_at: minute(15), data: { reply_text: "Yes" } }
  ]),
  record("unsubscribed, complaint", (world) => [
    { type: "unsubscribed", campaign_id: world.campaigns[0], email: emails.ada, occurred_at: minute(60) },
    { type: "complained", campaign_id: world.campaigns[0], email: emails.bob, occurred_at: minute(80) }
  ]),
  record("hard bounce", (world) => [
    { type: "bounced", lead_id: world.leads.ada2, occurred_at: minute(70), data: { status: "5.1.1" } },
    { type: "bounced", lead_id: world.leads.fay, occurred_at: minute(71), data: { status: "5.1.1" } }
  ]),
  receive("reply"),
  receive("reply to a reply"),
  receive("reply by address"),
  receive("reply to a `sent` event"),
  receive("own mail"),
  receive("bounce"),
  receive("complaint"),
  campaigns("Campaigns.create", (service, world) => service.create({ name: "New", account_ids: [world.account_id] })),
  accounts("Accounts.update", (service, world) =>
    service.update({ ids: [world.account_id], settings: { daily_limit: 7 } })
  ),
  accounts("Accounts.remove", (service, world) => service.remove({ ids: [world.account_id] })),
  accounts("Accounts.create (an address that may be deleted)", (service) =>
    service.create({ email: sender, provider: "google" })
  )
]

/**
 * Runs beside the turns of an account only. Beside the removal of its campaign it may record an event without a delivery, which
 * is removed with the campaign.
 */
export const unsubscribe: Use = use(Unsubscribes)("Unsubscribes.unsubscribe", ({ tokenOf, unsubscribe }, world) =>
  Effect.flatMap(tokenOf({ id: world.send, to_email: emails.bob }), unsubscribe)
)

/**
 * The minute at which the use case with this index runs. Each use case has a different instant, and the end state shows
 * the latest instant of a lead.
 */
export const minuteOf = (index: number): number => (index < 2 ? 130 : 140) + index
