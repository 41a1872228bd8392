/** The message of every error of core says in plain words what was wrong, because hosts show or log it. */
import { assert, describe, it } from "@effect/vitest"
import * as core from "../src/index.ts"
import { missing } from "../src/testing/fixtures/Fixtures.ts"
import { classesOf } from "./ErrorClasses.ts"

const cause = new Error("connection refused")
const campaign = missing.campaign
const unavailable = new core.Unavailable({ cause })
const email = "ada@example.com"

/** One error of each class, with its message, except the classes of `usual`. */
const errors: ReadonlyArray<readonly [core.StorageError | Error, string]> = [
  [new core.Account.DuplicateAccount({ email }), `There is already an account with the address ${email}`],
  [
    new core.AccountChanged({ id: core.Account.AccountId.make(5), version: 7 }),
    "Account 5 has changed since it was read: its version is now 7"
  ],
  [
    new core.Person.DuplicatePerson({ identity: "email:a@x.test" }),
    "Another person of the organization has this address"
  ],
  [
    new core.Person.HigherRole({ role: "admin", needed: "owner", action: "manage owners" }),
    "Your role is `admin`, and only `owner` may manage owners: ask somebody with such a role"
  ],
  [new core.Person.LastOwner(), "The person is the last owner who can sign in: make somebody else an owner first"],
  [new core.NoPerson(), "No person is signed in: sign in with an address and a password"],
  [new core.Note.NoteNotFound({ id: core.Note.NoteId.make(5) }), "There is no note 5"],
  [new core.Note.OtherAuthor(), "Only its author may change or remove a note: write another one"],
  [new core.Person.PersonBlocked(), "The person is blocked: unblock the person first"],
  [new core.Person.PersonNotFound({ id: core.Person.PersonId.make(5) }), "There is no person 5"],
  [new core.Person.SignedInByHost(), "The app that embeds Mailroom signs this person in, and names the role"],
  [new core.TooManyTries({ retry_after: 61 }), "There were too many tries to sign in: try again in 2 minutes"],
  [new core.WrongPassword(), "The current password is not right"],
  [new core.ApiKeyNotFound({ id: core.ApiKey.ApiKeyId.make(5) }), "There is no API key 5"],
  [
    new core.AttachmentNotFound({ id: core.Attachment.AttachmentId.make(5) }),
    "There is no attachment 5, or its ticket is forged or has expired"
  ],
  [
    new core.Campaign.CampaignActive({ id: campaign }),
    `The campaign ${campaign} is active: pause it before you delete it`
  ],
  [new core.SendChanged({ id: core.SendId.make(5), version: 7 }), "The mail 5 got another time since it was read"],
  [
    new core.Sequence.SequenceChanged({ id: core.Sequence.SequenceId.make(5), version: 7 }),
    "The sequence 5 has changed since it was read"
  ],
  [
    new core.Campaign.CampaignChanged({ id: campaign, version: 7 }),
    `Campaign ${campaign} has changed since it was read: its version is now 7`
  ],
  [
    new core.Campaign.CampaignNotActive({ id: campaign, status: "draft" }),
    "The campaign cannot be paused: its status is draft"
  ],
  [
    new core.Campaign.CampaignNotReady({ id: campaign, issues: ["no_account", "no_lead"] }),
    "The campaign needs a sender account and a lead before it can start"
  ],
  [new core.Campaign.CampaignNotFound({ id: campaign }), `There is no campaign ${campaign}`],
  [
    new core.KeyedRequest.AnswerNotKept({ key: "k1" }),
    "The request under the idempotency key k1 was carried out; its answer is not kept"
  ],
  [
    new core.KeyedRequest.IdempotencyInProgress({ key: "k1", retry_after: 1 }),
    "The first request under the idempotency key k1 has not ended; try again"
  ],
  [new core.KeyedRequest.IdempotencyMismatch({ key: "k1" }), "The idempotency key k1 was used for another request"],
  [new core.Corrupt({ cause }), "storage returned unexpected data"],
  [new core.InvalidInput({ faults: [{ pointer: "/email", message: "is required" }] }), "/email: is required"],
  [new core.InvalidSecret({ message: "The signing secret is too short" }), "The signing secret is too short"],
  [new core.Lead.DuplicateLead({ email }), `The campaign already has a lead with the address ${email}`],
  [
    new core.Lead.LeadChanged({ id: core.Lead.LeadId.make(5), version: 7 }),
    "Lead 5 has changed since it was read: its version is now 7"
  ],
  [new core.NoOrganization({ cause }), "the organization does not exist"],
  [
    new core.OrganizationChanged({ id: core.OrganizationId.make(5), version: 7 }),
    "The settings of organization 5 have changed since they were read: their version is now 7"
  ],
  [new core.Pagination.InvalidCursor(), "The cursor is not one that this list gave"],
  [
    new core.Sequence.SequenceNotFound({ id: core.Sequence.SequenceId.make(5) }),
    "There is no sequence 5 in the campaign"
  ],
  [new core.Sequence.TooManySequences(), "A campaign has at most 100 sequences"],
  [new core.Sequence.TooManyVariants(), "A step has at most 5 variants"],
  [
    new core.Sequence.StepWithoutWeight({ id: core.Sequence.SequenceId.make(5) }),
    "The other variants of sequence 5 have weight 0: give one of them a weight first"
  ],
  [
    new core.StorageError({ operation: "LeadStore.find", reason: unavailable }),
    "LeadStore.find: unavailable: connection refused"
  ],
  [new core.Integration.TooManyIntegrations(), "An organization has at most 100 integrations"],
  [
    new core.Transaction.DuplicateReference({ reference: "in_1", fields: ["amount", "currency"] }),
    "The reference in_1 is recorded with another amount, currency"
  ],
  [unavailable, "storage did not answer in time; try again"],
  [new core.Unknown({ cause }), "storage did not answer whether it stored the change"],
  [
    new core.EncryptionNotConfigured(),
    "There is no key to encrypt secrets with: set MAILROOM_ENCRYPTION_KEY, or the option encryptionKey of createMailroom, to what `mailroom keys generate --encryption` or `openssl rand -base64 32` prints"
  ],
  [
    new core.UnknownEncryptionKey({ key_id: "1f2e3d4c" }),
    "The secret is encrypted under the key 1f2e3d4c, which is not configured"
  ],
  [
    new core.UnreadableSigningSecret({ reason: "The stored secret is damaged, or belongs to something else" }),
    "The signing secret in the database cannot be read. The stored secret is damaged, or belongs to something else. Start with the " +
      "encryption keys with which the database was used"
  ],
  [new core.CorruptSecret(), "The stored secret is damaged, or belongs to something else"],
  [
    new core.DeliveryFailed({ reason: "blocked" }),
    "The URL must lead to a public address; for development, --allow-private-targets (allowPrivateTargets of createMailroom) allows others"
  ],
  [
    new core.DeliveryFailed({ reason: "tls", code: "CERT_HAS_EXPIRED" }),
    "No secure connection: the certificate or the protocol was not accepted (CERT_HAS_EXPIRED)"
  ],
  [
    new core.ReplyNotAllowed({ reason: "no_recipient" }),
    "The conversation has no incoming mail that could be answered"
  ],
  [
    new core.AccountNotConnected({ id: core.Account.AccountId.make(5) }),
    "Account 5 has no credentials to send with: set them with PUT /accounts/{id}/credentials"
  ],
  [
    new core.TooManyTests({ left: 5 }),
    "An organization sends at most 100 tests to addresses within 24 hours, and 5 are left: send to accounts, or later"
  ],
  [new core.NoSeedAddresses(), "The organization has no seed addresses: set seed_addresses with PATCH /organization"],
  [new core.SendNotFound({ id: core.SendId.make(5) }), "There is no sent mail 5"],
  [new core.InvalidTrackingToken(), "The link is incomplete, is not one of this service, or its mail was deleted"],
  [new core.InvalidUnsubscribeToken(), "The unsubscribe link is incomplete, or is not one of this service"],
  [new core.MessageNotFound({ id: core.Message.MessageId.make(5) }), "The conversation has no message 5"],
  [
    new core.SendNotScheduled({ id: core.SendId.make(5), outcome: "sent", reply: null, reason: null }),
    "The mail 5 cannot be moved or cancelled: it was already sent"
  ],
  [
    new core.SendNotRefused({ id: core.SendId.make(5), outcome: "sent" }),
    "The mail 5 is no answer that was refused: sent"
  ],
  [new core.SendNotUnknown({ id: core.SendId.make(5), outcome: "sent" }), "The outcome of the mail 5 is known: sent"],
  [
    new core.TokenFailed({ isRejected: true, reason: "The refresh token was revoked" }),
    "The refresh token was revoked"
  ],
  [new core.InboxFailed({ fault: "connection", reason: "The connection was lost" }), "The connection was lost"],
  [new core.OrganizationIdTaken({ id: core.OrganizationId.make(5) }), "There already is an organization 5 here"],
  [
    new core.ExternalIdTaken({ external_id: "acme" }),
    "Another organization here has the external id of the imported one"
  ],
  [
    new core.BytesMissing({ attachment_id: core.Attachment.AttachmentId.make(7), size: 5, found: 0 }),
    "The attachment 7 has 0 of its 5 bytes here"
  ],
  [new core.ChangedMeanwhile(), "The organization was changed while it was exported"],
  [new core.ImportedElsewhere(), "Another process imports this file, or its organization was removed meanwhile"],
  [
    new core.VerifierFailed({ reason: "key", message: "The verification service rejects its key" }),
    "The verification service rejects its key"
  ],
  [new core.Upload.FileTooLarge({ size: 18_000_001 }), "The file has 18000001 bytes, and an upload at most 18000000"],
  [
    new core.Upload.UploadInUse({ id: core.Attachment.AttachmentId.make(5) }),
    "A step of a campaign or a mail that is not sent yet uses the upload 5"
  ],
  [new core.UnreadableMail({ reason: "" }), "The mail cannot be read"],
  [new core.UnreadableMail({ reason: "The mail has no header" }), "The mail has no header"]
]

