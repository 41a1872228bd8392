/** The German texts of the sign-in. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Anmelden",
  intro: "Melden Sie sich mit Ihrer E-Mail-Adresse an.",
  keyIntro: "Melden Sie sich mit einem API-Schlüssel Ihrer Organisation an.",
  email: "E-Mail-Adresse",
  password: "Passwort",
  byKey: "API-Schlüssel verwenden",
  byPerson: "E-Mail-Adresse verwenden",
  newPassword: "Neues Passwort",
  choose: "Passwort wählen",
  chooseIntro: "Mindestens 12 Zeichen. Danach melden Sie sich mit Ihrer E-Mail-Adresse und diesem Passwort an.",
  replaces: (name) =>
    `Hier ist ${name} angemeldet. Dieser Link ist für eine andere Person, die in diesem Browser an die Stelle von ${name} tritt.`,
  cancel: "Abbrechen",
  save: "Speichern und anmelden",
  again: "Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an: Ihre Texte sind noch da.",
  key: "API-Schlüssel",
  submit: "Anmelden",
  host: "Anmelden",
  hostIntro: "Melden Sie sich in der Anwendung an, in die diese Seite eingebettet ist, und kommen Sie zurück.",
  reload: "Neu laden",
  rejected: "Dieser Schlüssel ist ungültig.",
  rejectedPerson: "Die Adresse oder das Passwort ist nicht richtig.",
  rejectedInvitation: "Dieser Link wurde schon benutzt oder ist zu alt. Bitten Sie um einen neuen.",
  codeRejected:
    "Dieser Link wurde schon benutzt oder ist zu alt. Melden Sie sich mit einem Schlüssel an, oder starten Sie den Server neu."
}
