import { Attachments, Replies, Unibox } from "@mailroom/core"
import { Effect } from "effect"
import { etags, flat } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { links } from "./Links.ts"

const services = Effect.all({ attachments: Attachments, replies: Replies, unibox: Unibox })

export const operations = operationsOf("unibox", services, ({ attachments, replies, unibox }) => {
  const linked = links(attachments)
  return {
    threads: operation((query) => Effect.flatMap(unibox.threads(query), linked.threads), { isEncoded: true }),
    ofLead: operation((id, query) => Effect.flatMap(unibox.ofLead(id, query), linked.threads), { isEncoded: true }),
    thread: operation((id, query) =>
      Effect.flatMap(
        Effect.all([unibox.thread(id, query), replies.stateOf(id, query.account_id), unibox.answering(id)], {
          concurrency: 3
        }),
        ([page, reply, answering]) => linked.messages({ ...page, reply, answering })
      )
    ),
    update: operation((id, input) => Effect.flatMap(unibox.update(id, input), linked.thread)),
    updateMany: operation(unibox.updateMany, { body: flat }),
    changes: operation(() => unibox.changes, { etag: etags.changes }),
    unread: unibox.unread,
    beginAnswering: unibox.beginAnswering,
    endAnswering: unibox.endAnswering
  }
})