/** `ReplyTemplate`: `reply template`. */
const wordsOf = (name: string) => name.replaceAll(/(?<!^)[A-Z]/gu, " $&").toLowerCase()

/** Errors that something is missing, or that its name is taken, say so in the same words, unless `errors` has others. */
const usual = classesOf(core).flatMap((Class): typeof errors => {
  if (errors.some(([error]) => error instanceof Class)) return []
  const [, missing] = /^(\w+)NotFound$/u.exec(Class.name) ?? []
  const [, duplicate] = /^Duplicate(\w+)$/u.exec(Class.name) ?? []
  if (missing !== undefined) return [[new Class({ id: 5 }), `There is no ${wordsOf(missing)} 5`]]
  if (duplicate === undefined) return []
  return [[new Class({ name: "Hot" }), `There is already a ${wordsOf(duplicate)} with the name Hot`]]
})
const all = [...errors, ...usual]

describe("the errors of core", () => {
  it("say what was wrong", () => {
    for (const [error, message] of all) {
      assert.strictEqual(error.message, message)
      assert.include(String(error), message)
    }
  })

  it("are all tried here", () => {
    const classes = classesOf(core)
    assert.isAbove(classes.length, 15)
    for (const error of classes) {
      assert.isTrue(
        all.some(([sample]) => sample instanceof error),
        error.name
      )
    }
  })

  it("have messages that name things, not their types", () => {
    for (const [error] of all) assert.notMatch(error.message, /undefined|\[object|NaN|^\s*$/u)
  })
})
