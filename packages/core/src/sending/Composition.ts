/** The mail of a step, as a lead gets it. Pure functions. */
import type { AccountRecord } from "../accounts/Account.ts"
import type { LeadId, OrganizationId, SequenceId } from "../ids.ts"
import type { Lead } from "../leads/Lead.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { remembered } from "../Remembered.ts"
import { addressesOf, below, headerText, htmlBelow, referencesOf, replySubject } from "../sends/Composition.ts"
import { idsKnown } from "../sends/RelayId.ts"
import type { SendRecord } from "../sends/Send.ts"
import { alternativesOfHtml, renderHtml } from "../sequences/HtmlTemplate.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { alternativesOf, type Draw, spin } from "../sequences/Spintax.ts"
import { render, type Rendered, uses } from "../sequences/Template.ts"
import { type Values, valuesOfLead, valuesOfSender } from "../sequences/Values.ts"
import { hashOf } from "./Chance.ts"

/** Everything that a mail of a step depends on. */
export interface Input {
  readonly organization_id: OrganizationId
  readonly account: Pick<AccountRecord, "email" | "id" | "provider" | "settings">
  readonly lead: Pick<Lead, "company" | "email" | "first_name" | "id" | "last_name" | "personalization" | "website"> & {
    readonly custom_fields: Readonly<Record<string, unknown>>
  }
  /** `body_html` is `null` for a mail of plain text. */
  readonly step: Pick<Sequence, "body" | "id" | "position" | "subject"> & { readonly body_html: string | null }
  /** The steps of the campaign, each in the variant of the lead. */
  readonly steps: ReadonlyArray<Pick<Sequence, "id" | "position" | "subject">>
  /** The mails of steps that the lead got, in the order of sending. */
  readonly earlier: ReadonlyArray<Pick<SendRecord, "message_id" | "outcome" | "provider_message_id" | "subject">>
  readonly message_id: string
  /** An http(s) URL; `null`: the service has no public URL, so the variable has no value. */
  readonly unsubscribe_link: string | null
  /** Further header fields, such as `List-Unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Composed {
  readonly mail: OutgoingMail
  /** The variables that have neither a value nor a default, without duplicates. The mail must not be sent with them. */
  readonly missing: ReadonlyArray<string>
}

const knownGroups = remembered<ReturnType<typeof alternativesOf>>(100)

/** The groups of alternatives in a text of a step. They are remembered, because many leads get the same text. */
const groupsOf = (template: string) => knownGroups(template, () => alternativesOf(template))

/** The values of the variables for a lead and a sender. */
const valuesOf = ({ account, lead, unsubscribe_link }: Input): Values => ({
  ...valuesOfLead(lead),
  ...valuesOfSender(account),
  unsubscribe_link: unsubscribe_link ?? ""
})

/** Whether a mail belongs to the thread: it was sent, or may have been. */
const isInThread = ({ outcome }: Pick<SendRecord, "outcome">) => outcome === "sent" || outcome === "unknown"

/** The last thread among these mails: the last mail that had a new subject, and those after it, which continued the thread. */
export const threadOf = (earlier: Input["earlier"]): Input["earlier"] => {
  const sent = earlier.filter(isInThread)
  const begin = sent.findLastIndex(({ subject }, i) => i === 0 || subject !== replySubject(sent[i - 1]?.subject ?? ""))
  return sent.slice(Math.max(0, begin))
}

/**
 * The template of a step's subject, and the id of the step that has it. A step without a subject continues the thread (`isReply`), with
 * the last subject before it.
 */
export const subjectOf = (
  step: Pick<Sequence, "id" | "position" | "subject">,
  steps: ReadonlyArray<Pick<Sequence, "id" | "position" | "subject">>
): { readonly template: string; readonly id: SequenceId; readonly isReply: boolean } => {
  if (step.subject !== null) return { template: step.subject, id: step.id, isReply: false }
  const [last] = steps
    .filter(({ position, subject }) => subject !== null && position < step.position)
    .toSorted((a, b) => b.position - a.position)
  return { template: last?.subject ?? "", id: last?.id ?? step.id, isReply: last !== undefined }
}

