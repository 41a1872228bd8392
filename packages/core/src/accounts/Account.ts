/** A sender account: a mailbox that the organization sends from. */
import { EmailAddress, LeadText, text } from "@mailroom/mail/text"
import { Effect, Schema, Struct } from "effect"
import { defaultsOf, described } from "../Described.ts"
import { faultsOfPlainText } from "../sequences/ForeignTags.ts"
import { TimeZone } from "../TimeZone.ts"
import { latest, Timestamp, TimestampInput } from "../Timestamp.ts"
import * as Table from "../Table.ts"
import { nextVersion, Version } from "../Version.ts"
import { AccountId } from "../ids.ts"

export { AccountId } from "../ids.ts"

export const Provider = Schema.Literals(["google", "microsoft", "smtp"]).annotate({
  identifier: "Provider",
  description: "Where the mailbox is."
})
export type Provider = typeof Provider.Type

/** A number of mails. */
const Mails = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 }))

const startedAt = <S extends Schema.Top>(instant: S) =>
  described(
    instant,
    "When the first day began. If not set, the time at which the ramp-up was enabled. `null`: it has not begun, so the limit is `start`.",
    null
  )

/** Lowers the daily limit of a new mailbox, and raises it day by day. */
const rampUp = {
  enabled: described(Schema.Boolean, "Whether the daily limit is raised day by day.", false),
  start: described(Mails, "The limit of the first day.", 5),
  increment: described(Mails, "By how much each further day raises the limit.", 5),
  started_at: startedAt(Schema.NullOr(Timestamp))
}
export const RampUp = Schema.Struct(rampUp).annotate({
  identifier: "RampUp",
  description: "Lowers the daily limit of a new mailbox, and raises it day by day."
})
export type RampUp = typeof RampUp.Type

export const SentCopy = Schema.Literals(["auto", "always", "never"]).annotate({
  identifier: "SentCopy",
  description:
    "Whether Mailroom puts a copy of each sent mail into the folder of sent mail. `auto`: where the server keeps none, which is found out after the first mail. `always`: where the folder has none. `never`: it does not. Google and Microsoft keep copies themselves, so they never get one."
})
export type SentCopy = typeof SentCopy.Type

const settings = {
  first_name: described(text(200), "The sender's first name.", "Lee"),
  last_name: described(text(200), "The sender's last name.", ""),
  daily_limit: described(Mails, "The maximum number of mails a day; days begin at midnight in `timezone`.", 50),
  min_delay_minutes: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_440 })),
    "The minimum time between two mails, in minutes.",
    5
  ),
  signature: described(LeadText, "The text below each mail.", ""),
  reply_to: described(
    Schema.NullOr(EmailAddress),
    "The address for answers; `null`: the address of the account.",
    null
  ),
  timezone: described(TimeZone, "A name of the IANA time zone database, such as `Europe/Oslo`.", "UTC"),
  sending_enabled: described(Schema.Boolean, "Whether the account may send.", true),
  inbox_folders: described(
    Schema.Array(text(500).check(Schema.isMinLength(1))).check(Schema.isMaxLength(20)),
    "More folders of the inbox to read, as `POST /accounts/{id}/test` shows their names: folders into which rules or people move answers.",
    []
  ),
  sent_copy: SentCopy
}
export const AccountSettings = Schema.Struct({ ...settings, ramp_up: RampUp }).annotate({
  identifier: "AccountSettings",
  description: "The settings of a sender account, which people choose."
})
export type AccountSettings = typeof AccountSettings.Type

/** A signature as input: it is inserted as it is, so it has neither variables nor tags of other programs. */
const signatureInput = described(
  LeadText.check(Schema.makeFilter((signature) => [...faultsOfPlainText(signature)])),
  "The text below each mail. It is inserted as it is, so it has no variables."
)

export const SettingsPatch = Schema.Struct({
  ...Struct.map({ ...settings, signature: signatureInput }, Schema.optionalKey),
  ramp_up: Schema.optionalKey(
    Schema.Struct(Struct.map({ ...rampUp, started_at: startedAt(Schema.NullOr(TimestampInput)) }, Schema.optionalKey))
      .check(Schema.isMinProperties(1, { message: "must name at least one setting" }))
      .annotate({ identifier: "RampUpPatch", description: "The ramp-up settings to change; at least one field." })
  )
}).annotate({
  identifier: "AccountSettingsPatch",
  description: "Settings of a sender account, all of them optional."
})
export type SettingsPatch = typeof SettingsPatch.Type

export const defaults: AccountSettings = {
  first_name: "",
  last_name: "",
  daily_limit: 50,
  min_delay_minutes: 5,
  signature: "",
  reply_to: null,
  timezone: "UTC",
  sending_enabled: true,
  inbox_folders: [],
  sent_copy: "auto",
  ramp_up: { enabled: false, start: 5, increment: 5, started_at: null }
}

