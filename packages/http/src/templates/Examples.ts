/** Examples of answers about reply templates. */
import { created_at, sent_at } from "../openapi/AccountExamples.ts"
import { page } from "../openapi/Examples.ts"

const replyTemplate = {
  id: 5,
  name: "Propose a call",
  body: "Hello {{first_name|there}},\n\nthank you! Does Tuesday at 10 suit you?",
  created_at,
  updated_at: sent_at
}

/** The examples, by the name of their schema. */
export const answerExamples = {
  ReplyTemplate: replyTemplate,
  ReplyTemplatePage: page(replyTemplate),
  FilledReplyTemplate: {
    body: "Hello Ada,\n\nthank you! Does Tuesday at 10 suit you?",
    missing: [],
    lead_id: 42
  }
}
