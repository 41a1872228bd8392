/** The German texts of the sign-in. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Anmelden",
  intro: "Melden Sie sich mit einem API-Schlüssel Ihrer Organisation an.",
  again: "Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an: Ihre Texte sind noch da.",
  key: "API-Schlüssel",
  submit: "Anmelden",
  host: "Anmelden",
  hostIntro: "Melden Sie sich in der Anwendung an, in die diese Seite eingebettet ist, und kommen Sie zurück.",
  reload: "Neu laden",
  rejected: "Dieser Schlüssel ist ungültig.",
  codeRejected:
    "Dieser Link wurde schon benutzt oder ist zu alt. Melden Sie sich mit einem Schlüssel an, oder starten Sie den Server neu."
}
