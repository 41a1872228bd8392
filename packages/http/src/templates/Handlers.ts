import { ReplyTemplates } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("replyTemplates", ReplyTemplates, (templates) => ({
  ...templates,
  create: operation(templates.create, { location: ({ id }) => `/reply-templates/${id}` })
}))
