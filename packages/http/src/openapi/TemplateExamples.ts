/** Examples of reply templates. */
import { created_at, sent_at } from "./AccountExamples.ts"
import { page } from "./Examples.ts"

const replyTemplate = {
  id: 5,
  name: "Propose a call",
  body: "Hello {{first_name|there}},\n\nthank you! Does Tuesday at 10 suit you?",
  created_at,
  updated_at: sent_at
}

/** The examples, by the name of their schema. */
export const templateExamples = {
  ReplyTemplate: replyTemplate,
  ReplyTemplatePage: page(replyTemplate),
  FilledReplyTemplate: {
    body: "Hello Ada,\n\nthank you! Does Tuesday at 10 suit you?",
    missing: [],
    lead_id: 42
  }
}
