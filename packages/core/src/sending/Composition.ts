/** The mail of a step, as a lead gets it (sending design, "Text" and "Thread"). Pure functions. */
import type { AccountRecord } from "../accounts/Account.ts"
import type { OrganizationId } from "../ids.ts"
import type { Lead } from "../leads/Lead.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { below, headerText, htmlBelow, referencesOf, replySubject } from "../sends/Composition.ts"
import type { SendRecord } from "../sends/Send.ts"
import { renderHtml } from "../sequences/HtmlTemplate.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { render, uses, type Values, valuesOfLead, valuesOfSender } from "../sequences/Template.ts"

export interface Input {
  readonly organization_id: OrganizationId
  readonly account: Pick<AccountRecord, "email" | "id" | "provider" | "settings">
  readonly lead: Pick<Lead, "company" | "email" | "first_name" | "last_name" | "personalization" | "website"> & {
    readonly custom_fields: Readonly<Record<string, unknown>>
  }
  /** `body_html` is `null` for a mail of plain text. */
  readonly step: Pick<Sequence, "body" | "position" | "subject"> & { readonly body_html: string | null }
  /** The steps of the campaign, each in the variant of the lead. */
  readonly steps: ReadonlyArray<Pick<Sequence, "position" | "subject">>
  /** The mails of steps that the lead got, in the order of sending. */
  readonly earlier: ReadonlyArray<Pick<SendRecord, "message_id" | "outcome" | "subject">>
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

/** The template of a step's subject. A step without one continues the thread, with the last subject before it. */
export const subjectOf = (
  step: Pick<Sequence, "position" | "subject">,
  steps: ReadonlyArray<Pick<Sequence, "position" | "subject">>
): { readonly template: string; readonly isReply: boolean } => {
  if (step.subject !== null) return { template: step.subject, isReply: false }
  const last = steps
    .filter(({ position, subject }) => subject !== null && position < step.position)
    .toSorted((a, b) => b.position - a.position)[0]
  return { template: last?.subject ?? "", isReply: last !== undefined }
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
      references: referencesOf(thread.map(({ message_id }) => message_id))
    }
  }
  const { isReply: isLater, template } = subjectOf(step, steps)
  // Without mails, the host may have sent the steps before. A lead that got none of its mails gets no answer to them.
  const isReply = isLater && (input.earlier.length === 0 || input.earlier.some(isGot))
  const { missing, text } = render(template, values)
  return { subject: isReply ? replySubject(text) : headerText(text), missing, in_reply_to: null, references: [] }
}

/** The texts of a step, with the signature below them unless they contain it. */
const bodiesOf = ({ body, body_html }: Input["step"], values: Values) => {
  const signature = values["signature"] ?? ""
  const text = render(body, values)
  const html = body_html === null ? null : renderHtml(body_html, values)
  return {
    text: uses(body, "signature") ? text.text : below(text.text, signature),
    html:
      html === null || body_html === null
        ? null
        : uses(body_html, "signature")
          ? html.text
          : htmlBelow(html.text, signature),
    missing: [...text.missing, ...(html?.missing ?? [])]
  }
}

/** Composes the mail of a step. It depends on its input only: every try of a mail is the same. */
export const compose = (input: Input): Composed => {
  const { account, headers, lead, message_id, organization_id, step } = input
  const values = valuesOf(input)
  const { missing, ...fields } = headersOf(input, values)
  const bodies = bodiesOf(step, values)
  return {
    mail: {
      organization_id,
      account: { id: account.id, email: account.email, provider: account.provider },
      from: { name: nameOf(account.settings), email: account.email },
      to: { name: nameOf(lead), email: lead.email },
      reply_to: account.settings.reply_to,
      ...fields,
      message_id,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
      text: clean(bodies.text),
      html: bodies.html === null ? null : clean(bodies.html)
    },
    missing: [...new Set([...missing, ...bodies.missing])]
  }
}

/** A text without what no mail may contain. */
const clean = (text: string) => text.toWellFormed().replaceAll("\0", "")

const nameOf = ({ first_name, last_name }: { readonly first_name: string; readonly last_name: string }) =>
  headerText(`${first_name} ${last_name}`)
