/** The German texts why a mail is not sent. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  account_deleted: "Das Konto, das sendet, wurde gelöscht",
  account_not_connected: "Das Konto hat keine Zugangsdaten",
  cancelled: "Abgebrochen",
  file_missing: "Eine Datei der Mail fehlt: Hängen Sie sie noch einmal an",
  newer_message:
    "Nachdem diese Antwort geschrieben war, kam eine neue Mail in die Unterhaltung: Lesen Sie sie, und schreiben Sie dann neu",
  no_longer_due: "Der Lead erhält diesen Schritt nicht mehr",
  recipient_blacklisted: "Der Empfänger steht auf der Blacklist",
  recipient_erased: "Die Daten über den Empfänger wurden gelöscht",
  recipient_unsubscribed: "Ein Empfänger hat sich abgemeldet oder beschwert",
  rejected: "Der Mailserver hat sie abgelehnt"
}
