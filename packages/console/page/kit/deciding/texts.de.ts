/** The German texts of the question what became of a mail of unknown outcome. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  sent: "Sie wurde gesendet",
  unsent: "Sie wurde nicht gesendet",
  sentTitle: "Wurde die Mail gesendet?",
  sentHelp: (email) =>
    `Die Mail an ${email} zählt dann als gesendet und wird nicht noch einmal gesendet. Das kann nicht rückgängig gemacht werden.`,
  unsentTitle: "Die Mail noch einmal senden?",
  unsentHelp: (email) =>
    `Die Mail an ${email} wird noch einmal gesendet. Wenn sie doch angekommen ist, erhält ${email} sie zweimal. Das kann nicht rückgängig gemacht werden.`,
  again: "Noch einmal senden",
  cancel: "Abbrechen",
  wasSent: (email) => `Die Mail an ${email} zählt als gesendet`,
  sentAgain: (email) => `Die Mail an ${email} wird noch einmal gesendet`,
  decided: "Jemand hat das inzwischen entschieden"
}
