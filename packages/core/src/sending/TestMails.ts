/** Mails that try a step of a campaign. They go to accounts of the organization and to a few other addresses, and leave no event. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Context, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
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
import { makeQueue, type SingleMail } from "../sends/Queue.ts"
import type { Send } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { composeTest, NewTestMail } from "./TestMail.ts"
import { stepsFor } from "./Variant.ts"

/** The account cannot send: it has no credentials. */
export class AccountNotConnected extends Schema.TaggedError<AccountNotConnected>()("AccountNotConnected", {
  id: AccountId
}) {
  override get message(): string {
    return `Account ${this.id} has no credentials to send with: set them with PUT /accounts/{id}/credentials`
  }
}

/** Tests to addresses that an account may send within a day: enough to try a campaign, and too few to write to people with. */
const maximumTests = 20
const day = 86_400_000
/** The newest mails of an account in which tests are counted. */
const maximumMails = 1_000

/** The account has sent as many tests to addresses as it may within a day. */
export class TooManyTests extends Schema.TaggedError<TooManyTests>()("TooManyTests", { id: AccountId }) {
  override get message(): string {
    return `Account ${this.id} has sent ${maximumTests} tests to addresses within a day: send tests to an account, or tomorrow`
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
      const { existing, isConnected, queue } = yield* makeQueue
      const { transactional } = yield* Changes
      const decodeId = decode(CampaignIdInput, "/campaign_id")
      const decodeInput = decode(NewTestMail)
      const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

      const accountAt = Effect.fnUntraced(function* (pointer: string, id: AccountId) {
        return (yield* existing(id)) ?? (yield* invalid(pointer, "is not an account of this organization"))
      })

      /** Fails unless the account may send a test to this address. */
      const requireAllowed = Effect.fnUntraced(function* (account_id: AccountId, to_email: string) {
        const { id } = yield* CurrentOrganization
        yield* guards.lock(id, "shared")
        if ((yield* findCovered([to_email])).size > 0) return yield* invalid("/to_email", "is on the blacklist")
        const since = Timestamp.plus(yield* Timestamp.now, -day)
        const recent = (yield* sends.page(id, { account_id, limit: maximumMails })).filter(
          ({ begun_at, kind, outcome }) =>
            kind === "test" && (begun_at === null ? outcome === "queued" : begun_at >= since)
        )
        if (recent.length < maximumTests) return
        const asked = new Set(recent.map((send) => normalizeEmail(send.to_email)))
        const own = new Set((yield* accounts.findByEmails(id, [...asked])).map(({ email }) => normalizeEmail(email)))
        const toOthers = recent.filter((send) => !own.has(normalizeEmail(send.to_email)))
        if (toOthers.length >= maximumTests) return yield* new TooManyTests({ id: account_id })
      })

      const sendTest = transactional(function* (campaign_id: CampaignId, input: typeof NewTestMail.Type) {
        const { account_id, lead_id, sequence_id, to_account_id = account_id, to_email } = input
        if (to_email !== undefined) yield* requireAllowed(account_id, to_email)
        const organization = yield* CurrentOrganization
        const campaign = yield* orNotFound(
          findOne(campaigns.findMany, organization.id, campaign_id),
          () => new CampaignNotFound({ id: campaign_id })
        )
        const steps = yield* sequences.ofCampaigns(organization.id, [campaign_id])
        const step = steps.find(({ id }) => id === sequence_id)
        if (step === undefined) return yield* invalid("/sequence_id", "is not a step of this campaign")
        const [lead] = yield* leads.findMany(organization.id, [lead_id])
        if (lead?.campaign_id !== campaign_id) return yield* invalid("/lead_id", "is not a lead of this campaign")
        const account = yield* accountAt("/account_id", account_id)
        const recipient = yield* accountAt("/to_account_id", to_account_id)
        const { faults, headers, html, subject, text } = composeTest({
          organization_id: organization.id,
          account,
          campaign,
          lead,
          step,
          steps: stepsFor(steps, { lead_id, sends: [], firsts: lead.activity.firsts }),
          publicUrl: yield* linkBase
        })
        if (faults.length > 0) return yield* new InvalidInput({ faults })
        if (!(yield* isConnected(account))) return yield* new AccountNotConnected({ id: account_id })
        const mail: SingleMail = {
          kind: "test",
          lead_id,
          campaign_id,
          sequence_id,
          position: step.position,
          thread_id: null,
          to_email: to_email ?? recipient.email,
          subject,
          content: { body_text: text, body_html: html, in_reply_to: null, references: [], headers }
        }
        return yield* queue(mail, account)
      })

      return TestMails.of({
        send: traced("TestMails.send")(function* (campaign, input) {
          const campaign_id = yield* decodeId(campaign)
          return yield* sendTest(campaign_id, yield* decodeInput(input))
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
