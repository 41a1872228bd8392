/** An answer that waits for the next morning. */
import { Replies, Timestamp, Unibox } from "@mailroom/core"
import { Effect } from "effect"

/** Schedules an answer in a conversation that was read, if its account can send. */
export const fillScheduled = Effect.gen(function* () {
  const replies = yield* Replies
  const { data } = yield* Unibox.use((unibox) => unibox.threads({ tab: "replies", is_new: false, limit: 8 }))
  for (const { id } of data) {
    if (!(yield* replies.stateOf(id)).allowed) continue
    const tomorrow = Timestamp.plus(yield* Timestamp.now, 86_400_000).slice(0, 10)
    const body_text = "Good morning,\n\nhere are the figures that I promised you. Shall we talk on Thursday?"
    yield* replies.reply(id, { body_text, send_at: `${tomorrow}T08:00:00Z` })
    return
  }
}).pipe(
  // The data is part of this program, so these errors are defects.
  Effect.catchTag(["InvalidCursor", "InvalidInput", "ReplyNotAllowed", "ThreadNotFound"], Effect.die)
)
