/** The German texts of the page of leads. */
import { plural } from "../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

const leads = (count: number) => plural(count, "Lead", "Leads")

export const texts: typeof english = {
  title: "Leads",
  selected: (count) => `${leads(count)} ausgewählt`,
  selectOf: (name) => `${name} auswählen`,
  clear: "Auswahl aufheben",
  stopping: (count) => `Das Senden an ${leads(count)} stoppt in 5\u00a0Sekunden`,
  resuming: (count) => `Das Senden an ${leads(count)} geht in 5\u00a0Sekunden weiter`,
  notChanged: (failed, changed, reason) =>
    `${leads(failed)} nicht geändert${changed === 0 ? "" : `, ${leads(changed)} geändert`}: ${reason}`,
  search: "Leads suchen",
  campaign: "Kampagne",
  allCampaigns: "Alle Kampagnen",
  import: "Importieren",
  export: "Exportieren",
  exporting: (count) => `${count} Leads gelesen. Abbrechen`,
  notExported: (reason) => `Nicht exportiert: ${reason}`,
  goTo: "Zu Zeile",
  ofAll: (count) => `von ${count}`,
  next: "20 Zeilen weiter",
  first: "Erste Zeile",
  last: "Letzte Zeile",
  columns: ["Zeile", "Lead", "Status", "Senden", "Mails", "Letzte Mail", "Antwort", "Firma"],
  counted: {
    events: {
      sent: "Kontaktiert",
      opened: "Erste Öffnung",
      clicked: "Erster Klick",
      replied: "Erste Antwort",
      bounced: "Unzustellbar",
      unsubscribed: "Abgemeldet"
    },
    since: (date) => `seit ${date}`,
    until: (date) => `vor ${date}`,
    step: "eines Schritts",
    account: "eines Kontos",
    positive: "positiv",
    stopped: "Gestoppt",
    remove: "Alle Leads anzeigen"
  },
  status: "Status",
  statuses: {
    "Not contacted": "Nicht kontaktiert",
    Sent: "Gesendet",
    Opened: "Geöffnet",
    Replied: "Geantwortet",
    Bounce: "Unzustellbar"
  },
  anyStatus: "Jeder Status",
  empty: "Es gibt noch keinen Lead",
  emptyHelp:
    "Ein Lead ist eine Person, der eine Kampagne schreibt. Wählen Sie eine Kampagne, und importieren Sie eine Datei.",
  close: "Schließen",
  stop: "Senden stoppen",
  edit: "Speichern",
  saved: "Gespeichert",
  threads: "Unterhaltungen",
  states: { open: "Offen", done: "Erledigt", snoozed: "Zurückgestellt" },
  noThreads: "Keine Unterhaltung",
  activity: "Verlauf",
  fields: {
    first_name: "Vorname",
    last_name: "Nachname",
    company: "Firma",
    website: "Website",
    personalization: "Persönliche Zeile"
  },
  conflict: "Jemand hat diesen Lead inzwischen geändert. „Speichern“ speichert Ihre Eingaben.",
  none: "–"
}
