/** Verifies deliveries with the npm package `svix`. */
// #region verify
import { Webhook } from "svix"

export const verify = (secret: string, body: string, headers: Record<string, string>): unknown => {
  new Webhook(secret).verify(body, headers)
  return JSON.parse(body)
}
// #endregion verify