/** The part of an account that people set. The API shows it together with its state (`AccountState.ts`). */
export const Account = Schema.Struct({
  id: AccountId,
  email: described(EmailAddress, "The address that mails come from.", "sales@mailroom.example"),
  provider: Provider,
  created_at: described(Timestamp, "When the account was created.", "2026-03-02T08:00:00.000Z"),
  updated_at: described(Timestamp, "When a person last changed it.", "2026-03-02T08:00:00.000Z"),
  settings: AccountSettings
})
export type Account = typeof Account.Type

/** An account as it is stored. */
export const AccountRecord = Schema.Struct({
  ...Account.fields,
  version: described(Version, "Two states of an account never have the same version."),
  deleted_at: described(
    Schema.NullOr(Timestamp),
    "When it was deleted. A deleted account keeps its history, and its address still counts as ours."
  ),
  releasing_at: described(
    Schema.NullOr(Timestamp),
    "While a deletion releases leads: when the latest batch of leads was released. `null` otherwise."
  )
})
export type AccountRecord = typeof AccountRecord.Type

export const table = Table.of("accounts", AccountRecord, { key: ["id"], fixed: ["created_at"] })

/** An account that is not stored yet. */
export type AccountDraft = Omit<AccountRecord, "id">

export const NewAccount = Schema.Struct({
  email: described(
    EmailAddress,
    "The address. It is unique in the organization, ignoring case, with its domain in Unicode or punycode."
  ),
  provider: Provider,
  settings: described(Schema.optionalKey(SettingsPatch), `The settings of the new account. ${defaultsOf(defaults)}`)
}).annotate({ identifier: "NewAccount", description: "A sender account to add." })
export type NewAccount = typeof NewAccount.Type

/** The organization already has an account with this address. */
export class DuplicateAccount extends Schema.TaggedError<DuplicateAccount>()("DuplicateAccount", {
  email: Schema.String
}) {
  override get message(): string {
    return `There is already an account with the address ${this.email}`
  }
}

/** A new account. The settings of the input replace the defaults. */
export const create = ({ email, provider, settings = {} }: NewAccount, at: Timestamp): AccountDraft => ({
  email,
  provider,
  created_at: at,
  updated_at: at,
  settings: merge(defaults, settings, at),
  version: 1,
  deleted_at: null,
  releasing_at: null
})

/** The settings with these changes. A ramp-up that is enabled for the first time begins at `at`. */
const merge = (settings: AccountSettings, { ramp_up, ...changes }: SettingsPatch, at: Timestamp): AccountSettings => {
  const isStarting = ramp_up?.enabled === true && settings.ramp_up.started_at === null
  const start = isStarting ? { started_at: at } : {}
  return { ...settings, ...changes, ramp_up: { ...settings.ramp_up, ...start, ...ramp_up } }
}

/** The account with these settings changed; the same object if nothing changes. */
export const patch = (account: AccountRecord, changes: SettingsPatch, at: Timestamp): AccountRecord =>
  nextVersion(account, { ...account, settings: merge(account.settings, changes, at) }, at, ["settings"])

/** The account marked as deleted. The leads that have chosen it are released from now on (`releasing_at`). */
export const remove = (account: AccountRecord, at: Timestamp): AccountRecord =>
  nextVersion(account, { ...account, deleted_at: at, releasing_at: at }, at)

/** The accounts that are not deleted. */
export const undeleted = (accounts: ReadonlyArray<AccountRecord>): ReadonlyArray<AccountRecord> =>
  accounts.filter(({ deleted_at }) => deleted_at === null)

/** Creates a deleted account again: it keeps its id, history and `created_at`, and gets the settings of the input. */
export const revive = (account: AccountRecord, input: NewAccount, at: Timestamp): AccountRecord => {
  const { created_at: _, version: __, ...draft } = create(input, at)
  return nextVersion(account, { ...account, ...draft }, at)
}

/** The account after a change of its credentials, which are stored beside it. */
export const touch = (account: AccountRecord, at: Timestamp): AccountRecord => ({
  ...account,
  version: account.version + 1,
  updated_at: latest(account.updated_at, at)
})

export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", { id: AccountId }) {
  override get message(): string {
    return `There is no account ${this.id}`
  }
}

/** The account that a read by this id has found. Fails with `AccountNotFound` if there is none, or it is deleted. */
export const existing = (
  id: AccountId,
  [account]: ReadonlyArray<AccountRecord>
): Effect.Effect<AccountRecord, AccountNotFound> =>
  account === undefined || account.deleted_at !== null
    ? Effect.fail(new AccountNotFound({ id }))
    : Effect.succeed(account)

/** The account changed since the caller read it. */
export class AccountChanged extends Schema.TaggedError<AccountChanged>()("AccountChanged", {
  id: AccountId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `Account ${this.id} has changed since it was read: its version is now ${this.version}`
  }
}
