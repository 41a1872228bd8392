import { Log } from "@mailroom/core"
import { operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("log", Log, ({ page }) => ({ page }))
