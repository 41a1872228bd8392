/** The settings of an organization. Pure functions. */
import { toAscii } from "@mailroom/mail/domain"
import { EmailAddress, Name } from "@mailroom/mail/text"
import { Option, Result, Schema } from "effect"
import { described } from "../Described.ts"
import { AutomaticLabeller } from "../tags/ReplyLabel.ts"
import { OrganizationId } from "../ids.ts"
import type { Organization } from "../Organization.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { Version } from "../Version.ts"

/** One campaign at a time writes to a person. */
export const ContactRule = Schema.Struct({
  gap_days: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
    "So many times 24 hours pass between the last mail of one campaign and the first of the next one.",
    14
  )
}).annotate({
  identifier: "ContactRule",
  description:
    "A person is written to by one campaign at a time: no campaign sends a first mail to an address, in any spelling that reaches " +
    "the same mailbox, while another active campaign has more steps for it, or before the gap has passed."
})
export type ContactRule = typeof ContactRule.Type

const contactRule = described(
  Schema.NullOr(ContactRule),
  "Whether campaigns wait for each other before they write to a person; `null`: they do not."
)

const domainDailyLimit = described(
  Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))),
  "The most mails of campaigns that a company gets in a day, from all accounts and campaigns together. A company is a " +
    "registrable domain with its subdomains; a provider of mail, such as `gmail.com`, is none. `null`: no limit.",
  null
)

/** Most seed addresses of an organization: each test to them sends a mail to each. */
const maximumSeeds = 25

const seedAddresses = described(
  Schema.Array(EmailAddress).check(
    Schema.isMaxLength(maximumSeeds, { message: `must have at most ${maximumSeeds} addresses` })
  ),
  "Own addresses at several providers, to which tests of steps can be sent in one go, to see where mails arrive: at most 25.",
  []
)
/** For how many days rows are kept: long enough for late answers, notices and opens of a mail. */
const KeptDays = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 30, maximum: 36_500 })))

const retention = {
  keep_events_days: described(
    KeptDays,
    "After so many times 24 hours, no list shows an event any more, and its texts are removed. It still counts in analytics, " +
      "for duplicates and for rules. `null`: events are kept for ever.",
    null
  ),
  keep_messages_days: described(
    KeptDays,
    "After so many times 24 hours, the texts and attachments of a message are removed. Its thread stays, with subject, " +
      "addresses and preview, and links in mails of ours lead on. `null`: messages are kept for ever.",
    null
  ),
  keep_sends_days: described(
    KeptDays,
    "After so many times 24 hours, no list shows a mail that was sent any more, and the reply of the server is removed. Its links " +
      "lead on, and late answers and bounces find it. `null`: sent mails are listed for ever.",
    null
  ),
  keep_log_days: described(
    KeptDays,
    "After so many times 24 hours, an entry of the log is removed. `null`: the log is kept for ever.",
    null
  )
}

/** Everybody but the model, which gets the text of answers. */
const defaultLabellers: ReadonlyArray<AutomaticLabeller> = ["rule", "function"]

const replyLabels = described(
  Schema.Array(AutomaticLabeller),
  "Who labels answers automatically; `[]`: nobody. The rules are asked first, and the next one where nobody before knows.",
  [...defaultLabellers]
)

/** The settings as they are stored. An organization without stored ones has `initial`. */
export const SettingsRecord = Schema.Struct({
  tracking_domain: described(
    Schema.NullOr(Schema.String),
    "A host name in its normal form; `null`: links in mails begin with the public URL."
  ),
  contact_rule: contactRule,
  domain_daily_limit: domainDailyLimit,
  seed_addresses: seedAddresses,
  ...retention,
  reply_labels: replyLabels,
  updated_at: Timestamp,
  version: Version
})
export type SettingsRecord = typeof SettingsRecord.Type

/** At most one row. */
export const settingsTable = Table.of("organization_settings", SettingsRecord, { key: ["version"] })

/** The settings of an organization that never changed any. */
export const initial = ({ created_at }: Pick<Organization, "created_at">): SettingsRecord => ({
  tracking_domain: null,
  contact_rule: null,
  domain_daily_limit: null,
  seed_addresses: [],
  keep_events_days: null,
  keep_messages_days: null,
  keep_sends_days: null,
  keep_log_days: null,
  reply_labels: defaultLabellers,
  updated_at: created_at,
  version: 1
})

/** The automatic labellers of an organization. `stored`: its settings; `undefined`: it has not stored any. */
export const labellersOf = (stored: Pick<SettingsRecord, "reply_labels"> | undefined) =>
  stored?.reply_labels ?? defaultLabellers

