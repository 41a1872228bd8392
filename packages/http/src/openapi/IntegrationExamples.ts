/** Examples of an integration and its deliveries. */
import { created_at, replied_at } from "./AccountExamples.ts"

/** An integration. */
export const integration = {
  id: 9,
  type: "webhook",
  name: "Our application",
  enabled: true,
  events: ["replied", "unsubscribed"],
  campaign_ids: null,
  config: { url: "https://app.example.com/mailroom" },
  status: "active",
  last_error: null,
  last_delivery_at: replied_at,
  consecutive_failures: 0,
  created_at,
  updated_at: created_at
}

/** A delivery of the integration. */
export const delivery = {
  id: 4711,
  event: "replied",
  status: "delivered",
  attempts: 1,
  next_attempt_at: null,
  response: { status_code: 204, body: "", duration_ms: 85 },
  created_at: replied_at
}
