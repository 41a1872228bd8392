import { Replies, Sends, TestMails } from "@mailroom/core"
import { Effect } from "effect"
import { operationsOf } from "../pipeline/Operation.ts"

const services = Effect.all({ replies: Replies, sends: Sends, testMails: TestMails })

export const operations = operationsOf("sends", services, ({ replies, sends, testMails }) => ({
  ...sends,
  reply: replies.reply,
  test: testMails.send
}))
