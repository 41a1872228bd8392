import { Activity, Analytics, Overview } from "@mailroom/core"
import { Effect } from "effect"
import { eventPage } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const services = Effect.all({ activity: Activity, analytics: Analytics, overview: Overview })

export const operations = operationsOf("analytics", services, ({ activity, analytics, overview }) => ({
  ...analytics,
  overview: overview.summary,
  overviewEvents: overview.events,
  overviewByAccount: overview.byAccount,
  overviewByCampaign: overview.byCampaign,
  log: operation(activity.log, { body: eventPage })
}))
