/** The mail of a step, as a lead gets it (sending design, "Text" and "Thread"). Pure functions. */
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
import { render, uses } from "../sequences/Template.ts"
import { type Values, valuesOfLead, valuesOfSender } from "../sequences/Values.ts"
import { hashOf } from "./Chance.ts"

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

const groups = remembered<ReturnType<typeof alternativesOf>>(100)

/** The groups of alternatives in a text of a step, which many leads get. */
const groupsOf = (template: string) => groups(template, () => alternativesOf(template))

/** The values of the variables for a lead and a sender. */
const valuesOf = ({ account, lead, unsubscribe_link }: Input): Values => ({
  ...valuesOfLead(lead),
  ...valuesOfSender(account),
  unsubscribe_link: unsubscribe_link ?? ""
})

/** Whether a mail was sent, or counts as sent. */
const isGot = ({ outcome }: Pick<SendRecord, "outcome">) => outcome === "sent" || outcome === "unknown"

/** The last thread among these mails: the last one with its subject, and the mails that continued it. */
export const threadOf = (earlier: Input["earlier"]): Input["earlier"] => {
  const got = earlier.filter(isGot)
  const begin = got.findLastIndex(({ subject }, i) => i === 0 || subject !== replySubject(got[i - 1]?.subject ?? ""))
  return got.slice(Math.max(0, begin))
}

/** The template of a step's subject, and the step that has it. A step without one continues the thread, with the last subject before it. */
export const subjectOf = (
  step: Pick<Sequence, "id" | "position" | "subject">,
  steps: ReadonlyArray<Pick<Sequence, "id" | "position" | "subject">>
): { readonly template: string; readonly id: SequenceId; readonly isReply: boolean } => {
  if (step.subject !== null) return { template: step.subject, id: step.id, isReply: false }
  const last = steps
    .filter(({ position, subject }) => subject !== null && position < step.position)
    .toSorted((a, b) => b.position - a.position)[0]
  return { template: last?.subject ?? "", id: last?.id ?? step.id, isReply: last !== undefined }
}

/** The subject of a step, and the fields that continue a thread. */
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
  // Without mails, the host may have sent the steps before. A lead that got none of its mails gets no answer to them.
  const isReply = isLater && (input.earlier.length === 0 || input.earlier.some(isGot))
  const { missing, text } = render(spin(template, groupsOf(template), drawFor(input.lead.id, id, "subject")), values)
  return { subject: isReply ? replySubject(text) : headerText(text), missing, in_reply_to: null, references: [] }
}

/**
 * The alternatives that a lead gets of a step: always the same, and as if drawn by chance. The text and the HTML of a mail get
 * the same ones where their groups are the same. The function must never change, or a try may have another text than the one before.
 */
const drawFor =
  (lead_id: LeadId, sequence_id: SequenceId, part: "body" | "subject"): Draw =>
  (index, count) =>
    Math.floor((hashOf(hashOf(lead_id, sequence_id), part === "subject" ? index : index + 1_000) / 2 ** 32) * count)

/** The texts of a step, with the signature below them unless they contain it. */
const bodiesOf = ({ lead, step: { body, body_html, id } }: Input, values: Values) => {
  const signature = values["signature"] ?? ""
  const draw = drawFor(lead.id, id, "body")
  const drawn = spin(body, groupsOf(body), draw)
  const drawnHtml = body_html === null ? null : spin(body_html, alternativesOfHtml(body_html), draw)
  const text = render(drawn, values)
  const html = drawnHtml === null ? null : renderHtml(drawnHtml, values)
  return {
    text: uses(drawn, "signature") ? text.text : below(text.text, signature),
    html:
      html === null || drawnHtml === null
        ? null
        : uses(drawnHtml, "signature")
          ? html.text
          : htmlBelow(html.text, signature),
    missing: [...text.missing, ...(html?.missing ?? [])]
  }
}

/** Composes the mail of a step. It depends on its input only: every try of a mail is the same. */
export const compose = (input: Input): Composed => {
  const { account, headers, lead, message_id, organization_id } = input
  const values = valuesOf(input)
  const { missing, ...fields } = headersOf(input, values)
  const bodies = bodiesOf(input, values)
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
      text: clean(bodies.text),
      html: bodies.html === null ? null : clean(bodies.html),
      attachments: []
    },
    missing: [...new Set([...missing, ...bodies.missing])]
  }
}

/** A text without what no mail may contain. */
const clean = (text: string) => text.toWellFormed().replaceAll("\0", "")

const nameOf = ({ first_name, last_name }: { readonly first_name: string; readonly last_name: string }) =>
  headerText(`${first_name} ${last_name}`)
