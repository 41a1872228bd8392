import { Verifications } from "@mailroom/core"
import { operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("verification", Verifications, (verification) => verification)
