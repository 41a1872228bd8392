/** The mails of steps, with the links by which their recipients unsubscribe. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { CurrentOrganization } from "../Organization.ts"
import { PublicUrl } from "../PublicUrl.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { Tracking } from "../tracking/Tracking.ts"
import { unsubscribeHeaders, unsubscribeLink } from "../unsubscribes/Headers.ts"
import { noToken } from "../unsubscribes/Token.ts"
import { Unsubscribes } from "../unsubscribes/Unsubscribes.ts"
import { compose } from "./Composition.ts"
import { stepsFor } from "./Variant.ts"

/** The input from which the mail of a step is composed. */
export interface StepMailInput {
  readonly campaign: CampaignRecord
  readonly step: SequenceRecord
  /** The variants of all steps. */
  readonly steps: ReadonlyArray<SequenceRecord>
  readonly lead: LeadRecord
  readonly account: AccountRecord
  /** The mails of steps to the lead, of any outcome, by ascending id. */
  readonly sends: ReadonlyArray<SendRecord>
}

export const makeStepMails = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const { track } = yield* Tracking
  const { tokenOf } = yield* Unsubscribes

  /**
   * Composes the mail of a step. `envelope`: the parts that differ between a mail that is sent and a preview. Its `base` is the beginning
   * of links; `undefined`: the service has no public URL, and the mail has no unsubscribe link.
   */
  const composed = (
    { account, lead, sends, step, steps }: StepMailInput,
    organization_id: OrganizationId,
    envelope: {
      readonly message_id: string
      readonly token: string
      readonly headers: Readonly<Record<string, string>>
      readonly base: string | undefined
    }
  ) =>
    compose({
      organization_id,
      account,
      lead,
      step,
      steps: stepsFor(steps, { lead_id: lead.id, sends, firsts: lead.activity.firsts }),
      earlier: sends,
      message_id: envelope.message_id,
      unsubscribe_link: envelope.base === undefined ? null : unsubscribeLink(envelope.base, envelope.token),
      headers: envelope.headers
    })

  /**
   * The mail of a step as it is sent, with the links of tracking, and its record (`send`) with the texts, which are stored without these
   * links. `base`: the beginning of links (`makeLinkBase`); `undefined`: the service has no public URL.
   */
  const composeMail = Effect.fnUntraced(function* (input: StepMailInput, send: SendRecord, base: string | undefined) {
    const { id: organization_id } = yield* CurrentOrganization
    const token = yield* tokenOf(send)
    const headers = input.campaign.unsubscribe_header
      ? unsubscribeHeaders({ token, publicUrl: base, accountEmail: input.account.email })
      : {}
    const { mail } = composed(input, organization_id, { message_id: send.message_id, token, headers, base })
    const { html, in_reply_to, references, subject, text } = mail
    const { attachments } = input.step
    const content = {
      body_text: text,
      body_html: html,
      in_reply_to,
      references,
      ...(attachments.length === 0 ? {} : { attachments })
    }
    return { mail: yield* track(mail, send.id, input.campaign, base), send: { ...send, subject, content } }
  })

  /**
   * The mail of a step as its lead would get it now, and the variables that have no value. `base`: the beginning of its links.
   * Default: the public URL.
   */
  const preview = (input: StepMailInput, organization_id: OrganizationId, base = publicUrl) =>
    composed(input, organization_id, { message_id: "<preview@localhost>", token: noToken, headers: {}, base })

  return { composeMail, preview }
})
