/** An example of a delivery. */
import { replied_at } from "./AccountExamples.ts"

export const delivery = {
  id: 4711,
  event: "replied",
  status: "delivered",
  attempts: 1,
  next_attempt_at: null,
  response: { status_code: 204, body: "", duration_ms: 85 },
  created_at: replied_at
}
