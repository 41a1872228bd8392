/** Mails that try a step of a campaign. They go to accounts of the organization and to a few other addresses, and leave no event. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { day } from "../Durations.ts"
import type { UseCase } from "../UseCase.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { AccountId, type CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeLinkBase } from "../organization/LinkBase.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { makeQueue, type SingleMail } from "../sends/Queue.ts"
import type { Send } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { composeTest, NewSeedTest, NewTestMail } from "./TestMail.ts"
import { stepsFor } from "./Variant.ts"

/** The account cannot send: it has no credentials. */
export class AccountNotConnected extends Schema.TaggedError<AccountNotConnected>()("AccountNotConnected", {
  id: AccountId
}) {
  override get message(): string {
    return `Account ${this.id} has no credentials to send with: set them with PUT /accounts/{id}/credentials`
  }
}

/**
 * The maximum number of tests to addresses that an organization may send within 24 hours: enough to try campaigns and to check where mails
 * arrive, and too few to write to people with.
 */
const maximumTests = 100
/** How many of the newest tests are read to count them; more than `maximumTests`, because tests to own accounts do not count. */
const recentTests = 1_000

/** The organization has sent as many tests to addresses as it may within a day. */
export class TooManyTests extends Schema.TaggedError<TooManyTests>()("TooManyTests", {
  /** How many more it may send now. */
  left: Schema.Int
}) {
  override get message(): string {
    return `An organization sends at most ${maximumTests} tests to addresses within 24 hours, and ${this.left} are left: send to accounts, or later`
  }
}

/** A test to seed addresses, of which the organization has none. */
export class NoSeedAddresses extends Schema.TaggedError<NoSeedAddresses>()("NoSeedAddresses", {}) {
  override get message(): string {
    return "The organization has no seed addresses: set seed_addresses with PATCH /organization"
  }
}

export class TestMails extends Context.Service<
  TestMails,
  {
    /**
     * Queues the mail of a step as a lead would get it, with `[Test] ` before its subject. It is sent at once, to an
     * account of the organization or to an address that the blacklist does not cover. It changes neither the lead nor
     * analytics, and its unsubscribe links change nothing. A variable without a value is an `InvalidInput` that names it.
     */
    readonly send: (
      campaign_id: CampaignId,
      input: typeof NewTestMail.Encoded
    ) => UseCase<Send, AccountNotConnected | CampaignNotFound | TooManyTests>
    /**
     * Queues the same mail to each seed address of the organization, with the subject that leads get. Addresses that the
     * blacklist covers are left out. All are queued, or none.
     */
    readonly sendToSeeds: (
      campaign_id: CampaignId,
      input: typeof NewSeedTest.Encoded
    ) => UseCase<ReadonlyArray<Send>, AccountNotConnected | CampaignNotFound | NoSeedAddresses | TooManyTests>
  }
