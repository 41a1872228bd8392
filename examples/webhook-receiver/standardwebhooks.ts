/** Verifies deliveries with the npm package `standardwebhooks`. */
// #region verify
import { Webhook } from "standardwebhooks"

/** Returns the payload. Throws when the signature is not from Mailroom, or older than five minutes. */
export const verify = (secret: string, body: string, headers: Record<string, string>) =>
  new Webhook(secret).verify(body, headers)
// #endregion verify
