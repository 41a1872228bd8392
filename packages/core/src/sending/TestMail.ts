/** The mail that tries a step of a campaign with the values of a lead. Pure functions (sending design, "Answers, tests"). */
import { Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { described } from "../Described.ts"
import { AccountId, LeadId, SequenceId } from "../ids.ts"
import type { Fault } from "../InvalidInput.ts"
import type { Lead } from "../leads/Lead.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { render, unknownVariables, uses, type Values, valuesOfLead } from "../sequences/Template.ts"
import { below, headerText, replySubject } from "./Composition.ts"

export const NewTestMail = Schema.Struct({
  lead_id: described(LeadId, "The lead of the campaign whose values the mail shows. It gets no mail."),
  sequence_id: described(SequenceId, "The step of the campaign to try."),
  account_id: described(AccountId, "The account to send from."),
  to_account_id: described(
    Schema.optionalKey(AccountId),
    "The account that gets the mail: one of the organization. Default: the account that sends."
  )
}).annotate({ identifier: "NewTestMail", description: "A test of a step, sent to an account of the organization." })
export type NewTestMail = typeof NewTestMail.Type

/** A link that goes nowhere (RFC 2606), so that nobody unsubscribes a lead with a test. */
const unsubscribeLink = "https://unsubscribe.invalid/"

type Sender = Pick<AccountRecord, "email" | "settings">
type Step = Pick<Sequence, "body" | "position" | "subject">

const valuesOf = (lead: Parameters<typeof valuesOfLead>[0], { email, settings }: Sender): Values => ({
  ...valuesOfLead(lead),
  "sender.first_name": settings.first_name,
  "sender.last_name": settings.last_name,
  "sender.email": email,
  signature: settings.signature,
  unsubscribe_link: unsubscribeLink
})

/** The template of a step's subject. A step without one continues the thread, with the last subject before it. */
export const subjectOf = (
  step: Pick<Step, "position" | "subject">,
  steps: ReadonlyArray<Pick<Step, "position" | "subject">>
): { readonly template: string; readonly isReply: boolean } => {
  if (step.subject !== null) return { template: step.subject, isReply: false }
  const last = steps
    .filter(({ position, subject }) => subject !== null && position < step.position)
    .toSorted((a, b) => b.position - a.position)[0]
  return { template: last?.subject ?? "", isReply: last !== undefined }
}

/** The fields of the input that a missing value is about. */
const isOfSender = (name: string) => name === "signature" || name.startsWith("sender.")

export interface TestMailText {
  readonly subject: string
  readonly body_text: string
  /** The reasons why the step cannot be sent to this lead from this account, with pointers into `NewTestMail`. */
  readonly faults: ReadonlyArray<Fault>
}

/** Composes the test of a step. `steps`: all steps of its campaign. */
export const composeTest = (
  step: Step,
  steps: ReadonlyArray<Step>,
  lead: Pick<Lead, "company" | "email" | "first_name" | "last_name" | "personalization" | "website"> & {
    readonly custom_fields: Readonly<Record<string, unknown>>
  },
  sender: Sender
): TestMailText => {
  const values = valuesOf(lead, sender)
  const { isReply, template } = subjectOf(step, steps)
  const unknown = unknownVariables(`${template}\n${step.body}`)
  const [subject, body] = [render(template, values), render(step.body, values)]
  const missing = new Set([...subject.missing, ...body.missing].filter((name) => !unknown.includes(name)))
  return {
    subject: headerText(`[Test] ${isReply ? replySubject(subject.text) : subject.text}`),
    body_text: uses(step.body, "signature") ? body.text : below(body.text, sender.settings.signature),
    faults: [
      ...unknown.map((name) => ({
        pointer: "/sequence_id",
        message: `uses {{${name}}}, which is not a variable: correct the text of the step`
      })),
      ...[...missing].map((name) => ({
        pointer: isOfSender(name) ? "/account_id" : "/lead_id",
        message: `has no value for {{${name}}}: set it, or write a default in the step, such as {{${name}|…}}`
      }))
    ]
  }
}
