/** The reply templates of the demo: `M` in the console's inbox inserts one. */
import { ReplyTemplates } from "@mailroom/core"
import { Effect } from "effect"

const templates = [
  {
    name: "Propose a call",
    body: "Hi {{first_name|there}},\n\ngladly. Would Tuesday at 10:00 or Thursday at 15:00 suit you? Twenty minutes are enough."
  },
  {
    name: "Prices",
    body: "Hi {{first_name|there}},\n\nit is 12 € for each person and month, and free for the first month. Shall I set up a test for {{company|you}}?"
  },
  {
    name: "Not the right person",
    body: "Hi {{first_name|there}},\n\nthank you for telling me. Who at {{company|your company}} decides about this?"
  }
]

export const fillTemplates = Effect.forEach(templates, (template) =>
  ReplyTemplates.use(({ create }) => create(template)).pipe(Effect.catchTag("DuplicateReplyTemplate", Effect.die))
)
