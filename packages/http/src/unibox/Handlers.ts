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
        Effect.all([unibox.thread(id, query), replies.stateOf(id, query.account_id)], { concurrency: 2 }),
        ([page, reply]) => linked.messages({ ...page, reply })
      )
    ),
    update: operation((id, input) => Effect.flatMap(unibox.update(id, input), linked.thread)),
    updateMany: operation(unibox.updateMany, { body: flat }),
    changes: operation(() => unibox.changes, { etag: etags.changes }),
    unread: unibox.unread
  }
})