/** The subject of a step, the header fields that continue a thread, and the variables of the subject without a value. */
const headersOf = (input: Input, values: Values) => {
  const { step, steps } = input
  const thread = step.subject === null ? threadOf(input.earlier) : []
  const last = thread.at(-1)
  if (last !== undefined) {
    return {
      subject: replySubject(last.subject),
      missing: [],
      in_reply_to: last.message_id,
      references: referencesOf(thread.flatMap(idsKnown))
    }
  }
  const { isReply: isLater, id, template } = subjectOf(step, steps)
  // Without any mails of ours, the host may have sent the steps before. If all of ours failed, there is nothing to continue.
  const isReply = isLater && (input.earlier.length === 0 || input.earlier.some(isInThread))
  const { missing, text } = render(spin(template, groupsOf(template), drawFor(input.lead.id, id, "subject")), values)
  return { subject: isReply ? replySubject(text) : headerText(text), missing, in_reply_to: null, references: [] }
}

/**
 * The number of the first group in the body. The subject has fewer groups, so a group of the subject and one of the body never have the
 * same number.
 */
const bodyOffset = 1_000

/**
 * Draws the alternatives that a lead gets of a step: always the same ones, and as if by chance. The text and the HTML of a mail get the
 * same ones where their groups are the same. The function must never change, or a try may have another text than the one before.
 */
const drawFor =
  (lead_id: LeadId, sequence_id: SequenceId, part: "body" | "subject"): Draw =>
  (index, count) => {
    const number = part === "subject" ? index : index + bodyOffset
    return Math.floor((hashOf(hashOf(lead_id, sequence_id), number) / 2 ** 32) * count)
  }

/** The text of a step for a lead. The signature is below it, unless the step names it as a variable. */
const textBodyOf = (body: string, draw: Draw, values: Values): Rendered => {
  const drawn = spin(body, groupsOf(body), draw)
  const rendered = render(drawn, values)
  return uses(drawn, "signature") ? rendered : { ...rendered, text: below(rendered.text, values["signature"] ?? "") }
}

/** The HTML of a step for a lead, like `textBodyOf`. */
const htmlBodyOf = (body_html: string, draw: Draw, values: Values): Rendered => {
  const drawn = spin(body_html, alternativesOfHtml(body_html), draw)
  const rendered = renderHtml(drawn, values)
  return uses(drawn, "signature")
    ? rendered
    : { ...rendered, text: htmlBelow(rendered.text, values["signature"] ?? "") }
}

/** Composes the mail of a step. It depends on its input only: every try of a mail is the same. */
export const compose = (input: Input): Composed => {
  const { account, headers, lead, message_id, organization_id, step } = input
  const values = valuesOf(input)
  const { missing, ...fields } = headersOf(input, values)
  const draw = drawFor(lead.id, step.id, "body")
  const text = textBodyOf(step.body, draw, values)
  const html = step.body_html === null ? null : htmlBodyOf(step.body_html, draw, values)
  return {
    mail: {
      organization_id,
      account: { id: account.id, email: account.email, provider: account.provider },
      ...addressesOf({
        from: { name: nameOf(account.settings), email: account.email },
        to: {
          name: nameOf({ first_name: values["first_name"] ?? "", last_name: values["last_name"] ?? "" }),
          email: lead.email
        },
        cc: [],
        bcc: [],
        reply_to: account.settings.reply_to
      }),
      ...fields,
      message_id,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
      text: clean(text.text),
      html: html === null ? null : clean(html.text),
      attachments: []
    },
    missing: [...new Set([...missing, ...text.missing, ...(html?.missing ?? [])])]
  }
}

/** A text without lone surrogates and NUL, which no mail may contain. */
const clean = (text: string) => text.toWellFormed().replaceAll("\0", "")

const nameOf = ({ first_name, last_name }: { readonly first_name: string; readonly last_name: string }) =>
  headerText(`${first_name} ${last_name}`)
