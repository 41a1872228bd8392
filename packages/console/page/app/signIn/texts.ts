/** The texts of the sign-in. */
import { pick } from "../../base/pick.ts"

export const texts = pick("signIn", {
  title: "Sign in",
  intro: "Sign in with your e-mail address.",
  keyIntro: "Sign in with an API key of your organization.",
  email: "E-mail address",
  password: "Password",
  byKey: "Use an API key",
  byPerson: "Use an e-mail address",
  newPassword: "New password",
  choose: "Choose a password",
  chooseIntro: "At least 12 characters. After that, you sign in with your e-mail address and this password.",
  replaces: (name: string) =>
    `${name} is signed in here. This link is for another person, who takes the place of ${name} in this browser.`,
  cancel: "Cancel",
  save: "Save and sign in",
  again: "Your session has ended. Sign in again to go on: what you wrote is still here.",
  key: "API key",
  submit: "Sign in",
  host: "Sign in",
  hostIntro: "Sign in where this page is embedded, and come back.",
  reload: "Reload",
  rejected: "This key is not valid.",
  rejectedPerson: "The address or the password is not right.",
  rejectedInvitation: "This link was used before, or is too old. Ask for a new one.",
  codeRejected: "This link was used before, or is too old. Sign in with a key, or start the server again."
})
