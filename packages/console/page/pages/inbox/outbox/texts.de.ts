/** The German texts of answers that the mail server has not taken. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  leftOut: (names) => `Noch im Postfach: ${names}`,
  files: "Dateien der Antwort",
  copies: "Cc, Bcc",
  cc: "Cc",
  bcc: "Bcc",
  addresses: "Adressen, durch Kommas getrennt",
  replyToAll: (count) => `Allen antworten (${count} weitere)`,
  attachAgain: (names) => `Wenn Sie neu schreiben, hängen Sie diese Dateien noch einmal an: ${names}`,
  notAddress: (value) => `Keine Adresse: ${value}`,
  withCopies: (emails) => `Kopien: ${emails}`,
  waiting: "Wird in 5\u00a0Sekunden gesendet",
  sending: "Wird gesendet …",
  held: "Noch nicht gesendet: Die Mail wartet, bis das Konto wieder funktioniert",
  deferred: (date) => `Noch nicht gesendet: Der Mailserver bat um einen späteren Versuch. Nächster Versuch: ${date}`,
  refused: "Nicht gesendet: Die Mail wurde abgelehnt",
  unknown:
    "Vielleicht nicht gesendet: Die Verbindung endete vor der Antwort des Mailservers. Sehen Sie im Ordner der gesendeten Mails nach, bevor Sie neu schreiben.",
  notSent: (email) => `Die Antwort an ${email} wurde nicht gesendet: Öffnen Sie die Unterhaltung`,
  title: "Nicht gesendet",
  perhaps: "Ausgang unbekannt: Sehen Sie im Ordner der gesendeten Mails nach",
  discard: "Erledigt",
  discarding: "Die Antwort verlässt diese Liste in 5\u00a0Sekunden",
  notDone: (reason) => `Nicht geändert: ${reason}`,
  writeAgain: "Neu schreiben",
  mailOf: "Antwort, die nicht gesendet ist"
}
