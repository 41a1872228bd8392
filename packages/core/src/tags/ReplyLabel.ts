/** Labels for the content of answers, and the labellers that may decide them. */
import { replyLabels } from "@mailroom/mail/reply-label"
import { Schema } from "effect"

export const ReplyLabel = Schema.Literals(replyLabels).annotate({
  identifier: "ReplyLabel",
  description:
    "What an answer says. `not_now`: maybe later. `referral`: somebody else is named; `wrong_person`: nobody is named. " +
    "`out_of_office`: it only says that the person is away."
})
export type ReplyLabel = typeof ReplyLabel.Type

/** Labellers other than persons, in the order in which they are asked. */
export const AutomaticLabeller = Schema.Literals(["rule", "function", "model"]).annotate({
  identifier: "AutomaticLabeller",
  description:
    "`rule`: the rules of Mailroom. `function`: the `labelReply` of the app that embeds it. `model`: the endpoint that the " +
    "operator has set up, which gets the redacted text of the answer."
})
export type AutomaticLabeller = typeof AutomaticLabeller.Type

export const LabelledBy = Schema.Literals([...AutomaticLabeller.literals, "person"]).annotate({
  identifier: "LabelledBy",
  description: "Who decided the reply tag of a lead: an automatic labeller, or a person, whose decision stays."
})
export type LabelledBy = typeof LabelledBy.Type

/** The tag that an organization gets for a label where it has none. */
export const defaultTags = {
  interested: { name: "Interested", sentiment: "positive" },
  not_now: { name: "Not now", sentiment: "neutral" },
  referral: { name: "Referral", sentiment: "neutral" },
  wrong_person: { name: "Wrong person", sentiment: "negative" },
  out_of_office: { name: "Out of office", sentiment: "neutral" },
  unsubscribe: { name: "Unsubscribe", sentiment: "negative" }
} as const satisfies Record<ReplyLabel, object>