/** Whether something is not kept for ever. */
export const isRetaining = (
  settings: Pick<SettingsRecord, "keep_events_days" | "keep_log_days" | "keep_messages_days" | "keep_sends_days">
): boolean =>
  settings.keep_events_days !== null ||
  settings.keep_messages_days !== null ||
  settings.keep_sends_days !== null ||
  settings.keep_log_days !== null

const trackingDomain = Schema.NullOr(Schema.String.check(Schema.isMaxLength(254)))

export const OrganizationSettings = Schema.Struct({
  id: OrganizationId,
  name: described(Name, "The name of the organization.", "Acme"),
  public_url: described(
    Schema.NullOr(Schema.String),
    "The public URL of the service (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). `null`: none is set, so mails have no links to Mailroom.",
    "https://mail.example.com"
  ),
  tracking_domain: described(
    trackingDomain,
    "The host name of the links to Mailroom in mails: tracked links, the image, and links to unsubscribe. `null`: they begin " +
      "with the public URL.",
    "links.example.com"
  ),
  tracking_domain_proof: described(
    Schema.String,
    "The value of a record TXT `_mailroom.<domain>`, which proves that a tracking domain belongs to this organization.",
    "mailroom-organization=Yk3v0rX1n8QbT5c7ZpLw2A"
  ),
  contact_rule: contactRule,
  domain_daily_limit: domainDailyLimit,
  seed_addresses: seedAddresses,
  ...retention,
  reply_labels: replyLabels,
  created_at: described(Timestamp, "When the organization was created.", "2026-01-05T09:00:00.000Z"),
  updated_at: described(Timestamp, "When its settings were changed.", "2026-03-02T10:15:00.000Z")
}).annotate({ identifier: "OrganizationSettings", description: "An organization with its settings." })
export type OrganizationSettings = typeof OrganizationSettings.Type

export const OrganizationPatch = Schema.Struct({
  tracking_domain: described(
    Schema.optionalKey(trackingDomain),
    "A host name, such as `links.example.com`, whose record CNAME leads to the host of the public URL, and whose record TXT " +
      "`_mailroom.links.example.com` has `tracking_domain_proof`. Both are checked before it is stored. `null`: none."
  ),
  contact_rule: described(
    Schema.optionalKey(Schema.NullOr(ContactRule)),
    "Makes campaigns wait for each other before they write to a person. `null`: they do not wait."
  ),
  domain_daily_limit: Schema.optionalKey(domainDailyLimit),
  seed_addresses: Schema.optionalKey(seedAddresses),
  keep_events_days: described(
    Schema.optionalKey(KeptDays),
    "For how many days lists show events, from 30 on. `null`: for ever. A removed text does not come back."
  ),
  keep_messages_days: described(
    Schema.optionalKey(KeptDays),
    "For how many days texts and attachments of messages are kept, from 30 on. `null`: for ever. What is removed does not come back."
  ),
  keep_sends_days: described(
    Schema.optionalKey(KeptDays),
    "For how many days lists show mails that were sent, from 30 on. `null`: for ever. A removed reply does not come back."
  ),
  keep_log_days: described(
    Schema.optionalKey(KeptDays),
    "For how many days entries of the log are kept, from 30 on. `null`: for ever."
  ),
  reply_labels: described(
    Schema.optionalKey(Schema.Array(AutomaticLabeller)),
    'Who labels answers automatically: `[]` switches it off. The default is `["rule", "function"]`.'
  )
}).annotate({
  identifier: "OrganizationPatch",
  description: "The changes of an organization's settings. Absent fields stay unchanged."
})
export type OrganizationPatch = typeof OrganizationPatch.Type

/** A write whose `if_version` is not the stored version. */
export class OrganizationChanged extends Schema.TaggedError<OrganizationChanged>()("OrganizationChanged", {
  id: OrganizationId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `The settings of organization ${this.id} have changed since they were read: their version is now ${this.version}`
  }
}

/** Matches host names of letters, digits, hyphens and dots. Certificates allow no underscores. */
const hostName = /^[a-z0-9.-]+$/u

/** The normal form of a host name for links, or why it cannot be one: the predicate of a sentence about it. */
export const toTrackingDomain = (text: string, publicHost: string): Result.Result<string, string> => {
  const domain = toAscii(text.trim())
  if (Option.isNone(domain) || !hostName.test(domain.value)) {
    return Result.fail("must be a host name such as links.example.com, without scheme, port, path or wildcard")
  }
  return domain.value === publicHost
    ? Result.fail("is the host of the public URL: leave it out (null), or use another name")
    : Result.succeed(domain.value)
}
