/** The German texts of the page of upcoming mails. */
import { plural } from "../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Nächste Mails",
  days: "Tage",
  showAll: "Alle zeigen",
  allDays: "Nächste 100",
  near: ["Heute", "Morgen"],
  name: "Name",
  perDay: "Mails je Tag",
  help: "Eine Vorhersage: Antworten, unzustellbare Mails und neue Leads ändern sie.",
  complete: (date) => `Es gibt mehr Leads, als die Vorhersage ansieht: Sie ist vollständig bis ${date}.`,
  leftOut: (count) => `${plural(count, "weiteres Konto ist", "weitere Konten sind")} nicht Teil der Vorhersage.`,
  skipped: (count) =>
    `${plural(count, "Lead wurde", "Leads wurden")} übergangen: Ein Wert fehlt, oder die Adresse ist ungültig oder nicht geprüft`,
  byCampaign: "Nach Kampagne",
  byAccount: "Nach Konto",
  mails: "Die nächsten Mails",
  mailColumns: ["Wann", "Lead", "Schritt", "Kampagne", "Konto"],
  scheduled: "Geplante Antworten",
  scheduledColumns: ["Wann", "An", "Betreff", "Konto"],
  held: "Nicht gesendet",
  heldColumns: ["Fällig", "Lead", "Warum nicht", "Kampagne", "Konto"],
  none: "In dieser Zeit geht keine Mail hinaus.",
  noneHeld: "Kein Lead wird zurückgehalten.",
  anyAccount: "Noch kein Konto",
  empty: "Es wird nichts gesendet",
  noCampaigns: "Keine Kampagne ist aktiv. Starten Sie eine, oder setzen Sie sie fort.",
  toCampaigns: "Zu den Kampagnen",
  noAccounts: "Es gibt noch kein Konto, von dem Mails gesendet werden.",
  toAccounts: "Zu den Konten"
}
