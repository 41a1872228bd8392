import { Intake } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("intake", Intake, (intake) => ({
  receive: operation(intake.receive, {
    faults: { UnreadableMail: ({ reason }) => ({ pointer: "", message: reason }) }
  })
}))