>()("@mailroom/core/TestMails") {
  static readonly layer = Layer.effect(
    TestMails,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const campaigns = yield* CampaignStore
      const findCovered = yield* makeFindCovered
      const guards = yield* GuardStore
      const leads = yield* LeadStore
      const linkBase = yield* makeLinkBase
      const sends = yield* SendStore
      const sequences = yield* SequenceStore
      const settings = yield* SettingsStore
      const { existing, isConnected, queue } = yield* makeQueue
      const { transactional } = yield* Changes
      const decodeId = decode(CampaignIdInput, "/campaign_id")
      const decodeInput = decode(NewTestMail)
      const decodeSeeds = decode(NewSeedTest)
      const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

      /** The account with this id. If it does not exist, the field `pointer` of the input is at fault. */
      const accountAt = Effect.fnUntraced(function* (pointer: string, id: AccountId) {
        return (yield* existing(id)) ?? (yield* invalid(pointer, "is not an account of this organization"))
      })

      /** The addresses among these that belong to no account of the organization. */
      const withoutOwn = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
        const { id } = yield* CurrentOrganization
        const addresses = [...new Set(emails.map(normalizeEmail))]
        const own = new Set((yield* accounts.findByEmails(id, addresses)).map(({ email }) => normalizeEmail(email)))
        return emails.filter((email) => !own.has(normalizeEmail(email)))
      })

      /** Fails unless the organization may send `count` more tests to addresses. The caller has its exclusive guard, so others wait. */
      const requireRoom = Effect.fnUntraced(function* (count: number) {
        const { id } = yield* CurrentOrganization
        const since = Timestamp.plus(yield* Timestamp.now, -day)
        const recent = (yield* sends.page(id, { kind: "test", limit: recentTests })).filter(({ begun_at, outcome }) =>
          begun_at === null ? outcome === "queued" : begun_at >= since
        )
        if (recent.length + count <= maximumTests) return
        const toOthers = yield* withoutOwn(recent.map(({ to_email }) => to_email))
        const left = Math.max(0, maximumTests - toOthers.length)
        if (count > left) return yield* new TooManyTests({ left })
      })

      /** Reads the data of a test. Fails if the step or the lead is not of the campaign, or if the account does not exist. */
      const readTest = Effect.fnUntraced(function* (
        campaign_id: CampaignId,
        { account_id, lead_id, sequence_id }: NewSeedTest
      ) {
        const { id } = yield* CurrentOrganization
        const campaign = yield* orNotFound(
          findOne(campaigns.findMany, id, campaign_id),
          () => new CampaignNotFound({ id: campaign_id })
        )
        const stored = yield* sequences.ofCampaigns(id, [campaign_id])
        const step = stored.find((sequence) => sequence.id === sequence_id)
        if (step === undefined) return yield* invalid("/sequence_id", "is not a step of this campaign")
        const [lead] = yield* leads.findMany(id, [lead_id])
        if (lead?.campaign_id !== campaign_id) return yield* invalid("/lead_id", "is not a lead of this campaign")
        const account = yield* accountAt("/account_id", account_id)
        const steps = stepsFor(stored, { lead_id, sends: [], firsts: lead.activity.firsts })
        return { account, campaign, lead, step, steps }
      })

      /** Composes a test, with `prefix` before its subject. Returns a function that queues it to an address. */
      const compose = Effect.fnUntraced(function* (
        campaign_id: CampaignId,
        input: NewSeedTest,
        prefix: "" | "[Test] "
      ) {
        const organization = yield* CurrentOrganization
        const { account, campaign, lead, step, steps } = yield* readTest(campaign_id, input)
        const { faults, headers, html, subject, text } = composeTest({
          organization_id: organization.id,
          account,
          campaign,
          prefix,
          lead,
          step,
          steps,
          publicUrl: yield* linkBase
        })
        if (faults.length > 0) return yield* new InvalidInput({ faults })
        if (!(yield* isConnected(account))) return yield* new AccountNotConnected({ id: account.id })
        const mail: Omit<SingleMail, "to_email"> = {
          kind: "test",
          lead_id: lead.id,
          campaign_id,
          sequence_id: step.id,
          position: step.position,
          thread_id: null,
          subject,
          content: {
            body_text: text,
            body_html: html,
            in_reply_to: null,
            references: [],
            headers,
            ...(step.attachments.length === 0 ? {} : { attachments: step.attachments })
          }
        }
        return (to_email: string) => queue({ ...mail, to_email }, account)
      })

      /** Queues a test to an account or an address. */
      const sendTest = transactional(function* (campaign_id: CampaignId, input: typeof NewTestMail.Type) {
        const { id } = yield* CurrentOrganization
        const { to_email } = input
        if (to_email !== undefined) {
          yield* guards.lock(id, "exclusive")
          if ((yield* findCovered([to_email])).size > 0) return yield* invalid("/to_email", "is on the blacklist")
          if ((yield* withoutOwn([to_email])).length > 0) yield* requireRoom(1)
        }
        const send = yield* compose(campaign_id, input, "[Test] ")
        const recipient = yield* accountAt("/to_account_id", input.to_account_id ?? input.account_id)
        return yield* send(to_email ?? recipient.email)
      })

      /** Queues a test to each seed address that the blacklist does not cover. */
      const sendToSeeds = transactional(function* (campaign_id: CampaignId, input: NewSeedTest) {
        const { id } = yield* CurrentOrganization
        yield* guards.lock(id, "exclusive")
        const send = yield* compose(campaign_id, input, "")
        const stored = Option.getOrUndefined(yield* settings.find(id))
        const seeds = stored?.seed_addresses ?? []
        if (seeds.length === 0) return yield* new NoSeedAddresses()
        const covered = yield* findCovered(seeds)
        const allowed = seeds.filter((email) => !covered.has(email))
        yield* requireRoom((yield* withoutOwn(allowed)).length)
        return yield* Effect.forEach(allowed, send)
      })

      return TestMails.of({
        send: traced("TestMails.send")(function* (campaign, input) {
          const campaign_id = yield* decodeId(campaign)
          return yield* sendTest(campaign_id, yield* decodeInput(input))
        }),
        sendToSeeds: traced("TestMails.sendToSeeds")(function* (campaign, input) {
          const campaign_id = yield* decodeId(campaign)
          return yield* sendToSeeds(campaign_id, yield* decodeSeeds(input))
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
