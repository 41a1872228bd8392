import { Replies, type Send, Sends, TestMails } from "@mailroom/core"
import { Effect } from "effect"
import { etags } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const services = Effect.all({ replies: Replies, sends: Sends, testMails: TestMails })

export const operations = operationsOf("sends", services, ({ replies, sends, testMails }) => ({
  ...sends,
  find: operation(sends.find, { etag: etags.send }),
  reschedule: operation(sends.reschedule, { etag: etags.send }),
  reply: replies.reply,
  forward: replies.forward,
  test: testMails.send,
  testSeeds: operation(testMails.sendToSeeds, { body: (data: ReadonlyArray<Send>) => ({ data }) })
}))
