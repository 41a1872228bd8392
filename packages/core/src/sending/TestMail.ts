/** The mail by which a person tries a step of a campaign with the values of a lead. Pure functions. */
import { EmailAddress } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { AccountId, LeadId, SequenceId } from "../ids.ts"
import type { Fault } from "../InvalidInput.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { headerText } from "../sends/Composition.ts"
import { unknownVariables } from "../sequences/Template.ts"
import { unsubscribeHeaders, unsubscribeLink } from "../unsubscribes/Headers.ts"
import { noToken } from "../unsubscribes/Token.ts"
import { compose, type Input, subjectOf } from "./Composition.ts"

const common = {
  lead_id: described(LeadId, "The lead of the campaign whose values the mail shows. It gets no mail."),
  sequence_id: described(SequenceId, "The step of the campaign to try."),
  account_id: described(AccountId, "The account to send from.")
}

export const NewSeedTest = Schema.Struct(common).annotate({
  identifier: "NewSeedTest",
  description: "A test of a step, sent to each seed address of the organization."
})
export type NewSeedTest = typeof NewSeedTest.Type

export const NewTestMail = Schema.Struct({
  ...common,
  to_account_id: described(
    Schema.optionalKey(AccountId),
    "The account that gets the mail: one of the organization. Default: the account that sends."
  ),
  to_email: described(
    Schema.optionalKey(EmailAddress),
    "The address that gets the mail, in the place of an account: of a colleague, or of a service that checks mails."
  )
})
  .check(
    Schema.makeFilter(({ to_account_id, to_email }) =>
      to_account_id === undefined || to_email === undefined
        ? undefined
        : { path: ["to_email"], issue: "must not be given with to_account_id" }
    )
  )
  .annotate({ identifier: "NewTestMail", description: "A test of a step, sent to an account or to an address." })
export type NewTestMail = typeof NewTestMail.Type

/** The first part of links while the service has no public URL. The name leads nowhere (RFC 2606). */
const nowhere = "https://unsubscribe.invalid"

/** Whether a variable has its value from the account that sends. All other values are of the lead. */
const isOfSender = (name: string) => name === "signature" || name.startsWith("sender.")

export interface TestMailInput extends Pick<Input, "account" | "lead" | "organization_id" | "step" | "steps"> {
  /** `undefined`: the service has none. */
  readonly publicUrl: string | undefined
  /** Text before the subject. Empty for seed addresses: filters must judge the subject that leads get. */
  readonly prefix: "" | "[Test] "
  readonly campaign: { readonly unsubscribe_header: boolean }
}

export interface TestMailText extends Pick<OutgoingMail, "headers" | "html" | "subject" | "text"> {
  /** The reasons why the step cannot be sent to this lead from this account, with pointers into `NewTestMail`. */
  readonly faults: ReadonlyArray<Fault>
}

/** Composes the test of a step: the first mail that the lead would get, but its links unsubscribe nobody. */
export const composeTest = ({ campaign, prefix, publicUrl, ...input }: TestMailInput): TestMailText => {
  const { account, step, steps } = input
  const { mail, missing } = compose({
    ...input,
    earlier: [],
    message_id: "<test@localhost>",
    unsubscribe_link: unsubscribeLink(publicUrl ?? nowhere, noToken),
    headers: campaign.unsubscribe_header
      ? unsubscribeHeaders({ token: noToken, publicUrl, accountEmail: account.email })
      : {}
  })
  const unknown = unknownVariables([subjectOf(step, steps).template, step.body, step.body_html ?? ""].join("\n"))
  return {
    subject: headerText(`${prefix}${mail.subject}`),
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    faults: [
      ...unknown.map((name) => ({
        pointer: "/sequence_id",
        message: `uses {{${name}}}, which is not a variable: correct the text of the step`
      })),
      ...missing
        .filter((name) => !unknown.includes(name))
        .map((name) => ({
          pointer: isOfSender(name) ? "/account_id" : "/lead_id",
          message: `has no value for {{${name}}}: set it, or write a default in the step, such as {{${name}|…}}`
        }))
    ]
  }
}
