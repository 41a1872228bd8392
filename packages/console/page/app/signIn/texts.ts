/** The texts of the sign-in. */
import { pick } from "../../base/pick.ts"

export const texts = pick("signIn", {
  title: "Sign in",
  intro: "Sign in with an API key of your organization.",
  again: "Your session has ended. Sign in again to go on: what you wrote is still here.",
  key: "API key",
  submit: "Sign in",
  host: "Sign in",
  hostIntro: "Sign in where this page is embedded, and come back.",
  reload: "Reload",
  rejected: "This key is not valid.",
  codeRejected: "This link was used before, or is too old. Sign in with a key, or start the server again."
})
