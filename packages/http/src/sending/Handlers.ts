import { Sending } from "@mailroom/core"
import { operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("sending", Sending, (sending) => sending)
